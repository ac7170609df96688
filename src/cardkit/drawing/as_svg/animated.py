"""Several scenes as one SVG that shows them one after the other, without a script."""

from collections.abc import Sequence

from cardkit.drawing.as_svg import NARROWEST, document
from cardkit.drawing.as_svg.colours import Theme
from cardkit.drawing.as_svg.pen import Pen, Shape
from cardkit.drawing.as_svg.table import table
from cardkit.drawing.scenes import Scene
from cardkit.rejections import Invalid

__all__ = ["animated_svg"]


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
    parts = [pen.box(0, 0, width, height, Shape("page"), 14)]
    name = f"ck-{count}-{seconds * 1000:.0f}"
    for at, block in enumerate(drawn):
        hidden = "" if at == count - 1 else ' visibility="hidden"'
        delay = f"animation-delay:{at * seconds:g}s" if at else ""
        parts.append(f'<g class="{name}" style="{delay}"{hidden}>{block.body}</g>')
    return document(scenes[-1], width, height, parts, theme, _moving(name, count, seconds))


def _moving(name: str, count: int, seconds: float) -> str:
    """Return the style: each step is visible for its share of the time, unless the reader prefers less motion."""
    share = f"{100 / count:.4f}".rstrip("0").rstrip(".")
    return (
        "@media(prefers-reduced-motion:no-preference){"
        f".{name}{{visibility:hidden;animation:{name} {count * seconds:g}s step-end infinite}}}}"
        f"@keyframes {name}{{0%{{visibility:visible}}{share}%{{visibility:hidden}}}}"
    )
