"""The rules of Biberbande, chapter 9: the worked examples of the sheet."""

from cardkit.games.biberbande import GAME, Replacement, Took
from tests.games.biberbande.scenes import ROW, cards, decided, fold, scene, scored


def test_the_two_from_the_discard_pile_goes_to_the_second_card_from_the_left() -> None:
    """rules 9.1"""
    state = scene("4 9 0 5", ROW, ROW, discard="7 2")

    brought = decided(state, "take 1")
    after = fold(state, brought)

    assert brought == (Took(0, 1, "2", "9", may_knock=False),)
    assert after.rows[0] == cards("4 2 0 5")
    assert after.discard == cards("7 9")
    assert GAME.view(after, 2).discard[-1] == "9"


def test_the_rows_of_the_example_score_eleven_seven_and_twelve() -> None:
    """rules 9.2, 9.3, 9.4"""
    scoring = scored("4 2 0 5", "1 2 1 3", "0 4 peek 0", stock="8 9")

    assert scoring.rows == (cards("4 2 0 5"), cards("1 2 1 3"), cards("0 4 peek 0"))
    assert scoring.replacements == (Replacement(2, 2, cards("8")),)
    assert scoring.points == (11, 7, 12)
