"""Whole matches, made up beforehand, so that the client of a measurement has nothing to think about."""

import random
from collections.abc import Iterator
from typing import Final, TypedDict

from attrs import frozen

import cardkit
from cardkit.game import AnyGame

__all__ = ["LONG", "USUAL", "Plan", "Ply", "Prepared", "moves"]


@frozen
class Plan:
    """A way to play: a game, its number of players, its options, and the most moves."""

    game: str
    seats: int
    options: dict[str, object]
    most_moves: int = 10**9
    without: str = ""
    """The text of a move that nobody makes."""
    timed: bool = False
    """True if the matches have a clock."""


USUAL: Final = Plan("thirteen", 4, {"rounds": 3})
"""About 150 moves."""
LONG: Final = Plan("biberbande", 4, {}, without="knock")
"""A round without end."""


@frozen
class Ply:
    """One move of a match: at which version, whose, which."""

    version: int
    seat: int
    move: str


class Prepared(TypedDict):
    """A match to be played; the moves go to the ports in turns."""

    path: str
    """That of the match."""
    ports: list[int]
    tokens: list[str]
    plies: list[tuple[int, int, str]]
    """Version, seat, move."""


def moves(plan: Plan, seed: str, rng: random.Random) -> Iterator[Ply]:
    """Yield a match of random moves with that seed."""
    game: AnyGame = cardkit.game(plan.game)
    match = cardkit.start(game, plan.seats, plan.options, seed)
    for _ in range(plan.most_moves):
        if not match.actors:
            return
        seat = match.actors[0]
        offered = [move for move in match.legal(seat) if game.say(move) != plan.without]
        move = rng.choice(offered)
        yield Ply(match.version, seat, game.say(move))
        match = match.play(move, seat)
