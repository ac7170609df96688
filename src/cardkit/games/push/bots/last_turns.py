"""The last turns of Push, with five or six players: who will have them, and what that is worth.

The player who ends a turn is the last to have another one. A turn is worth several points, and the cards that are left
nearly determine how many turns will follow. So a turn that ends just after the right card leaves the odd turn to its
player. One that ends a card too soon leaves it to a neighbour. The worth goes up and down with each lap of turns. Near
the end it is best to go on until the stock is empty.

With two to four players securing pays. That is a turn without a card, so turns can't be counted.

The curve was fitted to the results of a simulation of the same rules in C that wasn't kept. So its constants can't be
derived again from this repository (`docs/measurements.md`). `PACE` can: `python -m bench.push_constants`.
"""

from collections.abc import Iterable
from math import cos, exp, tau
from typing import Final

from cardkit.engine_events import EngineEvent
from cardkit.games.push import Glimpse
from cardkit.games.push.messages import Busted, DirectionRevealed, RanOut, Revealed, Secured, Stopped
from cardkit.seats import Seat

__all__ = ["cards_per_turn", "ending_worth"]

PACE: Final = {5: 6.1, 6: 6.3}
"""The length of a turn in cards, by the number of seats, among players who look one card ahead.

With fewer seats turns aren't counted.
"""
SURE: Final = 10
"""The weight of `PACE`, in turns of the others. Players by the rule of thumb take one or two cards more."""
LAST: Final = 6.0
"""The average cost in points of not having the last turns."""
WAVE: Final = 4.0
"""The points by which that cost rises and falls."""
CREST: Final = 0.9
"""The number of turns left, beyond whole laps, that is best for the seat."""
BLUR: Final = 0.1
"""How fast the wave fades with each lap that is still to come."""
SOON: Final = 2.0
"""How fast the cost sets in before the last card."""


def cards_per_turn(glimpses: Iterable[Glimpse | EngineEvent], seat: Seat, seats: int) -> float | None:
    """Return the cards that the others turn up in a turn, estimated from all glimpses, undone moves included.

    Return `None` if turns aren't counted with this number of seats.
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
    """Return the expected gain in points, against the others' average, of ending a turn with `left` cards left."""
    if cards_a_turn is None:
        return 0.0
    turns = left / cards_a_turn
    wave = WAVE * exp(-BLUR * turns / seats) * cos(tau * (turns - CREST) / seats)
    return (wave - LAST) * (1 - exp(-SOON * turns))
