"""The table of Friday 13."""

from typing import Final

from cardkit.games.friday13.cards import KIND, PILES, Card, Kind
from cardkit.games.friday13.view import View
from cardkit.language import Language, in_language
from cardkit_cli.table.drawing import Block, Scene, TableDrawing
from cardkit_cli.table.piles import PileTable, Suit, drawn

__all__ = ["TABLE"]

_SUITS: Final[dict[Kind | None, Suit]] = {
    "cats": Suit("♣", "grey", {"en": "cats", "de": "Katzen", "nl": "katten"}),
    "mirrors": Suit("◇", "blue", {"en": "mirrors", "de": "Spiegel", "nl": "spiegels"}),
    "ladders": Suit("‡", "yellow", {"en": "ladders", "de": "Leitern", "nl": "ladders"}),
    None: Suit("✱", "red", {"en": "Friday", "de": "Freitag", "nl": "vrijdag"}),
}
_WORDS: Final[dict[Language, tuple[str, str]]] = {
    "en": ("{} put away", "{} begins"),
    "de": ("{} beiseite", "{} beginnt"),
    "nl": ("{} opzij", "{} begint"),
}


def draw(view: View, scene: Scene) -> Block:
    """Piles, players, the own hand."""
    away, begins = in_language(_WORDS, scene.language)
    notes = [away.format(view.away_size)] if view.away_size else []
    if view.starter is not None:
        notes.append(begins.format(scene.name(view.starter)))
    table = PileTable(
        title="Friday 13",
        notes=tuple(notes),
        round=view.round,
        rounds=view.rounds,
        turn=view.turn,
        suits=tuple(_SUITS[kind] for kind in (*PILES, None)),
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
    return _SUITS[KIND[card]], card[1], card


TABLE: Final[TableDrawing[View, object]] = TableDrawing(lambda view, scene, _: draw(view, scene))
