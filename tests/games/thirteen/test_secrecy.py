"""Who sees what of 13: glimpses, views, and what perfect memory makes of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Final

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.games.thirteen import (
    GAME,
    Card,
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Memory,
    Opened,
    Played,
    PlaySeen,
    Scored,
    State,
    View,
)
from cardkit.games.thirteen.cards import DECK
from cardkit.games.thirteen.state import Table
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from tests.games.thirteen.scenes import ThirteenMatch, cards, events, fold, pile, scene, start, steps

OPENED: Final = Opened(3, 2, 6)
DEALT: Final = Dealt(1, 2, (cards("b1 n4"), cards("y7"), cards("g1 g2")), cards("b5 b7"))
DREW: Final = Played(1, "b7", "blue", cards("b4 n4"), "y1")
DREW_NOTHING: Final = Played(1, "n4", "green", (), None)
SCORED: Final = Scored(1, (cards("b1"), cards("n4 y1"), ()), (0, 2, 0), (3, 2, 9))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("event", [OPENED, DREW_NOTHING, SCORED])
def test_everybody_sees_all_of_what_is_open(event: Event, viewer: Viewer) -> None:
    """the opening, a play without a draw, the scoring"""
    assert GAME.glimpse(event, viewer) == event


@pytest.mark.parametrize(
    ("viewer", "hand"), [(0, cards("b1 n4")), (1, cards("y7")), (2, cards("g1 g2")), (None, None)]
)
def test_of_the_deal_a_seat_sees_its_own_hand_and_a_spectator_none(
    viewer: Viewer, hand: tuple[Card, ...] | None
) -> None:
    assert GAME.glimpse(DEALT, viewer) == HandDealt(1, 2, hand, (2, 1, 2), 2)


def test_only_the_player_who_draws_sees_which_card() -> None:
    assert GAME.glimpse(DREW, 1) == DREW
    for viewer in (0, 2, None):
        assert GAME.glimpse(DREW, viewer) == PlaySeen(1, "b7", "blue", cards("b4 n4"))


def test_what_others_see_has_no_field_for_what_they_may_not() -> None:
    def fields(kind: type[attrs.AttrsInstance]) -> list[str]:
        return [field.name for field in attrs.fields(kind)]

    assert fields(PlaySeen) == ["seat", "card", "onto", "taken"]
    assert fields(HandDealt) == ["round", "dealer", "hand", "hand_sizes", "stock_size"]
    assert not {"hands", "stock", "taken"} & {*fields(View)}


def table_laid() -> State:
    return scene(
        "b7 n4", "y1 y2 g1", "", turn=1, stock="b1 b2 b4", blue="b5 n4", green="g7",
        taken=("y7", "", "n4 g2"), round=3, rounds=5, totals=(4, 0, 12),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("viewer", "hand"), [(0, cards("b7 n4")), (1, cards("g1 y1 y2")), (2, ()), (None, None)]
)
def test_a_view_is_all_that_lies_open_and_the_viewers_own_hand(
    viewer: Viewer, hand: tuple[Card, ...] | None
) -> None:
    assert GAME.view(table_laid(), viewer) == View(
        you=viewer,
        round=3,
        rounds=5,
        dealer=2,
        turn=1,
        hand=hand,
        hand_sizes=(2, 3, 0),
        stock_size=3,
        piles=(cards("b5 n4"), (), cards("g7")),
        sums=(9, 0, 7),
        taken_sizes=(1, 0, 2),
        totals=(4, 0, 12),
        last_taken=(),
        last_points=(),
    )


def test_the_round_scored_last_is_in_every_view() -> None:
    state = fold(table_laid(), [attrs.evolve(SCORED, round=3)])

    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert (view.last_taken, view.last_points, view.totals) == (
            SCORED.taken,
            SCORED.points,
            SCORED.totals,
        )
        assert view.turn is None


def test_a_view_stays_the_same_whatever_lies_where_the_viewer_cannot_see() -> None:
    """the others' hands, the stock and its order, what lies in the heaps face down"""
    state = table_laid()
    other = attrs.evolve(
        state,
        hands=(state.hands[0], cards("b1 b2 b4"), ()),
        stock=cards("y2 g1 y1"),
        taken=(cards("n4"), (), cards("g2 y7")),
    )

    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.legal(other, 0) == GAME.legal(state, 0)


