"""Biberbande in plain mutable Python: the yardstick for random playouts.

No engine, no history, no validation: local variables, and lists changed in place.

The legal moves, in the order that `choose` counts them:

- set-up: look. One move a player, clockwise from the dealer's left; `choose(1)`.
- a turn begins: take to position 0, 1, 2, 3 (only if the discard pile shows a number), draw.
- a number was drawn: discard, keep at position 0, 1, 2, 3.
- a peek was drawn: discard, peek at position 0, 1, 2, 3.
- a swap was drawn: discard, then every swap: by own position, then by the other player, clockwise
  from the left neighbour, then by their position (16 swaps for each other player).
- a draw two was drawn: discard, carry it out. Carrying it out draws its first card, discarding that
  one draws the second; to each of them the lists above apply, "discard" being the first move.
- after the action, once everybody has had a turn and while nobody has knocked: pass, knock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

NAMES = (*map(str, range(10)), "swap", "peek", "draw2")
SWAP, PEEK, DRAW_TWO = 10, 11, 12  # whatever is below SWAP is a number
DECK = [n for n in range(9) for _ in range(4)] + [9] * 9 + [SWAP] * 9 + [PEEK] * 7 + [DRAW_TWO] * 5


def score(
    rows: Sequence[list[int]],
    stock: list[int],
    discard: list[int],
    reshuffle: Callable[[list[int]], list[int]],
) -> list[int]:
    """The points of each row, in turn order; specials are replaced until a number comes."""
    for row in rows:
        for position in range(4):
            while row[position] >= SWAP:
                if not stock:
                    stock += reversed(reshuffle(discard))
                    discard.clear()
                row[position] = stock.pop()
    return [sum(row) for row in rows]


def play(
    deals: Callable[[int], Sequence[str]],
    choose: Callable[[int], int],
    seats: int,
    rounds: int | None = None,
    *,
    reshuffle: Callable[[list[str]], list[str]],
    turn_limit: int | None = None,
    first_dealer: int = 0,
    rotate_dealer: bool = False,
) -> tuple[int, tuple[int, ...]]:
    """Play one whole match; return the number of moves made and the totals by seat.

    `reshuffle` is given the discard pile, its top card last, and returns the stock, its top first.
    """
    number = {name: card for card, name in enumerate(NAMES)}

    def deal(k: int) -> list[int]:
        return [number[name] for name in deals(k)]

    def shuffled(cards: list[int]) -> list[int]:
        return [number[name] for name in reshuffle([NAMES[card] for card in cards])]

    return _match(
        deal,
        _as_random(choose),
        seats,
        rounds,
        shuffled,
        turn_limit,
        first_dealer,
        rotate_dealer=rotate_dealer,
    )


def playouts(n: int, seats: int, rng: random.Random, turn_limit: int | None = 20) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""
    random = rng.random

    def shuffled(cards: list[int]) -> list[int]:
        return sorted(cards, key=lambda _: random())

    def deal(_: int) -> list[int]:
        return shuffled(DECK)

    return sum(_match(deal, random, seats, None, shuffled, turn_limit)[0] for _ in range(n))


def _as_random(choose: Callable[[int], int]) -> Callable[[], float]:
    """Disguise `choose` as `random`, so that `random() * n` is `choose(n)`.

    The loop below picks with `int(random() * n)`, as fast as Python can, and can still be steered.
    """

    class Draw(float):
        def __mul__(self, n: float) -> float:
            return choose(int(n))

    return Draw


def _match(
    deals: Callable[[int], list[int]],
    random: Callable[[], float],
    seats: int,
    rounds: int | None,
    reshuffle: Callable[[list[int]], list[int]],
    turn_limit: int | None = None,
    first_dealer: int = 0,
    *,
    rotate_dealer: bool = False,
) -> tuple[int, tuple[int, ...]]:
    moves = 0
    totals = [0] * seats
    rounds = rounds or (4 if seats == 2 else seats)
    others = seats - 1
    limit = turn_limit * seats if turn_limit else 0

    for round_ in range(rounds):
        deck = deals(round_)
        # Players count clockwise from the dealer's left; the stock's top is the end of its list.
        rows = [deck[player : 4 * seats : seats] for player in range(seats)]
        stock = deck[: 4 * seats - 1 : -1]
        discard = [stock.pop()]
        for _ in range(seats):
            int(random() * 1)  # a lone move is picked like any other
        moves += seats

        turn = player = 0
        knocker = -1
        last = limit  # the round ends after this many turns; 0: no end in sight
        while True:
            row = rows[player]
            turn += 1
            moves += 1
            top = discard[-1]
            if top < SWAP and (position := int(random() * 5)) < 4:
                discard[-1] = row[position]
                row[position] = top
            else:
                if top >= SWAP:
                    int(random() * 1)
                carried_out = 0  # draw twos lying open before the player
                another = False  # discarding this card draws a second one
                while True:
                    if not stock:
                        stock = reshuffle(discard)
                        stock.reverse()
                        discard = []
                    card = stock.pop()
                    moves += 1
                    if card < SWAP:
                        index = int(random() * 5)
                        if index:
                            discard.append(row[index - 1])
                            row[index - 1] = card
                            break
                    elif card == SWAP:
                        index = int(random() * (1 + 16 * others))
                        if index:
                            own, rest = divmod(index - 1, 4 * others)
                            other, position = divmod(rest, 4)
                            theirs = rows[(player + 1 + other) % seats]
                            row[own], theirs[position] = theirs[position], row[own]
                            discard.append(card)
                            break
                    elif card == PEEK:
                        if int(random() * 5):
                            discard.append(card)
                            break
                    elif int(random() * 2):
                        carried_out += 1
                        another = True
                        continue
                    discard.append(card)
                    if not another:
                        break
                    another = False
                if carried_out:
                    discard += [DRAW_TWO] * carried_out

            if knocker < 0 and turn >= seats:
                moves += 1
                if int(random() * 2):
                    knocker = player
                    last = turn + others
            if turn == last:
                break
            player = turn % seats

        # Specials are replaced in turn order, beginning with the knocker.
        first = max(knocker, 0)
        left = first_dealer + 1 + (round_ if rotate_dealer else 0) + first
        in_turn = rows[first:] + rows[:first]
        for player, points in enumerate(score(in_turn, stock, discard, reshuffle)):
            totals[(left + player) % seats] += points

    return moves, tuple(totals)
