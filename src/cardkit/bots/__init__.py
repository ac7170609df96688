"""Bots: what a seat may see goes in, a move comes out.

`bot("ismcts:200", game)` makes a bot by its name. `Bot("mine", choose)` is one of your own. `observe` shows a bot a
match once, a `Player` follows a match move by move, and `play_out` plays whole matches as fast as possible.
"""

from cardkit.bots.contract import AnyBot, Bot, BotFailed, Faults
from cardkit.bots.game_bots import GameBots
from cardkit.bots.names import BOTS, bot
from cardkit.bots.observation import AnyObservation, NotAsked, Observation, observe
from cardkit.bots.players import Player, Watcher
from cardkit.bots.playouts import Turn, play_out, turns
from cardkit.bots.search.budget import Budget, Iterations, Milliseconds
from cardkit.bots.search.ismcts import ismcts
from cardkit.bots.search.model import SearchModel

__all__ = [
    "BOTS",
    "AnyBot",
    "AnyObservation",
    "Bot",
    "BotFailed",
    "Budget",
    "Faults",
    "GameBots",
    "Iterations",
    "Milliseconds",
    "NotAsked",
    "Observation",
    "Player",
    "SearchModel",
    "Turn",
    "Watcher",
    "bot",
    "ismcts",
    "observe",
    "play_out",
    "turns",
]
