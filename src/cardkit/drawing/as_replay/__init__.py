"""A whole match as one HTML file, as one viewer saw it."""

import json
from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from cardkit.drawing.as_html import sections
from cardkit.drawing.as_replay.page import page
from cardkit.drawing.as_svg.colours import Theme
from cardkit.drawing.as_svg.pen import Pen, words
from cardkit.drawing.build import scenes_of
from cardkit.drawing.scenes import Scene
from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.language import Language
from cardkit.match import Match
from cardkit.seats import Viewer

__all__ = ["replay"]

Item = TypeVar("Item", bound=Hashable)


def replay(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    names: Sequence[str] | None = None,
    language: Language = "en",
    *,
    theme: Theme = "auto",
) -> str:
    """Return the whole match as one HTML page: step by step, as the viewer saw it, with all sentences.

    The page needs nothing else, and holds nothing that the viewer didn't see. Cards face down that the viewer had seen
    before show their faces in brackets, if the game's layout provides for it. The seats' `names` are in the page.
    """
    return _paged(scenes_of(match, viewer, names, language, remember=True), language, theme)


def _paged(scenes: Sequence[Scene], language: Language, theme: Theme) -> str:
    pen = Pen(theme)
    drawn = [[*sections(scene, pen)] for scene in scenes]
    pieces, parts = _Numbers[str](), _Numbers[tuple[int, ...]]()
    steps = [[parts.of(tuple(map(pieces.of, section))) for section in step] for step in drawn]
    data = {"pieces": pieces.items, "sections": parts.items, "steps": steps}
    return page(
        scenes[-1].title,
        language,
        theme,
        "".join(piece for section in drawn[-1] for piece in section),
        "".join(_step(number, scene.story) for number, scene in enumerate(scenes)),
        _escaped(json.dumps(data, ensure_ascii=False, separators=(",", ":"))),
    )


def _step(number: int, story: Iterable[str]) -> str:
    """Return a step in the list. Its link makes it possible to jump there with the keyboard."""
    told = "".join(f"<p>{words(sentence)}</p>" for sentence in story) or "<p>–</p>"
    return f'<li><a href="#{number}">{told}</a></li>\n'


def _escaped(data: str) -> str:
    """Return JSON that can't end the element that it stands in."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


class _Numbers(Generic[Item]):
    """Different items in the order in which they came, and the number of each."""

    def __init__(self) -> None:
        self.numbers: dict[Item, int] = {}

    def of(self, item: Item) -> int:
        """Return the number of an item. A new one gets the next."""
        return self.numbers.setdefault(item, len(self.numbers))

    @property
    def items(self) -> list[Item]:
        return [*self.numbers]
