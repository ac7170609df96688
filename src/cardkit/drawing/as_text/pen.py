"""Words, names and cards, from which all of a drawing is made."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from cardkit.drawing.as_text.lines import Block, Line, cut
from cardkit.drawing.as_text.signs import cells, in_ascii, printable
from cardkit.drawing.scenes import Card

__all__ = ["LONGEST_NAME", "Pen"]

LONGEST_NAME: Final = 16

BACK: Final = "▒▒"
FOOT: Final = 4
"""The longest text of a move that is written on the card."""
FRESH: Final = "*"
"""The mark of a card that the last move brought."""
MANY: Final = 6
"""If more cards than this lie face down in a row, they are counted."""


class Pen:
    """How words and cards are written, with all signs or in ASCII."""

    def __init__(self, *, ascii: bool) -> None:
        self.ascii = ascii
        self.fit: Callable[[str], str] = in_ascii if ascii else str

    def word(self, text: str) -> str:
        """Return the text without anything that can't be printed."""
        return self.fit(printable(text))

    def short(self, text: str, room: int) -> str:
        """Return as much of the text as fits."""
        return "".join([part for part, _ in cut(((self.word(text), ""),), room, self.fit("…"))])

    def sign(self, card: Card) -> str:
        """Return the shape of a card, or its letter."""
        return (card.letter or self.fit(card.shape)) if self.ascii else card.shape

    def label(self, card: Card, gap: str = "") -> str:
        """Return the print on a card."""
        if card.down:
            return self.fit(BACK)
        shape, label = self.sign(card), self.word(card.label)
        face = f"{shape}{gap if shape and label else ''}{label}"
        return f"({face})" if card.remembered else face

    def style(self, card: Card) -> str:
        """Return the style in which a card is printed."""
        return "dim" if card.down else "grey" if card.remembered else card.colour

    def chip(self, card: Card, width: int = 0) -> Line:
        """Return a small card, as wide as the others in its column."""
        return ((_centred(self.label(card), width), self.style(card)),)

    def chips(self, cards: Sequence[Card], width: int = 0) -> list[Line]:
        """Return small cards. A sign between two cards stays with both. A fresh card is marked."""
        chips, sticks = list[Line](), False
        for card in cards:
            sign = card.colour == "none"
            if chips and (sign or sticks):
                chips[-1] += self.chip(card)
            else:
                chips.append(self.chip(card, width))
            sticks = sign
            if card.fresh:
                chips[-1] += ((FRESH, "bold"),)
        return chips

    def box(self, card: Card | None, foot: str, inner: int, *, shut: bool = False) -> Block:
        """Return a card of three lines, with its mark at the foot. A card that can't be used now has none.

        A fresh card has a strong edge.
        """
        side, rule, *corners = map(self.fit, "┃━┏┓┗┛" if card is not None and card.fresh else "│─╭╮╰╯")
        edge = "dim" if shut or card is None else f"edge {self.style(card)}"
        face, style = ("", "") if card is None else (self.label(card, " "), self.style(card))
        mark = "" if shut or not foot else f"{rule if cells(foot) < inner else ''}{foot}"
        return (
            ((corners[0] + rule * inner + corners[1], edge),),
            ((side, edge), (_centred(face, inner), style), (side, edge)),
            ((corners[2], edge), (mark, ""), (rule * (inner - cells(mark)) + corners[3], edge)),
        )

    def boxes(self, cards: Sequence[Card]) -> list[Block]:
        """Return cards side by side, all as wide as the widest. If there are moves, cards without one are shut."""
        faces, feet = [self.label(card, " ") for card in cards], [self.word(_foot(card)) for card in cards]
        inner = max(3, *map(cells, faces), *(cells(foot) + 1 for foot in feet))
        inner += any(card.down for card in cards) and inner % 2  # a back is two columns wide
        some = any(card.moves for card in cards)
        return [
            self.box(card, foot, inner, shut=some and not card.moves)
            for card, foot in zip(cards, feet, strict=True)
        ]

    def listed(self, cards: Sequence[Card], width: int = 0) -> list[Line]:
        """Return cards in a row, each of this width. Many cards face down are counted."""
        if len(cards) > MANY and all(card.down for card in cards):
            return self.suits(cards)
        return self.chips(cards, width)

    def suits(self, cards: Sequence[Card]) -> list[Line]:
        """Return sorted cards, with each shape written once."""
        parts = list[Line]()
        for _, group in groupby(cards, key=lambda card: (card.down, card.shape, card.colour)):
            alike = [*group]
            first, sign = alike[0], self.sign(alike[0])
            if first.down or not sign or not first.label:
                times = f"{self.fit('×')}{len(alike)}" if len(alike) > 1 else ""
                parts.append(((f"{self.label(first)}{times}", self.style(first)),))
            else:
                labels = " ".join(self.word(card.label) for card in alike)
                parts.append(((f"{sign} {labels}", self.style(first)),))
        return parts


def _centred(text: str, width: int) -> str:
    room = max(0, width - cells(text))
    return f"{' ' * (room // 2)}{text}{' ' * (room - room // 2)}"


def _foot(card: Card) -> str:
    """Return what to type for a card: the only move with it, if that is short, or else its mark."""
    return card.moves[0] if len(card.moves) == 1 and len(card.moves[0]) <= FOOT else card.caption
