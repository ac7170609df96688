"""The table of Push."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final

from cardkit.drawing.layout import Column, Face, Layout, Line, Place, Target
from cardkit.games.push import View
from cardkit.games.push.cards import COLOURS, NUMBERS, SHAPE, SUIT, VALUE
from cardkit.games.push.messages import ROWS, Reveal, Take
from cardkit.games.push.messages import Place as PlaceCard
from cardkit.games.push.state import Placing, Taking
from cardkit.language import Language

__all__ = ["LAYOUT"]

FACES: Final[Mapping[Hashable, Face]] = {
    **{
        card: Face(str(VALUE[card]), COLOURS[SUIT[card]], SHAPE[COLOURS[SUIT[card]]], card[0], VALUE[card])
        for card in NUMBERS
    },
    "die": Face("", shape="⚅", letter="d"),
    "turn": Face("", shape="↔", letter="t"),
}

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "stock": "stock {number}",
        "risk": "with risk",
        "left": "↔ ×{number}, taking goes left",
        "right": "↔ ×{number}, taking goes right",
        "row": "row {number}",
        "up": "turned up",
        "fits": "↑ fits here",
        "take": "↑ to take",
        "bust": "a bust costs {number}",
        "die": "rolls the die",
        "choosing": "{name} secures a colour, or turns up a card",
        "placing": "{name} chooses a row for the card that is up",
        "going": "{name} turns up another card, or stops",
        "taking": "{name} takes a row",
        "taking in": "{name} takes a row in the turn of {other}",
        "open": "open",
        "sum": "sum",
        "secured": "secured",
        "points": "points",
        "cards": "cards",
        "yours": "Your secured cards",
        "all secured": "Secured cards",
        "discarded": "Discarded",
    },
    "de": {
        "stock": "Stapel {number}",
        "risk": "mit Risiko",
        "left": "↔ ×{number}, linksherum",
        "right": "↔ ×{number}, rechtsherum",
        "row": "Reihe {number}",
        "up": "aufgedeckt",
        "fits": "↑ passt hier",
        "take": "↑ zu nehmen",
        "bust": "überreizt kostet {number}",
        "die": "dann wird gewürfelt",
        "choosing": "{name} sichert eine Farbe oder deckt auf",
        "placing": "{name} wählt eine Reihe für die Karte",
        "going": "{name} deckt weiter auf oder hört auf",
        "taking": "{name} nimmt eine Reihe",
        "taking in": "{name} nimmt eine Reihe, im Zug von {other}",
        "open": "offen",
        "sum": "Summe",
        "secured": "gesichert",
        "points": "Punkte",
        "cards": "Karten",
        "yours": "Deine gesicherten Karten",
        "all secured": "Gesicherte Karten",
        "discarded": "Abgelegt",
    },
    "nl": {
        "stock": "trekstapel {number}",
        "risk": "met risico",
        "left": "↔ ×{number}, linksom",
        "right": "↔ ×{number}, rechtsom",
        "row": "rij {number}",
        "up": "omgedraaid",
        "fits": "↑ past hier",
        "take": "↑ te nemen",
        "bust": "stuk kost {number}",
        "die": "dan wordt gedobbeld",
        "choosing": "{name} beveiligt een kleur of draait een kaart om",
        "placing": "{name} kiest een rij voor de kaart",
        "going": "{name} draait verder om of stopt",
        "taking": "{name} neemt een rij",
        "taking in": "{name} neemt een rij, in de beurt van {other}",
        "open": "open",
        "sum": "som",
        "secured": "beveiligd",
        "points": "punten",
        "cards": "kaarten",
        "yours": "Jouw beveiligde kaarten",
        "all secured": "Beveiligde kaarten",
        "discarded": "Afgelegd",
    },
}


MOVE_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "secure": "sichern",
        "reveal": "aufdecken",
        "place": "legen",
        "stop": "aufhören",
        "take": "nehmen",
        "red": "rot",
        "blue": "blau",
        "green": "grün",
        "yellow": "gelb",
        "purple": "lila",
    },
    "nl": {
        "secure": "beveiligen",
        "reveal": "omdraaien",
        "place": "leggen",
        "stop": "stoppen",
        "take": "nemen",
        "red": "rood",
        "blue": "blauw",
        "green": "groen",
        "yellow": "geel",
        "purple": "paars",
    },
}

EVENT_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "opened": "the match begins",
        "secured": "a colour is secured",
        "secured colour": "secured",
        "revealed": "a card is turned up",
        "direction_revealed": "a direction card is turned up",
        "placed": "a card is put in a row",
        "stopped": "a player stops",
        "ran_out": "the stock runs out",
        "busted": "a bust",
        "busted roll": "a bust, the die",
        "busted lost": "a bust costs cards",
        "taken": "a row is taken",
        "taken rows": "more rows are left to take",
        "taken taker": "another seat takes next",
        "taken roll": "the die of a row",
        "taken lost": "the die of a row costs cards",
        "taken discarded": "cards are left over",
        "scored": "the match is scored",
        "scored discarded": "cards are left over at the end",
        "star": "star",
    },
    "de": {
        "opened": "die Partie beginnt",
        "secured": "eine Farbe wird gesichert",
        "secured colour": "gesichert",
        "revealed": "eine Karte wird aufgedeckt",
        "direction_revealed": "eine Richtungskarte wird aufgedeckt",
        "placed": "eine Karte wird in eine Reihe gelegt",
        "stopped": "jemand hört auf",
        "ran_out": "der Stapel ist aufgebraucht",
        "busted": "überreizt",
        "busted roll": "überreizt, der Würfel",
        "busted lost": "überreizt kostet Karten",
        "taken": "eine Reihe wird genommen",
        "taken rows": "weitere Reihen sind zu nehmen",
        "taken taker": "ein anderer Platz nimmt als Nächster",
        "taken roll": "der Würfel einer Reihe",
        "taken lost": "der Würfel einer Reihe kostet Karten",
        "taken discarded": "Karten bleiben übrig",
        "scored": "die Partie wird gewertet",
        "scored discarded": "am Ende bleiben Karten übrig",
        "star": "Stern",
    },
    "nl": {
        "opened": "de partij begint",
        "secured": "een kleur wordt beveiligd",
        "secured colour": "beveiligd",
        "revealed": "een kaart wordt omgedraaid",
        "direction_revealed": "een richtingkaart wordt omgedraaid",
        "placed": "een kaart wordt in een rij gelegd",
        "stopped": "iemand stopt",
        "ran_out": "de trekstapel is op",
        "busted": "stuk",
        "busted roll": "stuk, de dobbelsteen",
        "busted lost": "stuk kost kaarten",
        "taken": "een rij wordt genomen",
        "taken rows": "er zijn nog rijen te nemen",
        "taken taker": "een andere plaats neemt als volgende",
        "taken roll": "de dobbelsteen van een rij",
        "taken lost": "de dobbelsteen van een rij kost kaarten",
        "taken discarded": "er blijven kaarten over",
        "scored": "de partij wordt geteld",
        "scored discarded": "er blijven aan het eind kaarten over",
        "star": "ster",
    },
}


def notes(view: View) -> Iterator[Line]:
    """Yield the option that matters all the time, the direction cards, and the stock."""
    if view.setup.risk:
        yield Line(words="risk")
    if view.directions:
        number = len(view.directions)
        yield Line(words="right" if number % 2 else "left", number=number)
    yield Line(words="stock", number=len(view.stock))


def prompt(view: View) -> Iterator[Line]:
    """Yield lines that say whose turn it is, and for what."""
    phase = view.phase
    if view.seat is None:
        return
    if isinstance(phase, Taking) and phase.player != view.seat:
        yield Line(words="taking in", name=view.seat, other=phase.player)
    else:
        yield Line(words=phase.moment, name=view.seat)


def said(view: View) -> Mapping[tuple[str, int], Line]:
    """Return the rows in which the revealed card fits, or those that can be taken."""
    match view.phase:
        case Placing(rows):
            words = "fits"
        case Taking(_, rows):
            words = "take"
        case _:
            return {}
    return {("rows", row - 1): Line(words=words, strong=True) for row in rows}


def warning(view: View, move: object) -> Line | None:
    """Return what a bust would cost (the best row) if the next card may be one, or that the die is rolled for a row."""
    match move:
        case Reveal() if len(view.rows) == len(ROWS):
            points = (sum(VALUE[card] for card in row if card != "die") for row in view.rows)
            return Line(words="bust", number=max(points))
        case Take(row) if "die" in view.rows[row - 1]:
            return Line(words="die")
        case _:
            return None


LAYOUT: Final[Layout[View]] = Layout(
    places=(
        Place(part="rows", arranged="pile", caption="row", summed=True, at_least=len(ROWS)),
        Place(part="up", arranged="row", caption="up"),
        Place(part="secured", arranged="suits", whose="viewer", caption="yours", summed=True),
        Place(
            part="secured", arranged="suits", whose="seats", caption="all secured", summed=True, when="over"
        ),
        Place(part="discarded", arranged="suits", caption="discarded", when="always"),
    ),
    columns=(
        Column(part="open", told="sum", caption="sum"),
        Column(part="secured", caption="secured"),
        Column(part="phase.points", caption="points"),
        Column(part="phase.owned", caption="cards"),
        Column(part="open", told="suits", caption="open"),
    ),
    faces=FACES,
    words=WORDS,
    targets={PlaceCard: Target(part="rows", at="row", first=1), Take: Target(part="rows", at="row", first=1)},
    notes=notes,
    prompt=prompt,
    said=said,
    move_words=MOVE_WORDS,
    event_words=EVENT_WORDS,
    warning=warning,
)
