"""What the pictures of the docs share: plain SVG for light and dark pages, without fonts or links from elsewhere."""

from collections.abc import Iterable
from html import escape
from typing import Final

__all__ = ["ARROW_HEAD", "document", "text"]

ARROW_HEAD: Final = 'marker-end="url(#to)"'
"""The attribute that gives a path the head of an arrow."""

_HEAD: Final = (
    '<marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="head" d="M0 0 8 4 0 8z"/></marker>'
)
_STYLE: Final = (
    "text{font-family:system-ui,sans-serif}.back{fill:#fff}.panel{fill:#f1f5f9;stroke:#cbd5e1}.room{fill:#fff;stroke:#475569}.name{fill:#0f172a}"
    ".small{fill:#475569}.arrow{stroke:#64748b;fill:none}.door{stroke:#0f172a;fill:none;stroke-width:2}"
    ".head{fill:#64748b}"
)
_DARK: Final = (
    ".back{fill:#131416}.panel{fill:#1e293b;stroke:#475569}"
    ".room{fill:#0f172a;stroke:#94a3b8}.name{fill:#f8fafc}.small{fill:#cbd5e1}.arrow{stroke:#94a3b8}"
    ".door{stroke:#e2e8f0}.head{fill:#94a3b8}"
)


def document(
    title: str, description: str, size: tuple[int, int], parts: Iterable[str], light: str = "", dark: str = ""
) -> str:
    """Return a whole picture of these parts. `light` and `dark` are styles of its own, besides the shared ones."""
    width, height = size
    area = f'viewBox="0 0 {width} {height}" width="{width}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {area} role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(description)}</desc>',
        f"<style>{_STYLE}{light}@media(prefers-color-scheme:dark){{{_DARK}{dark}}}</style>",
        f"<defs>{_HEAD}</defs>",
        f'<rect class="back" width="{width}" height="{height}"/>',
        *parts,
        "</svg>\n",
    ]
    return "\n".join(lines)


def text(
    kind: str, size: int, x: int, y: int, words: str, *, bold: bool = False, middle: bool = False
) -> str:
    """Return a line of text that begins at the place, or has its middle there."""
    weight = ' font-weight="600"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text class="{kind}" font-size="{size}"{weight}{anchor} x="{x}" y="{y}">{escape(words)}</text>'
