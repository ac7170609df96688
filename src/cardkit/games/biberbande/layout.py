"""The table of Biberbande."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final

from cardkit.drawing.layout import Column, Face, Layout, Line, Place, Target
from cardkit.games.biberbande import Discard, Draw, Keep, Peek, Swap, Take, View
from cardkit.games.biberbande.cards import NUMBERS, VALUE
from cardkit.hidden import Unseen
from cardkit.language import Language

__all__ = ["LAYOUT"]

ARROW: Final = "→"
"""The sign between a special and the card that replaced it in the scoring."""

FACES: Final[Mapping[Hashable, Face]] = {
    **{card: Face(card, value=VALUE[card]) for card in sorted(NUMBERS)},
    "swap": Face("", "yellow", "⇄", "s", names={"en": "swap", "de": "Tauschen", "nl": "ruilen"}),
    "peek": Face("", "purple", "◉", "p", names={"en": "peek", "de": "Spähen", "nl": "gluren"}),
    "draw2": Face(
        "", "green", "⇊", "d", names={"en": "draw two", "de": "Zweimal ziehen", "nl": "twee trekken"}
    ),
    ARROW: Face(ARROW, "none"),
}

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "round": "round {number} of {of}",
        "turn": "1 turn",
        "turns": "{number} turns",
        "limit": "max. {number} each",
        "deals": "{name} deals",
        "stock": "stock",
        "discard": "discard",
        "drawn": "drawn",
        "your row": "your row",
        "row": "row",
        "total": "total",
        "last round": "last round",
        "cost": "cost",
        "knocked": "knocked",
        "draw two": "carries out draw two",
        "draw twos": "carries out draw two, {number} times",
        "first": "discarding the card brings a second one",
        "looking": "{name} looks at the outer cards",
        "choosing": "{name} takes the top of the discard pile, or draws",
        "choosing special": "{name} draws: a special can't be taken",
        "drawing": "{name} draws",
        "drawn by": "{name} holds a card from the stock",
        "knocking": "{name} knocks or passes",
    },
    "de": {
        "round": "Runde {number} von {of}",
        "turn": "1 Zug",
        "turns": "{number} Züge",
        "limit": "max. je {number}",
        "deals": "{name} gibt",
        "stock": "Stapel",
        "discard": "Ablage",
        "drawn": "gezogen",
        "your row": "deine Reihe",
        "row": "Reihe",
        "total": "gesamt",
        "last round": "letzte Runde",
        "cost": "Punkte",
        "knocked": "hat geklopft",
        "draw two": "führt Zweimal ziehen aus",
        "draw twos": "führt {number} Mal Zweimal ziehen aus",
        "first": "wer die Karte ablegt, zieht eine zweite",
        "looking": "{name} sieht sich die Außenkarten an",
        "choosing": "{name} nimmt die oberste der Ablage oder zieht",
        "choosing special": "{name} zieht: eine Sonderkarte kann niemand nehmen",
        "drawing": "{name} zieht",
        "drawn by": "{name} hält eine Karte vom Stapel",
        "knocking": "{name} klopft oder passt",
    },
    "nl": {
        "round": "ronde {number} van {of}",
        "turn": "1 beurt",
        "turns": "{number} beurten",
        "limit": "elk max. {number}",
        "deals": "{name} deelt",
        "stock": "stapel",
        "discard": "aflegstapel",
        "drawn": "getrokken",
        "your row": "jouw rij",
        "row": "rij",
        "total": "totaal",
        "last round": "vorige ronde",
        "cost": "punten",
        "knocked": "heeft geklopt",
        "draw two": "voert twee trekken uit",
        "draw twos": "voert {number} keer twee trekken uit",
        "first": "wie de kaart aflegt, trekt een tweede",
        "looking": "{name} bekijkt de buitenste kaarten",
        "choosing": "{name} pakt de bovenste van de aflegstapel of trekt",
        "choosing special": "{name} trekt: een speciale kaart kun je niet pakken",
        "drawing": "{name} trekt",
        "drawn by": "{name} houdt een kaart van de stapel",
        "knocking": "{name} klopt of past",
    },
}


MOVE_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "look": "ansehen",
        "take": "nehmen",
        "draw": "ziehen",
        "draw2": "zweimal",
        "discard": "ablegen",
        "keep": "behalten",
        "peek": "spähen",
        "swap": "tauschen",
        "knock": "klopfen",
        "pass": "passen",
    },
    "nl": {
        "look": "bekijken",
        "take": "pakken",
        "draw": "trekken",
        "draw2": "tweemaal",
        "discard": "afleggen",
        "keep": "houden",
        "peek": "gluren",
        "swap": "ruilen",
        "knock": "kloppen",
        "pass": "passen",
    },
}

EVENT_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "opened": "the match begins",
        "dealt": "a round is dealt",
        "looked": "the outer cards are looked at",
        "took": "the discard pile's top is taken",
        "drew": "a card is drawn",
        "discarded": "the drawn card is discarded",
        "first_discarded": "the first card of draw two is discarded",
        "kept": "the drawn card is kept",
        "peeked": "a peek",
        "swapped": "a swap",
        "draw_two_used": "draw two is carried out",
        "reshuffled": "the discard pile is shuffled",
        "passed": "nobody knocks",
        "knocked": "a knock",
        "round_scored": "a round is scored",
        "round_scored replacements": "specials are replaced in the scoring",
        "may_knock": "and may knock",
    },
    "de": {
        "opened": "die Partie beginnt",
        "dealt": "eine Runde wird ausgeteilt",
        "looked": "die Außenkarten werden angesehen",
        "took": "die oberste der Ablage wird genommen",
        "drew": "eine Karte wird gezogen",
        "discarded": "die gezogene Karte wird abgelegt",
        "first_discarded": "die erste Karte von Zweimal ziehen wird abgelegt",
        "kept": "die gezogene Karte wird behalten",
        "peeked": "Spähen",
        "swapped": "Tauschen",
        "draw_two_used": "Zweimal ziehen wird ausgeführt",
        "reshuffled": "die Ablage wird gemischt",
        "passed": "niemand klopft",
        "knocked": "Klopfen",
        "round_scored": "eine Runde wird gewertet",
        "round_scored replacements": "Sonderkarten werden in der Wertung ersetzt",
        "may_knock": "und kann klopfen",
    },
    "nl": {
        "opened": "de partij begint",
        "dealt": "een ronde wordt gedeeld",
        "looked": "de buitenste kaarten worden bekeken",
        "took": "de bovenste van de aflegstapel wordt gepakt",
        "drew": "een kaart wordt getrokken",
        "discarded": "de getrokken kaart wordt afgelegd",
        "first_discarded": "de eerste kaart van twee trekken wordt afgelegd",
        "kept": "de getrokken kaart wordt gehouden",
        "peeked": "gluren",
        "swapped": "ruilen",
        "draw_two_used": "twee trekken wordt uitgevoerd",
        "reshuffled": "de aflegstapel wordt geschud",
        "passed": "niemand klopt",
        "knocked": "kloppen",
        "round_scored": "een ronde wordt geteld",
        "round_scored replacements": "speciale kaarten worden bij het tellen vervangen",
        "may_knock": "en kan kloppen",
    },
}


def notes(view: View) -> Iterator[Line]:
    """Yield the round, the turns and the dealer."""
    if view.turn is None:
        return
    table = view.table
    yield Line(words="round", number=table.round, of=table.rounds)
    yield Line(words="turn" if view.turns == 1 else "turns", number=view.turns)
    if table.turn_limit is not None:
        yield Line(words="limit", number=table.turn_limit)
    if table.dealer is not None:
        yield Line(words="deals", name=table.dealer)


def prompt(view: View) -> Iterator[Line]:
    """Yield lines that say whose turn it is and for what, and which draw twos are being carried out."""
    if view.turn is None:
        return
    match view.phase:
        case "choosing":
            words = "choosing" if view.discard and view.discard[-1] in NUMBERS else "choosing special"
        case "drawn":
            words = "drawn by"
        case _:
            words = view.phase
    yield Line(words=words, name=view.turn)
    if view.aside:
        yield Line(words="draw two" if len(view.aside) == 1 else "draw twos", number=len(view.aside))
    if view.first:
        yield Line(words="first")


def said(view: View) -> Mapping[tuple[str, int], Line]:
    """Return which seat has knocked."""
    if view.knocker is None or view.turn is None:
        return {}
    return {("seats", view.knocker): Line(words="knocked")}


def last_rows(view: View) -> tuple[tuple[str, ...], ...]:
    """Return the rows of the last round as they were turned up, each special with its replacements."""
    rows: list[list[list[str]]] = [[[card] for card in row] for row in view.table.last_rows]
    for replacement in view.table.last_replacements:
        place = rows[replacement.seat][replacement.position]
        for card in replacement.cards:
            place.extend((ARROW, card))
    return tuple(tuple(card for place in row for card in place) for row in rows)


def looks(view: View) -> bool:
    """Return whether the viewer is looking at cards of a row that the next event hides again."""
    return view.phase != "over" and any(not isinstance(card, Unseen) for row in view.rows for card in row)


ROW: Final = Place(
    part="rows", arranged="row", whose="viewer", caption="your row", numbered=True, remembered=True
)

LAYOUT: Final[Layout[View]] = Layout(
    places=(
        Place(part="stock", arranged="stack", caption="stock"),
        Place(part="discard", arranged="stack", caption="discard"),
        Place(part="drawn", arranged="row", caption="drawn"),
        ROW,
    ),
    columns=(
        Column(part="rows", told="cards", caption="row", remembered=True, when="playing"),
        Column(part="table.totals", caption="total"),
        Column(part="last rows", told="cards", caption="last round"),
        Column(part="table.last_points", caption="cost"),
    ),
    faces=FACES,
    words=WORDS,
    targets={
        Draw: Target(part="stock"),
        Discard: Target(part="discard"),
        Swap: (
            Target(part="rows", at="position"),
            Target(part="rows", at="theirs", seat="other"),
        ),
        Take: (Target(part="rows", at="position"), Target(part="discard")),
        Keep: Target(part="rows", at="position"),
        Peek: Target(part="rows", at="position"),
    },
    notes=notes,
    prompt=prompt,
    said=said,
    computed={"last rows": last_rows},
    move_words=MOVE_WORDS,
    event_words=EVENT_WORDS,
    round=lambda view: view.table.round,
    needs_time=looks,
)
