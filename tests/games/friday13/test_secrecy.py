"""Who sees what of Friday 13: glimpses, views, and what perfect memory makes of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Final

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.games.friday13 import (
    GAME,
    Card,
    Dealt,
    Event,
    HandDealt,
    Memory,
    Opened,
    Played,
    Scored,
    State,
    View,
)
from cardkit.games.friday13.cards import DECK
from cardkit.games.friday13.state import Table
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from tests.games.friday13.scenes import (
    ORDER,
    Friday13Match,
    cards,
    events,
    fold,
    hand,
    held,
    pile,
    scene,
    start,
    steps,
)

OPENED: Final = Opened(3, 2, 4)
DEALT: Final = Dealt(1, 2, (cards("c1 f4"), cards("m7"), cards("l1 l2")), cards("c5 c7"))
PLAYED: Final = Played(1, "c7", "cats", cards("c4 f4"))
SCORED: Final = Scored(1, (cards("c1"), cards("f4 m1"), ()), (0, 2, 0), (3, 2, 9))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("event", [OPENED, PLAYED, SCORED])
def test_everybody_sees_all_of_what_is_open(event: Event, viewer: Viewer) -> None:
    """the opening, every play, the scoring"""
    assert GAME.glimpse(event, viewer) == event


@pytest.mark.parametrize(
    ("viewer", "own"), [(0, cards("c1 f4")), (1, cards("m7")), (2, cards("l1 l2")), (None, None)]
)
def test_of_the_deal_a_seat_sees_its_own_hand_and_a_spectator_none(
    viewer: Viewer, own: tuple[Card, ...] | None
) -> None:
    """and of the hand that is put away nobody sees more than its size"""
    assert GAME.glimpse(DEALT, viewer) == HandDealt(1, 2, own, (2, 1, 2), 2)


def test_what_viewers_see_has_no_field_for_what_they_may_not() -> None:
    def fields(kind: type[attrs.AttrsInstance]) -> set[str]:
        return {field.name for field in attrs.fields(kind)}

    assert fields(HandDealt) == {"round", "starter", "hand", "hand_sizes", "away_size"}
    assert not {"hands", "away", "taken"} & fields(View)
    assert not {"hands", "away"} & fields(Memory)
    assert "away" not in fields(Table)


def table_laid() -> State:
    return scene(
        "c7 f4", "m1 m2 l1", "", turn=1, away="c1 c2 c4", cats="c5 f4", ladders="l7",
        taken=("m7", "", "f4 l2"), round=3, rounds=5, totals=(4, 0, 12),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("viewer", "own"), [(0, cards("c7 f4")), (1, cards("m1 m2 l1")), (2, ()), (None, None)]
)
def test_a_view_is_all_that_lies_open_and_the_viewers_own_hand(
    viewer: Viewer, own: tuple[Card, ...] | None
) -> None:
    assert GAME.view(table_laid(), viewer) == View(
        you=viewer,
        round=3,
        rounds=5,
        starter=0,
        turn=1,
        hand=own,
        hand_sizes=(2, 3, 0),
        away_size=3,
        piles=(cards("c5 f4"), (), cards("l7")),
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
    """the others' hands, the hand put away, what lies in the heaps face down"""
    state = table_laid()
    other = attrs.evolve(
        state,
        hands=(state.hands[0], hand("c1 c2 c4"), hand("")),
        away=cards("m1 m2 l1"),
        taken=(cards("f4"), (), cards("l2 m7")),
    )

    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.legal(other, 0) == GAME.legal(state, 0)


def known(state: State, viewer: Viewer) -> Memory:
    """What a viewer who forgot nothing must know, read from the truth."""
    return Memory(
        you=viewer,
        table=state.table,
        turn=state.turn,
        hand=held(state)[viewer] if viewer is not None and state.hands else (),
        hand_sizes=tuple(len(cards) for cards in held(state)),
        away_size=len(state.away),
        piles=state.piles,
        taken=state.taken,
    )


def watched(match: Friday13Match, viewer: Viewer) -> Iterator[tuple[Memory, State]]:
    """Event by event: what the viewer remembers, and the truth."""
    memory, state = GAME.blank(viewer), GAME.initial
    for event in events(match):
        memory = GAME.remember(memory, GAME.glimpse(event, viewer))
        state = GAME.evolve(state, event)
        yield memory, state


@pytest.mark.parametrize(("seats", "viewer"), [(3, 0), (3, None), (4, 3), (5, 1), (6, 5), (6, None)])
def test_memory_tracks_exactly_what_was_seen(seats: int, viewer: Viewer) -> None:
    """after each event of three rounds"""
    for memory, state in watched(steps(start(seats, {"rounds": 3, "first_player": 1}))[-1], viewer):
        assert memory == known(state, viewer)


def test_before_the_deal_nothing_is_known_but_who_looks_and_how_the_match_is_set_up() -> None:
    blank = GAME.blank(1)
    opened = GAME.remember(blank, OPENED)

    assert (blank.you, blank.hand, blank.hand_sizes, blank.away_size, blank.turn) == (1, (), (), 0, None)
    assert opened == attrs.evolve(blank, table=Table(3, 4, 2, totals=(0, 0, 0)))
    assert GAME.imagine(blank, Chance("x")) == GAME.initial
    assert GAME.imagine(opened, Chance("x")) == GAME.evolve(GAME.initial, OPENED)


