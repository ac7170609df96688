"""The games in words: what holds for the texts of moves and for the sentences of each of them."""

import pytest

from cardkit.families.limited_piles.messages import C, K, Play, Played, Scored
from cardkit.rejections import Rejected
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes
from tests.games.listed import untyped


class Unspeakable:
    """Can't be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("printed an unspeakable thing")


def refused(of: Scenes[C, K, O], text: object) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        untyped(of.read)(text)
    return refusal.value


@each_game
def test_every_move_can_be_said_and_read(of: Scenes[C, K, O]) -> None:
    """rules 12.1, 12.2: without two moves of one text"""
    moves = of.game.moves(4, of.game.options())

    assert len({of.game.say(move) for move in moves}) == len(moves)
    assert [of.read(of.game.say(move)) for move in moves] == [*moves]
    for text, pile in zip(("A7", "B4", "C1"), of.rules.piles, strict=True):
        assert of.read(of.text(text)) == Play(of.cards(text)[0], pile)
        assert of.read(f"{of.text('W4')}>{pile}") == Play(of.rules.wild, pile)


@each_game
@pytest.mark.parametrize(
    "text",
    ["", "x", "play", "7", "keep 2", "♥7", "\ud800", "\x00", "q" * 10_000, None, 7, 0.0, b"b7", ("b7",), [], {}],
    ids=ascii,
)  # fmt: skip
def test_what_looks_like_no_move_is_unreadable_in_one_short_line(of: Scenes[C, K, O], text: object) -> None:
    refusal = refused(of, text)

    assert refusal.code == "unreadable"
    assert f" isn't a move of {of.game.key}; " in str(refusal)
    assert len(str(refusal)) < 200
    assert "\n" not in str(refusal)


@each_game
def test_what_cannot_even_be_printed_is_unreadable(of: Scenes[C, K, O]) -> None:
    assert refused(of, Unspeakable()).code == "unreadable"
    assert refused(of, [Unspeakable()]).code == "unreadable"


@each_game
def test_a_name_may_hold_braces(of: Scenes[C, K, O]) -> None:
    names = ("{name}", "{0}", "{{}}", "%s")
    card, pile = of.cards("A7")[0], of.rules.piles[0]
    said = of.game.tell(Played(1, card, pile, ()), "en", ("Ann", "Ben", "Cy", "Di"))

    assert of.game.tell(Played(1, card, pile, ()), "en", names) == said.replace("Ben", "{0}")
    scored: Scored[C] = Scored(2, ((), (), (), ()), (1, 0, 17, 2), (8, 2, 20, 2))
    assert "{name} 1, {0} 0, {{}} 17, %s 2" in of.game.tell(scored, "en", names)
