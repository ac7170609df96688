"""Friday 13 in words."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cardkit.families.limited_piles.words import Words
from cardkit.games.friday13.cards import FRIDAY, Card, Kind
from cardkit.language import Language

__all__ = ["WORDS"]


def card_name(names: Mapping[str, str], card: Card) -> str:
    """Return the card's name: "cat 7", "Friday card". `names` are by the first letter of a card."""
    name = names[card[0]]
    return name if card == FRIDAY else f"{name} {card[1]}"


def words(
    sentences: Mapping[str, str],
    piles: tuple[str, str, str],
    names: Mapping[str, str],
    played: Mapping[str, str],
) -> Words[Card, Kind]:
    """Return the words of one language. `played` are the names of a card where it is played."""
    cats, mirrors, ladders = piles
    return Words(
        sentences,
        partial(card_name, names),
        partial(card_name, played),
        {"cats": cats, "mirrors": mirrors, "ladders": ladders},
    )


WORDS: Final[Mapping[Language, Words[Card, Kind]]] = {
    "en": words(
        {
            "opened": "A match of {rounds} with {seats} players begins; {name} plays first.",
            "dealt": "Round {round}: {name} begins.",
            "hand": "Your hand: {hand}.",
            "rest": "{rest} are put away unseen.",
            "played": "{name} plays {card} on {onto}.",
            "took": "{name} plays {card} on {onto} and takes {number}: {taken}.",
            "scored": "Round {round} is scored. Points: {points}. In total: {totals}.",
        },
        ("the cats", "the mirrors", "the ladders"),
        {"c": "cat", "m": "mirror", "l": "ladder", "f": "Friday card"},
        {"c": "cat", "m": "mirror", "l": "ladder", "f": "a Friday card"},
    ),
    "de": words(
        {
            "opened": "Eine Partie mit {seats} Personen über {rounds} beginnt; zuerst spielt {name}.",
            "dealt": "Runde {round}: {name} beginnt.",
            "hand": "Deine Hand: {hand}.",
            "rest": "{rest} werden ungesehen beiseitegelegt.",
            "played": "{name} legt {card} zu {onto}.",
            "took": "{name} legt {card} zu {onto} und kassiert {number}: {taken}.",
            "scored": "Runde {round} wird gewertet. Punkte: {points}. Insgesamt: {totals}.",
        },
        ("den Katzen", "den Spiegeln", "den Leitern"),
        {"c": "Katze", "m": "Spiegel", "l": "Leiter", "f": "Freitagskarte"},
        {"c": "Katze", "m": "Spiegel", "l": "Leiter", "f": "eine Freitagskarte"},
    ),
    "nl": words(
        {
            "opened": "Een partij van {rounds} met {seats} spelers begint; {name} speelt als eerste.",
            "dealt": "Ronde {round}: {name} begint.",
            "hand": "Je hand: {hand}.",
            "rest": "{rest} worden ongezien opzijgelegd.",
            "played": "{name} legt {card} bij {onto}.",
            "took": "{name} legt {card} bij {onto} en pakt {number}: {taken}.",
            "scored": "Ronde {round} is geteld. Punten: {points}. In totaal: {totals}.",
        },
        ("de katten", "de spiegels", "de ladders"),
        {"c": "kat", "m": "spiegel", "l": "ladder", "f": "vrijdagkaart"},
        {"c": "kat", "m": "spiegel", "l": "ladder", "f": "een vrijdagkaart"},
    ),
}
