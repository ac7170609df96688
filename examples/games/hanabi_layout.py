"""The table of Hanabi."""

from collections.abc import Iterator
from typing import Final

from cardkit.drawing import Colour, Column, Face, Layout, Line, Place
from cardkit.hidden import Unseen

from .hanabi import COLOURS, RANKS, State

__all__ = ["LAYOUT"]

INKS: Final[dict[str, Colour]] = {"R": "red", "Y": "yellow", "G": "green", "W": "plain", "B": "blue"}


def tops(view: State[Unseen]) -> tuple[str, ...]:
    """Return the highest card of each firework."""
    return tuple({card[0]: card for card in view.fireworks}.values())


def told(view: State[Unseen]) -> tuple[str, ...]:
    """Return what hints have told each seat about its cards."""
    return tuple([" ".join([hint or "-" for hint in hand]) for hand in view.told])


def notes(view: State[Unseen]) -> Iterator[Line]:
    yield Line(words="hints", number=view.turn.hints)
    yield Line(words="lives", number=view.turn.lives)
    yield Line(words="points", number=len(view.fireworks))


def prompt(view: State[Unseen]) -> Iterator[Line]:
    if view.turn.seat is not None:
        yield Line(words="turn", name=view.turn.seat)
        if not view.stock:
            yield Line(words="last", number=view.turn.last)


LAYOUT: Final[Layout[State[Unseen]]] = Layout(
    places=(
        Place(part="stock", arranged="stack", caption="stock"),
        Place(part="tops", arranged="row", caption="fireworks", when="always"),
        Place(part="discards", arranged="suits", caption="discards", when="always"),
    ),
    columns=(
        Column(part="hands", told="cards", caption="hand"),
        Column(part="hints", told="text", caption="told"),
    ),
    faces={colour + rank: Face(rank, INKS[colour], shape=colour) for colour in COLOURS for rank in RANKS},
    words={
        "en": {
            "stock": "stock",
            "fireworks": "fireworks",
            "discards": "Discarded",
            "hand": "hand",
            "told": "was told",
            "hints": "hints {number}",
            "lives": "lives {number}",
            "points": "points {number}",
            "turn": "{name} plays, discards or gives a hint",
            "last": "the stock is empty; turns left: {number}",
        }
    },
    computed={"tops": tops, "hints": told},
    notes=notes,
    prompt=prompt,
)
