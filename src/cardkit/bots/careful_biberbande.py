"""A rule for Biberbande that was tuned: the strong bot makes its moves unless a search finds better ones.

What it does that the rule of thumb doesn't:

- It takes a card in the open only for a great gain: everybody saw it, and the next *swap* takes it away.
- It thinks less of its own unseen cards than of known ones of that value, until somebody has knocked.
- It swaps with whoever seems to be ahead, and with anything that is no worse.
- It knocks when it is likely to stay below the others, by what can be told of their rows.

The numbers were found by trying changes in 1500 rounds each, for every number of players, among players by the
rule of thumb; in 40,000 other rounds it stood at 0.52 among them.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from cardkit.bots.biberbande import average, worst
from cardkit.bots.observation import Observation
from cardkit.bots.worlds_of_biberbande import laps, stayed
from cardkit.games.biberbande.cards import NUMBERS, VALUE
from cardkit.games.biberbande.memory import Memory, Unseen
from cardkit.games.biberbande.messages import (
    Discard,
    Draw,
    Glimpse,
    Keep,
    Knock,
    Move,
    Options,
    Pass,
    Peek,
    Swap,
    Take,
    UseDrawTwo,
)
from cardkit.games.biberbande.state import Choosing, Drawing, Knocking
from cardkit.games.biberbande.view import View
from cardkit.seats import Seat

__all__ = ["careful", "estimates"]

TAKE_GAIN: Final = 4.0
LAST_TAKE_GAIN: Final = 1.0
"""After a knock there are few swaps to come, and there is no next draw."""
UNSEEN: Final = 0.9
"""By how much an unseen card is rather replaced than one known to be as high."""
KEPT: Final = 1.4
"""What a card is held to be worth that another seat drew and kept."""
STAYED: Final = 0.12
"""By how much each lap lowers what is thought of a card that another seat has seen and let lie."""
AHEAD: Final = 0.6
"""How much it counts for a swap that the other's row is a point lower than another's."""
LAST_TURN: Final = 1.6
"""By how much a row is held to fall in the turn after a knock."""
DOUBT: Final = 4.4
"""How many points apart rows must be held to lie for odds of e to one on the lower."""
SURE: Final = 0.77
"""The part of the others that one must expect to stay below, to knock."""


def estimates(memory: Memory) -> list[list[float]]:
    """The value of every card in every row, as far as can be told by what its owner did."""
    averages = [average(pool) for pool in memory.pools]
    patience = STAYED * laps(memory)
    rows: list[list[float]] = []
    for seat, row in enumerate(memory.rows):
        values: list[float] = []
        for place, card in enumerate(row):
            if not isinstance(card, Unseen):
                values.append(float(VALUE[card]) if card in NUMBERS else averages[-1])
            elif card.kept:
                values.append(min(KEPT, averages[card.filling]))
            else:
                let_lie = stayed(memory, seat, place, card)
                values.append(averages[card.filling] - (patience if let_lie else 0.0))
        rows.append(values)
    return rows


def careful(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
    """The tuned rule."""
    memory, seat, legal = observation.memory, observation.seat, observation.legal
    if len(legal) == 1:
        return legal[0]
    values = estimates(memory)
    match memory.phase:
        case Choosing():
            return choosing(memory, dislikes(memory, seat, values[seat]))
        case Drawing():
            return drawn(memory, values, seat, legal)
        case Knocking():
            return Knock() if prospect(values, seat) >= SURE else Pass()
        case _:
            return legal[0]


def dislikes(memory: Memory, seat: Seat, row: Sequence[float]) -> list[float]:
    """The own cards by how much one would like to be rid of them."""
    extra = UNSEEN if memory.knocker is None else 0.0
    known = memory.rows[seat]
    return [
        value + (extra if isinstance(card, Unseen) else 0.0) for value, card in zip(row, known, strict=True)
    ]


def choosing(memory: Memory, row: Sequence[float]) -> Move:
    place = worst(row)
    wanted = TAKE_GAIN if memory.knocker is None else LAST_TAKE_GAIN
    return Take(place) if row[place] - VALUE[memory.discard[-1]] >= wanted else Draw()


def drawn(memory: Memory, values: list[list[float]], seat: Seat, legal: tuple[Move, ...]) -> Move:
    """Use the card, if it is of use. In a last turn a peek isn't."""
    row, card = values[seat], memory.held
    if card == "draw2":
        return UseDrawTwo()
    if card == "peek":
        unseen = [place for place, known in enumerate(memory.rows[seat]) if isinstance(known, Unseen)]
        return (
            Discard() if memory.knocker is not None or not unseen else Peek(max(unseen, key=row.__getitem__))
        )
    if card == "swap":
        return swapping(values, seat, legal)
    if card not in NUMBERS or isinstance(card, Unseen):
        return legal[0]
    wanted = dislikes(memory, seat, row)
    place = worst(wanted)
    return Keep(place) if wanted[place] >= VALUE[card] else Discard()


def swapping(values: list[list[float]], seat: Seat, legal: tuple[Move, ...]) -> Move:
    """The worst card for a low one, rather from a row that is low too."""
    place = worst(values[seat])
    best = min(
        (move for move in legal if isinstance(move, Swap) and move.position == place),
        key=lambda move: values[move.other][move.theirs] + AHEAD * sum(values[move.other]),
    )
    return best if values[seat][place] >= values[best.other][best.theirs] else Discard()


def prospect(values: list[list[float]], seat: Seat) -> float:
    """The part of the others that will likely stay above, if one knocks."""
    own = sum(values[seat]) + LAST_TURN
    others = [1 / (1 + exp((own - sum(row)) / DOUBT)) for other, row in enumerate(values) if other != seat]
    return sum(others) / len(others)
