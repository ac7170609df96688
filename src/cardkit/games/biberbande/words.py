"""The game in words: the short text of moves, and sentences for events."""

from typing import Final, assert_never

from cardkit.game import Language
from cardkit.games.biberbande.cards import NUMBERS, Card
from cardkit.games.biberbande.messages import (
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Keep,
    Kept,
    Knock,
    Knocked,
    Look,
    Looked,
    Move,
    Opened,
    Pass,
    Passed,
    Peek,
    Peeked,
    Replacement,
    Reshuffled,
    RoundScored,
    Swap,
    Swapped,
    Take,
    Took,
    UseDrawTwo,
)
from cardkit.hidden import Unseen, faces
from cardkit.mechanics.wording import counted
from cardkit.phrases import by_key
from cardkit.seats import Seat

__all__ = ["LANGUAGES", "SAYS", "names_of", "say", "tell"]


def say(move: Move) -> str:
    """Return the short text of a move: `take 2`, `draw`, `keep 0`. `swap 1>2.3` swaps with position 3 of seat 2."""
    match move:
        case Look():
            return "look"
        case Take(position):
            return f"take {position}"
        case Draw():
            return "draw"
        case Discard():
            return "discard"
        case Keep(position):
            return f"keep {position}"
        case Peek(position):
            return f"peek {position}"
        case Swap(position, other, theirs):
            return f"swap {position}>{other}.{theirs}"
        case UseDrawTwo():
            return "draw2"
        case Pass():
            return "pass"
        case Knock():
            return "knock"
        case _:
            assert_never(move)


_SPECIALS: Final[dict[Language, dict[Card, str]]] = {
    "en": {"swap": "swap", "peek": "peek", "draw2": "draw two"},
    "de": {"swap": "Tauschen", "peek": "Spähen", "draw2": "Zweimal ziehen"},
    "nl": {"swap": "ruilen", "peek": "gluren", "draw2": "twee trekken"},
}

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "opened": "A match of {rounds} with {seats} players begins; {name} deals first.",
        "dealt": "Round {round}: {name} deals. Turned up: {card}. The stock holds {stock} cards.",
        "looked": "{name} looks at the outer cards: {cards}.",
        "look_seen": "{name} looks at the outer cards.",
        "took": "{name} takes {card} to position {position}, in exchange for {replaced}.",
        "drew": "{name} draws {card}.",
        "draw_seen": "{name} draws a card.",
        "discarded": "{name} discards {card}.",
        "first_discarded": "{name} discards {card}, the first card.",
        "kept": "{name} keeps {card} in position {position}, in exchange for {replaced}.",
        "keep_seen": "{name} keeps the card in position {position}, in exchange for {replaced}.",
        "peeked": "{name} peeks: position {position} holds {card}.",
        "peek_seen": "{name} peeks at position {position}.",
        "swapped": "{name} swaps position {position} with position {theirs} of {other}.",
        "draw_two_used": "{name} carries out the draw two.",
        "reshuffled": "The discard pile is shuffled; its {size} cards become the stock.",
        "passed": "{name} passes.",
        "knocked": "{name} knocks: everybody else has one more turn.",
        "scored": "Round {round} is scored. Points: {points}. In total: {totals}.",
    },
    "de": {
        "opened": "Eine Partie mit {seats} Personen über {rounds} beginnt; zuerst gibt {name}.",
        "dealt": "Runde {round}: {name} gibt. Aufgedeckt: {card}. Im Zugstapel liegen {stock} Karten.",
        "looked": "{name} sieht sich die Außenkarten an: {cards}.",
        "look_seen": "{name} sieht sich die Außenkarten an.",
        "took": "{name} nimmt {card} auf Position {position} und legt {replaced} ab.",
        "drew": "{name} zieht {card}.",
        "draw_seen": "{name} zieht eine Karte.",
        "discarded": "{name} legt {card} ab.",
        "first_discarded": "{name} legt {card} ab, die erste Karte.",
        "kept": "{name} behält {card} auf Position {position} und legt {replaced} ab.",
        "keep_seen": "{name} behält die Karte auf Position {position} und legt {replaced} ab.",
        "peeked": "{name} späht: Auf Position {position} liegt {card}.",
        "peek_seen": "{name} späht auf Position {position}.",
        "swapped": "{name} tauscht Position {position} gegen Position {theirs} von {other}.",
        "draw_two_used": "{name} führt „Zweimal ziehen“ aus.",
        "reshuffled": "Die Ablage wird gemischt; ihre {size} Karten kommen in den Zugstapel.",
        "passed": "{name} passt.",
        "knocked": "{name} klopft: Alle anderen sind noch einmal am Zug.",
        "scored": "Runde {round} wird gewertet. Punkte: {points}. Insgesamt: {totals}.",
    },
    "nl": {
        "opened": "Een partij van {rounds} met {seats} spelers begint; {name} deelt als eerste.",
        "dealt": "Ronde {round}: {name} deelt. Open: {card}. Er liggen {stock} kaarten in de trekstapel.",
        "looked": "{name} bekijkt de buitenste kaarten: {cards}.",
        "look_seen": "{name} bekijkt de buitenste kaarten.",
        "took": "{name} pakt {card} op plek {position} en legt {replaced} af.",
        "drew": "{name} trekt {card}.",
        "draw_seen": "{name} trekt een kaart.",
        "discarded": "{name} legt {card} af.",
        "first_discarded": "{name} legt {card} af, de eerste kaart.",
        "kept": "{name} houdt {card} op plek {position} en legt {replaced} af.",
        "keep_seen": "{name} houdt de kaart op plek {position} en legt {replaced} af.",
        "peeked": "{name} gluurt: op plek {position} ligt {card}.",
        "peek_seen": "{name} gluurt naar de kaart op plek {position}.",
        "swapped": "{name} ruilt plek {position} met plek {theirs} van {other}.",
        "draw_two_used": "{name} voert ‘twee trekken’ uit.",
        "reshuffled": "De aflegstapel wordt geschud; de {size} kaarten ervan vormen de trekstapel.",
        "passed": "{name} past.",
        "knocked": "{name} klopt: alle anderen zijn nog één keer aan de beurt.",
        "scored": "Ronde {round} is geteld. Punten: {points}. In totaal: {totals}.",
    },
}
_ARTICLES: Final[dict[Language, tuple[str, str]]] = {
    "en": ("the {}", "the {}"),
    "de": ("die {}", "„{}“"),
    "nl": ("de {}", "‘{}’"),
}
"""A card in a sentence: a number, and a special."""
LANGUAGES: Final = tuple(_SENTENCES)

