"""A round of Biberbande played on in plain numbers, as players would who know what players know.

The game's own state can't tell who knows which card, and a playout in which everybody sees all rows is worth
little: nobody would need to peek. So the strong bot's playouts go on this board, which keeps that. It is a
model: all go by the rule of thumb, what a seat knows of other rows is only what was taken in the open, and
specials left in a row count as the average number.
"""

from collections.abc import Sequence
from typing import Final

from cardkit.bots.biberbande import (
    KEEP_GAIN,
    KEPT,
    KNOCK_BELOW,
    PATIENCE,
    SWAP_GAIN,
    TAKE_GAIN,
    below,
    burdens,
)
from cardkit.bots.worlds_of_biberbande import AVERAGE
from cardkit.games.biberbande.cards import CARDS, Card
from cardkit.seats import Seat

__all__ = ["CODE", "LAPS", "UNSEEN", "VALUES", "Board"]

CODE: Final[dict[Card, int]] = {card: code for code, card in enumerate(CARDS)}
"""A number is its own code; specials come after all numbers, so that none is ever low enough to be taken."""
VALUES: Final = (*map(float, range(10)), AVERAGE, AVERAGE, AVERAGE)
"""By code."""
SWAP: Final = CODE["swap"]
DRAW_TWO: Final = CODE["draw2"]
UNSEEN: Final = AVERAGE + 2**-10
"""What an unseen card is worth, so that it can be told from one that is known to be average."""
LAPS: Final = 2
"""How far a playout goes if nobody knocks. To the end of the round luck hides what a move was worth."""


class Board:
    """All cards of a round, who knows which, and whose turn it is. It changes as it is played on."""

    __slots__ = ("knocker", "limit", "looks", "mine", "rows", "stock", "top", "turns", "until")

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        mine: Sequence[Sequence[float]],
        looks: Sequence[Sequence[float]],
        stock: Sequence[int],
        top: int,
        turns: int,
        knocker: Seat | None,
        limit: int | None,
    ) -> None:
        self.rows: list[list[int]] = [[*row] for row in rows]
        self.mine: list[list[float]] = [[*row] for row in mine]
        """What each card is worth to its owner."""
        self.looks: list[list[float]] = [[*row] for row in looks]
        """What it is worth to everybody else."""
        self.stock: list[int] = [*stock]
        """The top card last."""
        self.top: int = top
        self.turns: int = turns
        self.knocker: Seat | None = knocker
        self.limit: int | None = limit
        """The turn after which the round ends without a knock."""
        self.until: int = turns + LAPS * len(rows)

    def put(self, seat: Seat, place: int, card: int, look: float) -> None:
        """A number goes into a row; the card that lay there is on top of the discard pile."""
        row = self.rows[seat]
        self.top = row[place]
        row[place] = card
        self.mine[seat][place] = card
        self.looks[seat][place] = look

    def swap(self, seat: Seat, place: int, other: Seat, theirs: int) -> None:
        """Two cards change places; their new owners know them only if everybody does."""
        rows, looks = self.rows, self.looks
        rows[seat][place], rows[other][theirs] = rows[other][theirs], rows[seat][place]
        looks[seat][place], looks[other][theirs] = looks[other][theirs], looks[seat][place]
        for owner, spot in ((seat, place), (other, theirs)):
            self.mine[owner][spot] = looks[owner][spot]
        self.top = SWAP

    def peek(self, seat: Seat, place: int) -> None:
        """The owner knows the card from now on."""
        self.mine[seat][place] = VALUES[self.rows[seat][place]]
        self.top = CODE["peek"]

    def turn(self, seat: Seat) -> None:
        """A turn by the rule of thumb, up to the knock."""
        mine = self.mine[seat]
        high = max(mine)
        if high - self.top >= TAKE_GAIN:
            self.put(seat, mine.index(high), self.top, self.top)
        else:
            self.draw(seat)

    def draw(self, seat: Seat) -> None:
        """Draw, and use what comes if it is of use."""
        mine, stock = self.mine[seat], self.stock
        high = max(mine)
        tries = 1
        while tries and stock:
            tries -= 1
            self.top = card = stock.pop()
            if card < SWAP:
                if high - card >= KEEP_GAIN:
                    self.put(seat, mine.index(high), card, KEPT)
                    return
            elif card == DRAW_TWO:
                tries = 2
            elif card == SWAP:
                if self.swapped(seat, high):
                    return
            elif UNSEEN in mine:
                self.peek(seat, mine.index(UNSEEN))
                return

    def swapped(self, seat: Seat, high: float) -> bool:
        """The worst card for the one of another that looks best."""
        best, where = high - SWAP_GAIN, (-1, -1)
        for other, row in enumerate(self.looks):
            if other != seat and (low := min(row)) <= best:
                best, where = low, (other, row.index(low))
        if where[0] < 0:
            return False
        self.swap(seat, self.mine[seat].index(high), *where)
        return True

    def over(self, seat: Seat) -> bool:
        """The seat's action is over: it may knock. Whether the playout ends."""
        self.turns = turns = self.turns + 1
        seats = len(self.rows)
        if self.knocker is not None:
            return (seat + 1) % seats == self.knocker
        if turns >= seats and sum(self.mine[seat]) <= KNOCK_BELOW + PATIENCE * turns / seats:
            self.knocker = seat
            return False
        return turns >= self.until or not self.stock or (self.limit is not None and turns >= self.limit)

    def played_on(self, seat: Seat, mover: Seat, *, acted: bool) -> float:
        """On from this seat's turn, or from the end of its action: the part of the others that the mover is below."""
        seats = len(self.rows)
        if not acted:
            self.turn(seat)
        while not self.over(seat):
            seat = (seat + 1) % seats
            self.turn(seat)
        sums = [sum([VALUES[card] for card in row]) for row in self.rows]
        if self.knocker is None:
            sums = burdens(sums, (seat + 1) % seats, self.turns)
            return below(sums, mover)
        own = sums[mover]
        return (sum([own < other for other in sums]) + (sums.count(own) - 1) / 2) / (seats - 1)
