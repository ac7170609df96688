"""Counting tables: in how many ways a match can go on. If two versions of a rule differ, so does a number."""

from collections.abc import Mapping
from functools import reduce

from cardkit.match import AnyMatch
from cardkit.some_match import SomeMatch, any_match

__all__ = ["divide", "perft", "table"]


def perft(match: SomeMatch, depth: int) -> int:
    """Return the number of different sequences of `depth` moves. Chance is the match's own."""
    known = any_match(match)
    return _leaves(known, known.state, known.version, depth)


def divide(match: SomeMatch, depth: int) -> dict[str, int]:
    """Return `perft` by first move: `{"1 b7": 12, ...}`.

    If two tables differ at a move, play that move and divide again.
    """
    counts: dict[str, int] = {}
    known = any_match(match)
    for seat in known.actors:
        for move in known.legal(seat):
            after = known.play(move, seat)
            counts[f"{seat} {known.game.say(move)}"] = perft(after, depth - 1)
    return counts


def table(counts: Mapping[str, int]) -> str:
    """Return the counts of `divide` as text: a line for each first move, and the sum."""
    width = max(map(len, counts), default=0)
    lines = [f"{turn:{width}} {count:>9,}" for turn, count in counts.items()]
    return "\n".join([*lines, f"{'':{width}} {sum(counts.values()):>9,}"])


def _leaves(match: AnyMatch, state: object, version: int, depth: int) -> int:
    if depth <= 0:
        return 1
    game, chance = match.game, match.chance.at(version)
    count = 0
    for seat in game.actors(state):
        for move in game.legal(state, seat):
            events = game.decide(state, seat, move, chance)
            after = reduce(game.evolve, events, state)
            count += _leaves(match, after, version + len(events), depth - 1)
    return count
