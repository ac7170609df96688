"""Undo: a move may be taken back only if nobody has learned anything from it. A game declares nothing for this.

Everybody sees whether a move can be taken back. So the answer follows from what everybody knows, a spectator's memory.
If it followed from what one seat knows, it would show that to the others.

The states that a spectator thinks possible come from the game's `imagine`, run with rigged chance. Their number is
bounded, and so is the number of draws for each. So no `imagine` can make this hang.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import prod
from typing import Final, TypeVar

from attrs import define, field, frozen

from cardkit.chance import Chance, SeededChance
from cardkit.game import AnyGame
from cardkit.language import Sentence
from cardkit.phrases import SAYS
from cardkit.seats import Seat, Viewer

__all__ = ["Undoable", "undoable"]

T = TypeVar("T")

FEW: Final = 720
"""Up to this many worlds are enumerated: six cards in every order, say."""
MORE: Final = 24
"""If there are more, this many are imagined besides those that are turned."""
WIDEST: Final = 1_024
"""A draw is tried in all its values if it has no more than this many."""
DRAWS: Final = 5_000
"""If an `imagine` draws more than this from rigged chance, random worlds are used instead."""
RANDOM: Final = 240
"""The number of random worlds."""
WORLDS: Final = "worlds that might be"
"""The seed of random worlds."""


@frozen
class Undoable:
    """Whether the last move can be taken back, and why not. True or false as a condition."""

    allowed: bool
    says: Sentence
    """Why or why not, in several languages."""

    @property
    def reason(self) -> str:
        """Why or why not, in English."""
        return self.says.text()

    def __bool__(self) -> bool:
        return self.allowed


def undoable(
    game: AnyGame,
    before: object,
    by: Seat,
    events: tuple[object, ...],
    seats: int,
    remembered: Callable[[], object],
) -> Undoable:
    """Return whether a seat can take back the move that brought these events in the state `before`.

    `remembered` returns what a spectator remembered before the move. It is called only if that matters.
    """
    move = _move_that_brought(game, before, by, events)
    if move is None:
        return Undoable(False, Sentence(SAYS["chance"]))
    if _learned_from(game, remembered(), seats, by, move, events):
        return Undoable(False, Sentence(SAYS["learned"]))
    return Undoable(True, Sentence(SAYS["not learned"]))


# --- rigged chance


class _Exhausted(Exception):
    """One world needed more draws than rigged chance gives. Its draws may never be accepted."""


@define
class _Turns:
    """What the worlds of one judgement share: the widest draw, and each shuffle before it is turned."""

    widest: int = 1
    orders: dict[tuple[str, int], tuple[int, ...]] = field(factory=dict[tuple[str, int], tuple[int, ...]])


@define
class _TurnedChance:
    """Chance whose results are turned by some places. Over all turns, each card comes to each place.

    So the imagined worlds show every card that may lie in a hidden place, not just likely ones.
    """

    turn: int
    turns: _Turns
    drawn: int = 0

    def below(self, label: str, n: int) -> int:
        self._note(n, 1)
        return (_STILL.below(label, n) + self.turn) % n

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        size = len(given)
        self._note(size, size)
        order = self.turns.orders.get((label, size))
        if order is None:
            order = self.turns.orders[label, size] = _STILL.shuffle(label, range(size))
        turn = self.turn % size if size else 0
        return tuple([given[place] for place in order[turn:] + order[:turn]])

    def _note(self, values: int, draws: int) -> None:
        if self.turns.widest < values <= WIDEST:
            self.turns.widest = values
        self.drawn += draws
        if self.drawn > DRAWS:
            raise _Exhausted


_STILL: Final = SeededChance(WORLDS)


@define
class _PickedChance:
    """Chance that draws as its picks say, and 0 after the last pick. It notes how many results each draw could have
    had.
    """

    picks: tuple[int, ...]
    bounds: list[int] = field(factory=list[int])

    @property
    def following(self) -> tuple[int, ...] | None:
        """The picks of the next world; `None` after the last one."""
        picks = [*self.picks, *(0 for _ in self.bounds[len(self.picks) :])]
        while picks:
            last = picks.pop()
            if last + 1 < self.bounds[len(picks)]:
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
        place = len(self.bounds)
        if place == DRAWS:
            raise _Exhausted
        self.bounds.append(n)
        return self.picks[place] if place < len(self.picks) else 0


# --- possible worlds


def _worlds(imagine: Callable[[Chance], object]) -> Iterator[object]:
    """Yield all worlds if they are few. Else yield enough that each card comes to each place, and some more.

    There are at most FEW + WIDEST + RANDOM.
    """
    more = MORE
    try:
        if (yield from _enumerated(imagine)):
            return
        turns, turn = _Turns(), 0
        while turn < turns.widest:
            yield imagine(_TurnedChance(turn, turns))
            turn += 1
    except _Exhausted:
        more = RANDOM
    for number in range(more):
        yield imagine(SeededChance(WORLDS, number))


def _enumerated(imagine: Callable[[Chance], object]) -> Generator[object, None, bool]:
    """Yield the worlds one by one, and return whether these were all. Draws may depend on earlier ones."""
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


def _move_that_brought(game: AnyGame, before: object, by: Seat, events: tuple[object, ...]) -> object | None:
    """Return the move that brings just these events without drawing from chance; `None` if there is none."""
    for move in game.legal(before, by):
        chance = _PickedChance(())
        try:
            brought = game.decide(before, by, move, chance)
        except _Exhausted:
            continue
        if brought == events and all(n == 1 for n in chance.bounds):
            return move
    return None


def _learned_from(
    game: AnyGame, common: object, seats: int, by: Seat, move: object, events: tuple[object, ...]
) -> bool:
    """Return whether anybody may have learned something from these events, which the move brought.

    `common` is what a spectator remembered before the move. Somebody has learned something if one of two things is true
    of a world that the spectator thought possible. No move there would have looked like this one to the others. Or such
    a move would have shown its mover something else. If spectators don't see all of the move, it may have been any move
    that looks like it. So the answer depends on nothing that they haven't seen.
    """
    try:
        hash((common, move, events))
    except TypeError:  # a broken game
        return _judge(game, common, seats, by, move, events)
    return _kept_verdict(game, common, seats, by, move, events)


def _judge(
    game: AnyGame, common: object, seats: int, by: Seat, move: object, events: tuple[object, ...]
) -> bool:
    own = dict[object, list[object]]()
    seen = {viewer: _seen(game, events, viewer) for viewer in (None, *range(seats))}
    others = [viewer for viewer in range(seats) if viewer != by]
    is_open = seen[None] == list(events)
    for world in _worlds(partial(game.imagine, common)):
        legal = game.legal(world, by)
        fits = False
        for other in (move,) if is_open else legal:
            if other not in legal:
                return True
            there = game.decide(world, by, other, SeededChance("what would be drawn there"))
            same = there == events
            if not same and _seen(game, there, None) != seen[None]:
                continue
            fits = True
            if not same and any(_seen(game, there, viewer) != seen[viewer] for viewer in others):
                return True
            shown = seen[by] if same else _seen(game, there, by)
            if own.setdefault(other, shown) != shown:
                return True
        if not fits:
            return True
    return False


_kept_verdict: Final = lru_cache(maxsize=256)(_judge)
"""The same, but a verdict that was found before is kept. Viewers ask again and again about the same move."""


def _seen(game: AnyGame, events: Sequence[object], viewer: Viewer) -> list[object]:
    return [game.glimpse(event, viewer) for event in events]
