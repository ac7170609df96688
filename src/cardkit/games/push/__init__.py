"""Push: turn up cards for three rows, stop in time and take the best, or lose to the die.

Prospero Hall's game for 2 to 6 players, 120 cards and a die, as played by `rules.md`. Read on in `cards`,
`messages` (what may be wanted, what may happen), `state` (the moments of a turn), `legal` (who may do what),
`decide` (the rules of turning up cards), `taking` (the rules of taking rows), `evolve` (the records), `view`.
"""

from typing import Final, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.push.cards import Card, Colour, Face, Number, RowCard
from cardkit.games.push.decide import decide, open_match
from cardkit.games.push.evolve import evolve
from cardkit.games.push.legal import REJECTIONS, actors, bound, legal, moves, refuse
from cardkit.games.push.memory import Memory, blank, imagine, remember
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Event,
    Glimpse,
    Move,
    Opened,
    OpeningSeen,
    Options,
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
from cardkit.games.push.scoring import outcome
from cardkit.games.push.state import INITIAL, State
from cardkit.games.push.view import View, glimpse, view
from cardkit.games.push.wire import WIRE
from cardkit.games.push.words import LANGUAGES, say, tell

__all__ = [
    "GAME",
    "Busted",
    "Card",
    "Colour",
    "DirectionRevealed",
    "Event",
    "Face",
    "Glimpse",
    "Memory",
    "Move",
    "Number",
    "Opened",
    "OpeningSeen",
    "Options",
    "Place",
    "Placed",
    "Push",
    "RanOut",
    "Reveal",
    "Revealed",
    "RowCard",
    "Scored",
    "Secure",
    "Secured",
    "State",
    "Stop",
    "Stopped",
    "Take",
    "Taken",
    "View",
]

Push: TypeAlias = Game[Move, Event, State, View, Glimpse, Memory, Options]

GAME: Final[Push] = Game(
    key="push",
    title="Push",
    seats=range(2, 7),
    rules_version=1,
    options=Options,
    initial=INITIAL,
    open=open_match,
    actors=actors,
    legal=legal,
    refuse=refuse,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=blank,
    remember=remember,
    imagine=imagine,
    moves=moves,
    say=say,
    wire=WIRE,
    tell=tell,
    languages=LANGUAGES,
    rules=rules_beside(__name__),
    bound=bound,
    rejections=REJECTIONS,
    bots="cardkit.games.push.bots:BOTS",
    table="cardkit_cli.table.push:TABLE",
)
