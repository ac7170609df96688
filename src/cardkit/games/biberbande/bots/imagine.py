"""The worlds of Biberbande that are likely, where `imagine` draws from all that are possible.

Players keep what helps them: a card that another seat drew and kept is low, and one that it has seen and let lie
turn after turn isn't high. A search that doesn't reckon with that thinks too little of the others.
"""

from collections.abc import Sequence
from itertools import chain
from math import exp
from typing import Final, TypeAlias, TypeGuard

from cardkit.chance import Chance
from cardkit.games.biberbande import GAME, Knowledge, Truth
from cardkit.games.biberbande.cards import CARDS, DECK, NUMBERS, VALUE, Card
from cardkit.games.biberbande.messages import OUTER
from cardkit.hidden import Unseen
from cardkit.mechanics.dealing import unseen
from cardkit.quick import changed

__all__ = ["AVERAGE", "POINTS", "KnownCard", "has_stayed", "imagine_likely", "is_kept", "laps", "pools"]

KnownCard: TypeAlias = Card | Unseen
"""What a viewer knows of a card."""

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
"""Then a card may lie where it is unlikely: all others of its batch may be as high."""


def _weights(steepness: float, cards: frozenset[Card]) -> dict[Card, int]:
    """How often a card is left where it was imagined, of 1024 times; 0: it can't lie there."""
    return {card: int(1024 * exp(-steepness * POINTS[card])) if card in cards else 0 for card in CARDS}


_KEPT: Final = _weights(KEPT, NUMBERS)
_STAYED: Final = tuple(_weights(steepness, frozenset(CARDS)) for steepness in STAYED)


def pools(memory: Knowledge) -> tuple[tuple[Card, ...], ...]:
    """The faces that the viewer hasn't seen, by the batch of the cards that they belong to."""
    if memory.batches:
        return tuple([tuple([face for face in batch.faces if _is_card(face)]) for batch in memory.batches])
    state = memory.state
    lying: tuple[Card | Unseen | None, ...] = (
        *chain(*state.rows),
        *state.stock,
        *state.discard,
        *state.aside,
    )
    return (unseen(DECK, [card for card in (*lying, state.drawn) if _is_card(card)]),)


def _is_card(face: object) -> TypeGuard[Card]:
    return type(face) is str and face in VALUE


def laps(memory: Knowledge) -> int:
    """How many turns each seat has had in this round, at least."""
    return memory.state.turns // len(memory.state.rows)


def is_kept(card: Unseen) -> bool:
    """Whether another seat drew the card and kept it."""
    return bool(card.notes)


def has_stayed(memory: Knowledge, seat: int, place: int, card: KnownCard) -> bool:
    """Whether this may be a card that another seat saw at the start and let lie: nothing drawn was put there."""
    return seat != memory.you and place in OUTER and isinstance(card, Unseen) and not is_kept(card)


def imagine_likely(memory: Knowledge, chance: Chance) -> Truth:
    """A state that fits the memory, where cards that others kept or let lie are as low as they are wont to be."""
    state = GAME.imagine(memory, chance)
    rows: list[list[Card]] = [[*row] for row in state.rows]
    stock: list[Card] = [*state.stock]
    patience = _STAYED[min(laps(memory), len(_STAYED) - 1)]
    for seat, row in enumerate(memory.state.rows):
        for place, card in enumerate(row):
            if isinstance(card, Unseen):
                weights = (
                    _KEPT if is_kept(card) else patience if has_stayed(memory, seat, place, card) else None
                )
                if weights is not None:
                    _exchange(rows[seat], place, stock, _lying(memory, card.batch), weights, chance)
    return changed(state, rows=tuple(map(tuple, rows)), stock=tuple(stock))


def _lying(memory: Knowledge, batch: int) -> Sequence[int]:
    """Where in the stock the cards of a batch lie."""
    stock = memory.state.stock
    return [at for at, card in enumerate(stock) if isinstance(card, Unseen) and card.batch == batch]


def _exchange(
    row: list[Card],
    place: int,
    stock: list[Card],
    lying: Sequence[int],
    weights: dict[Card, int],
    chance: Chance,
) -> None:
    """Put the card back into the stock for another one, until one comes that is likely to lie there."""
    for _ in range(TRIES if lying else 0):
        if chance.below("likely", 1024) < weights[row[place]]:
            break
        other = lying[chance.below("other", len(lying))]
        if weights[stock[other]]:
            row[place], stock[other] = stock[other], row[place]
