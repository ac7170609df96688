"""Dealing, and what may lie out of sight."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

from cardkit.chance import Chance
from cardkit.seats import Seat, Viewer

__all__ = ["dealt", "imagined_hands", "replaced", "scattered", "unseen"]

T = TypeVar("T")


def dealt(deck: Sequence[T], first: Seat, seats: int) -> tuple[tuple[T, ...], ...]:
    """Return each seat's cards, dealt from the deck one by one and clockwise, in the order they came."""
    hands = [tuple(deck[lap::seats]) for lap in range(seats)]
    return (*hands[seats - first :], *hands[: seats - first])


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with one of them replaced."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


def unseen(deck: Iterable[T], *seen: Iterable[T]) -> tuple[T, ...]:
    """Return the deck's cards without those seen, in the order of the deck."""
    known = Counter(card for cards in seen for card in cards)
    rest: list[T] = []
    for card in deck:
        if known[card]:
            known[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def scattered(
    cards: Iterable[T], sizes: Iterable[int], chance: Chance, label: str
) -> tuple[tuple[T, ...], ...]:
    """Return the cards in heaps of these sizes, every way to lay them equally likely."""
    supply = iter(chance.shuffle(label, cards))
    return tuple(tuple(islice(supply, size)) for size in sizes)


def imagined_hands(
    you: Viewer, own: tuple[T, ...], sizes: Sequence[int], hidden: Iterable[T], rest: int, chance: Chance
) -> tuple[tuple[tuple[T, ...], ...], tuple[T, ...]]:
    """Return hands of these sizes by seat, and a rest. The viewer's own hand is known, the hidden cards fill the
    others.

    Every way to lay them is equally likely.
    """
    unknown = [0 if seat == you else size for seat, size in enumerate(sizes)]
    *hands, left = scattered(hidden, (*unknown, rest), chance, "imagine")
    if you is not None and hands:
        hands[you] = own
    return tuple(hands), left
