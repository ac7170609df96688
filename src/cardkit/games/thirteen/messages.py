"""What a seat may want, what may happen, and what others see of it."""

from typing import Final, Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.games.thirteen.cards import CARDS, TARGETS_OF, Card, Colour
from cardkit.options import SeatOrRandom, Whole
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "MOVES",
    "Dealt",
    "Event",
    "Glimpse",
    "HandDealt",
    "Opened",
    "Options",
    "Play",
    "PlaySeen",
    "Played",
    "Scored",
    "new_played",
]


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_dealer: Seat | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    rounds: int | None = attrs.field(default=None, validator=Whole(1, 12, optional=True))
    """`None`: each player deals once, with three players twice."""


@frozen
class Play:
    """A move: one card from the hand onto a target."""

    card: Card
    onto: Colour


MOVES: Final = tuple(Play(card, onto) for card in CARDS for onto in TARGETS_OF[card])


@frozen
class Opened:
    """The match began, with these house rules."""

    seats: int
    first_dealer: Seat
    rounds: int


@frozen
class Dealt:
    """A round began: the hands by seat, and the stock, its top card first."""

    round: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@quick
@frozen
class Played:
    """A card was played onto a target; what lay there was taken if it went over 13; a card was drawn."""

    seat: Seat
    card: Card
    onto: Colour
    taken: tuple[Card, ...]
    drawn: Card | None


new_played: Final = maker(Played)


@frozen
class Scored:
    """A round ended: what each seat had taken, its penalty points, and the totals so far."""

    round: int
    taken: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@frozen
class HandDealt:
    """A round began, as one seat saw it: its own hand. A spectator saw none."""

    round: int
    dealer: Seat
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    stock_size: int


@frozen
class PlaySeen:
    """A card was played, and its player drew one that the others didn't see."""

    seat: Seat
    card: Card
    onto: Colour
    taken: tuple[Card, ...]


Event: TypeAlias = Opened | Dealt | Played | Scored
Glimpse: TypeAlias = Opened | HandDealt | Played | PlaySeen | Scored
