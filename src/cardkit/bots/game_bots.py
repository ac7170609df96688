"""The bots that a game brings along: `Game.bots` names one `GameBots`."""

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
    """A game's rule of thumb, its hints for a tree search, and its strongest bot. Each may be left out."""

    greedy: Bot[Move, View, Glimpse, Memory, Options] | None = None
    """The rule of thumb. Without one, `greedy` plays at random and says so in its name."""
    model: SearchModel[Move, State] | None = None
    """How a tree search looks at the game. Without one, it plays on to the end of the match and counts ranks."""
    imagine: Callable[[Memory, Chance], State] | None = None
    """What a search draws its worlds from, if some of those that `Game.imagine` draws are less likely than others."""
    fallback: Choose[Move, View, Glimpse, Memory, Options] | None = None
    """What a tree search plays when in doubt. Without it, the rule of thumb."""
    strong: Callable[[Budget], Bot[Move, View, Glimpse, Memory, Options]] | None = None
    """Make the strongest bot there is within a budget. Without it, `strong` is `ismcts`."""


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
