"""The bots of Push: a rule of thumb, a model for the search, and turns that are solved."""

from typing import Final

from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import GameBots
from cardkit.games.push.bots.greedy import greedy
from cardkit.games.push.bots.search_model import SEARCH_MODEL, fallback
from cardkit.games.push.bots.strong import strong

__all__ = ["BOTS"]

BOTS: Final = GameBots(
    greedy=Bot("greedy", greedy, frozenset({"memory"})), model=SEARCH_MODEL, fallback=fallback, strong=strong
)
