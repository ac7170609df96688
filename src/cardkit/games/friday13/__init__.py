"""Friday 13: cats, mirrors and ladders pile up, and Fridays go anywhere; what you take is bad luck, mostly.

Reiner Knizia's game for 3 to 6 players with 53 cards. `rules.md` holds its rules. It belongs to the family
`cardkit.families.limited_piles`; this module holds only what is different.
"""

from typing import Final, Literal, Never, TypeAlias

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.families.limited_piles import messages
from cardkit.families.limited_piles.messages import Dealt, Opened, Play, Played, Scored, State
from cardkit.families.limited_piles.rules import REJECTIONS, LimitedPiles
from cardkit.families.limited_piles.words import teller
from cardkit.game import Game, rules_beside
from cardkit.games.friday13.cards import CARDS, DECK, FRIDAY, PILES, Card, Kind
from cardkit.games.friday13.words import WORDS
from cardkit.hidden import Memory, Unseen, derive_game
from cardkit.match import Match
from cardkit.mechanics.turns import first_seat
from cardkit.options import SeatOrRandom, Whole
from cardkit.seats import Seat

__all__ = [
    "GAME",
    "RULES",
    "Card",
    "Dealt",
    "Event",
    "Friday13",
    "Friday13Match",
    "Glimpse",
    "Kind",
    "Knowledge",
    "Opened",
    "Options",
    "Play",
    "Played",
    "Scored",
    "Truth",
    "View",
]

Event: TypeAlias = messages.Event[Card, Kind, Never]
Glimpse: TypeAlias = messages.Event[Card, Kind, Unseen]
Truth: TypeAlias = State[Card, Never]
View: TypeAlias = State[Card, Unseen]
Knowledge: TypeAlias = Memory[View]


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_player: Seat | Literal["random"] = field(default=0, validator=SeatOrRandom())
    rounds: int | None = field(default=None, validator=Whole(1, 12, optional=True))
    """The number of rounds. `None`: four."""


_PLACE: Final = {card: place for place, card in enumerate(CARDS)}
RULES: Final = LimitedPiles[Card, Kind](
    piles=PILES,
    deck=DECK,
    wild=FRIDAY,
    hand=None,
    fewest_hands=4,
    leader_begins=True,
    order=_PLACE.__getitem__,
)


def rounds(options: Options) -> int:
    """Return the number of rounds: four by default, with any number of players."""
    return options.rounds or 4


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """Choose the first player, then deal the first round."""
    first = first_seat("first_player", options.first_player, seats, chance)
    return RULES.open(seats, first, rounds(options), chance)


Friday13: TypeAlias = Game[Play[Card, Kind], Event, Truth, View, Glimpse, Knowledge, Options]
Friday13Match: TypeAlias = Match[Play[Card, Kind], Event, Truth, View, Glimpse, Knowledge, Options]

GAME: Final[Friday13] = derive_game(
    key="friday13",
    title="Friday 13",
    seats=range(3, 7),
    options=Options,
    initial=RULES.initial,
    state_type=State[Card, Never],
    deck=RULES.all_cards,
    order=RULES.order,
    open=open_match,
    actors=RULES.actors,
    legal=RULES.legal,
    decide=RULES.decide,
    refuse=RULES.refuse,
    evolve=RULES.evolve_both,
    outcome=RULES.outcome,
    score=RULES.score,
    moves=lambda seats, options: RULES.moves,
    say=RULES.say,
    tell=teller(WORDS),
    languages=tuple(WORDS),
    rules=rules_beside(__name__),
    bound=lambda seats, options: RULES.longest(seats, rounds(options)),
    rejections=REJECTIONS,
    bots="cardkit.games.friday13.bots:BOTS",
    layout="cardkit.games.friday13.layout:LAYOUT",
    move_names={"play": Play[Card, Kind]},
    event_names={
        "opened": Opened,
        "dealt": Dealt[Card, Never],
        "played": Played[Card, Kind, Never],
        "scored": Scored[Card],
    },
    field_names={
        "opened": {"first": "first_player"},
        "dealt": {"leader": "starter", "rest": "away"},
        "played": {"drawn": None},
    },
)
