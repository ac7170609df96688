"""13: play cards onto three targets, and mind the sum; what you take costs you, unless you have the most.

Reiner Knizia's game for 3 to 6 players, 50 cards, as played by `rules.md`. Read on in `cards`, `messages`
(what may be wanted, what may happen), `decide` (the rules), `evolve` (the records), `scoring`, `view`.
"""

from typing import Final, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.thirteen.cards import Card, Colour
from cardkit.games.thirteen.decide import REJECTIONS, actors, bound, decide, legal, moves, open_match, refuse
from cardkit.games.thirteen.evolve import evolve
from cardkit.games.thirteen.memory import Memory, blank, imagine, remember
from cardkit.games.thirteen.messages import (
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Options,
    Play,
    Played,
    PlaySeen,
    Scored,
)
from cardkit.games.thirteen.scoring import outcome
from cardkit.games.thirteen.state import INITIAL, State
from cardkit.games.thirteen.view import View, glimpse, view
from cardkit.games.thirteen.wire import WIRE
from cardkit.games.thirteen.words import LANGUAGES, say, tell
from cardkit.match import Match

__all__ = [
    "GAME",
    "Card",
    "Colour",
    "Dealt",
    "Event",
    "Glimpse",
    "HandDealt",
    "Memory",
    "Opened",
    "Options",
    "Play",
    "PlaySeen",
    "Played",
    "Scored",
    "State",
    "Thirteen",
    "ThirteenMatch",
    "View",
]

Thirteen: TypeAlias = Game[Play, Event, State, View, Glimpse, Memory, Options]
ThirteenMatch: TypeAlias = Match[Play, Event, State, View, Glimpse, Memory, Options]

GAME: Final[Thirteen] = Game(
    key="thirteen",
    title="13",
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
    bots="cardkit.games.thirteen.bots:BOTS",
    table="cardkit_cli.table.thirteen:TABLE",
)
