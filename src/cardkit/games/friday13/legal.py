"""Who may move, and what: looked up rather than worked out, for it is asked at every move."""

from typing import Final

from cardkit.games.friday13.cards import CARDS, Card
from cardkit.games.friday13.messages import MOVES, Options, Play
from cardkit.games.friday13.state import State
from cardkit.mechanics.turns import ALONE
from cardkit.rejections import Rejected
from cardkit.seats import Seat

__all__ = ["REJECTIONS", "actors", "legal", "moves", "refuse"]

REJECTIONS: Final = {"not_in_hand": "the card isn't in the seat's hand"}


def actors(state: State) -> tuple[Seat, ...]:
    """The one seat whose turn it is."""
    return () if state.turn is None else ALONE[state.turn]


def legal(state: State, seat: Seat) -> tuple[Play, ...]:
    """Each face in hand, in the order of the deck, onto each pile it may go to."""
    if seat != state.turn:
        return ()
    faces = state.hands[seat][1]
    return _LOWER[faces & _LOW] + _UPPER[faces >> _HALF]


def refuse(state: State, seat: Seat, move: Play) -> Rejected:
    """Every move is of a card onto a pile of its own: one that isn't legal is of a card that isn't held."""
    return Rejected("not_in_hand", f"{move.card} isn't in your hand: {' '.join(state.hands[seat][0])}")


def moves(seats: int, options: Options) -> tuple[Play, ...]:
    """Every face onto every pile it may go to."""
    return MOVES


def _choices(faces: tuple[Card, ...]) -> tuple[tuple[Play, ...], ...]:
    """What may be played of each set of these faces, by its bits."""
    table: list[tuple[Play, ...]] = [()]
    for face in faces:
        plays = tuple(move for move in MOVES if move.card == face)
        table += [fewer + plays for fewer in table]
    return tuple(table)


_HALF: Final = 9  # of the 19 faces: two tables of a thousand sets, in the place of one of half a million
_LOW: Final = (1 << _HALF) - 1
_LOWER: Final = _choices(CARDS[:_HALF])
_UPPER: Final = _choices(CARDS[_HALF:])
