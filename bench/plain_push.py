"""Push in plain mutable Python: the yardstick for random playouts.

What a good programmer writes for a simulation without any library: cards are texts, the stock, rows and
collections are lists changed in place, each choice lists the legal moves and picks one. No engine, no history,
no validation.

The legal moves, in the order that `choose` counts them (colours: red, blue, green, yellow, purple):

- a turn begins: secure, for each colour of which the player has an open card, in colour order; reveal.
- a number or die card that fits was revealed: the rows it fits in, ascending; a new row,
  while fewer than three are begun. A card that fits nowhere is a bust; nothing is chosen.
- after a card that was no bust, while the stock lasts: stop (if a row lies there), reveal.
  When the stock is out the turn stops by itself.
- a row must be taken, by the player whose turn it is (not after a bust), then by the others: the
  rows that are left, ascending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plain_parts import as_random, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

COLOURS = "rbgyp"
STAR = 5  # the sixth face of the die
NUMBERS = [colour + str(number) for colour in COLOURS for number in range(1, 7)]
DECK = [card for card in NUMBERS for _ in range(3)] + ["die"] * 18 + ["turn"] * 12
VALUE = {card: int(card[1]) for card in NUMBERS}
# What may not lie in a row with a card: those of its colour, and those of its number; or another die card.
CLASHING = {
    card: {other for other in NUMBERS if card[0] == other[0] or card[1] == other[1]} for card in NUMBERS
}
CLASHING["die"] = {"die"}


def score(open_: Mapping[str, Sequence[str]], secured: Sequence[str]) -> int:
    """Return the points of a player: all their numbers, open (by colour) and secured."""
    return sum(VALUE[card] for cards in (*open_.values(), secured) for card in cards)


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
    return _match(list(deals(0)), as_random(choose), seats, roll, first_player, risk=risk)


def playouts(n: int, seats: int, rng: random.Random) -> int:
    """Play `n` random matches at full speed; return the number of moves made."""

    def roll() -> int:
        return int(rng.random() * 6)

    return sum(_match(shuffled(DECK, rng), rng.random, seats, roll)[0] for _ in range(n))


def _match(
    deck: list[str],
    random: Callable[[], float],
    seats: int,
    roll: Callable[[], int],
    first_player: int = 0,
    *,
    risk: bool = False,
) -> tuple[int, tuple[int, ...]]:
    stock = deck[::-1]  # its top is the end of the list
    collections: list[dict[str, list[str]]] = [{colour: [] for colour in COLOURS} for _ in range(seats)]
    secured: list[list[str]] = [[] for _ in range(seats)]
    discard: list[str] = []
    seat = first_player
    moves = 0

    def roll_for(collection: dict[str, list[str]]) -> None:
        face = roll()
        for colour in COLOURS if risk and face == STAR else COLOURS[face : face + 1]:
            discard.extend(collection[colour])
            collection[colour] = []

    while stock:
        mine = collections[seat]
        choices = [("secure", colour) for colour in COLOURS if mine[colour]]
        choices.append(("reveal", ""))
        move, colour = choices[int(random() * len(choices))]
        moves += 1
        if move == "secure":
            secured[seat] += mine[colour]
            mine[colour] = []
            seat = (seat + 1) % seats
            continue

        rows: list[list[str]] = []
        turned: list[str] = []  # the direction cards
        bust = False
        while True:
            card = stock.pop()
            if card == "turn":
                turned.append(card)
            else:
                clashing = CLASHING[card]
                legal = [("place", place) for place, row in enumerate(rows) if clashing.isdisjoint(row)]
                if len(rows) < 3:
                    legal.append(("place", len(rows)))
                if not legal:
                    discard.append(card)
                    bust = True
                    break
                _, place = legal[int(random() * len(legal))]
                moves += 1
                if place == len(rows):
                    rows.append([card])
                else:
                    rows[place].append(card)
            if not stock:
                break
            going = [("stop",), ("reveal",)] if rows else [("reveal",)]
            moves += 1
            if going[int(random() * len(going))] == ("stop",):
                break

        step = -1 if len(turned) % 2 else 1
        taker, takers = seat, seats
        if bust:
            roll_for(mine)
            taker, takers = (seat + step) % seats, seats - 1
        for _ in range(min(takers, len(rows))):  # where rows are fewer than takers, the last go without
            legal = [("take", place) for place in range(len(rows))]
            _, place = legal[int(random() * len(legal))]
            moves += 1
            row, collection = rows.pop(place), collections[taker]
            for card in row:
                if card != "die":
                    collection[card[0]].append(card)
            if "die" in row:
                discard.append("die")
                roll_for(collection)
            taker = (taker + step) % seats
        for row in rows:
            discard += row
        discard += turned
        seat = (seat + 1) % seats

    return moves, tuple(map(score, collections, secured))
