"""Scenes for the example games: chance that is never asked, and where each state comes from."""

from collections.abc import Iterable
from functools import reduce
from typing import Final

from cardkit.chance import SeededChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = ["CHANCE", "after"]

CHANCE: Final = SeededChance("a scene")


def after(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], state: State, *moves: tuple[Seat, Move]
) -> State:
    """Return the state after these moves, which must be legal."""
    for seat, move in moves:
        assert seat in game.actors(state)
        assert move in game.legal(state, seat)
        events: Iterable[Event] = game.decide(state, seat, move, CHANCE)
        state = reduce(game.evolve, events, state)
    return state
