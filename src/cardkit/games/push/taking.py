"""How a turn ends: who takes, what the die costs, and what is counted at last."""

from typing import Final, Never

from cardkit.chance import Chance
from cardkit.games.push.cards import DIE, FACES, STAR, SUIT, VALUE, Card, Face, Number, RowCard, of_colour
from cardkit.games.push.evolve import evolve
from cardkit.games.push.messages import ROW_SETS, ROWS, Event, Scored, new_taken
from cardkit.games.push.state import State, Taking
from cardkit.hidden import H
from cardkit.seats import Seat

__all__ = ["losses", "neighbour", "rolled", "scored", "take"]

_LEFT: Final = {
    row: {rows: tuple(other for other in rows if other != row) for rows in ROW_SETS} for row in ROWS
}
"""By the row that is taken, and those that might be: the rest of them."""


def take(
    state: State[Never], seat: Seat, phase: Taking, row: int, chance: Chance
) -> tuple[Event[Never], ...]:
    """Add the numbers, roll for a die card, lose. Then the next one takes, or the turn is over."""
    cards, player = state.rows[row - 1], phase.player
    roll: Face | None = None
    lost: tuple[Number, ...] = ()
    if DIE in cards:
        roll = rolled(chance)
        lost = losses(state, seat, cards, roll)
    left = _LEFT[row][phase.rows]
    if left and (taker := neighbour(state, seat)) != player:
        return (new_taken(seat, player, row, cards, roll, lost, taker, left, ()),)
    left_over: tuple[Card, ...] = state.directions
    if left:
        left_over = *[card for other in left for card in state.rows[other - 1]], *left_over
    taken = new_taken(seat, player, row, cards, roll, lost, None, (), left_over)
    return (taken,) if state.stock else (taken, scored(evolve(state, taken)))


def neighbour(state: State[H], seat: Seat) -> Seat:
    """Return who takes after this seat: an odd number of direction cards turns the order round."""
    return (seat + (-1 if len(state.directions) % 2 else 1)) % len(state.open)


def rolled(chance: Chance) -> Face:
    """Return what the die shows. It is rolled at most once in a move."""
    return FACES[chance.below("die", len(FACES))]


def losses(state: State[Never], seat: Seat, added: tuple[RowCard, ...], roll: Face) -> tuple[Number, ...]:
    """Return the open cards of the colour rolled, those just added too. A star costs all of them, or none."""
    mine = state.open[seat]
    numbers: list[Number] = [card for card in added if card != DIE]
    if roll == STAR:
        return (*sorted(mine, key=SUIT.__getitem__), *numbers) if state.setup.risk else ()
    return of_colour((*mine, *numbers), roll)


def scored(state: State[Never]) -> Scored:
    """Return the stock is used up and no row lies there: all that is owned counts."""
    hoards = [(*mine, *hidden) for mine, hidden in zip(state.open, state.secured, strict=True)]
    points = tuple([sum([VALUE[card] for card in hoard]) for hoard in hoards])
    return Scored(state.directions, state.secured, points, tuple(map(len, hoards)))
