"""Play a game of cardkit as a plain script plays it: with the same random generator and the same choices."""

from collections.abc import Callable, Iterable
from functools import reduce
from random import Random
from typing import TypeAlias, TypeVar

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View

__all__ = ["Choose", "Dealer", "choosing", "play"]

T = TypeVar("T")
Choose: TypeAlias = Callable[[int], int]
"""Returns which legal move to make, by their number."""


class Dealer:
    """Shuffles and rolls as a plain random generator does, and notes what it was asked for."""

    def __init__(self, seed: str) -> None:
        self.drawn: list[tuple[str, int]] = []
        self._random = Random(seed)

    def below(self, label: str, n: int) -> int:
        number = self._random.randrange(n)
        self.drawn.append((label, number))
        return number

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        cards = [*items]
        self.drawn.append((label, len(cards)))
        self._random.shuffle(cards)
        return tuple(cards)


def choosing(seed: str, pick: Callable[[Random, int], int]) -> tuple[Choose, list[int]]:
    """Return a choice that picks by this seed, and the numbers of moves that it was offered."""
    random, offered = Random(seed), list[int]()

    def choose(n: int) -> int:
        offered.append(n)
        return pick(random, n)

    return choose, offered


def play(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options,
    chance: Dealer,
    choose: Choose,
) -> tuple[int, State, list[Event]]:
    """Return the number of moves, the last state and all events."""
    made, moves = [*game.open(seats, options, chance)], 0
    state = reduce(game.evolve, made, game.initial)
    while actors := game.actors(state):
        legal = game.legal(state, actors[0])
        events = game.decide(state, actors[0], legal[choose(len(legal))], chance)
        state, moves = reduce(game.evolve, events, state), moves + 1
        made += events
    return moves, state, made