def known(state: State, viewer: Viewer) -> Memory:
    """What a viewer who forgot nothing must know, read from the truth."""
    return Memory(
        you=viewer,
        table=state.table,
        turn=state.turn,
        hand=state.hands[viewer] if viewer is not None and state.hands else (),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        stock_size=len(state.stock),
        piles=state.piles,
        taken=state.taken,
    )


def watched(match: ThirteenMatch, viewer: Viewer) -> Iterator[tuple[Memory, State]]:
    """Event by event: what the viewer remembers, and the truth."""
    memory, state = GAME.blank(viewer), GAME.initial
    for event in events(match):
        memory = GAME.remember(memory, GAME.glimpse(event, viewer))
        state = GAME.evolve(state, event)
        yield memory, state


@pytest.mark.parametrize(("seats", "viewer"), [(3, 0), (3, None), (4, 3), (5, 1), (6, 5), (6, None)])
def test_memory_tracks_exactly_what_was_seen(seats: int, viewer: Viewer) -> None:
    """after each event of three rounds"""
    for memory, state in watched(steps(start(seats, {"rounds": 3, "first_dealer": 1}))[-1], viewer):
        assert memory == known(state, viewer)


def test_before_the_deal_nothing_is_known_but_who_looks_and_how_the_match_is_set_up() -> None:
    blank = GAME.blank(1)
    opened = GAME.remember(blank, OPENED)

    assert (blank.you, blank.hand, blank.hand_sizes, blank.stock_size, blank.turn) == (1, (), (), 0, None)
    assert opened == attrs.evolve(blank, table=Table(3, 6, 2, totals=(0, 0, 0)))
    assert GAME.imagine(blank, Chance("x")) == GAME.initial
    assert GAME.imagine(opened, Chance("x")) == GAME.evolve(GAME.initial, OPENED)


def test_a_match_remembers_for_its_viewers() -> None:
    match = steps(start(4, {"rounds": 1}))[33]

    assert [match.memory(viewer) for viewer in (None, 0, 3)] == [known(match.state, v) for v in (None, 0, 3)]


def all_cards(state: State) -> Counter[Card]:
    heaps = (*state.hands, state.stock, *(lying for lying, _ in state.piles), *state.taken)
    return Counter(card for heap in heaps for card in heap)


@pytest.mark.parametrize(("seats", "viewer"), [(3, 0), (3, None), (4, 3), (6, 5), (6, None)])
def test_what_is_imagined_cannot_be_told_from_the_truth(seats: int, viewer: Viewer) -> None:
    """the same view, hand, legal moves, piles, heaps and sizes; all 50 cards, once; hands in order"""
    for number, (memory, state) in enumerate(watched(steps(start(seats, {"rounds": 2}))[-1], viewer)):
        if not state.hands:
            continue
        imagined = GAME.imagine(memory, Chance(f"imagined {number}"))
        assert GAME.view(imagined, viewer) == GAME.view(state, viewer)
        assert known(imagined, viewer) == memory
        assert all_cards(imagined) == Counter(DECK)
        assert all(hand == tuple(sorted(hand)) for hand in imagined.hands)
        if viewer is not None:
            assert GAME.legal(imagined, viewer) == GAME.legal(state, viewer)


def test_a_match_can_be_played_on_from_what_is_imagined() -> None:
    match = steps(start(3, {"rounds": 1}))[20]
    state = GAME.imagine(match.memory(0), Chance("imagined"))

    for move in range(30):
        (seat,) = GAME.actors(state)
        state = fold(state, GAME.decide(state, seat, GAME.legal(state, seat)[0], Chance("onward", move)))

    assert GAME.outcome(state) is not None


def test_imagining_depends_on_memory_and_chance_alone() -> None:
    """other chances imagine other positions; of the truth nothing shines through"""
    match = start(4)
    memory = match.memory(0)
    imagined = {GAME.imagine(memory, Chance(str(seed))) for seed in range(50)}

    assert len(imagined) == 50
    assert match.state not in imagined
    assert GAME.imagine(memory, Chance("7", 3)) == GAME.imagine(memory, Chance("7", 3))
    assert GAME.imagine(memory, Chance("7", 3)) != GAME.imagine(memory, Chance("7", 4))


