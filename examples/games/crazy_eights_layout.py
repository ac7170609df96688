"""The table of Crazy Eights."""

from collections.abc import Iterator
from typing import Final

from cardkit.drawing import Column, Face, Layout, Line, Place
from cardkit.hidden import Unseen

from .crazy_eights import COST, DECK, State

__all__ = ["LAYOUT"]

SUITS: Final = {
    "C": Face("", "green", "♣", "C"),
    "D": Face("", "blue", "♦", "D"),
    "H": Face("", "red", "♥", "H"),
    "S": Face("", "plain", "♠", "S"),
}


def face(card: str) -> Face:
    suit, rank = SUITS[card[1]], card[0].replace("T", "10")
    return Face(rank, suit.colour, suit.shape, suit.letter, COST[card[0]])


def notes(view: State[Unseen]) -> Iterator[Line]:
    if view.turn.direction < 0:
        yield Line(words="back")


def prompt(view: State[Unseen]) -> Iterator[Line]:
    turn = view.turn
    if turn.seat is None:
        return
    if turn.owed:
        yield Line(words="owed", name=turn.seat, number=turn.owed)
    else:
        yield Line(words=view.suit, name=turn.seat)
    if view.drawn:
        yield Line(words="drawn", number=view.drawn, of=view.options.draws)


LAYOUT: Final[Layout[State[Unseen]]] = Layout(
    places=(
        Place(part="stock", arranged="stack", caption="stock"),
        Place(part="pile", arranged="stack", caption="pile"),
        Place(part="hands", arranged="hand", whose="viewer"),
    ),
    columns=(Column(part="hands", caption="hand"), Column(part="points", caption="points")),
    faces={card: face(card) for card in DECK},
    words={
        "en": {
            "stock": "stock",
            "pile": "pile",
            "hand": "hand",
            "points": "points",
            "back": "counter-clockwise",
            "owed": "{name} plays a two, or draws {number} cards",
            "drawn": "{number} of {of} cards drawn in this turn",
            "C": "{name} follows clubs",
            "D": "{name} follows diamonds",
            "H": "{name} follows hearts",
            "S": "{name} follows spades",
        }
    },
    notes=notes,
    prompt=prompt,
)
