"""Friday 13 in plain mutable Python: the yardstick for random playouts.

Moves are listed in the order c0 .. c7, f4, l0 .. l7, m0 .. m7. A Friday card goes onto cats, mirrors and ladders.
"""

from bench.plain_parts import PilesGame


def deal(deck: list[str], seats: int, place: int) -> tuple[list[list[str]], list[str], int]:
    """Deal all cards. Three players leave a fourth hand unused."""
    player, hands = place % seats, max(seats, 4)
    return [deck[(seat - player) % seats :: hands] for seat in range(seats)], [], player


GAME = PilesGame("cml", {0: 1, 1: 3, 2: 3, 4: 2, 5: 3, 7: 3}, "f4", deal, rounds=lambda seats: 4)
