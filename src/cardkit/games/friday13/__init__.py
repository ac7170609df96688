"""Friday 13: cats, mirrors and ladders pile up, and Fridays go anywhere; what you take is bad luck, mostly.

Reiner Knizia's game for 3 to 6 players, 53 cards, as played by `rules.md`. Read on in `cards`, `messages`
(what may be wanted, what may happen), `legal` and `decide` (the rules), `evolve` (the records), `scoring`,
`view`.
"""

from typing import Final, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.friday13.cards import Card, Kind
from cardkit.games.friday13.decide import bound, decide, open_match
from cardkit.games.friday13.evolve import evolve
from cardkit.games.friday13.legal import REJECTIONS, actors, legal, moves, refuse
from cardkit.games.friday13.memory import Memory, blank, imagine, remember
from cardkit.games.friday13.messages import (
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Options,
    Play,
    Played,
    Scored,
)
from cardkit.games.friday13.scoring import outcome
from cardkit.games.friday13.state import INITIAL, State
from cardkit.games.friday13.view import View, glimpse, view
from cardkit.games.friday13.wire import WIRE
from cardkit.games.friday13.words import LANGUAGES, say, tell

__all__ = [
    "GAME",
    "Card",
    "Dealt",
    "Event",
    "Friday13",
    "Glimpse",
    "HandDealt",
    "Kind",
    "Memory",
    "Opened",
    "Options",
    "Play",
    "Played",
    "Scored",
    "State",
    "View",
]

Friday13: TypeAlias = Game[Play, Event, State, View, Glimpse, Memory, Options]

GAME: Final[Friday13] = Game(
    key="friday13",
    title="Friday 13",
    seats=range(3, 7),
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
    bots="cardkit.games.friday13.bots:BOTS",
    table="cardkit_cli.table.friday13:TABLE",
)
