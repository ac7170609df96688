"""Who will have the last turns of Push: with many players, what it is worth to end a turn while so many cards are left.

Whoever ends a turn is the last to have another. A turn is worth several points to whoever has it, and how many are
still to come is nearly fixed by the cards that are left: so a turn that ends just after the right card leaves the odd
turn to oneself, and one that ends a card too soon leaves it to a neighbour. Near the end it is best to go on till the
stock is out.

Measured as what a seat gained on the average of the others between the end of its turn and the end of the match, by
the cards that were left, in 30,000 matches each (the simulation in C that `lens` tells of): nothing when none
is left, some 9 points lost when half a lap of turns is, then up and down by the lap, between 2 and 9 points. The curve
below was laid through that. With five and six players, looking one card ahead with it stood there at 0.533 and 0.525
against the fallback of `ismcts` (0.513 and 0.511 without it), and against the rule of thumb at 0.541 and 0.529 (0.544
and 0.535), in 6000 deals, within 0.005: it costs a little where others' turns are longer than it was laid through.

With two to four players securing pays, which is a turn without a card, so that turns can't be counted: there the curve
that was found in the same way brought nothing sure.
"""

from collections.abc import Iterable
from math import cos, exp, tau
from typing import Final

from cardkit.games.push import Glimpse
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    RanOut,
    Revealed,
    Secured,
    Stopped,
)
from cardkit.record import Mark
from cardkit.seats import Seat

__all__ = ["cards_per_turn", "ending_worth"]

PACE: Final = {5: 6.1, 6: 6.3}
"""The cards of a turn among players who look one card ahead, by the number of seats. With fewer none are counted."""
SURE: Final = 10
"""So many turns of the others count as much as that: by the rule of thumb, turns are longer by a card or two."""
LAST: Final = 6.0
"""Points that it costs on average to be last."""
WAVE: Final = 4.0
"""By how many points that goes up and down."""
CREST: Final = 0.9
"""A whole lap of turns and as much of another are the best to leave."""
BLUR: Final = 0.1
"""How fast the wave dies away with each lap that is still to come."""
SOON: Final = 2.0
"""How fast it begins to matter from the last card on."""


def cards_per_turn(glimpses: Iterable[Glimpse | Mark], seat: Seat, seats: int) -> float | None:
    """How many cards the others turn up in a turn, by all that the seat has seen so far, what was taken back too.

    `None`: they aren't counted.
    """
    if seats not in PACE:
        return None
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


def ending_worth(left: int, seats: int, cards_a_turn: float | None) -> float:
    """In points, of having ended a turn when so many cards are left: what is to be gained on the others' average."""
    if cards_a_turn is None:
        return 0.0
    turns = left / cards_a_turn
    wave = WAVE * exp(-BLUR * turns / seats) * cos(tau * (turns - CREST) / seats)
    return (wave - LAST) * (1 - exp(-SOON * turns))
