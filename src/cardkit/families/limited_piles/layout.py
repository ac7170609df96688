"""The table of a game of the family."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeGuard

from attrs import evolve

from cardkit.drawing.layout import Column, Face, Layout, Line, Place, Target
from cardkit.families.limited_piles.messages import C, K, Play, State
from cardkit.families.limited_piles.rules import LimitedPiles
from cardkit.hidden import Unseen
from cardkit.language import USUAL, Language
from cardkit.mechanics.majority import freed

__all__ = ["pile_layout"]

ALMOST: Final = 3
"""A pile with less room than this is highlighted."""
PAID_NOTHING: Final = "✓"
"""The mark of a kind that the seat with the most cards of it doesn't pay for."""

_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "round": "round {number} of {of}",
        "free": "{number} to go",
        "full": "full",
        "takes": "takes {number}",
        "hand": "hand",
        "taken": "taken",
        "total": "total",
        "last round": "last round (✓ free)",
        "cost": "cost",
        "turned up": "Turned up in the last round",
    },
    "de": {
        "round": "Runde {number} von {of}",
        "free": "{number} frei",
        "full": "voll",
        "takes": "nimmt {number}",
        "hand": "Hand",
        "taken": "kassiert",
        "total": "gesamt",
        "last round": "letzte Runde (✓ frei)",
        "cost": "Punkte",
        "turned up": "Aufgedeckt in der letzten Runde",
    },
    "nl": {
        "round": "ronde {number} van {of}",
        "takes": "neemt {number}",
        "free": "nog {number}",
        "full": "vol",
        "hand": "hand",
        "taken": "gepakt",
        "total": "totaal",
        "last round": "vorige ronde (✓ gratis)",
        "cost": "punten",
        "turned up": "Omgedraaid in de vorige ronde",
    },
}

_EVENTS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "opened": "the match begins",
        "dealt": "a round is dealt",
        "played": "a card is played",
        "played onto": "played onto",
        "played taken": "a pile is taken",
        "played drawn": "a card is drawn",
        "scored": "a round is scored",
    },
    "de": {
        "opened": "die Partie beginnt",
        "dealt": "eine Runde wird ausgeteilt",
        "played": "eine Karte wird gespielt",
        "played onto": "gespielt auf",
        "played taken": "ein Stapel wird kassiert",
        "played drawn": "eine Karte wird gezogen",
        "scored": "eine Runde wird gewertet",
    },
    "nl": {
        "opened": "de partij begint",
        "dealt": "een ronde wordt gedeeld",
        "played": "een kaart wordt gespeeld",
        "played onto": "gespeeld op",
        "played taken": "een stapel wordt gepakt",
        "played drawn": "een kaart wordt getrokken",
        "scored": "een ronde wordt geteld",
    },
}


def pile_layout(
    rules: LimitedPiles[C, K], suits: Mapping[str, Face], words: Mapping[Language, Mapping[str, str]]
) -> Layout[State[C, Unseen]]:
    """Lay out a game of the family.

    `suits` are by the first letter of a card. `words` hold the captions of the piles, by their names. They also hold
    `rest`, with a number (the cards in the stock or put away), and `leads`, with a name (who leads the round).
    """

    def notes(view: State[C, Unseen]) -> Iterator[Line]:
        table = view.table
        if view.turn is not None:
            yield Line(words="round", number=table.round, of=table.rounds)
            rest = len(view.stock) + len(view.away)
            if rest or rules.hand is not None:
                yield Line(words="rest", number=rest)
            if table.leader is not None:
                yield Line(words="leads", name=table.leader)

    def said(view: State[C, Unseen]) -> dict[tuple[str, int], Line]:
        free = [rules.limit - total for total in view.sums]
        return {
            ("piles", place): Line(words="free" if room else "full", number=room, strong=room < ALMOST)
            for place, room in enumerate(free)
        }

    def is_play(move: object) -> TypeGuard[Play[C, K]]:
        return isinstance(move, Play)

    def warning(view: State[C, Unseen], move: object) -> Line | None:
        if not is_play(move):
            return None
        pile = rules.piles.index(move.onto)
        over = view.sums[pile] + rules.value[move.card] > rules.limit
        return Line(words="takes", number=len(view.piles[pile])) if over else None

    def last_round(view: State[C, Unseen]) -> tuple[tuple[Face, ...], ...]:
        """Count each seat's cards of each kind in the last round. A kind that the seat doesn't pay for is ticked."""
        taken = view.table.last_taken
        free = dict(zip(kinds, freed(taken, kinds), strict=True)) if taken else {}
        return tuple(
            tuple(
                evolve(suit, label=f"{count or '–'}{PAID_NOTHING if free.get(kind) == seat else ''}")
                for kind, suit in suits.items()
                for count in [sum(card[0] == kind for card in cards)]
            )
            for seat, cards in enumerate(taken)
        )

    kinds = "".join(pile[0] for pile in rules.piles)
    return Layout(
        places=(
            Place(
                part="piles",
                arranged="pile",
                caption=rules.piles,
                heads=tuple(suits[pile[0]] for pile in rules.piles),
                summed=True,
                limit=rules.limit,
                topped=True,
            ),
            Place(part="hands", arranged="hand", whose="viewer"),
            Place(part="table.last_taken", arranged="list", whose="seats", caption="turned up", when="over"),
        ),
        columns=(
            Column(part="hands", caption="hand", when="playing"),
            Column(part="taken", caption="taken"),
            Column(part="table.totals", caption="total"),
            Column(part="last round", told="cards", caption="last round"),
            Column(part="table.last_points", caption="cost"),
        ),
        faces={card: _face(suits[card[0]], card, rules.value[card]) for card in rules.cards},
        words={language: {**own, **words[language]} for language, own in _WORDS.items()},
        targets={Play: (Target(part="hands", card="card"), Target(part="piles", at="onto"))},
        notes=notes,
        said=said,
        computed={"last round": last_round},
        move_words={
            language: {pile: own[pile].lower() for pile in rules.piles}
            for language, own in words.items()
            if language != USUAL
        },
        event_words=_EVENTS,
        warning=warning,
        round=lambda view: view.table.round,
    )


def _face(suit: Face, card: str, value: int) -> Face:
    return Face(card[1], suit.colour, suit.shape, suit.letter, value)
