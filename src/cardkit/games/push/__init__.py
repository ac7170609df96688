"""Push: turn up cards for three rows, stop in time and take the best, or lose to the die.

Prospero Hall's game for 2 to 6 players with 120 cards and a die. `rules.md` holds its rules. Read on in

- `cards`,
- `messages`: moves and events,
- `state`: the phases of a turn,
- `legal`: who may do what,
- `decide`: the rules of turning up cards,
- `taking`: the rules of taking rows,
- `evolve`: the records.
"""

from typing import Final, Never, TypeAlias

from cardkit.game import Game, rules_beside
from cardkit.games.push import messages
from cardkit.games.push.cards import Card, Colour, Face, Number, RowCard, deck
from cardkit.games.push.decide import decide, open_match
from cardkit.games.push.evolve import evolve
from cardkit.games.push.legal import REJECTIONS, actors, bound, legal, moves, refuse
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Move,
    Opened,
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
from cardkit.games.push.scoring import outcome, score
from cardkit.games.push.state import INITIAL, State
from cardkit.games.push.words import LANGUAGES, say, tell
from cardkit.hidden import Memory, Unseen, derive_game

__all__ = [
    "GAME",
    "Busted",
    "Card",
    "Colour",
    "DirectionRevealed",
    "Event",
    "Face",
    "Glimpse",
    "Knowledge",
    "Move",
    "Number",
    "Opened",
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
    "Truth",
    "View",
]

Event: TypeAlias = messages.Event[Never]
Glimpse: TypeAlias = messages.Event[Unseen]
Truth: TypeAlias = State[Never]
View: TypeAlias = State[Unseen]
Knowledge: TypeAlias = Memory[View]

Push: TypeAlias = Game[Move, Event, Truth, View, Glimpse, Knowledge, Options]

GAME: Final[Push] = derive_game(
    key="push",
    title="Push",
    seats=range(2, 7),
    options=Options,
    initial=INITIAL,
    deck=lambda state: deck(direction_cards=state.setup.direction_cards),
    open=open_match,
    actors=actors,
    legal=legal,
    refuse=refuse,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    score=score,
    moves=moves,
    say=say,
    tell=tell,
    languages=LANGUAGES,
    rules=rules_beside(__name__),
    bound=bound,
    rejections=REJECTIONS,
    bots="cardkit.games.push.bots:BOTS",
    layout="cardkit.games.push.layout:LAYOUT",
    move_names={"secure": Secure, "reveal": Reveal, "place": Place, "stop": Stop, "take": Take},
    event_names={
        "opened": Opened[Never],
        "secured": Secured,
        "revealed": Revealed,
        "direction_revealed": DirectionRevealed,
        "placed": Placed,
        "stopped": Stopped,
        "ran_out": RanOut,
        "busted": Busted,
        "taken": Taken,
        "scored": Scored,
    },
)
