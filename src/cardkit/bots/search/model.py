"""What a search may know of a game besides its rules: where playouts end, what they are worth, how they go on."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeAlias

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = ["Policy", "SearchModel", "plain_model"]

Policy: TypeAlias = Callable[[State, Seat, tuple[Move, ...], Chance], Move]
"""Chooses a move in an imagined state. It should use only what the seat may know, or playouts are too optimistic."""


def _unchanged(state: State) -> State:
    return state


@frozen(eq=False)
class SearchModel(Generic[Move, State]):
    """What a search knows of a game. All states are imagined ones; the first is where the search begins."""

    is_settled: Callable[[State, State], bool]
    """Says whether a playout from the first state may end at the second, though the match isn't over."""
    worth: Callable[[State, State], Sequence[float]]
    """Returns the worth of a playout from the first state to the second: by seat, mostly from 0 to 1."""
    policy: Policy[State, Move] | None = None
    """Moves for all seats in a playout. Default: at random."""
    public_outcome: Callable[[State], Hashable] | None = None
    """Returns what everybody saw of chance in the last move. Each outcome gets a branch of its own.

    Without it, a tree has branches for moves only. It then judges what follows a card by the average of all cards. The
    function must return nothing that is hidden from the mover.
    """
    margin: float = 1.0
    """How much better than the fallback a move must be, in standard errors. If playouts are biased, use more."""
    depth: int | None = None
    """The greatest depth of the tree, in moves. `None`: no limit."""
    trim: Callable[[State], State] = _unchanged
    """Returns the imagined state without what lies beyond the horizon, to save the time of dealing it."""


def plain_model(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], options: Options
) -> SearchModel[Move, State]:
    """Return the model of any game: playouts go to the end of the match, for the worth that the game states."""
    worth_of = game.worth_with(options)

    def worth(first: State, last: State) -> tuple[float, ...]:
        outcome = game.outcome(last)
        return (0.5,) * 64 if outcome is None else worth_of(outcome)

    return SearchModel(lambda first, now: False, worth)
