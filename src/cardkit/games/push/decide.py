"""The rules of a turn: secure, or turn up cards and place them, as long as one dares."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.push.cards import OCCUPIES, PLACE, ROW_CARDS, TURN, RowCard, deck
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
    Stopped,
    Take,
    new_secured,
)
from cardkit.games.push.state import Placing, State, Taking
from cardkit.games.push.taking import losses, neighbour, rolled, scored, take
from cardkit.mechanics.turns import first_seat
from cardkit.rejections import InvalidOption
from cardkit.seats import Seat

__all__ = ["decide", "open_match"]

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
    phase = state.phase
    if type(move) is Reveal:
        return reveal(state, seat, chance)
    if type(phase) is Placing and type(move) is Place:
        return place(state, seat, phase.card, move.row)
    if type(phase) is Taking and type(move) is Take:
        return take(state, seat, phase, move.row, chance)
    if type(move) is Secure:
        return (new_secured(seat, move.colour, state.hoards[seat][PLACE[move.colour]]),)
    return _STOPPED[seat][len(state.rows)]


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


def place(state: State, seat: Seat, card: RowCard, row: int) -> tuple[Event, ...]:
    """The card goes in the row. If it was the last of the stock the turn stops by itself."""
    placed = _PLACED[seat][card][row]
    if state.gone < len(state.setup.deck):
        return placed
    return *placed, RanOut(seat, _BEGUN[max(len(state.rows), row)])
