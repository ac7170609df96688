"""What a search may know of a game besides its rules: how far to look, what that is worth, how to play on."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeAlias

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = ["Policy", "SearchModel", "plain_model"]

Policy: TypeAlias = Callable[[State, Seat, tuple[Move, ...], Chance], Move]
"""A move in an imagined state. It goes by what the seat may know there, or its playouts are too good to be true."""


def _as_it_is(state: State) -> State:
    return state


@frozen(eq=False)
class SearchModel(Generic[Move, State]):
    """How a search looks at a game. States are imagined ones; the first is where the search begins."""

    is_settled: Callable[[State, State], bool]
    """Whether a playout that began at the first state may end at the second, though the match isn't over."""
    worth: Callable[[State, State], Sequence[float]]
    """What a playout was worth that led from the first state to the second, by seat, mostly from 0 to 1."""
    policy: Policy[State, Move] | None = None
    """How all seats play on in it; at random, where there is no rule of thumb."""
    public_outcome: Callable[[State], Hashable] | None = None
    """What everybody saw of chance in the last move: a tree goes on from each such outcome by itself.

    Without it a tree tells positions apart by moves alone, and judges what follows a card that was turned up by
    the average over all cards. It may show nothing that is hidden from the mover.
    """
    margin: float = 1.0
    """Standard errors by which a move must be better than the rule of thumb's: more where playouts are known to err."""
    depth: int | None = None
    """How many moves deep a tree may grow. Moves are told apart in it, cards that are drawn between them aren't."""
    trim: Callable[[State], State] = _as_it_is
    """The imagined state without what lies beyond the horizon, so that no time goes into dealing what nobody plays."""


def plain_model(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
) -> SearchModel[Move, State]:
    """Return a look at any game: to the end of the match, for what the game says that it is worth."""

    def worth(first: State, last: State) -> tuple[float, ...]:
        outcome = game.outcome(last)
        return (0.5,) * 64 if outcome is None else game.worth(outcome)

    return SearchModel(lambda first, now: False, worth)
