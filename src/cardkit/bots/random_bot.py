"""The bot that picks any legal move, each equally likely."""

from cardkit.bots.contract import Bot
from cardkit.bots.observation import Observation
from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View

__all__ = ["at_random", "pick_any", "random_bot"]


def pick_any(legal: tuple[Move, ...], chance: Chance) -> Move:
    """Return any of the moves, all equally likely."""
    return legal[chance.below("move", len(legal))]


def at_random(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
    """Return any legal move, all equally likely."""
    return pick_any(observation.legal, observation.chance)


def random_bot(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """Return the bot `random` for any game."""
    return Bot("random", at_random, frozenset(), pick_any)
