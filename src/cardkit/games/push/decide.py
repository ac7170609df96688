"""The rules of a turn: secure, or turn up cards and place them, and stop in time."""

from typing import Final, Never

from cardkit.chance import Chance
from cardkit.games.push.cards import (
    CLASHING,
    COLOURS,
    NUMBERS,
    ROW_CARDS,
    SUIT,
    TURN,
    Number,
    RowCard,
    deck,
    of_colour,
)
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
    Secured,
    Stopped,
    Take,
    new_secured,
)
from cardkit.games.push.state import State
from cardkit.games.push.taking import losses, neighbour, rolled, scored, take
from cardkit.mechanics.turns import first_seat
from cardkit.quick import lone
from cardkit.rejections import InvalidOption
from cardkit.seats import Seat

__all__ = ["decide", "open_match"]

_NEW_ROW: Final = (1, 2, 4, 0)
"""The bit of the next row, by the number of rows that have begun."""

_IS_FREE: Final = {card: clashing.isdisjoint for card, clashing in CLASHING.items()}
"""Whether nothing in a row clashes with a card, by the card."""

_BEGUN: Final = ((), (1,), (1, 2), (1, 2, 3))
"""The numbers of the rows that have begun, by how many these are."""

_SEATS: Final = range(MOST_SEATS)


def revealed(seat: Seat, card: RowCard, fits: int) -> Revealed:
    """Return the event of turning up a card. The rows in which it fits are bits."""
    return Revealed(seat, card, ROW_SETS[fits])


def secured_one(seat: Seat, card: Number) -> Secured:
    """Return the event of securing a single card."""
    return Secured(seat, COLOURS[SUIT[card]], (card,))


def stopped(seat: Seat, begun: int) -> Stopped:
    """Return the event of stopping, by how many rows have begun."""
    return Stopped(seat, _BEGUN[begun])


# The most frequent events. Creating them once makes random playouts faster by a twentieth.
_REVEALED: Final = lone(revealed, _SEATS, ROW_CARDS, range(len(ROW_SETS)))
_PLACED: Final = lone(Placed, _SEATS, ROW_CARDS, range(1, 1 + len(ROWS)))
_STOPPED: Final = lone(stopped, _SEATS, range(len(_BEGUN)))
_SECURED: Final = lone(secured_one, _SEATS, NUMBERS)


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    """Choose the first player, then shuffle all cards into one stock."""
    if seats > 2 and not options.direction_cards:
        raise InvalidOption("direction_cards", False, "true; with two players, false too")
    player = first_seat("first_player", options.first_player, seats, chance)
    stock = chance.shuffle("stock", deck(direction_cards=options.direction_cards))
    return (Opened(seats, player, options.risk, options.direction_cards, stock),)


def decide(state: State[Never], seat: Seat, move: Move, chance: Chance) -> tuple[Event[Never], ...]:
    """Return the events of a legal move. Nearly always it is one event."""
    if type(move) is Reveal:
        card, rows = state.stock[0], state.rows
        if card == TURN:
            return direction(state, seat)
        is_free, fits, bit = _IS_FREE[card], _NEW_ROW[len(rows)], 1
        for row in rows:
            if is_free(row):
                fits += bit
            bit += bit
        return _REVEALED[seat][card][fits] if fits else (bust(state, seat, card, chance),)
    if type(move) is Place:
        assert state.up is not None
        placed = _PLACED[seat][state.up][move.row]
        return placed if state.stock else (*placed, ran_out(evolve(state, placed[0]), seat))
    if type(move) is Take:
        return take(state, seat, move.row, chance)
    if type(move) is Secure:
        cards = of_colour(state.open[seat], move.colour)
        return _SECURED[seat][cards[0]] if len(cards) == 1 else (new_secured(seat, move.colour, cards),)
    return _STOPPED[seat][len(state.rows)]


def bust(state: State[Never], seat: Seat, card: RowCard, chance: Chance) -> Busted:
    """Return the end of a turn by a card that fits nowhere."""
    roll = rolled(chance)
    return Busted(seat, card, roll, losses(state, seat, (), roll), neighbour(state, seat), ROWS)


def direction(state: State[Never], seat: Seat) -> tuple[Event[Never], ...]:
    """Return the event of a direction card. If it was the last card, the turn stops. Without a row to take, the match
    ends.
    """
    revealed = DirectionRevealed(seat, len(state.directions) + 1)
    if len(state.stock) > 1:
        return (revealed,)
    after = evolve(state, revealed)
    return revealed, ran_out(after, seat) if state.rows else scored(after)


def ran_out(state: State[Never], seat: Seat) -> RanOut:
    """Return the end of a turn whose stock is empty. The rows on the table must be taken."""
    return RanOut(seat, _BEGUN[len(state.rows)])
