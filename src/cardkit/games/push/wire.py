"""The names under which messages travel and are stored: chosen once, kept for ever."""

from typing import Final

from cardkit.game import Wire
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Event,
    Glimpse,
    Move,
    Opened,
    OpeningSeen,
    Place,
    Placed,
    RanOut,
    Reveal,
    Revealed,
    Scored,
    Secure,
    Secured,
    Stop,
    Stopped,
    Take,
    Taken,
)
from cardkit.games.push.view import View

__all__ = ["WIRE"]

WIRE: Final[Wire[Move, Event, View, Glimpse]] = Wire(
    moves={
        "push.secure": Secure,
        "push.reveal": Reveal,
        "push.place": Place,
        "push.stop": Stop,
        "push.take": Take,
    },
    events={
        "push.opened": Opened,
        "push.secured": Secured,
        "push.revealed": Revealed,
        "push.direction_revealed": DirectionRevealed,
        "push.placed": Placed,
        "push.stopped": Stopped,
        "push.ran_out": RanOut,
        "push.busted": Busted,
        "push.taken": Taken,
        "push.scored": Scored,
    },
    glimpses={
        "push.opening_seen": OpeningSeen,
        "push.secured": Secured,
        "push.revealed": Revealed,
        "push.direction_revealed": DirectionRevealed,
        "push.placed": Placed,
        "push.stopped": Stopped,
        "push.ran_out": RanOut,
        "push.busted": Busted,
        "push.taken": Taken,
        "push.scored": Scored,
    },
    view=View,
)
