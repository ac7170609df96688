"""Who will have the last turns of Push: what it is worth to end a turn while so many cards are left.

Whoever ends a turn is the last to have another. A turn is worth several points to whoever has it, and how many are
still to come is nearly fixed by the cards that are left: so a turn that ends just after the right card leaves the odd
turn to oneself, and one that ends a card too soon leaves it to a neighbour. Near the end it is best to go on till the
stock is out.

Measured as what a seat gained on the average of the others between the end of its turn and the end of the match, by
the cards that were left, in 30,000 matches for each number of seats (the simulation in C that `lens_of_push` tells
of): nothing when none is left, some 9 points lost when half a lap of turns is, then up and down by the lap, between 2
and 9 points; with two seats 6 points, and no waves. The curve below was laid through that. Searching by it stood
there at 0.565, 0.535, 0.532, 0.531 and 0.525 with two to six players against the fallback of `ismcts`, and without it
at 0.551, 0.517, 0.517, 0.509 and 0.511; each within 0.017, 0.012, 0.009, 0.007 and 0.006.
"""

from collections.abc import Iterable
from math import cos, exp, tau
from typing import Final

from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Glimpse,
    RanOut,
    Revealed,
    Secured,
    Stopped,
)
from cardkit.record import Mark
from cardkit.seats import Seat

__all__ = ["ended", "pace"]

PACE: Final = (0.0, 0.0, 4.4, 5.5, 5.85, 6.1, 6.3)
"""The cards of a turn, by the number of seats, among players who look one card ahead."""
SURE: Final = 10
"""So many turns of the others count as much as that: by the rule of thumb, turns are longer by a card or two."""
LAST: Final = 6.0
"""Points that it costs on average to be last."""
WAVE: Final = (0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0)
"""By how many points that goes up and down, by the number of seats."""
BLUR: Final = (0.0, 0.0, 0.0, 0.5, 0.3, 0.1, 0.1)
"""How fast the wave dies away, the more laps are still to come."""
CREST: Final = 0.9
"""A whole lap of turns and as much of another are the best to leave."""
SOON: Final = 2.0
"""How fast it begins to matter from the last card on."""


def pace(glimpses: Iterable[Glimpse | Mark], seat: Seat, seats: int) -> float:
    """How many cards the others turn up in a turn, by what the seat has seen of them so far."""
    cards, turns = SURE * PACE[seats], SURE
    for glimpse in glimpses:
        match glimpse:
            case Revealed() | DirectionRevealed() if glimpse.seat != seat:
                cards += 1
            case Busted() if glimpse.seat != seat:
                cards, turns = cards + 1, turns + 1
            case Secured() | Stopped() | RanOut() if glimpse.seat != seat:
                turns += 1
            case _:
                pass
    return cards / turns


def ended(left: int, seats: int, cards_a_turn: float) -> float:
    """In points, of having ended a turn when so many cards are left: what is to be gained on the others' average."""
    turns = left / cards_a_turn
    wave = WAVE[seats] * exp(-BLUR[seats] * turns / seats) * cos(tau * (turns - CREST) / seats)
    return (wave - LAST) * (1 - exp(-SOON * turns))
