"""Pictures of a scene, and what is in them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from html.parser import HTMLParser
from math import cos, radians, sin
from typing import Final
from xml.etree import ElementTree

from attrs import frozen
from cattrs import Converter

from cardkit.drawing import Scene, html, svg, text
from cardkit.drawing.as_svg.metrics import width_of

__all__ = ["KINDS", "SVG", "Data", "Page", "corners", "data_of", "elements", "everything_in", "script_of"]

SVG: Final = "{http://www.w3.org/2000/svg}"

KINDS: Final[Mapping[str, Callable[[Scene], str]]] = {"text": text, "svg": svg, "html": html}
"""Each way to draw a scene."""


def elements(picture: str) -> Iterator[ElementTree.Element]:
    """Yield all elements of an SVG document. It must be well formed."""
    return ElementTree.fromstring(picture).iter()


def corners(picture: str) -> Iterator[tuple[float, float]]:
    """Yield the corners of all rectangles and texts, where they are drawn."""
    yield from _corners(ElementTree.fromstring(picture), ())


def _corners(element: ElementTree.Element, moves: tuple[str, ...]) -> Iterator[tuple[float, float]]:
    moves = (*re.findall(r"\w+\([^)]*\)", element.get("transform", ""))[::-1], *moves)
    if element.tag in (f"{SVG}rect", f"{SVG}text"):
        x, y, wide, high = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        if element.tag == f"{SVG}text":
            size = float(element.get("font-size", "0"))
            wide, high = width_of(element.text or "", size), -size * 0.7
            x -= {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
        for corner in ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high)):
            yield reduce(_moved, moves, corner)
    for child in element:
        # the transformations of an element apply from the last to the first, then those of the one around it
        yield from _corners(child, moves)


def _moved(at: tuple[float, float], move: str) -> tuple[float, float]:
    name, numbers = move.rstrip(")").split("(")
    first, *rest = map(float, numbers.split())
    match name:
        case "translate":
            return at[0] + first, at[1] + rest[0]
        case "scale":
            return at[0] * first, at[1] * first
        case _:
            x, y, turn = at[0] - rest[0], at[1] - rest[1], radians(first)
            return rest[0] + x * cos(turn) - y * sin(turn), rest[1] + x * sin(turn) + y * cos(turn)


class Page(HTMLParser):
    """A page, read strictly: what is opened is closed."""

    VOID: Final = ("meta", "input", "br", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open = list[str]()
        self.tags = list[tuple[str, dict[str, str | None]]]()
        self.texts = dict[str, list[str]]()
        """The texts directly in elements, by the tag's name."""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len({*names}) == len(names), (tag, names)
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.texts.setdefault(self.open[-1], []).append(data)


@frozen
class Data:
    """The data of a replay."""

    pieces: tuple[str, ...]
    sections: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]


def data_of(replay: str) -> Data:
    """Return the data of a replay: these three things, and nothing else."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', replay, re.DOTALL)
    assert found is not None
    return Converter(forbid_extra_keys=True).structure(json.loads(found[1]), Data)


def script_of(replay: str) -> str:
    """Return the program of a replay."""
    found = re.search(r"<script>(.*?)</script>", replay, re.DOTALL)
    assert found is not None
    return found[1]


def everything_in(scene: Scene) -> Iterator[str]:
    """Yield all words of a scene that a reader is to see."""
    yield scene.title
    yield from scene.notes
    yield from scene.prompt
    yield from scene.story
    for heading in scene.headings:
        yield heading.caption
    for area in scene.areas:
        yield area.caption
        yield area.note
        cards = area.cards[-1:] if area.arranged == "stack" else area.cards
        yield from (card.label for card in cards if card.colour != "none")
    for player in scene.players:
        yield player.name
        yield from player.notes
        for cell in player.cells:
            yield cell.text
            yield from (card.label for card in cell.cards if card.colour != "none")
    for name, value in scene.details:
        yield name
        yield value
