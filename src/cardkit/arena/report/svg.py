"""Drawings in SVG, of the few shapes that charts need."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, Literal, TypeAlias

__all__ = ["Anchor", "Drawing", "Scale", "ticks", "widest"]

Anchor: TypeAlias = Literal["start", "middle", "end"]

STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#333}"
    ".quiet{fill:#777}.grid{stroke:#e4e4e4}.axis{stroke:#999}"
    ".bar{fill:#4878a8}.line{stroke:#4878a8;stroke-width:2}.dot{fill:#1f4e79}"
    ".bar.second{fill:#c9762b}.line.second{stroke:#c9762b}.dot.second{fill:#8a4a10}.faint.second{fill:#ecd0b3}"
    ".lead{stroke:#b9cde0;stroke-width:2}.fair{stroke:#c0504d;stroke-dasharray:4 3}.faint{fill:#b9cde0}"
)


class Drawing:
    """Shapes on a sheet, in pixels from the upper left corner."""

    def __init__(self, width: float, height: float, title: str, *, whole: bool = False) -> None:
        self.width = width
        self.height = height
        self.whole = whole
        """Whether it has to be seen as a whole, even on a phone."""
        self._title = title
        self._shapes: list[str] = []

    def text(self, x: float, y: float, text: str, anchor: Anchor = "start", kind: str = "") -> None:
        """Draw a line of text on the base line y."""
        self._add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{_class(kind)}>{escape(text)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """Draw a straight line."""
        self._add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{_class(kind)}/>')

    def box(self, x: float, y: float, width: float, height: float, kind: str, hint: str = "") -> None:
        """Draw a filled rectangle. The hint shows under the pointer."""
        title = f"<title>{escape(hint)}</title>" if hint else ""
        size = f'width="{max(width, 0.5):.1f}" height="{max(height, 0.0):.1f}"'
        self._add(f'<rect x="{x:.1f}" y="{y:.1f}" {size}{_class(kind)}>{title}</rect>')

    def dot(self, x: float, y: float, kind: str, hint: str = "") -> None:
        """Draw a small disc."""
        self._add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5"{_class(kind)}><title>{escape(hint)}</title></circle>'
        )

    def _add(self, shape: str) -> None:
        self._shapes.append(shape)

    def svg(self) -> str:
        """Return the drawing, for a file of its own or a part of a page."""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}"'
        view = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}><title>{escape(self._title)}</title>'
        return "\n".join((head, f"<style>{STYLE}</style>", *self._shapes, "</svg>\n"))


class Scale:
    """A scale of numbers on a line from `start` to `end`, in pixels."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high: float = high if high > low else low + 1
        self._start = start
        self._size = end - start

    def __call__(self, value: float) -> float:
        """Return the place of a number."""
        return self._start + self._size * (value - self.low) / (self.high - self.low)


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Return round numbers from low to high."""
    rough = (high - low) / about
    if rough <= 0:
        return [low]
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * 0.999)
    return [step * place for place in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def widest(labels: Sequence[str]) -> float:
    """Return about how many pixels the longest label takes."""
    return 7.0 * max(map(len, labels), default=0)
