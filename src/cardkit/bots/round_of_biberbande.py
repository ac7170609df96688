"""A round of Biberbande played on in plain numbers, as players would who know what players know.

The game's own state can't tell who knows which card, and a playout in which everybody sees all rows is worth
little: nobody would need to peek. So the strong bot's playouts go on this board, which keeps that. It is a
model: what a seat knows of other rows is only what was taken in the open, and specials left in a row count as
the average number.
"""

from collections.abc import Sequence
from typing import Final

from cardkit.bots.biberbande import KEEP_GAIN, KNOCK_BELOW, PATIENCE, SWAP_GAIN, TAKE_GAIN
from cardkit.games.biberbande.cards import NUMBERS, VALUE, Card
from cardkit.seats import Seat

__all__ = ["AVERAGE", "Board"]

AVERAGE: Final = 5.0
"""The mean of the 45 numbers."""
POINTS: Final[dict[Card, float]] = {
    card: float(value) if card in NUMBERS else AVERAGE for card, value in VALUE.items()
}
KEPT: Final = 2.6
"""What a card is worth that its owner drew and kept, to whoever didn't see it."""


class Board:
    """All cards of a round, who knows which, and whose turn it is. It changes as it is played on."""

    def __init__(
        self,
        rows: Sequence[Sequence[Card]],
        known: Sequence[Sequence[bool]],
        looks: Sequence[Sequence[float]],
        stock: Sequence[Card],
        top: Card | None,
        turns: int,
        knocker: Seat | None,
        limit: int | None,
    ) -> None:
        self.rows: list[list[Card]] = [[*row] for row in rows]
        self.known: list[list[bool]] = [[*row] for row in known]
        """Whether the owner knows it."""
        self.looks: list[list[float]] = [[*row] for row in looks]
        """What it is worth to whoever isn't the owner."""
        self.stock: list[Card] = [*reversed(stock)]
        self.top: Card | None = top
        self.turns: int = turns
        self.knocker = knocker
        self.limit = limit

    def values(self, seat: Seat) -> list[float]:
        """The own row, as far as the seat knows it."""
        return [
            POINTS[card] if known else AVERAGE
            for card, known in zip(self.rows[seat], self.known[seat], strict=True)
        ]

    def put(self, seat: Seat, place: int, card: Card, *, openly: bool) -> None:
        """A card goes into a row; the one that lay there is on top of the discard pile."""
        self.top = self.rows[seat][place]
        self.rows[seat][place] = card
        self.known[seat][place] = True
        self.looks[seat][place] = POINTS[card] if openly else KEPT

    def swap(self, seat: Seat, place: int, other: Seat, theirs: int) -> None:
        """Two cards change places; their new owners know them only if everybody does."""
        rows, looks = self.rows, self.looks
        rows[seat][place], rows[other][theirs] = rows[other][theirs], rows[seat][place]
        looks[seat][place], looks[other][theirs] = looks[other][theirs], looks[seat][place]
        self.known[seat][place] = looks[seat][place] != AVERAGE and looks[seat][place] != KEPT
        self.known[other][theirs] = looks[other][theirs] != AVERAGE and looks[other][theirs] != KEPT
        self.top = "swap"

    def turn(self, seat: Seat) -> None:
        """A turn by the rule of thumb, up to the knock."""
        values = self.values(seat)
        high = max(values)
        place = values.index(high)
        top = self.top
        if top is not None and top in NUMBERS and high - POINTS[top] >= TAKE_GAIN:
            self.put(seat, place, top, openly=True)
        else:
            self.draw(seat, values, place)

    def draw(self, seat: Seat, values: list[float], place: int) -> None:
        """Draw, and use what comes if it is of use."""
        tries = 1
        while tries and self.stock:
            tries -= 1
            card = self.stock.pop()
            if card == "draw2":
                tries = 2
            elif self.used(seat, card, values, place):
                return

    def used(self, seat: Seat, card: Card, values: list[float], place: int) -> bool:
        """Whether the card drawn was of use; else it is discarded."""
        if card in NUMBERS:
            if values[place] - POINTS[card] >= KEEP_GAIN:
                self.put(seat, place, card, openly=False)
                return True
        elif card == "swap":
            if self.swapped(seat, values, place):
                return True
        elif card == "peek" and not all(self.known[seat]):
            self.known[seat][self.known[seat].index(False)] = True
            self.top = card
            return True
        self.top = card
        return False

    def swapped(self, seat: Seat, values: list[float], place: int) -> bool:
        """The worst card for the one of another that looks best."""
        best, where = values[place] - SWAP_GAIN, (-1, -1)
        for other, row in enumerate(self.looks):
            low = min(row)
            if other != seat and low <= best:
                best, where = low, (other, row.index(low))
        if where[0] < 0:
            return False
        self.swap(seat, place, *where)
        return True

    def ended(self, seat: Seat) -> bool:
        """The seat's action is over: it may knock. Whether the round is over."""
        self.turns += 1
        seats = len(self.rows)
        if self.knocker is not None:
            return (seat + 1) % seats == self.knocker
        if self.turns >= seats:
            if sum(self.values(seat)) <= KNOCK_BELOW + PATIENCE * self.turns / seats:
                self.knocker = seat
            elif self.limit is not None and self.turns >= self.limit * seats:
                return True
        return not self.stock

    def play_on(self, seat: Seat, *, acted: bool) -> list[float]:
        """To the end of the round, from this seat's turn or from the end of its action; the points."""
        if acted and self.ended(seat):
            return self.points()
        if acted:
            seat = (seat + 1) % len(self.rows)
        return self.turns_from(seat)

    def turns_from(self, seat: Seat) -> list[float]:
        """Turn by turn to the end."""
        while True:
            self.turn(seat)
            if self.ended(seat):
                return self.points()
            seat = (seat + 1) % len(self.rows)

    def points(self) -> list[float]:
        """What the rows are worth now."""
        return [sum(POINTS[card] for card in row) for row in self.rows]
