"""The table of Friday 13."""

from typing import Final

from cardkit.games.friday13 import Card, View
from cardkit_cli.table.drawing import TableDrawing
from cardkit_cli.table.piles import PileTable, Suit

__all__ = ["TABLE"]

_TABLE: Final[PileTable[Card]] = PileTable(
    title="Friday 13",
    suits={
        "c": Suit("♣", "grey", {"en": "cats", "de": "Katzen", "nl": "katten"}),
        "m": Suit("◇", "blue", {"en": "mirrors", "de": "Spiegel", "nl": "spiegels"}),
        "l": Suit("‡", "yellow", {"en": "ladders", "de": "Leitern", "nl": "ladders"}),
        "f": Suit("✱", "red", {"en": "Friday", "de": "Freitag", "nl": "vrijdag"}),
    },
    rest={"en": "{} put away", "de": "{} beiseite", "nl": "{} opzij"},
    has_stock=False,
    leads={"en": "{} begins", "de": "{} beginnt", "nl": "{} begint"},
)

TABLE: Final[TableDrawing[View, object]] = TableDrawing(lambda view, scene, _: _TABLE.draw(view, scene))
