"""Who knows which card: an obvious reckoning from the full truth, by tokens that remember who saw them."""

from collections.abc import Iterable

from attrs import define, field

from cardkit.games.biberbande import (
    Card,
    Dealt,
    Discarded,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Kept,
    Looked,
    Peeked,
    Reshuffled,
    RoundScored,
    Swapped,
    Took,
)
from cardkit.seats import Viewer


@define(eq=False)
class Token:
    """One single card, until it is shuffled: then it is a new one that nobody has seen."""

    face: Card
    seen_by: set[Viewer] = field(factory=set[Viewer])


class Tracker:
    """The table with tokens on it. The hand holds what was drawn; draw twos carried out are seen by all."""

    def __init__(self, seats: int) -> None:
        self.everybody: set[Viewer] = {None, *range(seats)}
        self.rows: list[list[Token]] = []
        self.stock: list[Token] = []
        self.discard: list[Token] = []
        self.hand: list[Token] = []

    def knows(self, viewer: Viewer) -> tuple[tuple[Card | None, ...], ...]:
        """Return the card at each position, if the viewer has seen it."""
        return tuple(
            tuple(token.face if viewer in token.seen_by else None for token in row) for row in self.rows
        )

    def faces(self) -> tuple[tuple[Card, ...], ...]:
        """Return what truly lies in the rows."""
        return tuple(tuple(token.face for token in row) for row in self.rows)

    def lay(self, *tokens: Token) -> None:
        """Lay them on the discard pile, where everybody sees them."""
        for token in tokens:
            token.seen_by |= self.everybody
        self.discard += tokens

    def put(self, seat: int, position: int, token: Token) -> None:
        """Put it into a row, and what lay there on the discard pile."""
        replaced, self.rows[seat][position] = self.rows[seat][position], token
        self.lay(replaced)

    def lay_hand(self) -> None:
        """Lay down the hand: what was drawn last lies on what it was drawn for."""
        self.lay(*reversed(self.hand))
        self.hand = []

    def happened(self, event: Event) -> None:
        match event:
            case Dealt(_, _, rows, stock, turned_up):
                self.rows = [[*tokens(row)] for row in rows]
                self.stock, self.discard, self.hand = [*tokens(stock)], [], []
                self.lay(Token(turned_up))
            case Looked(seat):
                for position in (0, 3):
                    self.rows[seat][position].seen_by.add(seat)
            case Took(seat, position):
                self.put(seat, position, self.discard.pop())
            case Drew(seat):
                drawn = self.stock.pop(0)
                drawn.seen_by.add(seat)
                self.hand.append(drawn)
            case Kept(seat, position):
                self.put(seat, position, self.hand.pop())
                self.lay_hand()
            case Discarded():
                self.lay_hand()
            case FirstDiscarded():
                self.lay(self.hand.pop())
            case DrawTwoUsed():
                self.hand[-1].seen_by |= self.everybody
            case Peeked(seat, position):
                self.rows[seat][position].seen_by.add(seat)
                self.lay_hand()
            case Swapped(seat, position, other, theirs):
                mine, yours = self.rows[seat], self.rows[other]
                mine[position], yours[theirs] = yours[theirs], mine[position]
                self.lay_hand()
            case Reshuffled(stock):
                assert sorted(token.face for token in self.discard) == sorted(stock)
                self.stock += tokens(stock)
                self.discard = []
            case RoundScored():
                self.rows = []
            case _:
                pass


def tokens(cards: Iterable[Card]) -> list[Token]:
    return [Token(card) for card in cards]
