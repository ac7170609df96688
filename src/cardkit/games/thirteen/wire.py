"""The names under which messages travel and are stored: chosen once, kept for ever."""

from typing import Final

from cardkit.game import Wire
from cardkit.games.thirteen.messages import (
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Play,
    Played,
    PlaySeen,
    Scored,
)
from cardkit.games.thirteen.view import View

__all__ = ["WIRE"]

WIRE: Final[Wire[Play, Event, View, Glimpse]] = Wire(
    moves={"thirteen.play": Play},
    events={
        "thirteen.opened": Opened,
        "thirteen.dealt": Dealt,
        "thirteen.played": Played,
        "thirteen.scored": Scored,
    },
    glimpses={
        "thirteen.opened": Opened,
        "thirteen.hand_dealt": HandDealt,
        "thirteen.played": Played,
        "thirteen.play_seen": PlaySeen,
        "thirteen.scored": Scored,
    },
    view=View,
)
