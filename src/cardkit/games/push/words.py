"""The game in words: the short text of moves, and sentences for events."""

from collections.abc import Iterable, Iterator
from typing import Final, Never, assert_never

from cardkit.game import Language
from cardkit.games.push.cards import DIE, FACES, NUMBERS, SUIT, TURN, Card, Face
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Event,
    Move,
    Opened,
    Place,
    Placed,
    RanOut,
    Reveal,
    Revealed,
    Scored,
    Secure,
    Secured,
    Stop,
    Stopped,
    Take,
    Taken,
)
from cardkit.hidden import Unseen
from cardkit.mechanics.wording import by_name, counted
from cardkit.phrases import by_key

__all__ = ["CARD_NAMES", "FACE_NAMES", "LANGUAGES", "SAYS", "say", "tell"]


def say(move: Move) -> str:
    """Return the short text of a move: `secure red`, `reveal`, `place 2`, `stop`, `take 3`."""
    match move:
        case Secure(colour):
            return f"secure {colour}"
        case Reveal():
            return "reveal"
        case Place(row):
            return f"place {row}"
        case Stop():
            return "stop"
        case Take(row):
            return f"take {row}"
        case _:
            assert_never(move)


def _named(colours: str, die: str, turn: str) -> dict[Card, str]:
    words = colours.split()
    return {**{card: f"{words[SUIT[card]]} {card[1]}" for card in NUMBERS}, DIE: die, TURN: turn}


_CARDS: Final[dict[Language, dict[Card, str]]] = {
    "en": _named("red blue green yellow purple", "die card", "direction card"),
    "de": _named("rote blaue grüne gelbe lila", "Würfelkarte", "Richtungskarte"),
    "nl": _named("rode blauwe groene gele paarse", "dobbelsteenkaart", "richtingkaart"),
}
_FACES: Final[dict[Language, dict[Face, str]]] = {
    "en": dict(zip(FACES, ("red", "blue", "green", "yellow", "purple", "a star"), strict=True)),
    "de": dict(zip(FACES, ("Rot", "Blau", "Grün", "Gelb", "Lila", "einen Stern"), strict=True)),
    "nl": dict(zip(FACES, ("rood", "blauw", "groen", "geel", "paars", "een ster"), strict=True)),
}

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "opened": "A match with {seats} players begins, with {stock} in the stock; {name} goes first.",
        "risk": "A star costs all open cards.",
        "secured": "{name} secures {colour}: {cards}.",
        "revealed": "{name} turns up a {card}.",
        "left": "{name} turns up direction card {number} of this turn: the others choose from the left.",
        "right": "{name} turns up direction card {number} of this turn: the others choose from the right.",
        "placed": "{name} puts the {card} in row {row}.",
        "stopped": "{name} stops.",
        "ran_out": "The stock is used up, so the turn of {name} ends.",
        "busted": "{name} turns up a {card}, which fits in no row: a bust!",
        "taken": "{name} takes row {row}: {cards}.",
        "lost": "The die shows {face}. {name} loses {number}: {cards}.",
        "nothing lost": "The die shows {face}. {name} loses nothing.",
        "discarded": "Left over and discarded: {cards}.",
        "scored": "The match is over. Points: {points}. Cards: {owned}.",
    },
    "de": {
        "opened": "Eine Partie mit {seats} Personen beginnt, mit {stock} im Stapel; {name} fängt an.",
        "risk": "Ein Stern kostet alle offenen Karten.",
        "secured": "{name} sichert {colour}: {cards}.",
        "revealed": "{name} deckt eine {card} auf.",
        "left": "{name} deckt Richtungskarte {number} dieses Zuges auf: Die anderen wählen, beginnend links.",
        "right": "{name} deckt Richtungskarte {number} dieses Zuges auf: Die anderen wählen, beginnend rechts.",
        "placed": "{name} legt die {card} in Reihe {row}.",
        "stopped": "{name} hört auf.",
        "ran_out": "Der Stapel ist aufgebraucht, und damit endet der Zug von {name}.",
        "busted": "{name} deckt eine {card} auf, die in keine Reihe passt: überreizt!",
        "taken": "{name} nimmt Reihe {row}: {cards}.",
        "lost": "Der Würfel zeigt {face}. {name} verliert {number}: {cards}.",
        "nothing lost": "Der Würfel zeigt {face}. {name} verliert nichts.",
        "discarded": "Übrig und abgelegt: {cards}.",
        "scored": "Die Partie ist aus. Punkte: {points}. Karten: {owned}.",
    },
    "nl": {
        "opened": "Een partij met {seats} spelers begint, met {stock} in de trekstapel; {name} begint.",
        "risk": "Een ster kost alle open kaarten.",
        "secured": "{name} beveiligt {colour}: {cards}.",
        "revealed": "{name} draait een {card} om.",
        "left": "{name} draait richtingkaart {number} van deze beurt om: de anderen kiezen, te beginnen links.",
        "right": "{name} draait richtingkaart {number} van deze beurt om: de anderen kiezen, te beginnen rechts.",
        "placed": "{name} legt de {card} in rij {row}.",
        "stopped": "{name} stopt.",
        "ran_out": "De trekstapel is op, dus de beurt van {name} eindigt.",
        "busted": "{name} draait een {card} om die in geen rij past: stuk!",
        "taken": "{name} neemt rij {row}: {cards}.",
        "lost": "De dobbelsteen toont {face}. {name} verliest {number}: {cards}.",
        "nothing lost": "De dobbelsteen toont {face}. {name} verliest niets.",
        "discarded": "Over en afgelegd: {cards}.",
        "scored": "De partij is afgelopen. Punten: {points}. Kaarten: {owned}.",
    },
}
LANGUAGES: Final = tuple(_SENTENCES)

