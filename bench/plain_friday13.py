"""Friday 13 in plain mutable Python: the yardstick for random playouts.

What a good programmer writes for a simulation without any library: cards are texts, hands, piles and heaps are
lists changed in place, each turn lists the legal moves and picks one. No engine, no history, no validation.

The legal moves, in the order that `choose` counts them: each face of the hand once, in the order of their texts
(c0 .. c7, f4, l0 .. l7, m0 .. m7). A Friday card is three moves in a row, onto cats, mirrors and ladders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plain_parts import as_random, penalties, play_round, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

KINDS = "cml"
COPIES = {0: 1, 1: 3, 2: 3, 4: 2, 5: 3, 7: 3}
DECK = [kind + str(value) for kind in KINDS for value in COPIES for _ in range(COPIES[value])] + ["f4"] * 8
VALUE = {card: int(card[1]) for card in DECK}
MOVES = {card: [(card, KINDS.index(card[0]))] for card in DECK if card != "f4"}
MOVES["f4"] = [("f4", 0), ("f4", 1), ("f4", 2)]


def score(heaps: Sequence[Sequence[str]]) -> list[int]:
    """Return the points of each player."""
    return penalties(heaps, KINDS, "f")


def play(
    deals: Callable[[int], Sequence[str]],
    choose: Callable[[int], int],
    seats: int,
    rounds: int | None = None,
    *,
    first_player: int = 0,
) -> tuple[int, tuple[int, ...]]:
    """Play one whole match; return the number of moves made and the totals by seat."""
    return _match(lambda k: list(deals(k)), as_random(choose), seats, rounds, first_player)


def playouts(n: int, seats: int, rng: random.Random) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""
    return sum(_match(lambda _: shuffled(DECK, rng), rng.random, seats)[0] for _ in range(n))


def _match(
    deals: Callable[[int], list[str]],
    random: Callable[[], float],
    seats: int,
    rounds: int | None = None,
    first_player: int = 0,
) -> tuple[int, tuple[int, ...]]:
    totals = [0] * seats
    rounds = rounds or 4
    dealt = max(seats, 4)  # three players leave a fourth hand unused
    moves = 0

    for round_ in range(rounds):
        deck = deals(round_)
        player = (first_player + round_) % seats
        hands = [deck[(seat - player) % seats :: dealt] for seat in range(seats)]
        heaps, made = play_round(hands, [], player, MOVES, VALUE, random)
        moves += made
        for seat, points in enumerate(score(heaps)):
            totals[seat] += points

    return moves, tuple(totals)
