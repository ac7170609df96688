"""Biberbande: four cards lie face down before you; exchange, peek and remember until their sum is low.

A game for 2 to 6 players, 66 cards, as played by `rules.md`. Read on in `cards`, `messages` (what may be
wanted, what may happen), `decide` (the rules), `evolve` (the records), `scoring`, `view`, `memory`,
`imagine`.
"""

from typing import Final, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.decide import decide
from cardkit.games.biberbande.evolve import evolve
from cardkit.games.biberbande.imagine import imagine
from cardkit.games.biberbande.legal import REJECTIONS, actors, legal, moves, refuse
from cardkit.games.biberbande.memory import Memory, blank, knowledge, remember
from cardkit.games.biberbande.messages import (
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrawSeen,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Glimpse,
    Keep,
    KeepSeen,
    Kept,
    Knock,
    Knocked,
    Look,
    Looked,
    LookSeen,
    Move,
    Opened,
    Options,
    Pass,
    Passed,
    Peek,
    Peeked,
    PeekSeen,
    Replacement,
    Reshuffled,
    ReshuffleSeen,
    RoundScored,
    RowsDealt,
    Swap,
    Swapped,
    Take,
    Took,
    UseDrawTwo,
)
from cardkit.games.biberbande.rounds import bound, open_match
from cardkit.games.biberbande.scoring import outcome
from cardkit.games.biberbande.state import (
    INITIAL,
    Choosing,
    Drawing,
    Drawn,
    Knocking,
    Looking,
    Over,
    Phase,
    State,
)
from cardkit.games.biberbande.view import View, glimpse, view
from cardkit.games.biberbande.wire import WIRE
from cardkit.games.biberbande.words import LANGUAGES, say, tell

__all__ = [
    "GAME",
    "Biberbande",
    "Card",
    "Choosing",
    "Dealt",
    "Discard",
    "Discarded",
    "Draw",
    "DrawSeen",
    "DrawTwoUsed",
    "Drawing",
    "Drawn",
    "Drew",
    "Event",
    "FirstDiscarded",
    "Glimpse",
    "Keep",
    "KeepSeen",
    "Kept",
    "Knock",
    "Knocked",
    "Knocking",
    "Look",
    "LookSeen",
    "Looked",
    "Looking",
    "Memory",
    "Move",
    "Opened",
    "Options",
    "Over",
    "Pass",
    "Passed",
    "Peek",
    "PeekSeen",
    "Peeked",
    "Phase",
    "Replacement",
    "ReshuffleSeen",
    "Reshuffled",
    "RoundScored",
    "RowsDealt",
    "State",
    "Swap",
    "Swapped",
    "Take",
    "Took",
    "UseDrawTwo",
    "View",
    "knowledge",
]

Biberbande: TypeAlias = Game[Move, Event, State, View, Glimpse, Memory, Options]

GAME: Final[Biberbande] = Game(
    key="biberbande",
    title="Biberbande",
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
    bots="cardkit.games.biberbande.bots:BOTS",
    table="cardkit_cli.table.biberbande:TABLE",
)
