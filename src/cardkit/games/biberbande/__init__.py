"""Biberbande: four cards lie face down before you; exchange, peek and remember until their sum is low.

A game for 2 to 6 players with 66 cards. `rules.md` holds its rules. Read on in `cards`, `messages` (moves and events),
`state` (where cards lie, and who sees them), `decide` (the rules), `evolve` (the records) and `scoring`.
"""

from typing import Final, Never, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.biberbande import messages
from cardkit.games.biberbande.cards import NUMBERS, Card
from cardkit.games.biberbande.decide import decide
from cardkit.games.biberbande.evolve import evolve
from cardkit.games.biberbande.legal import REJECTIONS, actors, legal, moves, refuse
from cardkit.games.biberbande.messages import (
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrawTwoUsed,
    Drew,
    FirstDiscarded,
    Keep,
    Kept,
    Knock,
    Knocked,
    Look,
    Looked,
    Move,
    Opened,
    Options,
    Pass,
    Passed,
    Peek,
    Peeked,
    Replacement,
    Reshuffled,
    RoundScored,
    Swap,
    Swapped,
    Take,
    Took,
    UseDrawTwo,
)
from cardkit.games.biberbande.rounds import bound, deck, open_match
from cardkit.games.biberbande.scoring import outcome, score
from cardkit.games.biberbande.state import INITIAL, Phase, State
from cardkit.games.biberbande.words import LANGUAGES, say, tell
from cardkit.hidden import Evolve, Memory, Unseen, derive_game

__all__ = [
    "GAME",
    "Biberbande",
    "Card",
    "Dealt",
    "Discard",
    "Discarded",
    "Draw",
    "DrawTwoUsed",
    "Drew",
    "Event",
    "FirstDiscarded",
    "Glimpse",
    "Keep",
    "Kept",
    "Knock",
    "Knocked",
    "Knowledge",
    "Look",
    "Looked",
    "Move",
    "Opened",
    "Options",
    "Pass",
    "Passed",
    "Peek",
    "Peeked",
    "Phase",
    "Replacement",
    "Reshuffled",
    "RoundScored",
    "State",
    "Swap",
    "Swapped",
    "Take",
    "Took",
    "Truth",
    "UseDrawTwo",
    "View",
]

Event: TypeAlias = messages.Event[Never]
Glimpse: TypeAlias = messages.Event[Unseen]
Truth: TypeAlias = State[Never]
View: TypeAlias = State[Unseen]
Knowledge: TypeAlias = Memory[View]

Biberbande: TypeAlias = Game[Move, Event, Truth, View, Glimpse, Knowledge, Options]


def evolve_both() -> Evolve[Truth, Event, View, Glimpse]:
    """Return `evolve` with the types that `derive_game` needs. Pyright doesn't infer them."""
    return evolve


def fits(card: Card, note: object) -> bool:
    """Return whether a card that another seat drew and kept may be this one. Only numbers can be kept."""
    return card in NUMBERS


GAME: Final[Biberbande] = derive_game(
    key="biberbande",
    title="Biberbande",
    seats=range(2, 7),
    options=Options,
    initial=INITIAL,
    deck=deck,
    fits=fits,
    open=open_match,
    actors=actors,
    legal=legal,
    refuse=refuse,
    decide=decide,
    evolve=evolve_both(),
    outcome=outcome,
    score=score,
    moves=moves,
    say=say,
    tell=tell,
    languages=LANGUAGES,
    rules=rules_beside(__name__),
    bound=bound,
    rejections=REJECTIONS,
    bots="cardkit.games.biberbande.bots:BOTS",
    layout="cardkit.games.biberbande.layout:LAYOUT",
    move_names={
        "look": Look,
        "take": Take,
        "draw": Draw,
        "discard": Discard,
        "keep": Keep,
        "peek": Peek,
        "swap": Swap,
        "use_draw_two": UseDrawTwo,
        "pass": Pass,
        "knock": Knock,
    },
    event_names={
        "opened": Opened,
        "dealt": Dealt[Never],
        "looked": Looked[Never],
        "took": Took,
        "drew": Drew[Never],
        "discarded": Discarded,
        "first_discarded": FirstDiscarded,
        "kept": Kept[Never],
        "peeked": Peeked[Never],
        "swapped": Swapped,
        "draw_two_used": DrawTwoUsed,
        "reshuffled": Reshuffled[Never],
        "passed": Passed,
        "knocked": Knocked,
        "round_scored": RoundScored,
    },
)
