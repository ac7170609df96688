"""The end of a turn: who takes, what the die costs, and what counts at the end."""

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
"""The rows that are left, by the row that is taken and all rows that could be."""


def take(state: State[Never], seat: Seat, row: int, chance: Chance) -> tuple[Event[Never], ...]:
    """Add the numbers, roll for a die card, lose cards. Then the next seat takes, or the turn is over."""
    phase, cards = state.phase, state.rows[row - 1]
    assert type(phase) is Taking
    player, left = phase.player, _LEFT[row][phase.rows]
    roll: Face | None = None
    lost: tuple[Number, ...] = ()
    if DIE in cards:
        roll = rolled(chance)
        lost = losses(state, seat, cards, roll)
    if left and (taker := neighbour(state, seat)) != player:
        return (new_taken(seat, player, row, cards, roll, lost, taker, left, ()),)
    left_over: tuple[Card, ...] = state.directions
    if left:
        left_over = *[card for other in left for card in state.rows[other - 1]], *left_over
    taken = new_taken(seat, player, row, cards, roll, lost, None, (), left_over)
    return (taken,) if state.stock else (taken, scored(evolve(state, taken)))


def neighbour(state: State[H], seat: Seat) -> Seat:
    """Return the seat that takes after this one. An odd number of direction cards reverses the order."""
    return (seat + (-1 if len(state.directions) % 2 else 1)) % len(state.open)


def rolled(chance: Chance) -> Face:
    """Return the face that the die shows. It is rolled at most once in a move."""
    return FACES[chance.below("die", len(FACES))]


def losses(state: State[Never], seat: Seat, added: tuple[RowCard, ...], roll: Face) -> tuple[Number, ...]:
    """Return the seat's open cards of the rolled colour, with those just added. A star costs all of them, or none."""
    if roll != STAR:
        return of_colour(added, roll, of_colour(state.open[seat], roll))
    if not state.setup.risk:
        return ()
    numbers: list[Number] = [card for card in added if card != DIE]
    return (*sorted(state.open[seat], key=SUIT.__getitem__), *numbers)


def scored(state: State[Never]) -> Scored:
    """Return the final scoring: the stock is empty, no row lies there, and all owned cards count."""
    hoards = [(*mine, *hidden) for mine, hidden in zip(state.open, state.secured, strict=True)]
    points = tuple([sum(map(VALUE.__getitem__, hoard)) for hoard in hoards])
    return Scored(state.directions, state.secured, points, tuple(map(len, hoards)))