SAYS: Final = by_key(
    {
        "en": {
            "nothing_open": "you have no open {colour} card",
            "does_not_fit": "the {card} doesn't fit in row {row}; place it in row {rows}",
            "no_row": "there is no row {row} to take; take row {rows}",
            "no_row, yet": "there is no row to take yet; reveal a card",
            "not_now": "{move} isn't possible now; {instead}",
            "choosing": "secure a colour or reveal a card",
            "placing": "place the {card} in row {rows}",
            "going": "stop or reveal a card",
            "reveal": "reveal a card",
            "taking": "take row {rows}",
        },
        "de": {
            "nothing_open": "du hast keine offene Karte der Farbe {colour}",
            "does_not_fit": "die {card} passt nicht in Reihe {row}; lege sie in Reihe {rows}",
            "no_row": "Reihe {row} kannst du nicht nehmen; nimm Reihe {rows}",
            "no_row, yet": "es gibt noch keine Reihe zu nehmen; decke eine Karte auf",
            "not_now": "{move} ist jetzt nicht möglich; {instead}",
            "choosing": "sichere eine Farbe oder decke eine Karte auf",
            "placing": "lege die {card} in Reihe {rows}",
            "going": "höre auf oder decke eine Karte auf",
            "reveal": "decke eine Karte auf",
            "taking": "nimm Reihe {rows}",
        },
        "nl": {
            "nothing_open": "je hebt geen open kaart in de kleur {colour}",
            "does_not_fit": "de {card} past niet in rij {row}; leg hem in rij {rows}",
            "no_row": "rij {row} kun je niet nemen; neem rij {rows}",
            "no_row, yet": "er is nog geen rij om te nemen; draai een kaart om",
            "not_now": "{move} kan nu niet; {instead}",
            "choosing": "beveilig een kleur of draai een kaart om",
            "placing": "leg de {card} in rij {rows}",
            "going": "stop of draai een kaart om",
            "reveal": "draai een kaart om",
            "taking": "neem rij {rows}",
        },
    }
)
"""Why a move isn't legal."""
CARD_NAMES: Final = by_key(_CARDS)
FACE_NAMES: Final = by_key(_FACES)


def tell(event: Event[Never] | Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    """Return one or more sentences about the event."""
    return " ".join(_sentences(event, language, names))


def _sentences(
    event: Event[Never] | Event[Unseen], language: Language, names: tuple[str, ...]
) -> Iterator[str]:
    says, faces = _SENTENCES[language], _CARDS[language]

    def list_of(cards: Iterable[Card]) -> str:
        return _listed(cards, language)

    match event:
        case Opened(seats, first, risk, _, stock):
            yield from _opening(language, seats, names[first], len(stock), risk=risk)
        case Secured(seat, colour, cards):
            yield says["secured"].format(
                name=names[seat], colour=_FACES[language][colour], cards=list_of(cards)
            )
        case Revealed(seat, card, _):
            yield says["revealed"].format(name=names[seat], card=faces[card])
        case DirectionRevealed(seat, directions):
            yield says["right" if directions % 2 else "left"].format(name=names[seat], number=directions)
        case Placed(seat, card, row):
            yield says["placed"].format(name=names[seat], card=faces[card], row=row)
        case Stopped(seat, _):
            yield says["stopped"].format(name=names[seat])
        case RanOut(seat, _):
            yield says["ran_out"].format(name=names[seat])
        case Busted(seat, card, roll, lost, _, _):
            yield says["busted"].format(name=names[seat], card=faces[card])
            yield _rolled(language, names[seat], roll, lost)
        case Taken(seat, _, row, cards, roll, lost, _, _, discarded):
            yield says["taken"].format(name=names[seat], row=row, cards=list_of(cards))
            if roll is not None:
                yield _rolled(language, names[seat], roll, lost)
            if discarded:
                yield says["discarded"].format(cards=list_of(discarded))
        case Scored(discarded, _, points, owned):
            if discarded:
                yield says["discarded"].format(cards=list_of(discarded))
            yield says["scored"].format(points=by_name(names, points), owned=by_name(names, owned))
        case _:
            assert_never(event)


def _opening(language: Language, seats: int, first: str, stock_size: int, *, risk: bool) -> Iterator[str]:
    says, stock = _SENTENCES[language], counted(stock_size, "cards", language)
    yield says["opened"].format(seats=seats, stock=stock, name=first)
    if risk:
        yield says["risk"]


def _rolled(language: Language, name: str, roll: Face, lost: tuple[Card, ...]) -> str:
    says, number = (
        _SENTENCES[language]["lost" if lost else "nothing lost"],
        counted(len(lost), "cards", language),
    )
    return says.format(face=_FACES[language][roll], name=name, number=number, cards=_listed(lost, language))


def _listed(cards: Iterable[Card], language: Language) -> str:
    return ", ".join(_CARDS[language][card] for card in cards)
