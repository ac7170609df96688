"""13 in plain mutable Python: the yardstick for random playouts.

Moves are listed in the order b1 .. b7, g1 .. g7, n4, y1 .. y7. A nasty four goes onto blue, yellow and green.
"""

from bench.plain_parts import PilesGame


def deal(deck: list[str], seats: int, place: int) -> tuple[list[list[str]], list[str], int]:
    """Deal five cards to each seat, and begin after the dealer."""
    player = (place + 1) % seats
    hands = [deck[(seat - player) % seats : 5 * seats : seats] for seat in range(seats)]
    return hands, deck[: 5 * seats - 1 : -1], player


GAME = PilesGame(
    "byg", {1: 3, 2: 3, 4: 2, 5: 3, 7: 3}, "n4", deal, rounds=lambda seats: 6 if seats == 3 else seats
)
