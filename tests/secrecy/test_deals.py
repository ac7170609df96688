"""Going through all deals of a small deck finds what is planted there."""

from random import Random
from typing import Final

import attrs
import pytest

from cardkit.chance import Chance, SeededChance
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from tests.secrecy.deals import Deals
from tests.secrecy.enumerated import outcomes
from tests.testing import tiny
from tests.testing.plants import showing, variant
from tests.testing.tiny import TINY, Event, Memory, Move, Options, Play, State, Tiny, decide, imagine, legal

ALL_WAYS: Final = 180
"""Hands of two, two and a stock of two, from six cards, hands sorted: 6! / 2! / 2!."""


def one_way(state: object, seat: Seat, move: object) -> int:
    return 1


def deals(game: Tiny) -> "Deals[Move, Event, State, tiny.View, tiny.Glimpse, Memory, Options]":
    """Return all deals of a copy of the game.

    The moves of a game are kept, and other tests play it with all eight cards.
    """
    return Deals(attrs.evolve(game), 2, Options(deals=1), one_way)


@pytest.fixture(autouse=True)
def six_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "DECK", (1, 2, 3, 4, 5, 6))


def topics(game: Tiny, *, moves: int = 0) -> set[str]:
    """Return what leaks, at the start or after some moves."""
    worlds = deals(game)
    for _ in range(moves):
        match = worlds.worlds[0].match
        (seat,) = match.actors
        worlds.move(seat, match.legal(seat)[0])
    return {what for viewer in worlds.viewers for what, _ in worlds.leaks(viewer)}


def test_every_outcome_is_gone_through_once_with_its_weight() -> None:
    """three cards, two of them twins: three orders, each twice; and a die of two"""

    def draw(chance: Chance) -> tuple[str, int]:
        return "".join(chance.shuffle("cards", "aab")), chance.below("die", 2)

    found = {value: weight for weight, value in outcomes(draw)}

    orders = ("aab", "aba", "baa")
    assert found == {(order, face): 2 for order in orders for face in (0, 1)}


def test_all_deals_are_there_each_as_often_as_it_comes() -> None:
    worlds = deals(TINY).worlds

    assert len(worlds) == len({world.match.state for world in worlds}) == ALL_WAYS
    assert len({world.weight for world in worlds}) == 1


def test_a_game_that_keeps_the_laws_leaks_nothing_and_imagines_each_world_alike() -> None:
    worlds = deals(TINY)

    assert not topics(TINY) | topics(TINY, moves=2)
    assert [worlds.wrongly_imagined(viewer, Random(1)) for viewer in worlds.viewers] == ["", "", ""]


def test_a_viewer_tells_apart_what_it_has_seen_and_nothing_else() -> None:
    """a player has one of 15 hands; a spectator sees none"""
    worlds = deals(TINY)

    assert [len(worlds.alike(viewer)) for viewer in (None, 0, 1)] == [1, 15, 15]


def test_a_world_in_which_the_move_is_illegal_drops_out() -> None:
    worlds = deals(TINY)

    worlds.move(0, Play(3))

    assert len(worlds.worlds) == ALL_WAYS // 3  # hands of two of six cards: one in three holds the 3


def test_a_view_that_differs_by_a_hidden_card_is_found() -> None:
    def peeking(state: State, viewer: Viewer) -> str:
        return "odd" if state.stock and state.stock[-1] % 2 else "even"

    assert topics(showing(peeking)) == {"the view", "the view's JSON"}


def test_a_refusal_that_differs_by_a_hidden_card_is_found() -> None:
    def talkative(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", f"{state.stock[0] * 3} comes next")

    assert any(what.startswith("the result of trying") for what in topics(variant(refuse=talkative)))


def test_an_order_of_moves_that_differs_by_a_hidden_card_is_found() -> None:
    def betraying(state: State, seat: Seat) -> tuple[Move, ...]:
        return legal(state, seat)[:: -1 if state.stock[0] > 3 else 1]

    assert "the legal moves" in topics(variant(legal=betraying))


def test_a_verdict_on_undoing_that_differs_by_a_hidden_card_is_found() -> None:
    def drawing(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if state.stock[0] == 6:
            chance.shuffle("needless", "ab")
        return decide(state, seat, move, chance)

    assert any(what.startswith("whether seat") for what in topics(variant(decide=drawing), moves=1))


def test_imagining_some_worlds_too_often_is_found() -> None:
    def gloomy(memory: Memory, chance: Chance) -> State:
        one, other = imagine(memory, chance), imagine(memory, SeededChance("another"))
        return min(one, other, key=lambda state: state.stock)

    worlds = deals(variant(imagine=gloomy))

    assert worlds.wrongly_imagined(None, Random(1))


def test_imagining_too_few_worlds_is_found() -> None:
    worlds = deals(variant(imagine=lambda memory, chance: imagine(memory, SeededChance("fixed"))))

    assert worlds.wrongly_imagined(0, Random(1)).startswith("12 are possible, imagined are 1")


def test_a_verdict_that_is_too_generous_is_found() -> None:
    """If a game imagines only one world, and that one is true, it seems that nobody learned anything."""
    worlds = deals(variant(imagine=lambda memory, chance: imagine(memory, SeededChance("fixed"))))

    worlds.move(0, Play(3))

    assert any("though somebody has learned" in reason for reason in worlds.wrong_verdicts())
