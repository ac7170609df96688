"""The table of Leduc poker."""

from collections.abc import Iterator, Mapping
from typing import Final

from cardkit.drawing import Column, Face, Layout, Line, Place
from cardkit.hidden import Unseen

from .leduc import MOST_RAISES, RANKS, State

__all__ = ["LAYOUT"]


def notes(view: State[Unseen]) -> Iterator[Line]:
    yield Line(words="pot", number=sum(view.chips))
    yield Line(words="raises", number=view.raises, of=MOST_RAISES)


def prompt(view: State[Unseen]) -> Iterator[Line]:
    for seat in view.waiting[:1]:
        owed = max(view.chips) - view.chips[seat]
        yield Line(words="calls" if owed else "checks", name=seat, number=owed)


def said(view: State[Unseen]) -> Mapping[tuple[str, int], Line]:
    folded = [seat for seat in range(len(view.hands)) if seat not in view.left]
    return {("seats", seat): Line(words="folded") for seat in folded}


LAYOUT: Final[Layout[State[Unseen]]] = Layout(
    places=(
        Place(part="stock", arranged="stack", caption="stock", when="always"),
        Place(part="board", arranged="row", caption="for all", when="always"),
    ),
    columns=(
        Column(part="hands", told="cards", caption="card"),
        Column(part="chips", caption="paid"),
        Column(part="points", caption="won, in half chips"),
    ),
    faces={rank: Face(rank.replace("T", "10"), value=value) for value, rank in enumerate(RANKS)},
    words={
        "en": {
            "stock": "stock",
            "for all": "for all",
            "card": "card",
            "paid": "paid",
            "won, in half chips": "won, in half chips",
            "pot": "pot {number}",
            "raises": "raises {number} of {of}",
            "calls": "{name} calls {number}, raises or folds",
            "checks": "{name} checks or raises",
            "folded": "folded",
        }
    },
    notes=notes,
    prompt=prompt,
    said=said,
)
