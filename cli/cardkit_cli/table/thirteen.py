"""The table of 13."""

from typing import Final

from cardkit.games.thirteen.cards import COLOUR, TARGETS, Card, Colour
from cardkit.games.thirteen.view import View
from cardkit.language import Language, in_language
from cardkit_cli.table.drawing import Block, Scene, TableDrawing
from cardkit_cli.table.piles import PileTable, Suit, drawn

__all__ = ["TABLE"]

_SUITS: Final[dict[Colour | None, Suit]] = {
    "blue": Suit("■", "blue", {"en": "blue", "de": "Blau", "nl": "blauw"}),
    "yellow": Suit("●", "yellow", {"en": "yellow", "de": "Gelb", "nl": "geel"}),
    "green": Suit("▲", "green", {"en": "green", "de": "Grün", "nl": "groen"}),
    None: Suit("✗", "red", {"en": "nasty", "de": "fies", "nl": "gemeen"}),
}
_WORDS: Final[dict[Language, tuple[str, str]]] = {
    "en": ("stock {}", "{} deals"),
    "de": ("Stapel {}", "{} gibt"),
    "nl": ("trekstapel {}", "{} deelt"),
}


def draw(view: View, scene: Scene) -> Block:
    """Targets, players, the own hand."""
    stock, deals = in_language(_WORDS, scene.language)
    notes = [stock.format(view.stock_size)]
    if view.dealer is not None:
        notes.append(deals.format(scene.name(view.dealer)))
    table = PileTable(
        title="13",
        notes=tuple(notes),
        round=view.round,
        rounds=view.rounds,
        turn=view.turn,
        suits=tuple(_SUITS[colour] for colour in (*TARGETS, None)),
        hand=None if view.hand is None else tuple(map(_printed, view.hand)),
        hand_sizes=view.hand_sizes,
        piles=tuple(tuple(map(_printed, pile)) for pile in view.piles),
        sums=view.sums,
        taken_sizes=view.taken_sizes,
        totals=view.totals,
        last_taken=tuple(tuple(map(_printed, cards)) for cards in view.last_taken),
        last_points=view.last_points,
    )
    return drawn(table, scene)


def _printed(card: Card) -> tuple[Suit, str, str]:
    return _SUITS[COLOUR[card]], card[1], card


TABLE: Final[TableDrawing[View, object]] = TableDrawing(lambda view, scene, _: draw(view, scene))
