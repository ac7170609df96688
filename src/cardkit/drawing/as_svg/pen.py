"""Shapes and words, from which all of a drawing is made."""

from html import escape
from typing import Final, Literal

from attrs import frozen

from cardkit.drawing.as_svg.colours import ROLES, Role, Theme
from cardkit.drawing.as_svg.metrics import width_of
from cardkit.drawing.as_svg.signs import HOLED, SHAPES, SIZE
from cardkit.drawing.as_text.signs import printable

__all__ = ["FONT", "MONO", "Block", "Pen", "Shape", "move", "number", "sign_at", "words"]

FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
MONO: Final = "ui-monospace,Menlo,Consolas,monospace"


@frozen
class Block:
    """A part of a drawing, from its own upper left corner."""

    width: float
    height: float
    body: str


@frozen
class Shape:
    """The colours of a shape: roles of the table, or colours of their own."""

    fill: str = "none"
    stroke: str = ""
    extra: str = ""
    """More attributes, with a space before them."""


def number(value: float) -> str:
    """Return a length as text, to a tenth of a pixel."""
    short = f"{value:.1f}".removesuffix(".0")
    return short.replace("0.", ".", 1) if abs(value) < 1 else short


def words(text: str) -> str:
    """Return the text for a document: nothing in it is a tag or can control anything."""
    return escape(printable(text))


def move(x: float, y: float, body: str, more: str = "") -> str:
    """Move a part of the drawing. `more` is added to the transformation."""
    if not body or not (more or number(x) != "0" or number(y) != "0"):
        return body
    return f'<g transform="translate({number(x)} {number(y)}){more}">{body}</g>'


def sign_at(x: float, y: float, size: float, sign: str, colour: str) -> str:
    """Draw a sign in the middle of a point."""
    outline = SHAPES.get(sign)
    if outline is None:
        wide = width_of(sign, 1, bold=True) * 0.95
        fits = size * 1.05 if wide <= 1 else size * 1.05 / wide
        return (
            f'<text x="{number(x)}" y="{number(y + fits * 0.36)}" font-size="{number(fits)}" font-weight="700" '
            f'text-anchor="middle" {colour}>{words(sign)}</text>'
        )
    corner = f"{number(x - size / 2)} {number(y - size / 2)}"
    scale = f"{size / SIZE:.3f}".rstrip("0").rstrip(".").removeprefix("0")
    rule = ' fill-rule="evenodd"' if sign in HOLED else ""
    return f'<path d="{outline}" {colour}{rule} transform="translate({corner}) scale({scale})"/>'


@frozen
class Pen:
    """How colours are written: as attributes, and as classes for those who prefer dark."""

    theme: Theme = "auto"

    def colour(self, kind: Literal["fill", "stroke"], colour: str) -> str:
        """Return the attributes for a role of the table, or for a colour of its own."""
        role = _role(colour)
        if role is None:
            return f'{kind}="{colour}"'
        light, dark = ROLES[role]
        if self.theme != "auto":
            return f'{kind}="{dark if self.theme == "dark" else light}"'
        return f'{kind}="{light}" class="ck-{role}{"-line" if kind == "stroke" else ""}"'

    def paint(self, shape: Shape) -> str:
        """Return the attributes of a shape. If fill and line both have a class, they share one attribute `class`."""
        painted = self.colour("fill", shape.fill)
        if shape.stroke:
            line = self.colour("stroke", shape.stroke)
            if 'class="' in painted and 'class="' in line:
                line, _, name = line.partition(' class="')
                painted = f"{painted[:-1]} {name}"
            painted = f"{painted} {line}"
        return painted + shape.extra

    def box(self, x: float, y: float, width: float, height: float, shape: Shape, round: float = 0) -> str:
        """Draw a rectangle with round corners."""
        corners = f' rx="{number(round)}"' if round else ""
        size = f'width="{number(width)}" height="{number(height)}"'
        corner = f'x="{number(x)}" y="{number(y)}" ' if x or y else ""
        return f"<rect {corner}{size}{corners} {self.paint(shape)}/>"

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str = "ink",
        *,
        bold: bool = False,
        anchor: Literal["start", "middle", "end"] = "start",
        mono: bool = False,
    ) -> str:
        """Write a line of text on the base line y."""
        where = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        weight = ' font-weight="700"' if bold else ""
        side = f' text-anchor="{anchor}"' if anchor != "start" else ""
        font = f' font-family="{MONO}"' if mono else ""
        return f"<text {where}{weight}{side}{font} {self.colour('fill', colour)}>{words(text)}</text>"


def _role(colour: str) -> Role | None:
    for role in ROLES:
        if role == colour:
            return role
    return None
