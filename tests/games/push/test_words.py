"""Push in words: the short text of moves, and sentences for events and glimpses in every language."""

from typing import Final

import pytest

from cardkit.games.push import (
    GAME,
    Busted,
    DirectionRevealed,
    Event,
    Glimpse,
    Move,
    Opened,
    Options,
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
from cardkit.games.push.cards import CARDS, SHAPE
from cardkit.hidden import UNSEEN
from cardkit.language import Language
from cardkit.rejections import Rejected
from tests.games.listed import untyped
from tests.games.push.scenes import cards, numbers, read, row_of

NAMES: Final = ("Ann", "Ben", "Cy")
MOVES: Final = GAME.moves(3, Options())


class Unspeakable:
    """Can't be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("printed an unspeakable thing")


def refused(text: object) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        untyped(read)(text)
    return refusal.value


def said(kind: type[Move]) -> list[str]:
    return [GAME.say(move) for move in MOVES if isinstance(move, kind)]


def test_a_number_card_is_the_letter_of_its_colour_and_its_number() -> None:
    """rules 12.1"""
    words = [f"{letter}{number}" for letter in "rbgyp" for number in range(1, 7)]

    assert [*CARDS] == [*words, "die", "turn"]


def test_to_secure_names_the_colour() -> None:
    """rules 12.2"""
    assert said(Secure) == ["secure red", "secure blue", "secure green", "secure yellow", "secure purple"]
    assert read("secure green") == Secure("green")


def test_reveal_and_stop_need_no_more_words() -> None:
    """rules 12.3"""
    assert (said(Reveal), said(Stop)) == (["reveal"], ["stop"])
    assert (read("reveal"), read("stop")) == (Reveal(), Stop())


def test_to_place_names_the_row_a_new_one_by_its_number_too() -> None:
    """rules 12.4"""
    assert said(Place) == ["place 1", "place 2", "place 3"]
    assert read("place 2") == Place(2)


def test_to_take_names_the_row() -> None:
    """rules 12.5"""
    assert said(Take) == ["take 1", "take 2", "take 3"]
    assert read("take 3") == Take(3)


def test_the_shapes_of_the_colours() -> None:
    """rules 12.6"""
    assert SHAPE == {"red": "♥", "blue": "■", "green": "▲", "yellow": "●", "purple": "✚"}
    for language in GAME.languages:
        assert all(shape in GAME.rules[language] for shape in SHAPE.values())


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("secure rde", "secure red"),
        ("Reveal", "reveal"),
        ("reveal ", "reveal"),
        ("place 4", "place 3"),
        ("place", "place 1"),
        ("take two", "take 2"),
        ("stop!", "stop"),
    ],
)
def test_an_unreadable_text_names_the_nearest(text: str, near: str) -> None:
    refusal = refused(text)

    assert refusal.code == "unreadable"
    assert str(refusal).startswith(f"{text!r} isn't a move of push; did you mean ")
    assert near in str(refusal)


def test_what_cannot_even_be_printed_is_unreadable() -> None:
    assert refused(Unspeakable()).code == "unreadable"


EVENTS: Final[dict[str, Event | Glimpse]] = {
    "opened": Opened(3, 1, False, True, cards("r1 b2 turn")),
    "opened, with a risk": Opened(2, 0, True, False, cards("die")),
    "opened, as everybody saw it": Opened(3, 1, False, True, (UNSEEN,) * 120),
    "opened with a risk, as everybody saw it": Opened(2, 0, True, False, (UNSEEN,) * 108),
    "secured": Secured(0, "purple", numbers("p3 p5")),
    "revealed": Revealed(1, "y2", (1, 3)),
    "revealed a die card": Revealed(1, "die", (1,)),
    "one direction card": DirectionRevealed(2, 1),
    "two direction cards": DirectionRevealed(2, 2),
    "placed": Placed(0, "g6", 2),
    "placed a die card": Placed(0, "die", 3),
    "stopped": Stopped(1, (1, 2)),
    "ran out": RanOut(2, (1, 2, 3)),
    "bust": Busted(0, "b1", "blue", numbers("b4 b4"), 1, (1, 2, 3)),
    "bust by a die card": Busted(0, "die", "star", (), 1, (1, 2, 3)),
    "taken": Taken(1, 0, 2, row_of("r4 g5"), None, (), 2, (1, 3), ()),
    "taken and rolled": Taken(1, 0, 1, row_of("y4 die"), "yellow", numbers("y1 y4"), 2, (3,), ()),
    "taken and rolled a star": Taken(2, 0, 1, row_of("die"), "star", (), None, (), ()),
    "taken, and some left over": Taken(2, 0, 3, row_of("p1"), None, (), None, (), cards("r1 die turn")),
    "scored": Scored((), ((), (), ()), (12, 0, 7), (3, 0, 1)),
    "scored at once": Scored(cards("turn turn"), ((), (), ()), (12, 0, 7), (3, 0, 1)),
}

ENGLISH: Final = {
    "opened": "A match with 3 players begins, with 3 cards in the stock; Ben goes first.",
    "opened, with a risk": "A match with 2 players begins, with 1 card in the stock; Ann goes first. "
    "A star costs all open cards.",
    "opened, as everybody saw it": "A match with 3 players begins, with 120 cards in the stock; Ben goes first.",
    "opened with a risk, as everybody saw it": "A match with 2 players begins, with 108 cards in the stock; "
    "Ann goes first. A star costs all open cards.",
    "secured": "Ann secures purple: purple 3, purple 5.",
    "revealed": "Ben turns up a yellow 2.",
    "revealed a die card": "Ben turns up a die card.",
    "one direction card": "Cy turns up direction card 1 of this turn: the others choose from the right.",
    "two direction cards": "Cy turns up direction card 2 of this turn: the others choose from the left.",
    "placed": "Ann puts the green 6 in row 2.",
    "placed a die card": "Ann puts the die card in row 3.",
    "stopped": "Ben stops.",
    "ran out": "The stock is used up, so the turn of Cy ends.",
    "bust": "Ann turns up a blue 1, which fits in no row: a bust! "
    "The die shows blue. Ann loses 2 cards: blue 4, blue 4.",
    "bust by a die card": "Ann turns up a die card, which fits in no row: a bust! "
    "The die shows a star. Ann loses nothing.",
    "taken": "Ben takes row 2: red 4, green 5.",
    "taken and rolled": "Ben takes row 1: yellow 4, die card. "
    "The die shows yellow. Ben loses 2 cards: yellow 1, yellow 4.",
    "taken and rolled a star": "Cy takes row 1: die card. The die shows a star. Cy loses nothing.",
    "taken, and some left over": "Cy takes row 3: purple 1. "
    "Left over and discarded: red 1, die card, direction card.",
    "scored": "The match is over. Points: Ann 12, Ben 0, Cy 7. Cards: Ann 3, Ben 0, Cy 1.",
    "scored at once": "Left over and discarded: direction card, direction card. "
    "The match is over. Points: Ann 12, Ben 0, Cy 7. Cards: Ann 3, Ben 0, Cy 1.",
}

GERMAN: Final = {
    "opened": "Eine Partie mit 3 Personen beginnt, mit 3 Karten im Stapel; Ben fängt an.",
    "opened, with a risk": "Eine Partie mit 2 Personen beginnt, mit 1 Karte im Stapel; Ann fängt an. "
    "Ein Stern kostet alle offenen Karten.",
    "opened, as everybody saw it": "Eine Partie mit 3 Personen beginnt, mit 120 Karten im Stapel; Ben fängt an.",
    "opened with a risk, as everybody saw it": "Eine Partie mit 2 Personen beginnt, mit 108 Karten im Stapel; "
    "Ann fängt an. Ein Stern kostet alle offenen Karten.",
    "secured": "Ann sichert Lila: lila 3, lila 5.",
    "revealed": "Ben deckt eine gelbe 2 auf.",
    "revealed a die card": "Ben deckt eine Würfelkarte auf.",
    "one direction card": "Cy deckt Richtungskarte 1 dieses Zuges auf: Die anderen wählen, beginnend rechts.",
    "two direction cards": "Cy deckt Richtungskarte 2 dieses Zuges auf: Die anderen wählen, beginnend links.",
    "placed": "Ann legt die grüne 6 in Reihe 2.",
    "placed a die card": "Ann legt die Würfelkarte in Reihe 3.",
    "stopped": "Ben hört auf.",
    "ran out": "Der Stapel ist aufgebraucht, und damit endet der Zug von Cy.",
    "bust": "Ann deckt eine blaue 1 auf, die in keine Reihe passt: überreizt! "
    "Der Würfel zeigt Blau. Ann verliert 2 Karten: blaue 4, blaue 4.",
    "bust by a die card": "Ann deckt eine Würfelkarte auf, die in keine Reihe passt: überreizt! "
    "Der Würfel zeigt einen Stern. Ann verliert nichts.",
    "taken": "Ben nimmt Reihe 2: rote 4, grüne 5.",
    "taken and rolled": "Ben nimmt Reihe 1: gelbe 4, Würfelkarte. "
    "Der Würfel zeigt Gelb. Ben verliert 2 Karten: gelbe 1, gelbe 4.",
    "taken and rolled a star": "Cy nimmt Reihe 1: Würfelkarte. "
    "Der Würfel zeigt einen Stern. Cy verliert nichts.",
    "taken, and some left over": "Cy nimmt Reihe 3: lila 1. "
    "Übrig und abgelegt: rote 1, Würfelkarte, Richtungskarte.",
    "scored": "Die Partie ist aus. Punkte: Ann 12, Ben 0, Cy 7. Karten: Ann 3, Ben 0, Cy 1.",
    "scored at once": "Übrig und abgelegt: Richtungskarte, Richtungskarte. "
    "Die Partie ist aus. Punkte: Ann 12, Ben 0, Cy 7. Karten: Ann 3, Ben 0, Cy 1.",
}

DUTCH: Final = {
    "opened": "Een partij met 3 spelers begint, met 3 kaarten in de trekstapel; Ben begint.",
    "opened, with a risk": "Een partij met 2 spelers begint, met 1 kaart in de trekstapel; Ann begint. "
    "Een ster kost alle open kaarten.",
    "opened, as everybody saw it": "Een partij met 3 spelers begint, met 120 kaarten in de trekstapel; "
    "Ben begint.",
    "opened with a risk, as everybody saw it": "Een partij met 2 spelers begint, met 108 kaarten in de "
    "trekstapel; Ann begint. Een ster kost alle open kaarten.",
    "secured": "Ann beveiligt paars: paarse 3, paarse 5.",
    "revealed": "Ben draait een gele 2 om.",
    "revealed a die card": "Ben draait een dobbelsteenkaart om.",
    "one direction card": "Cy draait richtingkaart 1 van deze beurt om: de anderen kiezen, te beginnen rechts.",
    "two direction cards": "Cy draait richtingkaart 2 van deze beurt om: de anderen kiezen, te beginnen links.",
    "placed": "Ann legt de groene 6 in rij 2.",
    "placed a die card": "Ann legt de dobbelsteenkaart in rij 3.",
    "stopped": "Ben stopt.",
    "ran out": "De trekstapel is op, dus de beurt van Cy eindigt.",
    "bust": "Ann draait een blauwe 1 om die in geen rij past: stuk! "
    "De dobbelsteen toont blauw. Ann verliest 2 kaarten: blauwe 4, blauwe 4.",
    "bust by a die card": "Ann draait een dobbelsteenkaart om die in geen rij past: stuk! "
    "De dobbelsteen toont een ster. Ann verliest niets.",
    "taken": "Ben neemt rij 2: rode 4, groene 5.",
    "taken and rolled": "Ben neemt rij 1: gele 4, dobbelsteenkaart. "
    "De dobbelsteen toont geel. Ben verliest 2 kaarten: gele 1, gele 4.",
    "taken and rolled a star": "Cy neemt rij 1: dobbelsteenkaart. "
    "De dobbelsteen toont een ster. Cy verliest niets.",
    "taken, and some left over": "Cy neemt rij 3: paarse 1. "
    "Over en afgelegd: rode 1, dobbelsteenkaart, richtingkaart.",
    "scored": "De partij is afgelopen. Punten: Ann 12, Ben 0, Cy 7. Kaarten: Ann 3, Ben 0, Cy 1.",
    "scored at once": "Over en afgelegd: richtingkaart, richtingkaart. "
    "De partij is afgelopen. Punten: Ann 12, Ben 0, Cy 7. Kaarten: Ann 3, Ben 0, Cy 1.",
}


@pytest.mark.parametrize("happening", EVENTS)
@pytest.mark.parametrize(("language", "sentences"), [("en", ENGLISH), ("de", GERMAN), ("nl", DUTCH)])
def test_every_event_and_glimpse_has_its_sentence(
    language: Language, sentences: dict[str, str], happening: str
) -> None:
    assert GAME.tell(EVENTS[happening], language, NAMES) == sentences[happening]


def test_a_name_may_hold_braces() -> None:
    names = ("{name}", "{0}", "%s")

    assert GAME.tell(Placed(0, "g6", 2), "en", names) == "{name} puts the green 6 in row 2."
    assert "Points: {name} 12, {0} 0, %s 7." in GAME.tell(EVENTS["scored"], "en", names)
    assert GAME.tell(EVENTS["bust"], "en", names).endswith(
        " The die shows blue. {name} loses 2 cards: blue 4, blue 4."
    )
