"""How a turn ends: who takes, what the die costs, and what is counted at last."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.push.cards import (
    COLOURS,
    DECK,
    DIE,
    FACES,
    OCCUPIES,
    STAR,
    SUIT,
    TURN,
    Card,
    Face,
    Number,
    RowCard,
)
from cardkit.games.push.evolve import evolve
from cardkit.games.push.messages import ROW_SETS, ROWS, Event, Scored, new_taken
from cardkit.games.push.scoring import owned, points
from cardkit.games.push.state import SECURED, State, Taking, open_cards
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat

__all__ = ["losses", "neighbour", "rolled", "scored", "take"]

_WITHOUT: Final = {
    row: {rows: tuple(other for other in rows if other != row) for rows in ROW_SETS if row in rows}
    for row in ROWS
}
"""What is left of a set of rows when one is taken."""
_DIE: Final = OCCUPIES[DIE]
_DIRECTION_CARDS: Final[tuple[Card, ...]] = tuple(card for card in DECK if card == TURN)


def take(state: State, seat: Seat, phase: Taking, row: int, chance: Chance) -> tuple[Event, ...]:
    """Add the numbers, roll for a die card, lose. Then the next one takes, or the turn is over."""
    player = phase.player
    if row not in phase.rows:
        there = " or ".join(map(str, phase.rows))
        raise Rejected("no_row", f"there is no row {shown(row)} to take, but {there}")

    cards, occupied = state.rows[row - 1]
    roll: Face | None = None
    lost: tuple[Number, ...] = ()
    if occupied & _DIE:
        roll = rolled(chance)
        lost = losses(state, seat, cards, roll)
    rows, taker = _WITHOUT[row][phase.rows], neighbour(state, seat)
    if rows and taker != player:
        return (new_taken(seat, player, row, cards, roll, lost, taker, rows, ()),)
    taken = new_taken(seat, player, row, cards, roll, lost, None, (), left_over(state, rows))
    return (taken,) if state.gone < len(state.setup.deck) else (taken, scored(evolve(state, taken)))


def neighbour(state: State, seat: Seat) -> Seat:
    """Who takes after this seat: an odd number of direction cards turns the order round."""
    return (seat + (-1 if state.directions % 2 else 1)) % len(state.hoards)


def rolled(chance: Chance) -> Face:
    """What the die shows. It is rolled at most once in a move."""
    return FACES[chance.below("die", len(FACES))]


def losses(state: State, seat: Seat, added: tuple[RowCard, ...], roll: Face) -> tuple[Number, ...]:
    """The open cards of the colour rolled, those just added too. A star costs all of them, or none."""
    mine = state.hoards[seat]
    if roll == STAR and not state.setup.risk:
        return ()
    numbers: list[Number] = [card for card in added if card != DIE]
    if roll == STAR:
        return *open_cards(mine), *numbers
    suit = COLOURS.index(roll)
    return *mine[suit], *[card for card in numbers if SUIT[card] == suit]


def left_over(state: State, rows: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of rows that nobody takes, and the direction cards."""
    directions = _DIRECTION_CARDS[: state.directions]
    if not rows:
        return directions
    cards: list[Card] = [card for row in rows for card in state.rows[row - 1][0]]
    return *cards, *directions


def scored(state: State) -> Scored:
    """The stock is used up and no row lies there: all that is owned counts."""
    hoards = state.hoards
    secured = tuple(hoard[SECURED] for hoard in hoards)
    return Scored(left_over(state, ()), secured, tuple(map(points, hoards)), tuple(map(owned, hoards)))
