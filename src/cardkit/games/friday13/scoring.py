"""Points of bad luck: fewest win."""

from collections.abc import Sequence
from typing import Final

from cardkit.games.friday13.cards import Card
from cardkit.games.friday13.state import State
from cardkit.mechanics.majority import penalties
from cardkit.seats import Outcome, ranked

__all__ = ["FRIDAY", "outcome", "points"]

FRIDAY: Final = 2


def points(taken: Sequence[tuple[Card, ...]]) -> tuple[int, ...]:
    """A card of bad luck costs 1, a Friday card 2; whoever alone has the most of a kind discards it."""
    return penalties(taken, "cml", wild="f", wild_cost=FRIDAY)


def outcome(state: State) -> Outcome | None:
    """After the last round's scoring: fewest points in total win."""
    table = state.table
    if state.turn is not None or table.round < table.rounds:
        return None
    return ranked(table.totals, [-total for total in table.totals])
