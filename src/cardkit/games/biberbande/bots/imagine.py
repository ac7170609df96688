"""Likely worlds of Biberbande for a search. `Game.imagine` draws from all possible ones with equal probability.

Players keep what helps them. A card that another seat drew and kept is low. A card that its owner saw and left for many
turns isn't high. A search that ignores this underrates the others.
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
"""A card as a viewer knows it."""

AVERAGE: Final = 5.0
"""The mean of the 45 numbers. It is the value of a special in a row too, because a number replaces it."""
POINTS: Final[dict[Card, float]] = {
    card: float(value) if card in NUMBERS else AVERAGE for card, value in VALUE.items()
}

KEPT: Final = 0.33
"""How much likelier low cards are among kept ones: the exponent of a weight per point.

This and `STAYED` were fitted to rounds of players by the rule of thumb, by a program that wasn't kept.
"""
STAYED: Final = (0.0, 0.11, 0.165, 0.2, 0.22, 0.23)
"""The same for cards that their owner saw and left, by the number of laps."""
TRIES: Final = 20
"""The number of exchanges after which an unlikely card stays: all others of its batch may be as high."""


def _weights(steepness: float, cards: frozenset[Card]) -> dict[Card, int]:
    """Return, for each card, how often of 1024 times it stays where it was imagined. 0: it can't lie there."""
    return {card: int(1024 * exp(-steepness * POINTS[card])) if card in cards else 0 for card in CARDS}


_KEPT: Final = _weights(KEPT, NUMBERS)
_STAYED: Final = tuple(_weights(steepness, frozenset(CARDS)) for steepness in STAYED)


def pools(memory: Knowledge) -> tuple[tuple[Card, ...], ...]:
    """Return the faces that the viewer hasn't seen, by batch."""
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
    """Return the least number of turns that each seat has had in this round."""
    return memory.state.turns // len(memory.state.rows)


def is_kept(card: Unseen) -> bool:
    """Return whether another seat drew the card and kept it."""
    return bool(card.notes)


def has_stayed(memory: Knowledge, seat: int, place: int, card: KnownCard) -> bool:
    """Return whether another seat may have seen the card at the start and left it. No drawn card was put there."""
    return seat != memory.you and place in OUTER and isinstance(card, Unseen) and not is_kept(card)


def imagine_likely(memory: Knowledge, chance: Chance) -> Truth:
    """Return a state that fits the memory, in which cards that others kept or left are as low as usual."""
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
    """Return the places of the stock where cards of the batch lie."""
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
    """Exchange the card for others from the stock until one is accepted by its weight."""
    for _ in range(TRIES if lying else 0):
        if chance.below("likely", 1024) < weights[row[place]]:
            break
        other = lying[chance.below("other", len(lying))]
        if weights[stock[other]]:
            row[place], stock[other] = stock[other], row[place]