def test_a_match_remembers_for_its_viewers() -> None:
    match = steps(start(3, {"rounds": 1}))[33]

    assert [match.memory(viewer) for viewer in (None, 0, 2)] == [known(match.state, v) for v in (None, 0, 2)]


def all_cards(state: State) -> Counter[Card]:
    heaps = (*held(state), state.away, *(lying for lying, _ in state.piles), *state.taken)
    return Counter(card for heap in heaps for card in heap)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_53_cards_are_somewhere_once(seats: int) -> None:
    """after each event"""
    for _, state in watched(steps(start(seats, {"rounds": 2}))[-1], None):
        assert all_cards(state) == (Counter(DECK) if state.hands else Counter())


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_hands_stay_in_the_order_of_the_deck_and_know_their_faces(seats: int) -> None:
    for step in steps(start(seats, {"rounds": 2})):
        for own in step.state.hands:
            assert own == hand(" ".join(own[0]))


@pytest.mark.parametrize(("seats", "viewer"), [(3, 0), (3, None), (4, 3), (6, 5), (6, None)])
def test_what_is_imagined_cannot_be_told_from_the_truth(seats: int, viewer: Viewer) -> None:
    """the same view, hand, legal moves, piles, heaps and sizes; all 53 cards, once; hands in order"""
    for number, (memory, state) in enumerate(watched(steps(start(seats, {"rounds": 2}))[-1], viewer)):
        if not state.hands:
            continue
        imagined = GAME.imagine(memory, Chance(f"imagined {number}"))
        assert GAME.view(imagined, viewer) == GAME.view(state, viewer)
        assert known(imagined, viewer) == memory
        assert all_cards(imagined) == Counter(DECK)
        assert imagined.hands == tuple(hand(" ".join(cards)) for cards in held(imagined))
        assert imagined.away == tuple(sorted(imagined.away, key=ORDER.index))
        if viewer is not None:
            assert GAME.legal(imagined, viewer) == GAME.legal(state, viewer)


def test_a_match_can_be_played_on_from_what_is_imagined() -> None:
    match = steps(start(3, {"rounds": 1}))[20]
    state = GAME.imagine(match.memory(0), Chance("imagined"))

    for move in range(20):
        (seat,) = GAME.actors(state)
        state = fold(state, GAME.decide(state, seat, GAME.legal(state, seat)[0], Chance("onward", move)))

    assert GAME.outcome(state) is not None


def test_imagining_depends_on_memory_and_chance_alone() -> None:
    """other chances imagine other positions; of the truth nothing shines through"""
    match = start(3)
    memory = match.memory(0)
    imagined = {GAME.imagine(memory, Chance(str(seed))) for seed in range(50)}

    assert len(imagined) == 50
    assert len({state.away for state in imagined}) > 40
    assert match.state not in imagined
    assert GAME.imagine(memory, Chance("7", 3)) == GAME.imagine(memory, Chance("7", 3))


def four_cards_unseen() -> Memory:
    """Seat 0 of three hasn't seen m7 m7 l1 f4: seat 1 holds two of them, seat 2 one, and one is away."""
    hidden, own, cats = cards("m7 m7 l1 f4"), cards("c1"), cards("c2 c4")
    return Memory(
        you=0,
        table=Table(3, 1, 2, round=1, starter=2, totals=(0, 0, 0)),
        turn=0,
        hand=own,
        hand_sizes=(1, 2, 1),
        away_size=1,
        piles=(pile("c2 c4"), pile(""), pile("")),
        taken=((), unseen(DECK, hidden, own, cats), ()),
    )


def laid(first: tuple[Card, ...], second: tuple[Card, ...], away: tuple[Card, ...]) -> str:
    return " | ".join(" ".join(heap) for heap in (first, second, away))


def test_every_way_to_lay_the_unseen_cards_is_as_likely() -> None:
    """χ², against all 24 ways to lay them, counted"""
    tries = 2400
    expected: dict[str, float] = {}
    for one, two, three, four in permutations(cards("m7 m7 l1 f4")):
        way = laid(hand(f"{one} {two}")[0], (three,), (four,))
        expected[way] = expected.get(way, 0) + tries / 24

    seen: Counter[str] = Counter()
    for number in range(tries):
        state = GAME.imagine(four_cards_unseen(), Chance(str(number)))
        _, first, second = held(state)
        seen[laid(first, second, state.away)] += 1

    assert len(expected) == 7
    assert {*seen} == {*expected}
    distance = sum((seen[way] - count) ** 2 / count for way, count in expected.items())
    assert distance < 22.5  # 6 degrees of freedom, one in a thousand


def test_only_hidden_cards_are_imagined() -> None:
    """own hand, piles and taken heaps stay as they were seen"""
    memory = four_cards_unseen()

    state = GAME.imagine(memory, Chance("x"))

    assert held(state)[0] == cards("c1")
    seen = (memory.piles, memory.taken, memory.table, 0)
    assert (state.piles, state.taken, state.table, state.turn) == seen
    assert Counter((*held(state)[1], *held(state)[2], *state.away)) == Counter(cards("m7 m7 l1 f4"))


def test_with_nothing_hidden_there_is_one_position_to_imagine() -> None:
    """a spectator knows all when one hand and nothing else is left"""
    memory = known(scene("c1 c2", "", "", taken=(" ".join(unseen(DECK, cards("c1 c2"))), "", "")), None)

    imagined = {GAME.imagine(memory, Chance(str(number))) for number in range(20)}

    assert [held(state) for state in imagined] == [(cards("c1 c2"), (), ())]
