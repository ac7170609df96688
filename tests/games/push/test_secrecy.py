"""Who sees what of Push: glimpses, views, and what perfect memory makes of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Never

import pytest
from attrs import evolve

from cardkit.chance import SeededChance
from cardkit.games.push import GAME, Knowledge, Opened, Truth
from cardkit.games.push.cards import DECK
from cardkit.games.push.state import CHOOSING, GOING, Placing, Setup, State, Taking
from cardkit.hidden import UNSEEN, Memory
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from cardkit.testing import fit
from tests.games.push.scenes import (
    PushMatch,
    after,
    cards,
    covered,
    events,
    numbers,
    row_of,
    scene,
    start,
    steps,
)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_of_the_opening_nobody_sees_the_order_of_the_stock(viewer: Viewer) -> None:
    opening: Opened[Never] = Opened(2, 1, True, False, cards("r1 b2 b2"))

    assert GAME.glimpse(opening, viewer) == Opened(2, 1, True, False, (UNSEEN,) * 3)


def test_all_else_is_seen_by_everybody() -> None:
    """every event of a whole match, busts and all"""
    made = events(steps(start(4, {"risk": True}), reveal=0.7)[-1])

    assert len({type(event) for event in made}) >= 9
    for event in made[1:]:
        assert all(GAME.glimpse(event, viewer) is event for viewer in (None, 0, 1, 2, 3))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_view_is_all_that_lies_open_and_the_viewers_own_secured_cards(viewer: Viewer) -> None:
    secured = (numbers("r6 r5"), (), numbers("y1"))
    state = scene(
        "y2 r1 b3 r2", "", "g4",
        stock="p1 p2 turn", secured=("r6 r5", "", "y1"), rows=("r3 die", "p4"), directions=2,
        discarded="b6 die", risk=True, seat=1, moment="going",
    )  # fmt: skip

    assert GAME.view(state, viewer) == State(
        setup=Setup(risk=True, direction_cards=True),
        seat=1,
        phase=GOING,
        stock=(UNSEEN,) * 3,
        up=None,
        directions=("turn", "turn"),
        rows=(row_of("r3 die"), row_of("p4")),
        open=(numbers("y2 r1 b3 r2"), (), numbers("g4")),
        secured=tuple(mine if seat == viewer else (UNSEEN,) * len(mine) for seat, mine in enumerate(secured)),
        discarded=cards("b6 die"),
    )


def test_a_view_tells_the_moment_of_the_turn() -> None:
    state = scene("", "", "", stock="r1 p6", rows=("r2", "b1 r3"), seat=1)
    placing = after(state, "reveal")
    going = after(placing, "place 3")
    taking = after(going, "stop", "take 2")

    def seen(state: Truth) -> tuple[object, ...]:
        view = GAME.view(state, None)
        return view.phase, view.seat, view.up

    assert seen(state) == (CHOOSING, 1, None)
    assert seen(placing) == (Placing((3,)), 1, "r1")
    assert seen(going) == (GOING, 1, None)
    assert seen(taking) == (Taking(1, (1, 3)), 2, None)


def test_a_view_stays_the_same_whatever_lies_where_the_viewer_cannot_see() -> None:
    """the order of the stock, and which cards the others have secured"""
    state = scene("r1", "b1", stock="p1 p2 die", secured=("r6", "y1 y2"))
    other = evolve(state, stock=cards("die p2 p1"), secured=(state.secured[0], numbers("g5 b6")))

    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.legal(other, 0) == GAME.legal(state, 0)
    assert GAME.view(other, 1) != GAME.view(state, 1)


def known(state: Truth, viewer: Viewer) -> Knowledge:
    """Return what a viewer who forgot nothing must know, read from the truth: all but the stock."""
    return Memory(viewer, covered(state))


def watched(match: PushMatch, viewer: Viewer) -> Iterator[tuple[Knowledge, Truth]]:
    """Yield what the viewer remembers after each event, and the truth."""
    memory, state = GAME.blank(viewer), GAME.initial
    for event in events(match):
        memory = GAME.remember(memory, GAME.glimpse(event, viewer))
        state = GAME.evolve(state, event)
        yield memory, state


@pytest.mark.parametrize(("seats", "viewer"), [(2, 0), (3, None), (6, 5)])
def test_memory_is_exact(seats: int, viewer: Viewer) -> None:
    """after each event: who secured what too, and which cards the stock still holds"""
    for risk in (False, True):
        match = start(seats, {"risk": risk, "first_player": 1, "direction_cards": seats > 2})
        for memory, state in watched(steps(match, reveal=0.6)[-1], viewer):
            assert memory == known(state, viewer)


def test_before_the_opening_nothing_is_known_but_who_looks() -> None:
    blank = GAME.blank(1)

    assert (blank.you, blank.state) == (1, GAME.initial)
    assert GAME.imagine(blank, SeededChance("x")) == GAME.initial


def test_only_the_order_of_the_stock_is_imagined() -> None:
    state = steps(start(3))[90].state

    imagined = GAME.imagine(known(state, 0), SeededChance("x"))

    assert imagined != state
    assert evolve(imagined, stock=state.stock) == state
    assert sorted(imagined.stock) == sorted(state.stock)


def with_stock(hidden: str) -> Knowledge:
    """Return a position with all other cards on the discard pile."""
    stock = cards(hidden)
    state = scene("", "", stock=hidden)
    return known(evolve(state, discarded=unseen(DECK, stock)), None)


@pytest.mark.parametrize(
    "hidden", ["r1 b2 turn die", "r1 r1 die turn", "g4 g4 g4 die", "die die turn turn r6"]
)
def test_every_order_of_the_stock_is_as_likely(hidden: str) -> None:
    """χ², against all orders, counted: twins make an order likelier"""
    weights = Counter(permutations(cards(hidden)))

    seen = [GAME.imagine(with_stock(hidden), SeededChance(str(number))).stock for number in range(3000)]

    assert {*seen} == {*weights}
    assert fit(seen, {order: float(weight) for order, weight in weights.items()}) > 1e-4


def test_what_is_imagined_is_drawn_as_imagine() -> None:
    """the same seed imagines the same stock, in this release and in the next"""
    memory = with_stock("r1 b2 turn die g4 g5")

    for seed in map(str, range(20)):
        imagined = GAME.imagine(memory, SeededChance(seed)).stock
        assert imagined == SeededChance(seed).shuffle("imagine", cards("r1 b2 g4 g5 die turn"))


def test_with_one_card_left_there_is_one_position_to_imagine() -> None:
    """and with none, when only rows are taken any more"""
    assert len({GAME.imagine(with_stock("r5"), SeededChance(str(number))) for number in range(20)}) == 1
    memory = known(after(scene("", "", stock="r5"), "reveal"), 1)
    assert GAME.imagine(memory, SeededChance("x")) == memory.state
