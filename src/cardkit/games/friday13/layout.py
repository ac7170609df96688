"""The table of Friday 13."""

from typing import Final

from cardkit.drawing.layout import Face, Layout
from cardkit.families.limited_piles.layout import pile_layout
from cardkit.games.friday13 import RULES, View

__all__ = ["LAYOUT"]

LAYOUT: Final[Layout[View]] = pile_layout(
    RULES,
    {
        "c": Face("", "grey", "♣", "c"),
        "m": Face("", "blue", "◇", "m"),
        "l": Face("", "yellow", "‡", "l"),
        "f": Face("", "red", "✱", "f"),
    },
    {
        "en": {
            "cats": "cats",
            "mirrors": "mirrors",
            "ladders": "ladders",
            "rest": "{number} put away",
            "leads": "{name} begins",
        },
        "de": {
            "cats": "Katzen",
            "mirrors": "Spiegel",
            "ladders": "Leitern",
            "rest": "{number} beiseite",
            "leads": "{name} beginnt",
        },
        "nl": {
            "cats": "katten",
            "mirrors": "spiegels",
            "ladders": "ladders",
            "rest": "{number} opzij",
            "leads": "{name} begint",
        },
    },
)
