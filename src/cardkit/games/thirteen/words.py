"""The game in words: the short text of moves, and sentences for events."""

from typing import Final, assert_never

from cardkit.game import Language
from cardkit.games.thirteen.cards import COLOUR, Card, Colour
from cardkit.games.thirteen.messages import (
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

__all__ = ["LANGUAGES", "say", "tell"]


def say(move: Play) -> str:
    """`b7`; a nasty four says where it goes: `n4>yellow`."""
    return move.card if COLOUR[move.card] else f"{move.card}>{move.onto}"


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
LANGUAGES: Final = tuple(_SENTENCES)


def card_name(card: Card, language: Language) -> str:
    """A card for people, fit to follow an article: "blue 7", "nasty four"."""
    colour = COLOUR[card]
    return _NASTY[language] if colour is None else f"{_COLOURS[language][colour]} {card[1]}"


def tell(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
    """A sentence or two about what happened."""
    says = _SENTENCES[language]
    match event:
        case Played(seat, card, onto, taken, drawn):
            played = _played(language, names[seat], card, onto, taken)
            if drawn is None:
                return played
            return f"{played} {says['drew_seen'].format(name=names[seat], drawn=card_name(drawn, language))}"
        case PlaySeen(seat, card, onto, taken):
            return (
                f"{_played(language, names[seat], card, onto, taken)} {says['drew'].format(name=names[seat])}"
            )
        case Opened(seats, first_dealer, rounds):
            length = counted(rounds, "rounds", language)
            return says["opened"].format(seats=seats, rounds=length, name=names[first_dealer])
        case Dealt(round, dealer, _, stock):
            rest = counted(len(stock), "cards", language)
            return says["dealt"].format(round=round, name=names[dealer], stock=rest)
        case HandDealt(round, dealer, hand, _, stock_size):
            rest = counted(stock_size, "cards", language)
            if hand is None:
                return says["dealt"].format(round=round, name=names[dealer], stock=rest)
            held = _cards(hand, language)
            return says["hand"].format(round=round, name=names[dealer], hand=held, stock=rest)
        case Scored(round, _, points, totals):
            cost, so_far = by_name(names, points), by_name(names, totals)
            return says["scored"].format(round=round, points=cost, totals=so_far)
        case _:
            assert_never(event)


def _cards(cards: tuple[Card, ...], language: Language) -> str:
    return ", ".join([card_name(card, language) for card in cards])


def _played(language: Language, name: str, card: Card, onto: Colour, taken: tuple[Card, ...]) -> str:
    says, played, pile = _SENTENCES[language], card_name(card, language), _COLOURS[language][onto]
    if not taken:
        return says["played"].format(name=name, card=played, onto=pile)
    number = counted(len(taken), "cards", language)
    return says["took"].format(
        name=name, card=played, onto=pile, number=number, taken=_cards(taken, language)
    )
