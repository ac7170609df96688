"""13: play cards onto three targets, and mind the sum; what you take costs you, unless you have the most.

Reiner Knizia's game for 3 to 6 players with 50 cards. `rules.md` holds its rules. It belongs to the family
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
from cardkit.games.thirteen.cards import DECK, NASTY_FOUR, TARGETS, Card, Colour
from cardkit.games.thirteen.words import WORDS
from cardkit.hidden import Memory, Unseen, derive_game
from cardkit.match import Match
from cardkit.mechanics.turns import first_seat
from cardkit.options import SeatOrRandom, Whole
from cardkit.seats import Seat

__all__ = [
    "GAME",
    "RULES",
    "Card",
    "Colour",
    "Dealt",
    "Event",
    "Glimpse",
    "Knowledge",
    "Opened",
    "Options",
    "Play",
    "Played",
    "Scored",
    "Thirteen",
    "ThirteenMatch",
    "Truth",
    "View",
]

Event: TypeAlias = messages.Event[Card, Colour, Never]
Glimpse: TypeAlias = messages.Event[Card, Colour, Unseen]
Truth: TypeAlias = State[Card, Never]
View: TypeAlias = State[Card, Unseen]
Knowledge: TypeAlias = Memory[View]


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_dealer: Seat | Literal["random"] = field(default=0, validator=SeatOrRandom())
    rounds: int | None = field(default=None, validator=Whole(1, 12, optional=True))
    """The number of rounds. `None`: each player deals once, with three players twice."""


RULES: Final = LimitedPiles[Card, Colour](
    piles=TARGETS, deck=DECK, wild=NASTY_FOUR, hand=5, leader_begins=False
)


def rounds(seats: int, options: Options) -> int:
    """Return the number of rounds: each player deals once, with three players twice."""
    return options.rounds or (6 if seats == 3 else seats)


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """Choose the first dealer, then deal the first round."""
    dealer = first_seat("first_dealer", options.first_dealer, seats, chance)
    return RULES.open(seats, dealer, rounds(seats, options), chance)


Thirteen: TypeAlias = Game[Play[Card, Colour], Event, Truth, View, Glimpse, Knowledge, Options]
ThirteenMatch: TypeAlias = Match[Play[Card, Colour], Event, Truth, View, Glimpse, Knowledge, Options]

GAME: Final[Thirteen] = derive_game(
    key="thirteen",
    title="13",
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
    bound=lambda seats, options: RULES.longest(seats, rounds(seats, options)),
    rejections=REJECTIONS,
    bots="cardkit.games.thirteen.bots:BOTS",
    layout="cardkit.games.thirteen.layout:LAYOUT",
    move_names={"play": Play[Card, Colour]},
    event_names={
        "opened": Opened,
        "dealt": Dealt[Card, Never],
        "played": Played[Card, Colour, Never],
        "scored": Scored[Card],
    },
    field_names={
        "opened": {"first": "first_dealer"},
        "dealt": {"leader": "dealer", "rest": "stock"},
    },
)