def chi_square(seen: Counter[str], expected: dict[str, float]) -> float:
    assert {*seen} <= {*expected}
    return sum((seen[place] - count) ** 2 / count for place, count in expected.items())


def seat_0_with_two_blue_sevens() -> Memory:
    glimpses: tuple[Glimpse, ...] = (
        Opened(3, 2, 1),
        HandDealt(1, 2, cards("b1 b7 b7 g4 y2"), (5, 5, 5), 35),
    )
    memory = GAME.blank(0)
    for glimpse in glimpses:
        memory = GAME.remember(memory, glimpse)
    return memory


def test_an_unseen_card_is_as_likely_in_any_place_where_cards_lie_hidden() -> None:
    """χ²: the third blue 7 is in a hand 5 times in 45, and in each place of the stock once"""
    memory, tries = seat_0_with_two_blue_sevens(), 4500
    seen: Counter[str] = Counter()
    for number in range(tries):
        state = GAME.imagine(memory, Chance(str(number)))
        places = [f"hand {seat}" for seat in (1, 2) if "b7" in state.hands[seat]]
        places += [f"stock {place}" for place, card in enumerate(state.stock) if card == "b7"]
        seen[" and ".join(places)] += 1

    each = tries / 45
    expected = {"hand 1": 5 * each, "hand 2": 5 * each} | {f"stock {place}": each for place in range(35)}
    assert chi_square(seen, expected) < 68.0  # 36 degrees of freedom, one in a thousand


def four_cards_unseen() -> Memory:
    """Seat 0 of three doesn't know who holds what of y7 y7 g1 n4: seat 1 has two of them, seat 2 one."""
    hidden, hand, blue = cards("g1 n4 y7 y7"), cards("b1"), cards("b2 b4")
    return Memory(
        you=0,
        table=Table(3, 1, 2, round=1, dealer=2, totals=(0, 0, 0)),
        turn=0,
        hand=hand,
        hand_sizes=(1, 2, 1),
        stock_size=1,
        piles=(pile("b2 b4"), pile(""), pile("")),
        taken=((), unseen(DECK, hidden, hand, blue), ()),
    )


def laid(state: State) -> str:
    return f"{' '.join(state.hands[1])} | {' '.join(state.hands[2])} | {' '.join(state.stock)}"


def test_every_way_to_lay_the_unseen_cards_is_as_likely() -> None:
    """χ², against all 24 ways to lay them, counted"""
    tries = 2400
    expected: dict[str, float] = {}
    for first, second, third, top in permutations(cards("g1 n4 y7 y7")):
        way = f"{' '.join(sorted((first, second)))} | {third} | {top}"
        expected[way] = expected.get(way, 0) + tries / 24

    seen = Counter(laid(GAME.imagine(four_cards_unseen(), Chance(str(number)))) for number in range(tries))

    assert len(expected) == 7
    assert {*seen} == {*expected}
    assert chi_square(seen, expected) < 22.5  # 6 degrees of freedom, one in a thousand


def test_only_hidden_cards_are_imagined() -> None:
    """own hand, targets and taken heaps stay as they were seen"""
    memory = four_cards_unseen()

    state = GAME.imagine(memory, Chance("x"))

    assert state.hands[0] == cards("b1")
    assert (state.piles, state.taken, state.table, state.turn) == (
        memory.piles,
        memory.taken,
        memory.table,
        0,
    )
    assert Counter((*state.hands[1], *state.hands[2], *state.stock)) == Counter(cards("y7 y7 g1 n4"))


def test_with_nothing_hidden_there_is_one_position_to_imagine() -> None:
    """a spectator knows all when one hand and nothing else is left"""
    memory = known(scene("b1 b2", "", "", taken=(" ".join(unseen(DECK, cards("b1 b2"))), "", "")), None)

    imagined = {GAME.imagine(memory, Chance(str(number))) for number in range(20)}

    assert [state.hands for state in imagined] == [(cards("b1 b2"), (), ())]
