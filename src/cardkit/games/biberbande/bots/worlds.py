"""The worlds of Biberbande that are likely, where `imagine` draws from all that are possible.

Players keep what helps them: a card that another seat drew and kept is low, and one that it has seen and let lie
turn after turn isn't high. A search that doesn't reckon with that thinks too little of the others.
"""

from math import exp
from typing import Final

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import CARDS, NUMBERS, VALUE, Card
from cardkit.games.biberbande.imagine import imagine
from cardkit.games.biberbande.memory import Known, Memory, Unseen
from cardkit.games.biberbande.messages import OUTER
from cardkit.games.biberbande.state import State
from cardkit.quick import changed

__all__ = ["AVERAGE", "POINTS", "laps", "likely", "stayed"]

AVERAGE: Final = 5.0
"""The mean of the 45 numbers, and so what a special in a row is worth, which one of them replaces."""
POINTS: Final[dict[Card, float]] = {
    card: float(value) if card in NUMBERS else AVERAGE for card, value in VALUE.items()
}

KEPT: Final = 0.33
"""How steeply kept cards are low: among players by the rule of thumb they are worth 2.7 at first, later 1.7."""
STAYED: Final = (0.0, 0.11, 0.165, 0.2, 0.22, 0.23)
"""The same for cards that their owner has seen and let lie for so many turns: from 5.0 down to 3.3, there."""
TRIES: Final = 20
"""Then a card may lie where it is unlikely: all others of its filling may be as high."""


def _weights(steepness: float, cards: frozenset[Card]) -> dict[Card, int]:
    """How often a card is left where it was imagined, of 1024 times; 0: it can't lie there."""
    return {card: int(1024 * exp(-steepness * POINTS[card])) if card in cards else 0 for card in CARDS}


_KEPT: Final = _weights(KEPT, NUMBERS)
_STAYED: Final = tuple(_weights(steepness, frozenset(CARDS)) for steepness in STAYED)


def laps(memory: Memory) -> int:
    """How many turns each seat has had in this round, at least."""
    return memory.turns // len(memory.rows)


def stayed(memory: Memory, seat: int, place: int, card: Known) -> bool:
    """Whether this may be a card that another seat saw at the start and let lie: nothing drawn was put there."""
    return seat != memory.you and place in OUTER and isinstance(card, Unseen) and not card.kept


def likely(memory: Memory, chance: Chance) -> State:
    """A state that fits the memory, where cards that others kept or let lie are as low as they are wont to be."""
    state = imagine(memory, chance)
    rows: list[list[Card]] = [[*row] for row in state.rows]
    stock: list[Card] = [*state.stock]
    patience = _STAYED[min(laps(memory), len(_STAYED) - 1)]
    for seat, row in enumerate(memory.rows):
        for place, card in enumerate(row):
            if isinstance(card, Unseen):
                weights = _KEPT if card.kept else patience if stayed(memory, seat, place, card) else None
                if weights is not None:
                    _exchange(rows[seat], place, stock, _lying(memory, card.filling), weights, chance)
    return changed(state, rows=tuple(map(tuple, rows)), stock=tuple(stock))


def _lying(memory: Memory, filling: int) -> range:
    """Where in the stock the cards of a filling lie."""
    before = sum(memory.stock[:filling])
    return range(before, before + memory.stock[filling])


def _exchange(
    row: list[Card], place: int, stock: list[Card], lying: range, weights: dict[Card, int], chance: Chance
) -> None:
    """Put the card back into the stock for another one, until one comes that is likely to lie there."""
    for _ in range(TRIES if lying else 0):
        if chance.below("likely", 1024) < weights[row[place]]:
            break
        other = lying[chance.below("other", len(lying))]
        if weights[stock[other]]:
            row[place], stock[other] = stock[other], row[place]
