"""13 in words: the short text of moves, and sentences for events and glimpses in every language."""

from typing import Final

import pytest

from cardkit.games.thirteen import GAME, Dealt, Event, Glimpse, Opened, Options, Play, Played, Scored
from cardkit.hidden import UNSEEN
from cardkit.language import Language
from cardkit.rejections import Rejected
from tests.games.thirteen.scenes import cards, read

NAMES: Final = ("Ann", "Ben", "Cy", "Di")
MOVES: Final = GAME.moves(4, Options())


class Text(str):
    """A text of another class."""


def refused(text: str) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        read(text)
    return refusal.value


def test_a_coloured_card_is_the_letter_of_its_colour_and_its_value() -> None:
    """rules 12.1"""
    coloured = [GAME.say(move) for move in MOVES if move.card != "n4"]

    assert coloured == "b1 b2 b4 b5 b7 y1 y2 y4 y5 y7 g1 g2 g4 g5 g7".split()
    assert read("b7") == Play("b7", "blue")
    assert read("y4") == Play("y4", "yellow")
    assert read("g1") == Play("g1", "green")


def test_a_nasty_four_names_its_target() -> None:
    """rules 12.2"""
    nasty = [GAME.say(move) for move in MOVES if move.card == "n4"]

    assert nasty == ["n4>blue", "n4>yellow", "n4>green"]
    assert read("n4>yellow") == Play("n4", "yellow")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("b77", "b7"),
        (" b7", "b7"),
        ("b7\n", "b7"),
        ("B7", "b7"),
        ("b7>blue", "n4>blue"),
        ("N4>Yellow", "n4>yellow"),
        ("n4 > green", "n4>green"),
        ("n4>g", "n4>green"),
        ("n4>gren", "n4>green, n4>blue or n4>yellow"),
        (" n4", "n4>blue, n4>yellow or n4>green"),
        ("b", "b1, b2 or b4"),
        ("b3", "b7, b5 or b4"),
        (Text("b 7"), "b7"),
    ],
)
def test_an_unreadable_text_names_the_nearest(text: str, near: str) -> None:
    refusal = refused(text)

    assert refusal.code == "unreadable"
    assert str(refusal) == f"{text!r} isn't a move of thirteen; did you mean {near}?"


UNSEEN_HAND: Final = (UNSEEN,) * 5

EVENTS: Final[dict[str, Event]] = {
    "opened": Opened(4, 1, 4),
    "opened, one round": Opened(3, 0, 1),
    "dealt": Dealt(2, 0, (cards("b1"), cards("y1"), cards("g1"), cards("n4")), cards("b7 b7 b5 n4")),
    "played": Played(0, "b7", "blue", (), None),
    "played a nasty four": Played(1, "n4", "green", (), None),
    "played and drew": Played(2, "y1", "yellow", (), "n4"),
    "took one": Played(3, "g7", "green", cards("g7"), None),
    "took three and drew": Played(0, "n4", "blue", cards("b7 n4 b2"), "b5"),
    "scored": Scored(2, (cards("b1"), (), (), ()), (1, 0, 17, 2), (8, 2, 20, 2)),
}

GLIMPSES: Final[dict[str, Glimpse]] = {
    "dealt, as a spectator saw it": Dealt(2, 0, (UNSEEN_HAND,) * 4, (UNSEEN,) * 30),
    "dealt, as a player saw it": Dealt(1, 3, (*(UNSEEN_HAND,) * 3, cards("b1 g4 n4 n4 y7")), (UNSEEN,) * 30),
    "played, and the others saw a card drawn": Played(2, "y1", "yellow", (), UNSEEN),
    "took two, and the others saw a card drawn": Played(0, "n4", "yellow", cards("y7 y5"), UNSEEN),
}

ENGLISH: Final = {
    "opened": "A match of 4 rounds with 4 players begins; Ben deals first.",
    "opened, one round": "A match of 1 round with 3 players begins; Ann deals first.",
    "dealt": "Round 2: Ann deals. The stock holds 4 cards.",
    "dealt, as a spectator saw it": "Round 2: Ann deals. The stock holds 30 cards.",
    "dealt, as a player saw it": "Round 1: Di deals. "
    "Your hand: blue 1, green 4, nasty four, nasty four, yellow 7. The stock holds 30 cards.",
    "played": "Ann plays a blue 7 on the blue target.",
    "played a nasty four": "Ben plays a nasty four on the green target.",
    "played and drew": "Cy plays a yellow 1 on the yellow target. Cy draws a nasty four.",
    "played, and the others saw a card drawn": "Cy plays a yellow 1 on the yellow target. Cy draws a card.",
    "took one": "Di plays a green 7 on the green target and takes 1 card: green 7.",
    "took three and drew": "Ann plays a nasty four on the blue target and takes 3 cards: "
    "blue 7, nasty four, blue 2. Ann draws a blue 5.",
    "took two, and the others saw a card drawn": "Ann plays a nasty four on the yellow target "
    "and takes 2 cards: yellow 7, yellow 5. Ann draws a card.",
    "scored": "Round 2 is scored. Penalty points: Ann 1, Ben 0, Cy 17, Di 2. "
    "In total: Ann 8, Ben 2, Cy 20, Di 2.",
}

