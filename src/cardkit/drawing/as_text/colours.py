"""The colours of a terminal, from the fixed part of its 256. No theme changes them, and bold doesn't brighten them."""

from collections.abc import Mapping
from typing import Final

__all__ = ["CODES", "PAPER"]

BLACK: Final = 16
WHITE: Final = 231
DIM: Final = 243
"""A grey halfway between black and white. It can be read on both."""

PAPER: Final[Mapping[str, tuple[int, int]]] = {
    "plain": (BLACK, 254),
    "grey": (WHITE, 240),
    "black": (WHITE, 234),
    "red": (WHITE, 160),
    "orange": (BLACK, 208),
    "yellow": (BLACK, 220),
    "green": (BLACK, 77),
    "cyan": (BLACK, 44),
    "blue": (WHITE, 25),
    "purple": (WHITE, 91),
}
"""The colours of a card's print and background, by the card's colour."""

CODES: Final[Mapping[str, str]] = {
    "bold": "1",
    "dim": f"38;5;{DIM}",
    **{colour: f"38;5;{ink};48;5;{paper}" for colour, (ink, paper) in PAPER.items()},
    **{
        f"edge {colour}": f"38;5;{paper}"
        for colour, (_, paper) in PAPER.items()
        if colour not in ("plain", "black")
    },
}
"""The codes that switch a style on. Any other style is the terminal's own."""
