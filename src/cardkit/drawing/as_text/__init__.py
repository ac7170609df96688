"""The drawing of a scene as text, for terminals and chats."""

from collections.abc import Iterator
from typing import Final

from cardkit.drawing.as_text.areas import below, middle
from cardkit.drawing.as_text.lines import Block, Line, beside, cut, padded, printed, width_of, wrapped
from cardkit.drawing.as_text.pen import Pen
from cardkit.drawing.as_text.players import players
from cardkit.drawing.as_text.signs import cells
from cardkit.drawing.scenes import Scene

__all__ = ["text"]

NARROWEST: Final = 40
WIDE: Final = 100
"""From this width on, the players are listed beside the middle of the table, if both have room."""


def text(scene: Scene, width: int = 80, *, colour: bool = False, ascii: bool = False) -> str:
    """Draw the scene in this many columns, at least 40, without a line break after the last line.

    With `colour`, use 256 ANSI colours. With `ascii`, use ASCII only, and letters instead of shapes.
    """
    pen, width = Pen(ascii=ascii), max(width, NARROWEST)
    lines = [*_title(scene, width, pen), *_body(scene, width, pen), *below(scene, width, pen)]
    lines += [*_details(scene, width, pen), *_story(scene, width, pen)]
    return "\n".join([printed(cut(line, width, pen.fit("…")), colour=colour) for line in lines])


def _body(scene: Scene, width: int, pen: Pen) -> Block:
    """Return the middle of the table, and the players below it or beside it."""
    listed = players(scene, width, pen)
    room = width - 3 - width_of(listed)
    if (
        width >= WIDE
        and room >= NARROWEST
        and (table := [*middle(scene, room, pen), *_prompt(scene, room, pen)])
    ):
        return beside([table, listed], 3, 0)
    return [*middle(scene, width, pen), *_prompt(scene, width, pen), *listed]


def _title(scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Yield the title at the left and the notes at the right. What has no room follows below."""
    rule = pen.fit("━")
    left, notes = f"{rule * 2} {pen.word(scene.title)} ", [*map(pen.word, scene.notes)]
    under = list[str]()
    while notes and cells(left + "".join([f" {note} {rule * 2}" for note in notes])) >= width:
        under.insert(0, notes.pop())
    right = "".join([f" {note} {rule * 2}" for note in notes])
    rest = rule * (width - cells(left + right) - 1)
    yield ((left[:3], ""), (left[3:-1], "bold"), (f" {rest}{right}", ""))
    for line in wrapped(f" {pen.fit('·')} ".join(under), width - 1):
        yield ((f" {line}", ""),)


def _prompt(scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Yield lines that say whose turn it is, and for what."""
    for number, sentence in enumerate(scene.prompt):
        first, style = ("   ", "") if number else (pen.fit(" ▶ "), "bold")
        yield from _hanging(sentence, first, style, width, pen)


def _story(scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Yield what just happened."""
    for sentence in scene.story:
        yield from _hanging(sentence, pen.fit(" · "), "", width, pen)


def _hanging(sentence: str, first: str, style: str, width: int, pen: Pen) -> Iterator[Line]:
    """Yield a sentence after a mark. Its other lines begin below its first word."""
    for line in wrapped(pen.word(sentence), width - cells(first)):
        yield ((first + line, style),)
        first = " " * cells(first)


def _details(scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Yield what else is known, by name and value."""
    names = [pen.short(name, width // 2) for name, _ in scene.details]
    room = max(map(cells, names), default=0)
    for name, (_, value) in zip(names, scene.details, strict=True):
        head: Line = padded(((f" {name}", "dim"),), room + 3)
        for line in wrapped(pen.word(value), width - room - 3):
            yield (*head, (line, ""))
            head = ((" " * (room + 3), ""),)
