"""Points: the fewest win."""

from collections.abc import Sequence
from typing import Final, Never, TypeAlias

from cardkit.games.biberbande.cards import NUMBERS, VALUE, Card
from cardkit.games.biberbande.messages import MOST_SEATS, POSITIONS, Replacement
from cardkit.games.biberbande.state import State
from cardkit.seats import Outcome, Seat, clockwise, ranked

__all__ = ["Rows", "outcome", "points", "replacements", "score"]

Rows: TypeAlias = tuple[tuple[Card, ...], ...]

_CLOCKWISE: Final = {
    seats: tuple(clockwise(first, seats) for first in range(seats)) for seats in range(2, MOST_SEATS + 1)
}

_AT_ONCE: Final = tuple(
    tuple({card: Replacement(seat, position, (card,)) for card in NUMBERS} for position in POSITIONS)
    for seat in range(MOST_SEATS)
)
"""Replacements by the very first card drawn, made in advance: by seat, position and card."""


def replacements(rows: Rows, first: Seat, stock: tuple[Card, ...]) -> tuple[Replacement, ...] | None:
    """Return the replacements of specials, clockwise from a seat. Each one ends with a number. `None`: the stock ran
    dry.
    """
    found = list[Replacement]()
    used, size = 0, len(stock)
    for seat in _CLOCKWISE[len(rows)][first]:
        for position, special in enumerate(rows[seat]):
            if special not in NUMBERS:
                last = used
                while last < size and stock[last] not in NUMBERS:
                    last += 1
                if last == size:
                    return None
                if last == used:
                    found.append(_AT_ONCE[seat][position][stock[used]])
                else:
                    found.append(Replacement(seat, position, stock[used : last + 1]))
                used = last + 1
    return tuple(found)


def points(rows: Rows, replaced: Sequence[Replacement]) -> tuple[int, ...]:
    """Return the sums of the rows. A special counts as the number that replaced it."""
    sums = [VALUE[a] + VALUE[b] + VALUE[c] + VALUE[d] for a, b, c, d in rows]
    for replacement in replaced:
        sums[replacement.seat] += VALUE[replacement.cards[-1]]
    return tuple(sums)


def outcome(state: State[Never]) -> Outcome | None:
    """Return the outcome after the last round's scoring. Fewest points in total win."""
    table = state.table
    return None if table.round < table.rounds or state.phase != "over" else score(state)


def score(state: State[Never]) -> Outcome:
    """Return the result as it stands after the rounds that were scored."""
    totals = state.table.totals
    return ranked(totals, [-total for total in totals])