SAYS: Final = by_key(
    {
        "en": {
            "not_a_number, empty": "the discard pile is empty; only a number can be taken",
            "not_a_number, top": "the top of the discard pile is {card}; only a number can be taken",
            "not_a_number, drawn": "you drew {card}; only a number can be kept",
            "no_such_place": "a swap goes to another player, not to {other}",
            "wrong_special": "you drew {card}, not {special}",
            "not_now": "{move} isn't possible now; {instead}",
            "looking": "look at your outer cards",
            "choosing": "take from the discard pile or draw",
            "drawing": "wait for the card that you draw",
            "drawn": "use the card that you drew or discard it",
            "knocking": "knock or pass",
        },
        "de": {
            "not_a_number, empty": "die Ablage ist leer; nehmen kannst du nur eine Zahl",
            "not_a_number, top": "oben auf der Ablage liegt {card}; nehmen kannst du nur eine Zahl",
            "not_a_number, drawn": "du hast {card} gezogen; behalten kannst du nur eine Zahl",
            "no_such_place": "tauschen kannst du nur mit anderen, nicht mit {other}",
            "wrong_special": "du hast {card} gezogen, nicht {special}",
            "not_now": "{move} ist jetzt nicht möglich; {instead}",
            "looking": "sieh dir deine Außenkarten an",
            "choosing": "nimm von der Ablage oder ziehe",
            "drawing": "warte auf die Karte, die du ziehst",
            "drawn": "verwende die gezogene Karte oder lege sie ab",
            "knocking": "klopfe oder passe",
        },
        "nl": {
            "not_a_number, empty": "de aflegstapel is leeg; je kunt alleen een getal pakken",
            "not_a_number, top": "boven op de aflegstapel ligt {card}; je kunt alleen een getal pakken",
            "not_a_number, drawn": "je hebt {card} getrokken; je kunt alleen een getal houden",
            "no_such_place": "ruilen doe je met iemand anders, niet met {other}",
            "wrong_special": "je hebt {card} getrokken, niet {special}",
            "not_now": "{move} kan nu niet; {instead}",
            "looking": "bekijk je buitenste kaarten",
            "choosing": "pak van de aflegstapel of trek een kaart",
            "drawing": "wacht op de kaart die je trekt",
            "drawn": "gebruik de kaart die je trok of leg hem af",
            "knocking": "klop of pas",
        },
    }
)
"""Why a move isn't legal."""


