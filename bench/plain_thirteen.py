"""13 in plain mutable Python: the yardstick for random playouts.

What a good programmer writes for a simulation without any library: cards are texts, hands, piles and heaps are
lists changed in place, each turn lists the legal moves and picks one. No engine, no history, no validation.

The legal moves, in the order that `choose` counts them: each face of the hand once, in the order of their texts
(b1 .. b7, g1 .. g7, n4, y1 .. y7). A nasty four is three moves in a row, onto blue, yellow and green.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plain_parts import as_random, penalties, play_round, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

COLOURS = "byg"
COPIES = {1: 3, 2: 3, 4: 2, 5: 3, 7: 3}
DECK = [colour + str(value) for colour in COLOURS for value in COPIES for _ in range(COPIES[value])] + [
    "n4"
] * 8
VALUE = {card: int(card[1]) for card in DECK}
MOVES = {card: [(card, COLOURS.index(card[0]))] for card in DECK if card != "n4"}
MOVES["n4"] = [("n4", 0), ("n4", 1), ("n4", 2)]


def score(heaps: Sequence[Sequence[str]]) -> list[int]:
    """Return the penalty points of each player."""
    return penalties(heaps, COLOURS, "n")


def play(
    deals: Callable[[int], Sequence[str]],
    choose: Callable[[int], int],
    seats: int,
    rounds: int | None = None,
    *,
    first_dealer: int = 0,
) -> tuple[int, tuple[int, ...]]:
    """Play one whole match; return the number of moves made and the totals by seat."""
    return _match(lambda k: list(deals(k)), as_random(choose), seats, rounds, first_dealer)


def playouts(n: int, seats: int, rng: random.Random) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""
    return sum(_match(lambda _: shuffled(DECK, rng), rng.random, seats)[0] for _ in range(n))


def _match(
    deals: Callable[[int], list[str]],
    random: Callable[[], float],
    seats: int,
    rounds: int | None = None,
    first_dealer: int = 0,
) -> tuple[int, tuple[int, ...]]:
    totals = [0] * seats
    rounds = rounds or (6 if seats == 3 else seats)
    moves = 0

    for round_ in range(rounds):
        deck = deals(round_)
        player = (first_dealer + round_ + 1) % seats
        hands = [deck[(seat - player) % seats : 5 * seats : seats] for seat in range(seats)]
        stock = deck[: 5 * seats - 1 : -1]
        heaps, made = play_round(hands, stock, player, MOVES, VALUE, random)
        moves += made
        for seat, points in enumerate(score(heaps)):
            totals[seat] += points

    return moves, tuple(totals)
