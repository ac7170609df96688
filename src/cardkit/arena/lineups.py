"""Who sits where in the matches of a deal."""

from functools import lru_cache
from itertools import combinations
from math import comb, lcm
from typing import Final

from cardkit.arena.plan import Plan
from cardkit.chance import SeededChance

__all__ = ["deals_per_turn", "lineups"]

MOST_SETS: Final = 60
"""With more sets of bots than this, sets are drawn by lot rather than taken in turn."""


def lineups(plan: Plan, deal: int) -> list[tuple[int, ...]]:
    """Return the lineups of a deal's matches. Each has the number of a bot for each seat."""
    bots, seats = len(plan.bots), plan.seats
    if plan.in_teams:
        return [(bot,) * seats for bot in range(bots)]
    if not plan.paired:
        return [_moved_on(bots, seats, deal % (bots * seats) if plan.rotate else 0)]
    chance = SeededChance(f"cardkit arena\n{plan.seed}\n{deal}\nlineup")
    few = bots < seats
    table = _rotated(bots, seats, deal * seats % bots) if few else _set_of(plan, deal)
    order = chance.shuffle("order", table)
    return [tuple(order[(seat + turn) % seats] for seat in range(seats)) for turn in range(seats)]


@lru_cache(maxsize=256)
def _moved_on(bots: int, seats: int, match: int) -> tuple[int, ...]:
    """Return the lineup of a match if bots move one seat on each time. After a lap the next bots take seats."""
    rounds, turn = divmod(match, seats)
    table = _rotated(bots, seats, rounds * seats % bots)
    return tuple(table[(seat + turn) % seats] for seat in range(seats))


def _rotated(bots: int, seats: int, turn: int) -> tuple[int, ...]:
    return tuple((turn + seat) % bots for seat in range(seats))


def deals_per_turn(bots: int, seats: int) -> int:
    """Return the number of deals after which all bots of an arena have played equally often."""
    return comb(bots, seats) if _few_sets(bots, seats) else lcm(bots, seats) // seats


def _few_sets(bots: int, seats: int) -> bool:
    return bots >= seats and comb(bots, seats) <= MOST_SETS


def _set_of(plan: Plan, deal: int) -> tuple[int, ...]:
    """Return the bots that play this deal: all sets in turn, or sets drawn by lot."""
    bots, seats = len(plan.bots), plan.seats
    turn, place = divmod(deal, deals_per_turn(bots, seats))
    if _few_sets(bots, seats):
        return [*combinations(range(bots), seats)][place]
    return _drawn(plan.seed, bots, seats, turn)[place]


@lru_cache(maxsize=256)
def _drawn(seed: str, bots: int, seats: int, turn: int) -> tuple[tuple[int, ...], ...]:
    """Return sets of bots: all bots in an order drawn by lot, repeated until the row can be cut into sets."""
    chance = SeededChance(f"cardkit arena\n{seed}\n{turn}\nsets")
    row: list[int] = []
    for again in range(lcm(bots, seats) // bots):
        begun = row[len(row) // seats * seats :]
        order = chance.shuffle(f"row {again}", range(bots))
        others = [bot for bot in order if bot not in begun][: -len(row) % seats]  # no bot is in a set twice
        row += [*others, *(bot for bot in order if bot not in others)]
    return tuple(tuple(row[first : first + seats]) for first in range(0, len(row), seats))
