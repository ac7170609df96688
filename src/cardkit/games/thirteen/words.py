"""13 in words."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

from cardkit.families.limited_piles.words import Words
from cardkit.games.thirteen.cards import NASTY_FOUR, Card, Colour
from cardkit.language import Language

__all__ = ["WORDS"]


def card_name(colours: Mapping[Colour, str], nasty_four: str, card: Card) -> str:
    """Return what fits after an article: "blue 7", "nasty four"."""
    if card == NASTY_FOUR:
        return nasty_four
    return next(f"{name} {card[1]}" for colour, name in colours.items() if colour[0] == card[0])


def words(
    sentences: Mapping[str, str], blue: str, yellow: str, green: str, nasty_four: str
) -> Words[Card, Colour]:
    """Return the words of one language."""
    colours: dict[Colour, str] = {"blue": blue, "yellow": yellow, "green": green}
    name = cache(partial(card_name, colours, nasty_four))
    return Words(sentences, name, name, colours)


WORDS: Final[Mapping[Language, Words[Card, Colour]]] = {
    "en": words(
        {
            "opened": "A match of {rounds} with {seats} players begins; {name} deals first.",
            "dealt": "Round {round}: {name} deals.",
            "hand": "Your hand: {hand}.",
            "rest": "The stock holds {rest}.",
            "played": "{name} plays a {card} on the {onto} target.",
            "took": "{name} plays a {card} on the {onto} target and takes {number}: {taken}.",
            "drew": "{name} draws a card.",
            "drew_seen": "{name} draws a {drawn}.",
            "scored": "Round {round} is scored. Penalty points: {points}. In total: {totals}.",
        },
        "blue", "yellow", "green", "nasty four",
    ),
    "de": words(
        {
            "opened": "Eine Partie mit {seats} Personen über {rounds} beginnt; zuerst gibt {name}.",
            "dealt": "Runde {round}: {name} gibt.",
            "hand": "Deine Hand: {hand}.",
            "rest": "Im Stapel liegen {rest}.",
            "played": "{name} spielt eine {card} auf das {onto} Ziel.",
            "took": "{name} spielt eine {card} auf das {onto} Ziel und kassiert {number}: {taken}.",
            "drew": "{name} zieht eine Karte nach.",
            "drew_seen": "{name} zieht eine {drawn} nach.",
            "scored": "Runde {round} wird gewertet. Strafpunkte: {points}. Insgesamt: {totals}.",
        },
        "blaue", "gelbe", "grüne", "fiese Vier",
    ),
    "nl": words(
        {
            "opened": "Een partij van {rounds} met {seats} spelers begint; {name} deelt als eerste.",
            "dealt": "Ronde {round}: {name} deelt.",
            "hand": "Je hand: {hand}.",
            "rest": "Er liggen {rest} in de trekstapel.",
            "played": "{name} speelt een {card} op het {onto} doel.",
            "took": "{name} speelt een {card} op het {onto} doel en pakt {number}: {taken}.",
            "drew": "{name} trekt een kaart.",
            "drew_seen": "{name} trekt een {drawn}.",
            "scored": "Ronde {round} is geteld. Strafpunten: {points}. In totaal: {totals}.",
        },
        "blauwe", "gele", "groene", "vieze vier",
    ),
}  # fmt: skip
