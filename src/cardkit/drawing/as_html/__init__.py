"""The drawing of a scene as HTML, for notebooks and pages of any width."""

from cardkit.drawing.as_html.sections import Section, sections
from cardkit.drawing.as_html.style import sheet
from cardkit.drawing.as_svg.colours import Theme
from cardkit.drawing.as_svg.pen import Pen, words
from cardkit.drawing.scenes import Scene

__all__ = ["Section", "html", "sections", "sheet"]


def html(scene: Scene, *, theme: Theme = "auto", page: bool = False) -> str:
    """Draw the scene as HTML: a part of a page, or a whole `page`. It fits any width, a phone's too.

    With the theme `auto`, it is light, and dark for readers who prefer that.
    """
    body = "".join(piece for section in sections(scene, Pen(theme)) for piece in section)
    language = words(scene.language)
    table = f'<div class="cardkit" lang="{language}"><style>{sheet(theme)}</style>{body}</div>\n'
    if not page:
        return table
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{words(scene.title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"</head>\n<body>{table}</body></html>\n"
    )
