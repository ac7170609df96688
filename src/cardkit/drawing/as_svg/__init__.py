"""The drawing of a scene as SVG, for notebooks, reports and pages."""

from collections.abc import Iterator
from hashlib import blake2s
from typing import Final

from cardkit.drawing.as_svg.colours import Theme, style
from cardkit.drawing.as_svg.pen import FONT, Pen, Shape, number, words
from cardkit.drawing.as_svg.table import table
from cardkit.drawing.scenes import Scene

__all__ = ["description", "document", "svg"]

NARROWEST: Final = 360


def svg(scene: Scene, width: int = 720, *, theme: Theme = "auto") -> str:
    """Draw the scene as an SVG document, this many pixels wide, at least 360. It can be part of a page, too.

    With the theme `auto`, it is light, and dark for readers who prefer that.
    """
    width = max(width, NARROWEST)
    pen = Pen(theme)
    drawn = table(scene, width, pen)
    ground = pen.box(0, 0, width, drawn.height, Shape("page"), 14)
    return document(scene, width, drawn.height, [ground, drawn.body], theme)


def document(scene: Scene, width: float, height: float, parts: list[str], theme: Theme, css: str = "") -> str:
    """Return a whole SVG document. Its ids follow from what it shows, so drawings of one page don't share any."""
    title, told = (
        f"{scene.title}: {', '.join(scene.notes)}" if scene.notes else scene.title,
        description(scene),
    )
    body = "".join(parts)
    name = f"ck{blake2s(f'{title}{told}{body}'.encode(), digest_size=6).hexdigest()}"
    sheet = css + (style() if theme == "auto" else "")
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" ',
            f'viewBox="0 0 {number(width)} {number(height)}" role="img" lang="{words(scene.language)}" ',
            f'aria-labelledby="{name}-title {name}-desc" font-family="{FONT}" style="max-width:100%;height:auto">',
            f'<title id="{name}-title">{words(title)}</title><desc id="{name}-desc">{words(told)}</desc>',
            f"<style>{sheet}</style>" if sheet else "",
            body,
            "</svg>\n",
        )
    )


def description(scene: Scene) -> str:
    """Return who does what now and what just happened, in the game's own sentences."""
    return " ".join(_sentences(scene))


def _sentences(scene: Scene) -> Iterator[str]:
    for sentence in (*scene.prompt, *scene.story):
        yield sentence if sentence[-1:] in ".!?" else f"{sentence}."
