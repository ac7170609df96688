"""The game in words: the short text of moves, and sentences for events."""

from typing import Final, assert_never

from cardkit.game import Language
from cardkit.games.friday13.cards import KIND, Card, Kind
from cardkit.games.friday13.messages import (
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Play,
    Played,
    Scored,
)
from cardkit.mechanics.wording import by_name, counted
from cardkit.seats import Seat

__all__ = ["LANGUAGES", "say", "tell"]


def say(move: Play) -> str:
    """`c7`; a Friday card says where it goes: `f4>cats`."""
    return move.card if KIND[move.card] else f"{move.card}>{move.onto}"


_CARDS: Final[dict[Language, dict[Kind | None, tuple[str, str]]]] = {
    "en": {
        "cats": ("a", "cat"),
        "mirrors": ("a", "mirror"),
        "ladders": ("a", "ladder"),
        None: ("a", "Friday card"),
    },
    "de": {
        "cats": ("eine", "Katze"),
        "mirrors": ("einen", "Spiegel"),
        "ladders": ("eine", "Leiter"),
        None: ("eine", "Freitagskarte"),
    },
    "nl": {
        "cats": ("een", "kat"),
        "mirrors": ("een", "spiegel"),
        "ladders": ("een", "ladder"),
        None: ("een", "vrijdagkaart"),
    },
}
"""A card of each kind, with the article of one that is played."""

_PILES: Final[dict[Language, dict[Kind, str]]] = {
    "en": {"cats": "the cats", "mirrors": "the mirrors", "ladders": "the ladders"},
    "de": {"cats": "die Katzen", "mirrors": "die Spiegel", "ladders": "die Leitern"},
    "nl": {"cats": "de katten", "mirrors": "de spiegels", "ladders": "de ladders"},
}

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "opened": "A match of {rounds} with {seats} players begins; {name} plays first.",
        "dealt": "Round {round}: {name} begins.",
        "hand": "Your hand: {hand}.",
        "away": "{away} cards are put away unseen.",
        "played": "{name} plays {card} on {onto}.",
        "took": "{name} plays {card} on {onto} and takes {number}: {taken}.",
        "scored": "Round {round} is scored. Points: {points}. In total: {totals}.",
    },
    "de": {
        "opened": "Eine Partie mit {seats} Personen über {rounds} beginnt; zuerst spielt {name}.",
        "dealt": "Runde {round}: {name} beginnt.",
        "hand": "Deine Hand: {hand}.",
        "away": "{away} Karten kommen ungesehen beiseite.",
        "played": "{name} spielt {card} auf {onto}.",
        "took": "{name} spielt {card} auf {onto} und kassiert {number}: {taken}.",
        "scored": "Runde {round} wird gewertet. Punkte: {points}. Insgesamt: {totals}.",
    },
    "nl": {
        "opened": "Een partij van {rounds} met {seats} spelers begint; {name} speelt als eerste.",
        "dealt": "Ronde {round}: {name} begint.",
        "hand": "Jouw hand: {hand}.",
        "away": "{away} kaarten gaan ongezien opzij.",
        "played": "{name} speelt {card} op {onto}.",
        "took": "{name} speelt {card} op {onto} en pakt {number}: {taken}.",
        "scored": "Ronde {round} is geteld. Punten: {points}. In totaal: {totals}.",
    },
}
LANGUAGES: Final = tuple(_SENTENCES)


def card_name(card: Card, language: Language, *, article: bool = False) -> str:
    """A card for people: "cat 7", "a Friday card"."""
    kind = KIND[card]
    one, name = _CARDS[language][kind]
    face = name if kind is None else f"{name} {card[1]}"
    return f"{one} {face}" if article else face


def tell(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
    """A sentence or two about what happened."""
    says = _SENTENCES[language]

    def cards(of: tuple[Card, ...]) -> str:
        return ", ".join(card_name(card, language) for card in of)

    def deal(round: int, starter: Seat, hand: tuple[Card, ...] | None, away: int) -> str:
        told = [says["dealt"].format(round=round, name=names[starter])]
        if hand is not None:
            told.append(says["hand"].format(hand=cards(hand)))
        if away:
            told.append(says["away"].format(away=away))
        return " ".join(told)

    match event:
        case Opened(seats, first_player, rounds):
            length = counted(rounds, "rounds", language)
            return says["opened"].format(seats=seats, rounds=length, name=names[first_player])
        case Dealt(round, starter, _, away):
            return deal(round, starter, None, len(away))
        case HandDealt(round, starter, hand, _, away_size):
            return deal(round, starter, hand, away_size)
        case Played(seat, card, onto, taken):
            return says["took" if taken else "played"].format(
                name=names[seat],
                card=card_name(card, language, article=True),
                onto=_PILES[language][onto],
                number=counted(len(taken), "cards", language),
                taken=cards(taken),
            )
        case Scored(round, _, points, totals):
            cost, so_far = by_name(names, points), by_name(names, totals)
            return says["scored"].format(round=round, points=cost, totals=so_far)
        case _:
            assert_never(event)
