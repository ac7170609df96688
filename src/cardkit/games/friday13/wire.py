"""The names under which messages travel and are stored: chosen once, kept for ever."""

from typing import Final

from cardkit.game import Wire
from cardkit.games.friday13.messages import Dealt, Event, Glimpse, HandDealt, Opened, Play, Played, Scored
from cardkit.games.friday13.view import View

__all__ = ["WIRE"]

WIRE: Final[Wire[Play, Event, View, Glimpse]] = Wire(
    moves={"friday13.play": Play},
    events={
        "friday13.opened": Opened,
        "friday13.dealt": Dealt,
        "friday13.played": Played,
        "friday13.scored": Scored,
    },
    glimpses={
        "friday13.opened": Opened,
        "friday13.hand_dealt": HandDealt,
        "friday13.played": Played,
        "friday13.scored": Scored,
    },
    view=View,
)
