"""The bots of Biberbande: a rule of thumb, the worlds that a search imagines, and rules whose numbers were tuned."""

from typing import Final

from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import GameBots
from cardkit.games.biberbande.bots.greedy import SEARCH_MODEL, greedy
from cardkit.games.biberbande.bots.imagine import imagine_likely
from cardkit.games.biberbande.bots.strong import careful, strong

__all__ = ["BOTS"]

BOTS: Final = GameBots(
    greedy=Bot("greedy", greedy, frozenset({"memory"})),
    model=SEARCH_MODEL,
    imagine=imagine_likely,
    fallback=careful,
    strong=strong,
)
