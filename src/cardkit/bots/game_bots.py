"""The bots that a game brings: `Game.bots` is a reference to a `GameBots`."""

from collections.abc import Callable
from typing import Generic, TypeGuard

from attrs import frozen

from cardkit.bots.contract import Bot, Choose
from cardkit.bots.search.budget import Budget
from cardkit.bots.search.model import SearchModel
from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.parts import load_part

__all__ = ["GameBots", "bots_of"]


@frozen(eq=False, kw_only=True)
class GameBots(Generic[Move, State, View, Glimpse, Memory, Options]):
    """A game's rule of thumb, what a search knows of it, and its strongest bot. Every field is optional."""

    greedy: Bot[Move, View, Glimpse, Memory, Options] | None = None
    """The rule of thumb. Without one, `greedy` plays at random and says so in its name."""
    model: SearchModel[Move, State] | None = None
    """What a search knows of the game. Without it, playouts go to the end of the match."""
    imagine: Callable[[Memory, Chance], State] | None = None
    """Draws likely worlds for a search, if some worlds of `Game.imagine` are likelier than others."""
    fallback: Choose[Move, View, Glimpse, Memory, Options] | None = None
    """What a search plays unless another move is clearly better. Without it, the rule of thumb."""
    strong: Callable[[Budget], Bot[Move, View, Glimpse, Memory, Options]] | None = None
    """Makes the strongest bot for a budget. Without it, `strong` is `ismcts`."""


def bots_of(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
) -> GameBots[Move, State, View, Glimpse, Memory, Options]:
    """Return the bots that the game brings; empty for a game without any.

    Raise `BrokenGame` if its reference can't be imported or names something else.
    """

    def fits(part: object) -> TypeGuard[GameBots[Move, State, View, Glimpse, Memory, Options]]:
        return isinstance(part, GameBots)

    if game.bots is None:
        return GameBots()
    return load_part(game.key, "bots", game.bots, fits, "a cardkit.bots.GameBots")
