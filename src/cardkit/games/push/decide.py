"""The rules of a turn: secure, or turn up cards and place them, as long as one dares."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.push.cards import OCCUPIES, PLACE, ROW_CARDS, TURN, Colour, deck
from cardkit.games.push.evolve import evolve
from cardkit.games.push.messages import (
    MOST_SEATS,
    ROW_SETS,
    ROWS,
    Busted,
    DirectionRevealed,
    Event,
    Move,
    Opened,
    Options,
    Place,
    Placed,
    RanOut,
    Reveal,
    Revealed,
    Secure,
    Stop,
    Stopped,
    Take,
    new_secured,
)
from cardkit.games.push.state import Choosing, Going, Placing, State, Taking
from cardkit.games.push.taking import losses, neighbour, rolled, scored, take
from cardkit.mechanics.turns import first_seat, out_of_turn
from cardkit.rejections import InvalidOption, Rejected, shown
from cardkit.seats import Seat

__all__ = ["REJECTIONS", "decide", "open_match"]

REJECTIONS: Final = {
    "not_now": "the move belongs to another moment of the turn",
    "nothing_open": "the seat has no open card of the colour",
    "does_not_fit": "the card that is up doesn't fit in the row",
    "no_row": "there is no such row to take, or no row at all yet",
}

_TEXT: Final[tuple[type, ...]] = (str,)  # and nothing that only says it equals one

_place_of: Final = PLACE.get

_NEW_ROW: Final = (1, 2, 4, 0)
"""By how many rows are begun: the bit of the next."""

_BEGUN: Final = ((), (1,), (1, 2), (1, 2, 3))

# Events of which there are few, made once: by seat, by card, and then by the set of rows that fit, or by row.
_REVEALED: Final = tuple(
    {card: tuple((Revealed(seat, card, fits),) for fits in ROW_SETS) for card in ROW_CARDS}
    for seat in range(MOST_SEATS)
)
_PLACED: Final = tuple(
    {card: {row: (Placed(seat, card, row),) for row in ROWS} for card in ROW_CARDS}
    for seat in range(MOST_SEATS)
)
_STOPPED: Final = tuple(tuple((Stopped(seat, rows),) for rows in _BEGUN) for seat in range(MOST_SEATS))


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """The first player is settled, then all cards are shuffled into one stock."""
    if seats > 2 and not options.direction_cards:
        raise InvalidOption("direction_cards", False, "true; with two players, false too")
    player = first_seat("first_player", options.first_player, seats, chance)
    stock = chance.shuffle("stock", deck(direction_cards=options.direction_cards))
    return (Opened(seats, player, options.risk, options.direction_cards, stock),)


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """What follows from a move. Nearly always it is one event."""
    if seat != state.seat:
        raise out_of_turn(seat, state.seat)
    phase = state.phase
    if type(phase) is Going:
        if type(move) is Reveal:
            return reveal(state, seat, chance)
        if type(move) is Stop:
            return stop(state, seat)
    elif type(phase) is Placing:
        if type(move) is Place and type(move.row) is int:
            return place(state, seat, phase, move.row)
    elif type(phase) is Taking:
        if type(move) is Take and type(move.row) is int:
            return take(state, seat, phase, move.row, chance)
    elif type(phase) is Choosing:
        if type(move) is Reveal:
            return reveal(state, seat, chance)
        if type(move) is Secure and type(move.colour) in _TEXT:
            return secure(state, seat, move.colour)
    raise _refusal(state, move)


def secure(state: State, seat: Seat, colour: Colour) -> tuple[Event, ...]:
    """All open cards of one colour."""
    place = _place_of(colour)
    if place is not None and (cards := state.hoards[seat][place]):
        return (new_secured(seat, colour, cards),)
    raise Rejected("nothing_open", f"you have no open card of the colour {shown(colour)}")


def reveal(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """A direction card lies beside the stock. Another card is to be placed, or fits nowhere: a bust."""
    card, rows = state.setup.deck[state.gone], state.rows
    if card == TURN:
        return direction(state, seat)
    occupies, fits, bit = OCCUPIES[card], _NEW_ROW[len(rows)], 1
    for _, occupied in rows:
        if not occupied & occupies:
            fits += bit
        bit += bit
    if fits:
        return _REVEALED[seat][card][fits]
    roll = rolled(chance)
    return (Busted(seat, card, roll, losses(state, seat, (), roll), neighbour(state, seat), ROWS),)


def direction(state: State, seat: Seat) -> tuple[Event, ...]:
    """If it was the last card the turn stops by itself, and with no row to take the match is over."""
    revealed = DirectionRevealed(seat, state.directions + 1)
    if state.gone + 1 < len(state.setup.deck):
        return (revealed,)
    if state.rows:
        return revealed, RanOut(seat, _BEGUN[len(state.rows)])
    return revealed, scored(evolve(state, revealed))


def place(state: State, seat: Seat, phase: Placing, row: int) -> tuple[Event, ...]:
    """The card goes in a row in which it fits. If it was the last of the stock the turn stops by itself."""
    card = phase.card
    if row not in phase.fits:
        where = _either(phase.fits)
        raise Rejected("does_not_fit", f"{card} doesn't fit in row {shown(row)}, but in {where}")
    placed = _PLACED[seat][card][row]
    if state.gone < len(state.setup.deck):
        return placed
    return *placed, RanOut(seat, _BEGUN[max(len(state.rows), row)])


def stop(state: State, seat: Seat) -> tuple[Event, ...]:
    """Not before there is a row to take."""
    if not state.rows:
        raise Rejected("no_row", "there is no row to take yet: reveal")
    return _STOPPED[seat][len(state.rows)]


def _refusal(state: State, move: object) -> Rejected:
    phase = state.phase
    if isinstance(phase, Placing):
        wanted = f"{phase.card} is up: place it in row {_either(phase.fits)}"
    elif isinstance(phase, Taking):
        wanted = f"take row {_either(phase.rows)}"
    elif isinstance(phase, Going):
        wanted = "stop or reveal" if state.rows else "reveal"
    else:
        wanted = "your turn begins: secure a colour, or reveal"
    if _is_move(move):
        return Rejected("not_now", f"{shown(move)} isn't possible now: {wanted}")
    return Rejected("not_a_move", f"{shown(move)} is no move of push")


def _is_move(thing: object) -> bool:
    if type(thing) is Place or type(thing) is Take:
        return type(thing.row) is int
    if type(thing) is Secure:
        return type(thing.colour) in _TEXT
    return type(thing) is Reveal or type(thing) is Stop


def _either(rows: tuple[int, ...]) -> str:
    return " or ".join(map(str, rows))
