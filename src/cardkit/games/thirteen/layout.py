"""The table of 13."""

from typing import Final

from cardkit.drawing.layout import Face, Layout
from cardkit.families.limited_piles.layout import pile_layout
from cardkit.games.thirteen import RULES, View

__all__ = ["LAYOUT"]

LAYOUT: Final[Layout[View]] = pile_layout(
    RULES,
    {
        "b": Face("", "blue", "■", "b"),
        "y": Face("", "yellow", "●", "y"),
        "g": Face("", "green", "▲", "g"),
        "n": Face("", "red", "✗", "n"),
    },
    {
        "en": {
            "blue": "blue",
            "yellow": "yellow",
            "green": "green",
            "rest": "stock {number}",
            "leads": "{name} deals",
        },
        "de": {
            "blue": "Blau",
            "yellow": "Gelb",
            "green": "Grün",
            "rest": "Stapel {number}",
            "leads": "{name} gibt",
        },
        "nl": {
            "blue": "blauw",
            "yellow": "geel",
            "green": "groen",
            "rest": "trekstapel {number}",
            "leads": "{name} deelt",
        },
    },
)
