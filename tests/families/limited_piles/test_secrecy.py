"""Who sees what: glimpses, views, and what perfect memory makes of them."""

from collections.abc import Iterator
from typing import Never

import attrs
import pytest

from cardkit.chance import SeededChance
from cardkit.families.limited_piles.messages import C, Dealt, K, Opened, Played, RoundInfo, Scored, State
from cardkit.hidden import UNSEEN, Memory, Unseen
from cardkit.seats import Viewer
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, PileMatch, Scenes, hidden, seen
from tests.games.thirteen.scenes import THIRTEEN


def laid(of: Scenes[C, K, O]) -> State[C, Never]:
    """Return a table where something lies in every place."""
    return of.scene(
        "A7 W4", "B1 B2 C1", "", turn=1, rest="A1 A2 A4", piles=("A5 W4", "", "C7"),
        taken=("B7", "", "W4 C2"), round=3, rounds=5, totals=(4, 0, 12),
    )  # fmt: skip


def scored(of: Scenes[C, K, O]) -> Scored[C]:
    return Scored(3, (of.cards("A1"), of.cards("W4 B1"), ()), (0, 2, 0), (3, 2, 9))


@each_game
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_everybody_sees_all_of_what_is_open(of: Scenes[C, K, O], viewer: Viewer) -> None:
    """the opening, a play without a draw, the scoring"""
    play: Played[C, K, Never] = Played(1, of.rules.wild, of.rules.piles[2], of.cards("C7 C2"))

    for event in (Opened(3, 2, 6), play, scored(of)):
        assert of.game.glimpse(event, viewer) == event


@each_game
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_of_the_deal_a_seat_sees_its_own_hand_and_a_spectator_none(
    of: Scenes[C, K, O], viewer: Viewer
) -> None:
    """and of the stock, or of the hand that is put away, nobody sees more than its size"""
    hands = of.cards("A1 W4"), of.cards("B7"), of.cards("C1 C2")

    glimpse = of.game.glimpse(Dealt(1, 2, hands, of.cards("A5 A7")), viewer)

    others = tuple(hand if seat == viewer else hidden(hand) for seat, hand in enumerate(hands))
    wanted: Dealt[C, Unseen] = Dealt(1, 2, others, (UNSEEN, UNSEEN))
    assert glimpse == wanted


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_only_the_player_who_draws_sees_which_card(viewer: Viewer) -> None:
    """13 alone has a stock; that a card was drawn, all see"""
    taken = THIRTEEN.cards("b4 n4")

    glimpse = THIRTEEN.game.glimpse(Played(1, "b7", "blue", taken, "y1"), viewer)

    assert glimpse == Played(1, "b7", "blue", taken, "y1" if viewer == 1 else UNSEEN)


@each_game
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_view_is_all_that_lies_open_and_the_viewers_own_hand(of: Scenes[C, K, O], viewer: Viewer) -> None:
    """of all else a size: other hands, the stock, the hand put away, what each seat has taken, its own too"""
    view = of.game.view(laid(of), viewer)

    assert view == seen(laid(of), viewer, taken=False)
    assert view.taken == ((UNSEEN,), (), (UNSEEN, UNSEEN))
    assert view.stock + view.away == (UNSEEN,) * 3
    assert view.sums == (9, 0, 7)


@each_game
def test_the_round_scored_last_is_in_every_view(of: Scenes[C, K, O]) -> None:
    state = of.fold(laid(of), [scored(of)])

    for viewer in (None, 0, 1, 2):
        view = of.game.view(state, viewer)
        table = view.table
        shown = (table.last_taken, table.last_points, table.totals)
        assert shown == (scored(of).taken, scored(of).points, scored(of).totals)
        assert view.turn is None


@each_game
def test_a_view_stays_the_same_whatever_lies_where_the_viewer_cannot_see(of: Scenes[C, K, O]) -> None:
    """the others' hands, the stock and its order or the hand put away, what lies in the heaps face down"""
    state = laid(of)
    other = attrs.evolve(
        of.scene("A7 W4", "A1 A2 A4", "", turn=1, rest="B2 C1 B1", piles=("A5 W4", "", "C7"),
                 taken=("W4", "", "C2 B7"), round=3, rounds=5, totals=(4, 0, 12)),
        table=state.table,
    )  # fmt: skip

    assert other != state
    assert of.game.view(other, 0) == of.game.view(state, 0)
    assert of.game.legal(other, 0) == of.game.legal(state, 0)


def watched(
    of: Scenes[C, K, O], match: PileMatch[C, K, O], viewer: Viewer
) -> Iterator[tuple[Memory[State[C, Unseen]], State[C, Never]]]:
    """Yield what the viewer remembers after each event, and the truth."""
    memory, state = of.game.blank(viewer), of.game.initial
    for event in of.events(match):
        memory = of.game.remember(memory, of.game.glimpse(event, viewer))
        state = of.game.evolve(state, event)
        yield memory, state


@each_game
@pytest.mark.parametrize(("seats", "viewer"), [(3, 0), (3, None), (4, 3), (5, 1), (6, 5), (6, None)])
def test_memory_tracks_exactly_what_was_seen(of: Scenes[C, K, O], seats: int, viewer: Viewer) -> None:
    """after each event of three rounds: which cards each seat has taken too, for all saw them lie there"""
    last = of.steps(of.start(seats, of.led(1, 3)))[-1]
    for memory, state in watched(of, last, viewer):
        assert memory == Memory(viewer, seen(state, viewer, taken=True))


@each_game
def test_before_the_deal_nothing_is_known_but_who_looks_and_how_the_match_is_set_up(
    of: Scenes[C, K, O],
) -> None:
    blank, event = of.game.blank(1), Opened(3, 2, 6)
    opened = of.game.remember(blank, event)

    assert blank == Memory(1, of.game.initial)
    table: RoundInfo[C] = RoundInfo(3, 6, 2, totals=(0, 0, 0))
    assert opened == Memory(1, State(table, None, (), (), (), (), (), ()))
    assert of.game.imagine(blank, SeededChance("x")) == of.game.initial
    assert of.game.imagine(opened, SeededChance("x")) == of.game.evolve(of.game.initial, event)


@each_game
def test_a_match_remembers_for_its_viewers(of: Scenes[C, K, O]) -> None:
    match = of.steps(of.start(4, {"rounds": 1}))[33]

    for viewer in (None, 0, 3):
        assert match.memory(viewer) == Memory(viewer, seen(match.state, viewer, taken=True))
