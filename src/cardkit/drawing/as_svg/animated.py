"""Several scenes as one SVG that shows them one after the other, without a script.

What several scenes have in common is drawn once, so only what changes takes room.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final

from attrs import frozen

from cardkit.drawing.as_svg import NARROWEST, document
from cardkit.drawing.as_svg.colours import Theme
from cardkit.drawing.as_svg.pen import Pen, Shape, number
from cardkit.drawing.as_svg.table import table
from cardkit.drawing.scenes import Scene
from cardkit.rejections import Invalid

__all__ = ["animated_svg"]

_TAG: Final = re.compile(r'<g transform="(?P<moved>[^"]*)">|</g>|<text [^>]*>[^<]*</text>|<[^>]*/>')
"""A piece of a drawing: the beginning or the end of a group, a text, or a shape."""
_TWICE: Final = re.compile(r"translate\(([-.\d]+) ([-.\d]+)\) translate\(([-.\d]+) ([-.\d]+)\)")
"""Two moves that follow each other."""


@frozen
class _Piece:
    """A shape or a text, and the transformations of all groups around it."""

    moved: str
    drawn: str


def animated_svg(
    scenes: Sequence[Scene], width: int = 720, *, seconds: float = 2, theme: Theme = "auto"
) -> str:
    """Draw scenes that follow each other, each for this many seconds. Then it begins again.

    It moves in pages that show it as a picture, too. Readers who prefer less motion see the last scene.
    """
    if not scenes:
        raise Invalid("scenes", scenes, "at least one scene")
    width, pen, count = max(width, NARROWEST), Pen(theme), len(scenes)
    drawn = [table(scene, width, pen) for scene in scenes]
    height = max(block.height for block in drawn)
    pieces = _together([[*_pieces(block.body)] for block in drawn])
    name = f"ck-{count}-{seconds * 1000:.0f}"
    shown = {steps: f"{name}-{_mask(steps):x}" for _, steps in pieces if len(steps) < count}
    parts = [pen.box(0, 0, width, height, Shape("page"), 14)]
    for (steps, moved), group in groupby(pieces, key=lambda one: (one[1], one[0].moved)):
        where = f' transform="{moved}"' if moved else ""
        when = f' class="{shown[steps]}"' if steps in shown else ""
        hidden = "" if count - 1 in steps else ' visibility="hidden"'
        parts.append(f"<g{where}{when}{hidden}>{''.join(piece.drawn for piece, _ in group)}</g>")
    css = _moving(name, shown, count, seconds) if shown else ""
    return document(scenes[-1], width, height, parts, theme, css)


def _mask(steps: frozenset[int]) -> int:
    """Return a number for these steps. So a name means the same in all drawings of a page."""
    return sum(1 << step for step in steps)


def _pieces(body: str) -> Iterator[_Piece]:
    """Yield the shapes and texts of a drawing, in their order."""
    around = [""]
    for tag in _TAG.finditer(body):
        if tag["moved"] is not None:
            around.append(_TWICE.sub(_once, f"{around[-1]} {tag['moved']}".lstrip()))
        elif tag[0] == "</g>":
            around.pop()
        else:
            yield _Piece(around[-1], tag[0])


def _once(moves: re.Match[str]) -> str:
    x, y, more_x, more_y = map(float, moves.groups())
    return f"translate({number(x + more_x)} {number(y + more_y)})"


def _together(drawings: Iterable[list[_Piece]]) -> list[tuple[_Piece, frozenset[int]]]:
    """Return the pieces of all drawings, each with the steps that show it. Each drawing's order stays as it is."""
    merged: list[tuple[_Piece, frozenset[int]]] = []
    for step, pieces in enumerate(drawings):
        matcher = SequenceMatcher(None, [piece for piece, _ in merged], pieces, autojunk=False)
        both: list[tuple[_Piece, frozenset[int]]] = []
        for what, first, last, begin, end in matcher.get_opcodes():
            if what == "equal":
                both += [(piece, steps | {step}) for piece, steps in merged[first:last]]
            else:
                both += merged[first:last]
                both += [(piece, frozenset({step})) for piece in pieces[begin:end]]
        merged = both
    return merged


def _moving(name: str, shown: Mapping[frozenset[int], str], count: int, seconds: float) -> str:
    """Return the style: pieces are visible in their steps, unless the reader prefers less motion."""
    rules = "".join(f".{one}{{animation-name:{one}}}" for one in shown.values())
    frames = "".join(f"@keyframes {one}{{{_frames(steps, count)}}}" for steps, one in shown.items())
    return (
        "@media(prefers-reduced-motion:no-preference){"
        f"[class^={name}-]{{animation:{number(count * seconds)}s step-end infinite}}{rules}}}{frames}"
    )


def _frames(steps: frozenset[int], count: int) -> str:
    """Return when pieces appear and disappear that are shown in these steps."""
    seen = [step in steps for step in range(count)]
    return "".join(
        f"{_percent(step / count)}{{visibility:{'visible' if now else 'hidden'}}}"
        for step, now in enumerate(seen)
        if step == 0 or now != seen[step - 1]
    )


def _percent(part: float) -> str:
    return f"{100 * part:.2f}".rstrip("0").rstrip(".") + "%"
