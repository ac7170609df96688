"""Did a move tell anybody anything? Derived from what viewers see, never declared by a game.

Whether a move can be taken back is shown to everybody. So it is judged by what everybody knows, a spectator's
memory: were it asked what a seat alone knows, the answer would tell the others of that.

The worlds that a spectator thinks possible come from the game's `imagine`, run with chance that is rigged. How many
are asked for is bounded, and so is how much one of them may draw: no `imagine` can make this hang.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from math import prod
from typing import Final, TypeVar

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat, Viewer

__all__ = ["learned_from", "move_that_brought"]

T = TypeVar("T")

FEW: Final = 720
"""Up to this many worlds are enumerated."""
MORE: Final = 24
"""Where there are more, this many are imagined besides those that are turned."""
WIDEST: Final = 1_024
"""A draw is tried in all its values if it has no more than this many."""
DRAWS: Final = 5_000
"""An `imagine` that draws more than this from rigged chance is asked for random worlds instead."""
RANDOM: Final = 240
"""This many of them."""


class _Exhausted(Exception):
    """More was drawn for one world than rigged chance gives: its draws may never be accepted."""


class _TurnedChance(Chance):
    """Chance whose results are turned by some places: over all turns, each card comes to each place.

    So the worlds that are imagined with it show every card that may lie in a hidden place, not just likely ones.
    """

    __slots__ = ("_drawn", "_orders", "_turn", "_widest")
    _turn: int
    _widest: list[int]
    _orders: dict[tuple[int, str, int], tuple[int, ...]]
    _drawn: list[int]

    def __init__(
        self,
        turn: int,
        widest: list[int],
        orders: dict[tuple[int, str, int], tuple[int, ...]],
        version: int = 0,
        drawn: list[int] | None = None,
    ) -> None:
        super().__init__("worlds that might be", version)
        object.__setattr__(self, "_turn", turn)
        object.__setattr__(self, "_widest", widest)
        object.__setattr__(self, "_orders", orders)
        object.__setattr__(self, "_drawn", [0] if drawn is None else drawn)

    def at(self, version: int) -> "_TurnedChance":
        return _TurnedChance(self._turn, self._widest, self._orders, version, self._drawn)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        size = len(given)
        self._note(size, size)
        key = self.version, label, size
        order = self._orders.get(key)
        if order is None:
            order = self._orders[key] = super().shuffle(label, range(size))
        turn = self._turn % size if size else 0
        return tuple([given[place] for place in order[turn:] + order[:turn]])

    def below(self, label: str, n: int) -> int:
        self._note(n, 1)
        return (super().below(label, n) + self._turn) % n

    def _note(self, values: int, draws: int) -> None:
        if self._widest[0] < values <= WIDEST:
            self._widest[0] = values
        self._drawn[0] += draws
        if self._drawn[0] > DRAWS:
            raise _Exhausted


class _PickedChance(Chance):
    """Chance that draws as its picks say, and 0 where they end; it notes how many there were to choose from."""

    __slots__ = ("_bounds", "_picks")
    _picks: tuple[int, ...]
    _bounds: list[int]

    def __init__(self, picks: tuple[int, ...]) -> None:
        super().__init__("one world of all that might be")
        object.__setattr__(self, "_picks", picks)
        object.__setattr__(self, "_bounds", [])

    def at(self, version: int) -> "_PickedChance":
        return self

    @property
    def bounds(self) -> list[int]:
        return self._bounds

    @property
    def following(self) -> tuple[int, ...] | None:
        """The picks of the next world; `None` after the last one."""
        picks = [*self._picks, *(0 for _ in self._bounds[len(self._picks) :])]
        while picks:
            last = picks.pop()
            if last + 1 < self._bounds[len(picks)]:
                return (*picks, last + 1)
        return None

    def below(self, label: str, n: int) -> int:
        return self._pick(n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        rest, order = list(items), list[T]()
        for n in range(len(rest), 1, -1):
            order.append(rest.pop(self._pick(n)))
        return (*order, *rest)

    def _pick(self, n: int) -> int:
        picks, bounds = self._picks, self._bounds
        place = len(bounds)
        if place == DRAWS:
            raise _Exhausted
        bounds.append(n)
        return picks[place] if place < len(picks) else 0


def _worlds(imagine: Callable[[Chance], State]) -> Iterator[State]:
    """All that can be imagined where that is little; else so much that each card comes to each place, and more.

    At most FEW + WIDEST + RANDOM worlds.
    """
    more = MORE
    try:
        if (yield from _enumerated(imagine)):
            return
        widest, orders = [1], dict[tuple[int, str, int], tuple[int, ...]]()
        turn = 0
        while turn < widest[0]:
            yield imagine(_TurnedChance(turn, widest, orders))
            turn += 1
    except _Exhausted:
        more = RANDOM
    for number in range(more):
        yield imagine(Chance("worlds that might be", number))


def _enumerated(imagine: Callable[[Chance], State]) -> Generator[State, None, bool]:
    """The worlds one by one, and whether these were all. Draws may depend on earlier ones."""
    picks: tuple[int, ...] = ()
    for _ in range(FEW):
        chance = _PickedChance(picks)
        yield imagine(chance)
        if prod(chance.bounds) > FEW:
            return False
        following = chance.following
        if following is None:
            return True
        picks = following
    return False


def move_that_brought(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    before: State,
    by: Seat,
    events: Sequence[Event],
) -> Move | None:
    """The move that brings exactly these events without drawing from chance; `None` if there is none."""
    for move in game.legal(before, by):
        chance = _PickedChance(())
        try:
            brought = game.decide(before, by, move, chance)
        except _Exhausted:
            continue
        if brought == tuple(events) and all(n == 1 for n in chance.bounds):
            return move
    return None


def learned_from(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    common: Memory,
    seats: int,
    by: Seat,
    move: Move,
    events: Sequence[Event],
) -> bool:
    """Whether anybody may know more for having seen these events, which the move brought.

    `common` is what a spectator remembered before the move. Somebody has learned something when in a world that
    the spectator thought possible no move would have looked like this one to the others, or one would have shown its
    mover something else. Where spectators don't see all of the move, it may have been any that looks like it: so the
    answer depends on nothing that they haven't seen.
    """
    happened, own = tuple(events), dict[Move, list[Glimpse]]()
    in_the_open = _seen(game, happened, None)
    others = [viewer for viewer in range(seats) if viewer != by]
    is_open = in_the_open == list(happened)
    for world in _worlds(partial(game.imagine, common)):
        legal = game.legal(world, by)
        fits = False
        for other in (move,) if is_open else legal:
            if other not in legal:
                return True
            there = game.decide(world, by, other, Chance("what would be drawn there"))
            if there != happened and _seen(game, there, None) != in_the_open:
                continue
            fits = True
            if any(_seen(game, there, viewer) != _seen(game, happened, viewer) for viewer in others):
                return True
            shown = _seen(game, there, by)
            if own.setdefault(other, shown) != shown:
                return True
        if not fits:
            return True
    return False


def _seen(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], events: Sequence[Event], viewer: Viewer
) -> list[Glimpse]:
    return [game.glimpse(event, viewer) for event in events]
