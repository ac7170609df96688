"""Did a move tell anybody anything? Derived from what viewers see, never declared by a game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer

__all__ = ["learned_from", "move_that_brought"]

T = TypeVar("T")


class _TurnedChance(Chance):
    """Chance whose results are turned by some places: over all turns, each card comes to each place.

    So the worlds that are imagined with it show every card that may lie in a hidden place, not just likely ones.
    """

    __slots__ = ("_turn", "_widest")
    _turn: int
    _widest: list[int]

    def __init__(self, turn: int, widest: list[int]) -> None:
        super().__init__("worlds that might be")
        object.__setattr__(self, "_turn", turn)
        object.__setattr__(self, "_widest", widest)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        cards = super().shuffle(label, items)
        self._widest[0] = max(self._widest[0], len(cards))
        turn = self._turn % len(cards) if cards else 0
        return cards[turn:] + cards[:turn]

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        draws = super()._draws(label, bounds)
        if len(bounds) > 1:
            return draws  # of a shuffle: turned as a whole
        self._widest[0] = max(self._widest[0], bounds[0] if bounds else 0)
        return [(draw + self._turn) % bound for draw, bound in zip(draws, bounds, strict=True)]


def _turns() -> Iterator[Chance]:
    """As many turned chances as the greatest thing that is drawn from has places."""
    widest = [1]
    turn = 0
    while turn < widest[0]:
        yield _TurnedChance(turn, widest)
        turn += 1


def move_that_brought(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    before: State,
    by: Seat,
    events: Sequence[Event],
) -> Move | None:
    """The move that brings exactly these events whatever chance draws; `None` if there is none."""
    for move in game.legal(before, by):
        if all(game.decide(before, by, move, Chance(seed)) == tuple(events) for seed in ("one", "another")):
            return move
    return None


def learned_from(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    memory: Memory,
    viewer: Viewer,
    by: Seat,
    move: Move,
    events: Sequence[Event],
) -> bool:
    """Whether the viewer, who remembered this much before the move, knows more for having seen its events.

    A viewer has learned something when in a world that they thought possible they would have seen something else.
    """
    seen = [game.glimpse(event, viewer) for event in events]
    for chance in _turns():
        world = game.imagine(memory, chance)
        try:
            there = game.decide(world, by, move, chance)
        except Rejected:
            return True
        if [game.glimpse(event, viewer) for event in there] != seen:
            return True
    return False