def card_name(card: Card, language: Language) -> str:
    """Return the name of a card."""
    return _SPECIALS[language].get(card, str(card))


def names_of(card: Card) -> dict[Language, str]:
    """Return the names of a card in all languages, as they are put in a sentence."""
    return {language: with_article(card, language) for language in LANGUAGES}


def with_article(card: Card, language: Language) -> str:
    """Return the name of a card as it is put in a sentence: "the 7", "„Spähen“"."""
    number, special = _ARTICLES[language]
    return (number if card in NUMBERS else special).format(card_name(card, language))


def row_name(seat: Seat, row: tuple[Card, ...], replaced: tuple[Replacement, ...], language: Language) -> str:
    """Return a row as it was scored: `4 peek>8 0 0`."""
    cards: list[list[Card]] = [[card] for card in row]
    for replacement in replaced:
        if replacement.seat == seat:
            cards[replacement.position].extend(replacement.cards)
    return " ".join(">".join(card_name(card, language) for card in place) for place in cards)


def tell(event: Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    """Return one or two sentences about the event."""

    def says(key: str, **parts: str | int) -> str:
        return _SENTENCES[language][key].format(**parts)

    def named(card: Card) -> str:
        return card_name(card, language)

    def the(card: Card) -> str:
        return with_article(card, language)

    match event:
        case Opened(seats, first_dealer, _, rounds):
            length = counted(rounds, "rounds", language)
            return says("opened", seats=seats, rounds=length, name=names[first_dealer])
        case Dealt(round, dealer, _, stock, turned_up):
            return says("dealt", round=round, name=names[dealer], card=named(turned_up), stock=len(stock))
        case Looked(seat, outer):
            cards: tuple[Card, ...] = faces(outer)
            key = "looked" if cards else "look_seen"
            return says(key, name=names[seat], cards=", ".join(map(named, cards)))
        case Took(seat, position, card, replaced):
            return says("took", name=names[seat], card=the(card), position=position, replaced=the(replaced))
        case Drew(seat, card):
            if isinstance(card, Unseen):
                return says("draw_seen", name=names[seat])
            return says("drew", name=names[seat], card=the(card))
        case Discarded(seat, laid):
            return says("discarded", name=names[seat], card=the(laid[0]))
        case FirstDiscarded(seat, card):
            return says("first_discarded", name=names[seat], card=the(card))
        case Kept(seat, position, card, laid):
            instead = the(laid[0])
            if isinstance(card, Unseen):
                return says("keep_seen", name=names[seat], position=position, replaced=instead)
            return says("kept", name=names[seat], card=the(card), position=position, replaced=instead)
        case Peeked(seat, position, card):
            if isinstance(card, Unseen):
                return says("peek_seen", name=names[seat], position=position)
            return says("peeked", name=names[seat], position=position, card=the(card))
        case Swapped(seat, position, other, theirs):
            return says("swapped", name=names[seat], position=position, other=names[other], theirs=theirs)
        case DrawTwoUsed(seat):
            return says("draw_two_used", name=names[seat])
        case Reshuffled(stock):
            return says("reshuffled", size=len(stock))
        case Passed(seat):
            return says("passed", name=names[seat])
        case Knocked(seat):
            return says("knocked", name=names[seat])
        case RoundScored(round, rows, replacements, points, totals):
            rows_told = (row_name(seat, row, replacements, language) for seat, row in enumerate(rows))
            scores = (
                f"{name} {score} ({row})" for name, score, row in zip(names, points, rows_told, strict=True)
            )
            sums = (f"{name} {total}" for name, total in zip(names, totals, strict=True))
            return says("scored", round=round, points=", ".join(scores), totals=", ".join(sums))
        case _:
            assert_never(event)
