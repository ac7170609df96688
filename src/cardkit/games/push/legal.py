"""Who may move, and how."""

from typing import Final

from cardkit.games.push.cards import COLOURS, DIE, SHORT_DECK, deck
from cardkit.games.push.messages import (
    MOVES,
    Move,
    Options,
    Reveal,
    Secure,
    Stop,
)
from cardkit.games.push.state import Going, Placing, State, Taking
from cardkit.mechanics.turns import ALONE
from cardkit.seats import Seat

__all__ = ["actors", "bound", "legal", "moves"]

_REVEAL: Final[tuple[Move, ...]] = (Reveal(),)
_STOP_OR_REVEAL: Final[tuple[Move, ...]] = (Stop(), Reveal())
_CHOICES: Final[tuple[tuple[Move, ...], ...]] = tuple(
    (*(Secure(colour) for suit, colour in enumerate(COLOURS) if bits & 1 << suit), Reveal())
    for bits in range(1 << len(COLOURS))
)
"""What a turn may begin with, by the colours with an open card, as bits."""


def actors(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, or who is to take a row in it."""
    seat = state.seat
    return () if seat is None else ALONE[seat]


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """Colours in their order, rows by number; to reveal comes last."""
    if seat != state.seat:
        return ()
    phase = state.phase
    if type(phase) is Going:
        return _STOP_OR_REVEAL if state.rows else _REVEAL
    if type(phase) is Placing:
        return phase.choices
    if type(phase) is Taking:
        return phase.choices
    red, blue, green, yellow, purple, _ = state.hoards[seat]
    bits = 1 if red else 0
    if blue:
        bits += 2
    if green:
        bits += 4
    if yellow:
        bits += 8
    if purple:
        bits += 16
    return _CHOICES[bits]


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    """Five colours to secure, three rows to place in and three to take; to reveal and to stop."""
    return MOVES


def bound(seats: int, options: Options) -> int:
    """No match has more moves than this.

    A reveal uses up a card of the stock. Each card that goes in rows is placed at most once; a stop ends a
    turn in which at least one was placed, and a take clears a row that holds at least one. To secure turns at
    least one number face down, and it stays so for good.
    """
    placed = len(SHORT_DECK)
    return len(deck(direction_cards=options.direction_cards)) + 3 * placed + (placed - SHORT_DECK.count(DIE))
