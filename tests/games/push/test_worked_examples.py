"""The rules of Push, chapter 9: the worked examples of the sheet."""

from cardkit.games.push import GAME, Place, Taken
from tests.games.push.scenes import after, cards, decided, fits, numbers, opened, scene, takers, texts


def test_a_yellow_two_fits_only_where_neither_a_two_nor_a_yellow_card_lies() -> None:
    """rules 9.1"""
    state = scene("", "", "", stock="y2 p6", rows=("r2 b5", "g4 y6", "p1 r3"), moment="going")

    state = after(state, "reveal")

    assert (fits(state), texts(state)) == ((3,), ["place 3"])
    assert GAME.legal(state, 0) == (Place(3),)
    assert GAME.view(after(state, "place 3"), None).rows[2] == cards("p1 r3 y2")


def test_rolling_red_discards_all_open_red_cards_and_the_secured_ones_stay() -> None:
    """rules 9.2"""
    state = scene("r1 r4 b2 y6", "r5", secured=("r6 r6", ""), rows=("r3 die p2",), moment="going")

    (event,) = decided(after(state, "stop"), "take 1", "red")
    state = after(state, "stop", "take 1: red")

    assert isinstance(event, Taken)
    assert event.lost == numbers("r1 r4 r3")
    assert GAME.view(state, 0).secured[0] == numbers("r6 r6")
    assert (opened(state, 0), opened(state, 1)) == ("b2 y6 p2", "r5")
    assert GAME.view(state, None).discarded == cards("die r1 r4 r3")


def test_after_two_direction_cards_the_left_neighbour_chooses_first_as_usual() -> None:
    """rules 9.3"""
    state = scene("", "", "", stock="turn turn p6", rows=("r1", "b2", "g3"), seat=1, moment="going")

    assert takers(after(state, "reveal", "reveal", "stop"), 1, 2, 3) == [1, 2, 0]


def test_after_one_direction_card_the_right_neighbour_chooses_first() -> None:
    """rules 9.4"""
    state = scene("", "", "", stock="turn p6", rows=("r1", "b2", "g3"), seat=1, moment="going")

    assert takers(after(state, "reveal", "stop"), 1, 2, 3) == [1, 0, 2]