GERMAN: Final = {
    "opened": "Eine Partie mit 4 Personen über 4 Runden beginnt; zuerst gibt Ben.",
    "opened, one round": "Eine Partie mit 3 Personen über 1 Runde beginnt; zuerst gibt Ann.",
    "dealt": "Runde 2: Ann gibt. Im Stapel liegen 4 Karten.",
    "dealt, as a spectator saw it": "Runde 2: Ann gibt. Im Stapel liegen 30 Karten.",
    "dealt, as a player saw it": "Runde 1: Di gibt. "
    "Deine Hand: blaue 1, grüne 4, fiese Vier, fiese Vier, gelbe 7. Im Stapel liegen 30 Karten.",
    "played": "Ann spielt eine blaue 7 auf das blaue Ziel.",
    "played a nasty four": "Ben spielt eine fiese Vier auf das grüne Ziel.",
    "played and drew": "Cy spielt eine gelbe 1 auf das gelbe Ziel. Cy zieht eine fiese Vier nach.",
    "played, and the others saw a card drawn": "Cy spielt eine gelbe 1 auf das gelbe Ziel. "
    "Cy zieht eine Karte nach.",
    "took one": "Di spielt eine grüne 7 auf das grüne Ziel und kassiert 1 Karte: grüne 7.",
    "took three and drew": "Ann spielt eine fiese Vier auf das blaue Ziel und kassiert 3 Karten: "
    "blaue 7, fiese Vier, blaue 2. Ann zieht eine blaue 5 nach.",
    "took two, and the others saw a card drawn": "Ann spielt eine fiese Vier auf das gelbe Ziel "
    "und kassiert 2 Karten: gelbe 7, gelbe 5. Ann zieht eine Karte nach.",
    "scored": "Runde 2 wird gewertet. Strafpunkte: Ann 1, Ben 0, Cy 17, Di 2. "
    "Insgesamt: Ann 8, Ben 2, Cy 20, Di 2.",
}

DUTCH: Final = {
    "opened": "Een partij van 4 rondes met 4 spelers begint; Ben deelt als eerste.",
    "opened, one round": "Een partij van 1 ronde met 3 spelers begint; Ann deelt als eerste.",
    "dealt": "Ronde 2: Ann deelt. Er liggen 4 kaarten in de trekstapel.",
    "dealt, as a spectator saw it": "Ronde 2: Ann deelt. Er liggen 30 kaarten in de trekstapel.",
    "dealt, as a player saw it": "Ronde 1: Di deelt. "
    "Je hand: blauwe 1, groene 4, vieze vier, vieze vier, gele 7. Er liggen 30 kaarten in de trekstapel.",
    "played": "Ann speelt een blauwe 7 op het blauwe doel.",
    "played a nasty four": "Ben speelt een vieze vier op het groene doel.",
    "played and drew": "Cy speelt een gele 1 op het gele doel. Cy trekt een vieze vier.",
    "played, and the others saw a card drawn": "Cy speelt een gele 1 op het gele doel. Cy trekt een kaart.",
    "took one": "Di speelt een groene 7 op het groene doel en pakt 1 kaart: groene 7.",
    "took three and drew": "Ann speelt een vieze vier op het blauwe doel en pakt 3 kaarten: "
    "blauwe 7, vieze vier, blauwe 2. Ann trekt een blauwe 5.",
    "took two, and the others saw a card drawn": "Ann speelt een vieze vier op het gele doel "
    "en pakt 2 kaarten: gele 7, gele 5. Ann trekt een kaart.",
    "scored": "Ronde 2 is geteld. Strafpunten: Ann 1, Ben 0, Cy 17, Di 2. "
    "In totaal: Ann 8, Ben 2, Cy 20, Di 2.",
}


@pytest.mark.parametrize("happening", [*EVENTS, *GLIMPSES])
@pytest.mark.parametrize(("language", "sentences"), [("en", ENGLISH), ("de", GERMAN), ("nl", DUTCH)])
def test_every_event_and_glimpse_has_its_sentence(
    language: Language, sentences: dict[str, str], happening: str
) -> None:
    told = EVENTS[happening] if happening in EVENTS else GLIMPSES[happening]
    seats = told.seats if isinstance(told, Opened) else 4

    assert GAME.tell(told, language, NAMES[:seats]) == sentences[happening]


def test_what_the_others_are_told_of_a_draw_names_no_card() -> None:
    for card in cards("b5 y7 n4"):
        told = GAME.tell(GAME.glimpse(Played(0, "g1", "green", (), card), 1), "en", NAMES)
        assert told == "Ann plays a green 1 on the green target. Ann draws a card."
