"""The game in words: the short text of moves, and sentences for events."""

from typing import Final, assert_never

from cardkit.game import Language, reader
from cardkit.games.thirteen.cards import COLOUR, Card, Colour
from cardkit.games.thirteen.messages import (
    MOVES,
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Play,
    Played,
    PlaySeen,
    Scored,
)
from cardkit.mechanics.wording import by_name, counted
from cardkit.seats import Seat

__all__ = ["read", "say", "tell"]


def say(move: Play) -> str:
    """`b7`; a nasty four says where it goes: `n4>yellow`."""
    return move.card if COLOUR[move.card] else f"{move.card}>{move.onto}"


read: Final = reader("thirteen", say, MOVES)

_COLOURS: Final[dict[Language, dict[Colour, str]]] = {
    "en": {"blue": "blue", "yellow": "yellow", "green": "green"},
    "de": {"blue": "blaue", "yellow": "gelbe", "green": "grüne"},
    "nl": {"blue": "blauwe", "yellow": "gele", "green": "groene"},
}
_NASTY: Final[dict[Language, str]] = {"en": "nasty four", "de": "fiese Vier", "nl": "gemene vier"}

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "opened": "A match of {rounds} with {seats} players begins; {name} deals first.",
        "dealt": "Round {round}: {name} deals. The stock holds {stock}.",
        "hand": "Round {round}: {name} deals. Your hand: {hand}. The stock holds {stock}.",
        "played": "{name} plays a {card} on the {onto} target.",
        "took": "{name} plays a {card} on the {onto} target and takes {number}: {taken}.",
        "drew": "{name} draws a card.",
        "drew_seen": "{name} draws a {drawn}.",
        "scored": "Round {round} is scored. Penalty points: {points}. In total: {totals}.",
    },
    "de": {
        "opened": "Eine Partie mit {seats} Personen über {rounds} beginnt; zuerst gibt {name}.",
        "dealt": "Runde {round}: {name} gibt. Im Stapel liegen {stock}.",
        "hand": "Runde {round}: {name} gibt. Deine Hand: {hand}. Im Stapel liegen {stock}.",
        "played": "{name} spielt eine {card} auf das {onto} Ziel.",
        "took": "{name} spielt eine {card} auf das {onto} Ziel und kassiert {number}: {taken}.",
        "drew": "{name} zieht eine Karte nach.",
        "drew_seen": "{name} zieht eine {drawn} nach.",
        "scored": "Runde {round} wird gewertet. Strafpunkte: {points}. Insgesamt: {totals}.",
    },
    "nl": {
        "opened": "Een partij van {rounds} met {seats} spelers begint; {name} deelt als eerste.",
        "dealt": "Ronde {round}: {name} deelt. Er liggen {stock} in de trekstapel.",
        "hand": "Ronde {round}: {name} deelt. Jouw hand: {hand}. Er liggen {stock} in de trekstapel.",
        "played": "{name} speelt een {card} op het {onto} doel.",
        "took": "{name} speelt een {card} op het {onto} doel en pakt {number}: {taken}.",
        "drew": "{name} trekt een kaart.",
        "drew_seen": "{name} trekt een {drawn}.",
        "scored": "Ronde {round} is geteld. Strafpunten: {points}. In totaal: {totals}.",
    },
}


def card_name(card: Card, language: Language) -> str:
    """A card for people, fit to follow an article: "blue 7", "nasty four"."""
    colour = COLOUR[card]
    return _NASTY[language] if colour is None else f"{_COLOURS[language][colour]} {card[1]}"


def tell(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
    """A sentence or two about what happened."""
    says = _SENTENCES[language]

    def cards(of: tuple[Card, ...]) -> str:
        return ", ".join(card_name(card, language) for card in of)

    def deal(round: int, dealer: Seat, hand: tuple[Card, ...] | None, stock: int) -> str:
        return says["dealt" if hand is None else "hand"].format(
            round=round,
            name=names[dealer],
            hand=cards(hand or ()),
            stock=counted(stock, "cards", language),
        )

    def play(seat: Seat, card: Card, onto: Colour, taken: tuple[Card, ...]) -> str:
        return says["took" if taken else "played"].format(
            name=names[seat],
            card=card_name(card, language),
            onto=_COLOURS[language][onto],
            number=counted(len(taken), "cards", language),
            taken=cards(taken),
        )

    match event:
        case Opened(seats, first_dealer, rounds):
            length = counted(rounds, "rounds", language)
            return says["opened"].format(seats=seats, rounds=length, name=names[first_dealer])
        case Dealt(round, dealer, _, stock):
            return deal(round, dealer, None, len(stock))
        case HandDealt(round, dealer, hand, _, stock_size):
            return deal(round, dealer, hand, stock_size)
        case Played(seat, card, onto, taken, drawn):
            if drawn is None:
                return play(seat, card, onto, taken)
            drew = says["drew_seen"].format(name=names[seat], drawn=card_name(drawn, language))
            return f"{play(seat, card, onto, taken)} {drew}"
        case PlaySeen(seat, card, onto, taken):
            return f"{play(seat, card, onto, taken)} {says['drew'].format(name=names[seat])}"
        case Scored(round, _, points, totals):
            cost, so_far = by_name(names, points), by_name(names, totals)
            return says["scored"].format(round=round, points=cost, totals=so_far)
        case _:
            assert_never(event)
