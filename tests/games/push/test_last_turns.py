"""When a turn of Push had best end, by the cards that are left for others."""

from collections.abc import Sequence

import pytest

from cardkit.bots import Iterations, Observation
from cardkit.bots.chance import RunningChance
from cardkit.bots.observation import Given
from cardkit.engine_events import Committed
from cardkit.games.push import Glimpse, Knowledge, Move, Options, Reveal, Stop, View
from cardkit.games.push.bots.last_turns import cards_per_turn, ending_worth
from cardkit.games.push.bots.strong import strong
from cardkit.games.push.bots.turn import Turn, rows_of, turn_of
from cardkit.games.push.cards import DECK, Card, RowCard
from cardkit.games.push.messages import Busted, DirectionRevealed, Placed, Revealed, Secured, Stopped
from cardkit.games.push.state import GOING, Setup, State
from cardkit.hidden import UNSEEN, Memory
from cardkit.mechanics.dealing import unseen


@pytest.mark.parametrize("seats", [5, 6])
def test_a_turn_that_ends_with_the_stock_leaves_nothing_to_anybody(seats: int) -> None:
    assert ending_worth(0, seats, 6.0) == 0.0 > ending_worth(1, seats, 6.0)


@pytest.mark.parametrize("seats", [5, 6])
def test_half_a_lap_is_the_worst_to_leave_and_a_lap_and_a_turn_better(seats: int) -> None:
    """Half a lap is others' turns only; after a whole one the seat itself is among the last."""
    half, lap = (ending_worth(round(6.0 * turns), seats, 6.0) for turns in (seats / 2 + 0.9, seats + 0.9))
    assert half < lap < 0


@pytest.mark.parametrize(("seats", "wave"), [(5, 3.92870), (6, 3.94044)])
def test_what_it_costs_to_be_last_just_before_another_lap(seats: int, wave: float) -> None:
    """Nine tenths of a turn are left: by the crest of the wave, which is lower by 1.8 or 1.5 of 100."""
    assert ending_worth(9, seats, 10.0) == pytest.approx((wave - 6) * (1 - 0.165299), abs=1e-4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_where_securing_pays_turns_arent_counted(seats: int) -> None:
    seen = turns(1, 9, 10)
    assert [ending_worth(left, seats, cards_per_turn(seen, 0, seats)) for left in range(120)] == [0.0] * 120


def test_what_counts_is_how_many_turns_are_left() -> None:
    assert ending_worth(30, 5, 6.0) == pytest.approx(ending_worth(35, 5, 7.0))


def turns(seat: int, cards: int, number: int = 1) -> list[Glimpse]:
    """Return the glimpses of turns of these lengths. The last card of each is a direction card."""
    seen: list[Glimpse] = [Revealed(seat, "r1", (1,)), Placed(seat, "r1", 1)] * (cards - 1)
    seen += [DirectionRevealed(seat, 1), Stopped(seat, (1,))]
    return seen * number


def test_before_anything_is_seen_turns_are_as_long_as_they_are_wont_to_be() -> None:
    assert cards_per_turn((Committed("c", ()),), 0, 5) == pytest.approx(6.1)


def test_the_others_pace_is_learnt_and_ones_own_plays_no_part() -> None:
    usual = cards_per_turn((), 0, 5)
    one, ten, short = (cards_per_turn(seen, 0, 5) for seen in (turns(1, 9), turns(1, 9, 10), turns(2, 3)))
    assert (usual, one, ten, short) == pytest.approx((6.1, (61 + 9) / 11, (61 + 90) / 20, (61 + 3) / 11))
    assert (
        cards_per_turn((*turns(0, 9), Busted(0, "r1", "star", (), 1, (1, 2, 3)), Secured(0, "red", ())), 0, 5)
        == usual
    )


def test_a_bust_is_a_turn_with_its_card_and_securing_one_without() -> None:
    assert cards_per_turn((Busted(1, "r1", "star", (), 2, (1, 2, 3)),), 0, 5) == pytest.approx((61 + 1) / 11)
    assert cards_per_turn((Secured(1, "red", ("r1",)),), 0, 5) == pytest.approx(61 / 11)


def position(
    rows: Sequence[Sequence[RowCard]], stock: tuple[Card, ...] | None = None, seats: int = 3
) -> View:
    """Return what is known when seat 0 may continue. Other cards are discarded, or are the stock if there is none."""
    lying: tuple[tuple[RowCard, ...], ...] = tuple([(*row,) for row in rows])
    rest: tuple[Card, ...] = unseen(DECK, stock or (), *lying)
    nothing = ((),) * seats
    hidden = (UNSEEN,) * len(rest if stock is None else stock)
    discarded = () if stock is None else rest
    return State(Setup(False, True), 0, GOING, hidden, None, (), lying, nothing, nothing, discarded)


def of(turn: Turn, rows: tuple[int, ...], depth: int) -> float:
    """Return how much better it is to go on than to stop."""
    return turn.going_on(rows, depth, turn.left) - turn.ending(rows, turn.left)


@pytest.mark.parametrize(("depth", "most"), [(1, 1.0), (2, 2.0)])
def test_a_search_ends_a_turn_where_that_is_worth_most(depth: int, most: float) -> None:
    """With a point more for each card that is gone, going on gains one for each that comes; so does a bust."""
    there = position([["r1", "b2"], ["b1"], ["g1"]])
    rows = rows_of(there)
    plain = turn_of(there, 0, lambda valued: True)
    hurried = turn_of(there, 0, lambda valued: True, lambda left: -float(left))
    gained = of(hurried, rows, depth) - of(plain, rows, depth)
    assert 1 - 1e-9 <= gained <= most + 1e-9


def test_the_last_cards_of_the_stock_arent_left_to_a_neighbour() -> None:
    """They only make rows for others; but who takes them has the last turn."""
    there = position([["r1"]], ("y1", "p1"), 5)
    rows = rows_of(there)
    plain = turn_of(there, 0, lambda valued: True)
    timed = turn_of(there, 0, lambda valued: True, lambda left: ending_worth(left, 5, 6.1))
    assert of(plain, rows, 2) < 0 < of(timed, rows, 2)


@pytest.mark.parametrize(("seats", "wanted"), [(4, Stop()), (5, Reveal())])
def test_the_strong_bot_minds_who_will_have_the_last_turns(seats: int, wanted: Move) -> None:
    there = position([["r1"]], ("y1", "p1"), seats)
    seen: Observation[Move, View, Glimpse, Knowledge, Options] = Observation(
        0, seats, Options(), (Stop(), Reveal()), RunningChance("own"), None, 0, None, Given(()), Given(Memory(0, there))
    )  # fmt: skip
    assert strong(Iterations(1000)).choose(seen) == wanted
