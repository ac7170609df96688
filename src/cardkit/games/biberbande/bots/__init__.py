"""The bots of Biberbande: a rule of thumb, likely worlds and a model for the search, and a tuned rule."""

from typing import Final

from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import GameBots
from cardkit.games.biberbande.bots.greedy import greedy
from cardkit.games.biberbande.bots.imagine import imagine_likely
from cardkit.games.biberbande.bots.search_model import SEARCH_MODEL
from cardkit.games.biberbande.bots.strong import careful, strong

__all__ = ["BOTS"]

BOTS: Final = GameBots(
    greedy=Bot("greedy", greedy, frozenset({"memory"})),
    model=SEARCH_MODEL,
    imagine=imagine_likely,
    fallback=careful,
    strong=strong,
)
