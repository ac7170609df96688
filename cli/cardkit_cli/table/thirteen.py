"""The table of 13."""

from typing import Final

from cardkit.games.thirteen import Card, View
from cardkit_cli.table.drawing import TableDrawing
from cardkit_cli.table.piles import PileTable, Suit

__all__ = ["TABLE"]

_TABLE: Final[PileTable[Card]] = PileTable(
    title="13",
    suits={
        "b": Suit("■", "blue", {"en": "blue", "de": "Blau", "nl": "blauw"}),
        "y": Suit("●", "yellow", {"en": "yellow", "de": "Gelb", "nl": "geel"}),
        "g": Suit("▲", "green", {"en": "green", "de": "Grün", "nl": "groen"}),
        "n": Suit("✗", "red", {"en": "nasty", "de": "fies", "nl": "gemeen"}),
    },
    rest={"en": "stock {}", "de": "Stapel {}", "nl": "trekstapel {}"},
    has_stock=True,
    leads={"en": "{} deals", "de": "{} gibt", "nl": "{} deelt"},
)

TABLE: Final[TableDrawing[View, object]] = TableDrawing(lambda view, scene, _: _TABLE.draw(view, scene))
