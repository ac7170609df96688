"""Biberbande in plain mutable Python: the yardstick for random playouts.

What a good programmer writes for a simulation without any library: cards are texts, rows, stock and discard
pile are lists changed in place, each choice lists the legal moves and picks one. No engine, no history, no
validation.

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

from bench.plain_parts import as_random, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

DECK = [*"012345678"] * 4 + ["9"] * 9 + ["swap"] * 9 + ["peek"] * 7 + ["draw2"] * 5
VALUE = {card: int(card) for card in "0123456789"}
POSITIONS = range(4)
TAKES = [("take", position) for position in POSITIONS]
KEEPS = [("keep", position) for position in POSITIONS]
PEEKS = [("peek", position) for position in POSITIONS]


def score(
    rows: Sequence[list[str]],
    stock: list[str],
    discard: list[str],
    reshuffle: Callable[[list[str]], list[str]],
) -> list[int]:
    """Return the points of each row, in turn order; specials are replaced until a number comes."""
    for row in rows:
        for position in POSITIONS:
            while row[position] not in VALUE:
                if not stock:
                    stock += reversed(reshuffle(discard))
                    discard.clear()
                row[position] = stock.pop()
    return [sum(VALUE[card] for card in row) for row in rows]


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
    return _match(
        lambda k: list(deals(k)),
        as_random(choose),
        seats,
        rounds,
        reshuffle,
        turn_limit,
        first_dealer,
        rotate_dealer=rotate_dealer,
    )


def playouts(n: int, seats: int, rng: random.Random, turn_limit: int | None = 20) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""

    def again(cards: list[str]) -> list[str]:
        return shuffled(cards, rng)

    return sum(_match(lambda _: again(DECK), rng.random, seats, None, again, turn_limit)[0] for _ in range(n))


def _match(
    deals: Callable[[int], list[str]],
    random: Callable[[], float],
    seats: int,
    rounds: int | None,
    reshuffle: Callable[[list[str]], list[str]],
    turn_limit: int | None = None,
    first_dealer: int = 0,
    *,
    rotate_dealer: bool = False,
) -> tuple[int, tuple[int, ...]]:
    moves = 0
    totals = [0] * seats
    rounds = rounds or (4 if seats == 2 else seats)
    limit = turn_limit * seats if turn_limit else 0

    for round_ in range(rounds):
        deck = deals(round_)
        # Players count clockwise from the dealer's left; the stock's top is the end of its list.
        rows = [deck[player : 4 * seats : seats] for player in range(seats)]
        stock = deck[: 4 * seats - 1 : -1]
        discard = [stock.pop()]
        for _ in range(seats):
            looks = [("look",)]
            looks[int(random() * len(looks))]
            moves += 1

        turn = player = 0
        knocker = -1
        last = limit  # the round ends after this many turns; 0: no end in sight
        while True:
            row = rows[player]
            turn += 1
            moves += 1
            legal = [("draw", 0)]
            if discard[-1] in VALUE:
                legal = [*TAKES, ("draw", 0)]
            move, position = legal[int(random() * len(legal))]
            if move == "take":
                row[position], discard[-1] = discard[-1], row[position]
            else:
                open_: list[str] = []  # draw twos carried out
                another = False  # discarding this card draws a second one
                while True:
                    if not stock:
                        stock = reshuffle(discard)[::-1]
                        discard = []
                    card = stock.pop()
                    moves += 1
                    if card == "swap":
                        others = [(player + step) % seats for step in range(1, seats)]
                        swaps = [("discard", 0, 0, 0)]
                        swaps += [
                            ("swap", own, other, theirs)
                            for own in POSITIONS
                            for other in others
                            for theirs in POSITIONS
                        ]
                        move, own, other, theirs = swaps[int(random() * len(swaps))]
                        if move == "swap":
                            row[own], rows[other][theirs] = rows[other][theirs], row[own]
                    else:
                        legal = [("discard", 0)]
                        if card in VALUE:
                            legal += KEEPS
                        elif card == "peek":
                            legal += PEEKS
                        else:
                            legal.append(("use", 0))
                        move, position = legal[int(random() * len(legal))]
                        if move == "keep":
                            card, row[position] = row[position], card
                    if move == "use":
                        open_.append(card)
                        another = True
                        continue
                    discard.append(card)
                    if move != "discard" or not another:
                        break
                    another = False
                discard += open_

            if knocker < 0 and turn >= seats:
                answers = [("pass",), ("knock",)]
                moves += 1
                if answers[int(random() * len(answers))] == ("knock",):
                    knocker = player
                    last = turn + seats - 1
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
