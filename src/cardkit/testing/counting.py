"""Counting tables: in how many ways a match can go on. If two versions of a rule differ, so does a number."""

from collections.abc import Mapping
from functools import reduce

from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match

__all__ = ["divide", "perft", "table"]


def perft(match: Match[Move, Event, State, View, Glimpse, Memory, Options], depth: int) -> int:
    """Return the number of different sequences of `depth` moves. Chance is the match's own."""
    return _leaves(match, match.state, match.version, depth)


def divide(match: Match[Move, Event, State, View, Glimpse, Memory, Options], depth: int) -> dict[str, int]:
    """Return `perft` by first move: `{"1 b7": 12, ...}`.

    If two tables differ at a move, play that move and divide again.
    """
    counts: dict[str, int] = {}
    for seat in match.actors:
        for move in match.legal(seat):
            after = match.play(move, seat)
            counts[f"{seat} {match.game.say(move)}"] = perft(after, depth - 1)
    return counts


def table(counts: Mapping[str, int]) -> str:
    """Return the counts of `divide` as text: a line for each first move, and the sum."""
    width = max(map(len, counts), default=0)
    lines = [f"{turn:{width}} {count:>9,}" for turn, count in counts.items()]
    return "\n".join([*lines, f"{'':{width}} {sum(counts.values()):>9,}"])


def _leaves(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], state: State, version: int, depth: int
) -> int:
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
