"""What a seat may want, what may happen, and what others see of it."""

from typing import Final, Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.games.friday13.cards import CARDS, PILES_OF, Card, Kind
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
    "Played",
    "Scored",
    "new_played",
]


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_player: Seat | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    rounds: int | None = attrs.field(default=None, validator=Whole(1, 12, optional=True))
    """`None`: four."""


@frozen
class Play:
    """A move: one card from the hand onto a pile."""

    card: Card
    onto: Kind


MOVES: Final = tuple(Play(card, onto) for card in CARDS for onto in PILES_OF[card])


@frozen
class Opened:
    """The match began, with these house rules."""

    seats: int
    first_player: Seat
    rounds: int


@frozen
class Dealt:
    """A round began: the hands by seat, and the one put away unseen, which only three players leave."""

    round: int
    starter: Seat
    hands: tuple[tuple[Card, ...], ...]
    away: tuple[Card, ...]


@quick
@frozen
class Played:
    """A card was played onto a pile, and what lay there was taken (when it went over 13). All is open."""

    seat: Seat
    card: Card
    onto: Kind
    taken: tuple[Card, ...]


new_played: Final = maker(Played)


@frozen
class Scored:
    """A round ended: what each seat had taken, its points, and the totals so far."""

    round: int
    taken: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@frozen
class HandDealt:
    """A round began, as one seat saw it: its own hand. A spectator saw none; what was put away, nobody."""

    round: int
    starter: Seat
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    away_size: int


Event: TypeAlias = Opened | Dealt | Played | Scored
Glimpse: TypeAlias = Opened | HandDealt | Played | Scored
