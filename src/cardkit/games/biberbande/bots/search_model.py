"""What a search knows of Biberbande: where a playout ends, what it is worth, and how it goes on."""

from collections.abc import Sequence
from math import exp
from typing import Final

from cardkit.bots.search.model import SearchModel
from cardkit.chance import Chance
from cardkit.games.biberbande import Truth
from cardkit.games.biberbande.bots.greedy import KEEP_GAIN, KNOCK_BELOW, PATIENCE, SWAP_ANY, TAKE_GAIN
from cardkit.games.biberbande.bots.imagine import POINTS
from cardkit.games.biberbande.cards import VALUE
from cardkit.games.biberbande.legal import actors
from cardkit.games.biberbande.messages import Draw, Keep, Move, Take, UseDrawTwo
from cardkit.quick import changed
from cardkit.seats import Seat, ranked
from cardkit.worth import by_rank

__all__ = ["SEARCH_MODEL", "burdens", "share_below"]

LEAD: Final = 0.143
"""The worth of a point less than another seat in the middle of a round: the logarithm of the odds to end below it.

This and the following constants were fitted to rounds between players by the rule of thumb. The program that did it
wasn't kept, so they can't be derived again (`docs/measurements.md`).
"""
LEAD_BY_LAP: Final = 0.0164
LEAD_OF_MANY: Final = -0.105
"""The correction for few players. With more players somebody knocks sooner, so a lead is worth more."""
SOONER: Final = 0.324
"""The worth of moving a lap sooner than the other."""


def is_settled(first: Truth, now: Truth) -> bool:
    """Return whether a playout may end: after a lap and the mover's next turn, or after a knock, with the round."""
    seats = len(first.rows)
    return first.table is not now.table or (
        now.knocker is None
        and now.turns >= first.turns + seats + (first.phase != "knocking")
        and now.phase == "choosing"
    )


def worth(first: Truth, last: Truth) -> tuple[float, ...]:
    """Return, by seat, the share of the others that it will finish ahead of."""
    if first.table is not last.table:
        points = last.table.last_points
        return by_rank(ranked(points, [-own for own in points]))
    sums = [sum([POINTS[card] for card in row]) for row in last.rows]
    burden = burdens(sums, actors(last)[0], last.turns)
    return tuple([share_below(burden, seat) for seat in range(len(sums))])


def burdens(sums: Sequence[float], next_to_act: Seat, turns: int) -> list[float]:
    """Return the burden of each row before a knock. With one unit less than another, the odds are e to one."""
    seats = len(sums)
    scale = LEAD + LEAD_BY_LAP * turns / seats + LEAD_OF_MANY / (seats - 1)
    lag = SOONER / seats
    return [scale * own + lag * ((seat - next_to_act) % seats) for seat, own in enumerate(sums)]


def share_below(burden: Sequence[float], seat: Seat) -> float:
    """Return the share of the others that the seat may expect to end below."""
    own = burden[seat]
    return (sum([1 / (1 + exp(own - other)) for other in burden]) - 0.5) / (len(burden) - 1)


def policy(state: Truth, seat: Seat, legal: tuple[Move, ...], chance: Chance) -> Move:
    """Return the move of the rule of thumb in an imagined state, which doesn't say who knows what.

    Each seat uses its own row, as if it had seen all of it, and no other row. It swaps with any card.
    """
    row, card = [POINTS[card] for card in state.rows[seat]], state.drawn
    if state.phase == "knocking":
        return legal[sum(row) <= KNOCK_BELOW + PATIENCE * state.turns / len(state.rows)]
    place = row.index(max(row))
    if state.phase == "choosing":
        return (
            Take(place) if len(legal) > 1 and row[place] - VALUE[state.discard[-1]] >= TAKE_GAIN else Draw()
        )
    if card is None or card == "peek":
        return legal[0]
    if card == "draw2":
        return UseDrawTwo()
    if card == "swap":
        swaps = (len(legal) - 1) // len(row)
        return legal[1 + place * swaps + chance.below("swap", swaps)] if row[place] >= SWAP_ANY else legal[0]
    return Keep(place) if row[place] - VALUE[card] >= KEEP_GAIN else legal[0]


def last_round_only(state: Truth) -> Truth:
    """Return the state with this round as the last one, so that no other is dealt."""
    table = state.table
    last = changed(table, rounds=table.round, last_rows=(), last_replacements=(), last_points=())
    return changed(state, table=last)


SEARCH_MODEL: Final[SearchModel[Move, Truth]] = SearchModel(
    is_settled, worth, policy, margin=3.0, depth=1, trim=last_round_only
)
"""Playouts assume that everybody knows their own row. They are short, so that this error stays small.

The tree is one move deep: a deeper one would choose what to do with a card before it is drawn, and underrate drawing.
The margin is wide, because the fallback is hard to beat and playouts are few. With a margin of one or two standard
errors, bad moves often look better by luck (`docs/measurements.md`).
"""
