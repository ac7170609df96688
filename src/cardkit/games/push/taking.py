"""How a turn ends: who takes, what the die costs, and what is counted at last."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.push.cards import (
    DECK,
    DIE,
    FACES,
    OCCUPIES,
    PLACE,
    STAR,
    SUIT,
    TURN,
    Card,
    Face,
    Number,
    RowCard,
)
from cardkit.games.push.evolve import evolve
from cardkit.games.push.messages import Event, Scored, new_taken
from cardkit.games.push.scoring import owned, points
from cardkit.games.push.state import SECURED, State, Taking, open_cards
from cardkit.seats import Seat

__all__ = ["losses", "neighbour", "rolled", "scored", "take"]

_DIE: Final = OCCUPIES[DIE]
_TURNS: Final[tuple[Card, ...]] = (TURN,) * DECK.count(TURN)
_DIRECTION_CARDS: Final = tuple(_TURNS[:number] for number in range(len(_TURNS) + 1))
"""By their number."""


def take(state: State, seat: Seat, phase: Taking, row: int, chance: Chance) -> tuple[Event, ...]:
    """Add the numbers, roll for a die card, lose. Then the next one takes, or the turn is over."""
    cards, occupied = state.rows[row - 1]
    roll: Face | None = None
    lost: tuple[Number, ...] = ()
    if occupied & _DIE:
        roll = rolled(chance)
        lost = losses(state, seat, cards, roll)
    player, rows = phase.player, phase.others[row]
    if rows and (taker := neighbour(state, seat)) != player:
        return (new_taken(seat, player, row, cards, roll, lost, taker, rows, ()),)
    directions = _DIRECTION_CARDS[state.directions]
    left_over = (*lying(state, rows), *directions) if rows else directions
    taken = new_taken(seat, player, row, cards, roll, lost, None, (), left_over)
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
    if roll == STAR:
        return *open_cards(mine), *(card for card in added if card != DIE)
    suit = PLACE[roll]
    return *mine[suit], *[card for card in added if card != DIE and SUIT[card] == suit]


def lying(state: State, rows: tuple[int, ...]) -> list[RowCard]:
    """The cards of these rows."""
    return [card for row in rows for card in state.rows[row - 1][0]]


def scored(state: State) -> Scored:
    """The stock is used up and no row lies there: all that is owned counts."""
    hoards = state.hoards
    secured = tuple(hoard[SECURED] for hoard in hoards)
    return Scored(
        _DIRECTION_CARDS[state.directions], secured, tuple(map(points, hoards)), tuple(map(owned, hoards))
    )
