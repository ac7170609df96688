"""Penalty points: fewest win."""

from collections.abc import Sequence
from typing import Final

from cardkit.games.thirteen.cards import Card
from cardkit.games.thirteen.state import State
from cardkit.mechanics.majority import penalties
from cardkit.seats import Outcome, ranked

__all__ = ["NASTY", "outcome", "points"]

NASTY: Final = 2


def points(taken: Sequence[tuple[Card, ...]]) -> tuple[int, ...]:
    """A coloured card costs 1, a nasty four 2; whoever alone has the most of a colour doesn't pay for it."""
    return penalties(taken, "byg", wild="n", wild_cost=NASTY)


def outcome(state: State) -> Outcome | None:
    """After the last round's scoring: fewest points in total win."""
    table = state.table
    if state.turn is not None or table.round < table.rounds:
        return None
    return ranked(table.totals, [-total for total in table.totals])
