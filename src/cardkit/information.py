"""Did a move tell anybody anything? Derived from what viewers see, never declared by a game.

Whether a move can be taken back is shown to everybody. So it is judged by what everybody knows, a spectator's
memory: were it asked what a seat alone knows, the answer would tell the others of that.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Final, TypeVar

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat, Viewer

__all__ = ["learned_from", "move_that_brought"]

T = TypeVar("T")

FEW: Final = 720
"""So many worlds are gone through one by one."""
MORE: Final = 24
"""Where there are more, so many are imagined besides those that are turned."""


class _WatchedChance(Chance):
    """Chance that notes whether anything was drawn from it that could have come otherwise."""

    __slots__ = ("_drawn",)
    _drawn: list[str]

    def __init__(self) -> None:
        super().__init__("what if")
        object.__setattr__(self, "_drawn", [])

    @property
    def was_drawn_from(self) -> bool:
        return bool(self._drawn)

    def below(self, label: str, n: int) -> int:
        if n != 1:
            self._drawn.append(label)
        return super().below(label, n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        cards = tuple(items)
        if len(cards) > 1:
            self._drawn.append(label)
        return super().shuffle(label, cards)


class _TurnedChance(Chance):
    """Chance whose results are turned by some places: over all turns, each card comes to each place.

    So the worlds that are imagined with it show every card that may lie in a hidden place, not just likely ones.
    """

    __slots__ = ("_orders", "_turn", "_widest")
    _turn: int
    _widest: list[int]
    _orders: dict[tuple[str, int], tuple[int, ...]]

    def __init__(self, turn: int, widest: list[int], orders: dict[tuple[str, int], tuple[int, ...]]) -> None:
        super().__init__("worlds that might be")
        object.__setattr__(self, "_turn", turn)
        object.__setattr__(self, "_widest", widest)
        object.__setattr__(self, "_orders", orders)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        size = len(given)
        if size > self._widest[0]:
            self._widest[0] = size
        order = self._orders.get((label, size))
        if order is None:
            order = self._orders[label, size] = super().shuffle(label, range(size))
        turn = self._turn % size if size else 0
        return tuple([given[place] for place in order[turn:] + order[:turn]])

    def below(self, label: str, n: int) -> int:
        draw = super().below(label, n)
        self._widest[0] = max(self._widest[0], n)
        return (draw + self._turn) % n


class _PickedChance(Chance):
    """Chance that draws as its picks say, and 0 where they end; it notes how many there were to choose from."""

    __slots__ = ("_bounds", "_picks")
    _picks: tuple[int, ...]
    _bounds: list[int]

    def __init__(self, picks: tuple[int, ...]) -> None:
        super().__init__("one world of all that might be")
        object.__setattr__(self, "_picks", picks)
        object.__setattr__(self, "_bounds", [])

    @property
    def bounds(self) -> list[int]:
        return self._bounds

    def below(self, label: str, n: int) -> int:
        place = len(self._bounds)
        self._bounds.append(n)
        return self._picks[place] % n if place < len(self._picks) else 0

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        rest, order = list(items), list[T]()
        picks, bounds = self._picks, self._bounds
        for n in range(len(rest), 1, -1):
            place = len(bounds)
            bounds.append(n)
            order.append(rest.pop(picks[place] % n if place < len(picks) else 0))
        return (*order, *rest)


def _worlds(imagine: Callable[[Chance], State]) -> Iterator[State]:
    """All that can be imagined where that is little; else so much that each card comes to each place, and more."""
    first = _PickedChance(())
    yield imagine(first)
    if prod(first.bounds) <= FEW:
        for picks in product(*map(range, first.bounds)):
            yield imagine(_PickedChance(picks))
        return
    widest, orders = [1], dict[tuple[str, int], tuple[int, ...]]()
    turn = 0
    while turn < widest[0]:
        yield imagine(_TurnedChance(turn, widest, orders))
        turn += 1
    for number in range(MORE):
        yield imagine(Chance("worlds that might be", number))


def move_that_brought(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    before: State,
    by: Seat,
    events: Sequence[Event],
) -> Move | None:
    """The move that brings exactly these events without drawing from chance; `None` if there is none."""
    for move in game.legal(before, by):
        chance = _WatchedChance()
        if game.decide(before, by, move, chance) == tuple(events) and not chance.was_drawn_from:
            return move
    return None


def learned_from(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    common: Memory,
    viewers: Sequence[Viewer],
    by: Seat,
    move: Move,
    events: Sequence[Event],
) -> bool:
    """Whether any of the viewers may know more for having seen these events, which the move brought.

    `common` is what a spectator remembered before the move. Somebody has learned something when in a world that
    the spectator thought possible they would have seen something else.
    """
    happened = tuple(events)
    for world in _worlds(partial(game.imagine, common)):
        if move not in game.legal(world, by):
            return True
        there = game.decide(world, by, move, Chance("what would be drawn there"))
        if there != happened and _seen(game, there, viewers) != _seen(game, happened, viewers):
            return True
    return False


def _seen(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    events: Sequence[Event],
    viewers: Sequence[Viewer],
) -> list[list[Glimpse]]:
    return [[game.glimpse(event, viewer) for event in events] for viewer in viewers]
