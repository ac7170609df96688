"""What a seat may want, what may happen, and the position, in all games of the family.

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
    "Scored",
    "State",
    "Table",
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
    """The dealer of the first round, or the seat that begins it: as the game has it."""
    rounds: int


@frozen
class Dealt(Generic[C, H]):
    """A round began: the hands by seat, and what is left, as a stock (its top card first) or put away unseen."""

    round: int
    leader: Seat
    """The dealer of the round, or the seat that begins it."""
    hands: Annotated[tuple[tuple[C | H, ...], ...], OWNER]
    rest: FaceDown[C, H]


@quick
@frozen(weakref_slot=False)
class Played(Generic[C, K, H]):
    """A card was played onto a pile; what lay there was taken if it went over the limit; a card may be drawn."""

    seat: Seat
    card: C
    onto: K
    taken: tuple[C, ...]
    drawn: Annotated[C | H | None, SEAT] = None
    """`None` if there is no stock, or none any more."""


@frozen
class Scored(Generic[C]):
    """A round ended: what each seat had taken, its points, and the totals so far."""

    round: int
    taken: tuple[tuple[C, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = Opened | Played[C, K, H] | Dealt[C, H] | Scored[C]


@quick
@frozen(weakref_slot=False)
class Table(Generic[C]):
    """What stays the same while a round is played."""

    seats: int = 0
    rounds: int = 1
    first: Seat = 0
    round: int = 0
    leader: Seat | None = None
    totals: tuple[int, ...] = ()
    last_taken: tuple[tuple[C, ...], ...] = ()
    """What each seat had taken in the round scored last. It stays in view until the next scoring."""
    last_points: tuple[int, ...] = ()


@quick
@frozen(weakref_slot=False)
class State(Generic[C, H]):
    """The position. Piles lie in the order of their names in the game's row."""

    table: Table[C]
    turn: Seat | None
    hands: Hands[C, H]
    stock: FaceDown[C, H]
    """Its top card first. Always empty in a game without drawing."""
    away: Annotated[tuple[C | H, ...], NOBODY, SORTED]
    """What was put away unseen."""
    piles: Annotated[tuple[tuple[C, ...], ...], ALL]
    """The cards on each pile in the order played."""
    sums: tuple[int, ...]
    taken: Annotated[tuple[tuple[C | H, ...], ...], NOBODY]
    """What each seat has taken in this round, face down: nobody may look at it, its owner neither."""


new_played: Final = maker(Played)
new_state: Final = maker(State)
