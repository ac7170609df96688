"""Bots that play on the server."""

import logging
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from cardkit.bots.contract import AnyBot
from cardkit.bots.observation import observe
from cardkit.bots.random_bot import at_random
from cardkit.chance import Chance, new_seed
from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit.seats import Seat

__all__ = ["MakeBot", "chosen"]

_log: Final = logging.getLogger("cardkit_api")

MakeBot: TypeAlias = Callable[[AnyGame], AnyBot]
"""Makes a bot for a game."""


def chosen(bots: Mapping[str, MakeBot], name: str, match: AnyMatch, seat: Seat, seconds: float) -> object:
    """The legal move that the bot of that name makes for the seat; whatever is wrong with a bot, the match goes on."""
    observation = observe(match, seat, Chance(new_seed()), seconds)
    try:
        move = bots[name](match.game).choose(observation)
        if move in observation.legal:
            return move
    except Exception as error:
        _log.warning("the bot %r failed with %s; it moves at random", name, type(error).__name__)
    return at_random(observation)
