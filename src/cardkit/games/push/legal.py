"""Who may move, and the legal moves."""

from typing import Final, Never

from cardkit.games.push.cards import COLOURS, DIE, SHORT_DECK, SUIT, deck
from cardkit.games.push.messages import MOVES, ROW_SETS, Move, Options, Place, Reveal, Secure, Stop, Take
from cardkit.games.push.state import Choosing, Going, Placing, State, Taking
from cardkit.games.push.words import CARD_NAMES, FACE_NAMES, SAYS, say
from cardkit.language import Language, Listed, Sentence
from cardkit.mechanics.turns import ALONE
from cardkit.rejections import Rejected
from cardkit.seats import Seat

__all__ = ["REJECTIONS", "actors", "bound", "legal", "moves", "refuse"]

REJECTIONS: Final = {
    "not_now": "the move belongs to another moment of the turn",
    "nothing_open": "the seat has no open card of the colour",
    "does_not_fit": "the card that is up doesn't fit in the row",
    "no_row": "there is no such row to take, or no row at all yet",
}

_REVEAL: Final[tuple[Move, ...]] = (Reveal(),)
_STOP_OR_REVEAL: Final[tuple[Move, ...]] = (Stop(), Reveal())
_PLACES: Final[dict[tuple[int, ...], tuple[Move, ...]]] = {rows: tuple(map(Place, rows)) for rows in ROW_SETS}
_TAKES: Final[dict[tuple[int, ...], tuple[Move, ...]]] = {rows: tuple(map(Take, rows)) for rows in ROW_SETS}
_CHOICES: Final[tuple[tuple[Move, ...], ...]] = tuple(
    (*(Secure(colour) for suit, colour in enumerate(COLOURS) if bits & 1 << suit), Reveal())
    for bits in range(1 << len(COLOURS))
)
"""The moves at the start of a turn, by the colours with an open card, as bits."""
_BIT: Final = {card: 1 << suit for card, suit in SUIT.items()}
"""The bit of a number's colour."""


def actors(state: State[Never]) -> tuple[Seat, ...]:
    """Return whose turn it is, or who is to take a row in it."""
    seat = state.seat
    return () if seat is None else ALONE[seat]


def legal(state: State[Never], seat: Seat) -> tuple[Move, ...]:
    """Return the legal moves: colours in their order, then rows by number, with reveal last."""
    if seat != state.seat:
        return ()
    phase = state.phase
    if type(phase) is Going:
        return _STOP_OR_REVEAL if state.rows else _REVEAL
    if type(phase) is Placing:
        return _PLACES[phase.fits]
    if type(phase) is Taking:
        return _TAKES[phase.rows]
    bits = 0
    for card in state.open[seat]:
        bits |= _BIT[card]
    return _CHOICES[bits]


def refuse(state: State[Never], seat: Seat, move: Move) -> Rejected:
    """Explain why the move isn't legal. All of it is public: the phase of the turn, the seat's open cards, the rows."""
    match state.phase, move:
        case Choosing(), Secure(colour):
            return Rejected("nothing_open", SAYS["nothing_open"], colour=FACE_NAMES[colour])
        case Placing(fits), Place(row):
            rows = Listed(fits, "or")
            return Rejected("does_not_fit", SAYS["does_not_fit"], card=_card_up(state), row=row, rows=rows)
        case Taking(rows=open_rows), Take(row):
            return Rejected("no_row", SAYS["no_row"], row=row, rows=Listed(open_rows, "or"))
        case Going(), Stop():
            return Rejected("no_row", SAYS["no_row, yet"])
        case _:
            return Rejected("not_now", SAYS["not_now"], move=say(move), instead=_instead(state))


def _instead(state: State[Never]) -> Sentence:
    match state.phase:
        case Placing(fits):
            return Sentence(SAYS["placing"], {"card": _card_up(state), "rows": Listed(fits, "or")})
        case Taking(rows=rows):
            return Sentence(SAYS["taking"], {"rows": Listed(rows, "or")})
        case Going():
            return Sentence(SAYS["going" if state.rows else "reveal"])
        case _:
            return Sentence(SAYS["choosing"])


def _card_up(state: State[Never]) -> dict[Language, str]:
    """Return the name of the card that is up and waits for its row."""
    assert state.up is not None
    return CARD_NAMES[state.up]


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    """Return all moves that can be legal: secure five colours, place in or take three rows, reveal, stop."""
    return MOVES


def bound(seats: int, options: Options) -> int:
    """Return the most moves of a match.

    A reveal uses up a card of the stock. Each card that goes in rows is placed at most once. A stop ends a turn in
    which at least one was placed, and a take clears a row that holds at least one. Securing turns at least one number
    face down, and it stays so for good.
    """
    placed = len(SHORT_DECK)
    return len(deck(direction_cards=options.direction_cards)) + 3 * placed + (placed - SHORT_DECK.count(DIE))
