"""Push in plain mutable Python: the yardstick for random playouts.

No engine, no history, no validation: local variables, and lists changed in place.

The legal moves, in the order that `choose` counts them (colours: red, blue, green, yellow, purple):

- a turn begins: secure, for each colour with an open card of one's own, in colour order; reveal.
- a number or die card that fits was revealed: the rows it fits in, ascending; a new row,
  while fewer than three are begun. A card that fits nowhere is a bust; nothing is chosen.
- after a card that was no bust, while the stock lasts: stop (if a row lies there), reveal.
  When the stock is out the turn stops by itself.
- a row is to be taken, by the player whose turn it is (not after a bust), then by the others: the
  rows that are left, ascending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

COLOURS = "rbgyp"
STAR = 5  # the sixth face of the die
DIE, TURN = 30, 31  # a card below DIE is a number, of colour card // 6
NAMES = (*(colour + str(number) for colour in COLOURS for number in range(1, 7)), "die", "turn")
DECK = [card for card in range(DIE) for _ in range(3)] + [DIE] * 18 + [TURN] * 12

# What a card occupies in its row, as bits: its colour and its number, or the die's place.
BITS = [1 << card // 6 | 32 << card % 6 for card in range(DIE)] + [1 << 11]


def score(open_: Sequence[int], secured: int) -> int:
    """The points of a player: all their numbers, open (summed by colour) and secured."""
    return sum(open_) + secured


def play(
    deals: Callable[[int], Sequence[str]],
    choose: Callable[[int], int],
    seats: int,
    rounds: int | None = None,
    *,
    roll: Callable[[], int],
    first_player: int = 0,
    risk: bool = False,
) -> tuple[int, tuple[int, ...]]:
    """Play one whole match; return the number of moves made and the totals by seat.

    A match is one game: `rounds` may only be 1. To play without direction cards, deal none.
    """
    if rounds not in (None, 1):
        raise ValueError(f"rounds: {rounds}, but a match of Push is one game")
    number = {name: card for card, name in enumerate(NAMES)}
    return _match(
        [number[name] for name in deals(0)],
        _as_random(choose),
        seats,
        roll,
        first_player,
        risk=risk,
    )


def playouts(n: int, seats: int, rng: random.Random) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""
    random = rng.random

    def roll() -> int:
        return int(random() * 6)

    return sum(_match(sorted(DECK, key=lambda _: random()), random, seats, roll)[0] for _ in range(n))


def _as_random(choose: Callable[[int], int]) -> Callable[[], float]:
    """Disguise `choose` as `random`, so that `random() * n` is `choose(n)`.

    The loop below picks with `int(random() * n)`, as fast as Python can, and can still be steered.
    """

    class Draw(float):
        def __mul__(self, n: float) -> float:
            return choose(int(n))

    return Draw


def _match(
    deck: list[int],
    random: Callable[[], float],
    seats: int,
    roll: Callable[[], int],
    first_player: int = 0,
    *,
    risk: bool = False,
) -> tuple[int, tuple[int, ...]]:
    bits = BITS
    moves = 0
    stock = deck[::-1]  # its top is the end of the list
    collections = [[0] * 5 for _ in range(seats)]  # the sums of the open cards, by colour
    secured = [0] * seats
    seat = first_player

    while stock:
        mine = collections[seat]
        # So few that a loop beats a comprehension, here and below.
        colours: list[int] = []
        for colour in 0, 1, 2, 3, 4:
            if mine[colour]:
                colours.append(colour)  # noqa: PERF401
        moves += 1
        index = int(random() * (len(colours) + 1))
        if index < len(colours):
            colour = colours[index]
            secured[seat] += mine[colour]
            mine[colour] = 0
            seat = (seat + 1) % seats
            continue

        rows: list[list[int]] = []  # of each row, the bits that are occupied, then its cards
        step = 1  # clockwise, and turned round by every direction card
        bust = False
        while True:
            card = stock.pop()
            if card == TURN:
                step = -step
            else:
                bit = bits[card]
                fits: list[list[int]] = []
                for row in rows:
                    if not row[0] & bit:
                        fits.append(row)  # noqa: PERF401
                choices = len(fits) + (len(rows) < 3)
                if not choices:
                    bust = True
                    break
                moves += 1
                index = int(random() * choices)
                if index < len(fits):
                    row = fits[index]
                    row.append(card)
                    row[0] |= bit
                else:
                    rows.append([bit, card])
            if not stock:
                break
            moves += 1
            if not rows:
                int(random() * 1)  # a lone move is picked like any other
            elif not int(random() * 2):
                break

        if bust:
            face = roll()
            if face < STAR:
                mine[face] = 0
            elif risk:
                mine[:] = [0] * 5
        taker = (seat + step) % seats if bust else seat
        takers = seats - 1 if bust else seats
        # Where rows are fewer than takers, the last of these go without.
        for _ in range(min(takers, len(rows))):
            moves += 1
            collection = collections[taker]
            die = False
            for card in rows.pop(int(random() * len(rows)))[1:]:
                if card == DIE:
                    die = True
                else:
                    collection[card // 6] += card % 6 + 1
            if die:
                face = roll()
                if face < STAR:
                    collection[face] = 0
                elif risk:
                    collection[:] = [0] * 5
            taker = (taker + step) % seats
        seat = (seat + 1) % seats

    return moves, tuple(map(score, collections, secured))
