"""Moves, events and the position, in all games of the family.

`C` is a card's face, `K` the name of a pile, `H` what a hidden card may be.
"""

from typing import Annotated, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from cardkit.hidden import ALL, NOBODY, OWNER, SEAT, SORTED, H
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "C",
    "Dealt",
    "Event",
    "K",
    "Opened",
    "Play",
    "Played",
    "RoundInfo",
    "Scored",
    "State",
    "new_played",
    "new_state",
]

C = TypeVar("C", bound=str)
K = TypeVar("K", bound=str)

Hands: TypeAlias = Annotated[tuple[tuple[C | H, ...], ...], OWNER, SORTED]
FaceDown: TypeAlias = Annotated[tuple[C | H, ...], NOBODY]


@quick
@frozen(weakref_slot=False)
class Play(Generic[C, K]):
    """A move: one card from the hand onto a pile."""

    card: C
    onto: K


@frozen
class Opened:
    """The match began, with these house rules."""

    seats: int
    first: Seat
    """The dealer of the first round, or the seat that begins it, depending on the game."""
    rounds: int


@frozen
class Dealt(Generic[C, H]):
    """A round began: the hands by seat, and the rest, which is a stock (its top card first) or put away unseen."""

    round: int
    leader: Seat
    """The dealer of the round, or the seat that begins it."""
    hands: Annotated[tuple[tuple[C | H, ...], ...], OWNER]
    rest: FaceDown[C, H]


@quick
@frozen(weakref_slot=False)
class Played(Generic[C, K, H]):
    """A card was played onto a pile. If the sum went over the limit, its cards were taken. A card may be drawn."""

    seat: Seat
    card: C
    onto: K
    taken: tuple[C, ...]
    drawn: Annotated[C | H | None, SEAT] = None
    """`None` if there is no stock, or it is empty."""


@frozen
class Scored(Generic[C]):
    """A round ended: the cards that each seat had taken, its points, and the totals so far."""

    round: int
    taken: tuple[tuple[C, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = Opened | Played[C, K, H] | Dealt[C, H] | Scored[C]


@quick
@frozen(weakref_slot=False)
class RoundInfo(Generic[C]):
    """What doesn't change during a round."""

    seats: int = 0
    rounds: int = 1
    first: Seat = 0
    round: int = 0
    leader: Seat | None = None
    totals: tuple[int, ...] = ()
    last_taken: tuple[tuple[C, ...], ...] = ()
    """The cards that each seat had taken in the last scored round. They stay visible until the next scoring."""
    last_points: tuple[int, ...] = ()


@quick
@frozen(weakref_slot=False)
class State(Generic[C, H]):
    """The position. Piles are in the order of their names in the game's row."""

    table: RoundInfo[C]
    turn: Seat | None
    hands: Hands[C, H]
    stock: FaceDown[C, H]
    """Its top card first. Always empty in a game without drawing."""
    away: Annotated[tuple[C | H, ...], NOBODY, SORTED]
    """The cards that were put away unseen."""
    piles: Annotated[tuple[tuple[C, ...], ...], ALL]
    """The cards on each pile in the order played."""
    sums: tuple[int, ...]
    taken: Annotated[tuple[tuple[C | H, ...], ...], NOBODY]
    """The cards that each seat has taken in this round, face down. Nobody may look at them, not even their owner."""


new_played: Final = maker(Played)
new_state: Final = maker(State)
