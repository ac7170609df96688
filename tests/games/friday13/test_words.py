"""Friday 13 in words: the short text of moves, and sentences for events and glimpses in every language."""

from typing import Final

import pytest

from cardkit.games.friday13 import GAME, Dealt, Event, Glimpse, Opened, Options, Play, Played, Scored
from cardkit.hidden import UNSEEN, Unseen
from cardkit.language import Language
from cardkit.rejections import Rejected
from tests.games.friday13.scenes import cards, read

NAMES: Final = ("Ann", "Ben", "Cy", "Di")
MOVES: Final = GAME.moves(4, Options())


class Text(str):
    """A text of another class."""


def refused(text: str) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        read(text)
    return refusal.value


def test_a_card_of_bad_luck_is_the_letter_of_its_kind_and_its_value() -> None:
    """rules 12.1"""
    bad_luck = [GAME.say(move) for move in MOVES if move.card != "f4"]

    assert bad_luck == "c0 c1 c2 c4 c5 c7 m0 m1 m2 m4 m5 m7 l0 l1 l2 l4 l5 l7".split()
    assert read("c0") == Play("c0", "cats")
    assert read("m4") == Play("m4", "mirrors")
    assert read("l7") == Play("l7", "ladders")


def test_a_friday_names_its_pile() -> None:
    """rules 12.2"""
    fridays = [GAME.say(move) for move in MOVES if move.card == "f4"]

    assert fridays == ["f4>cats", "f4>mirrors", "f4>ladders"]
    assert read("f4>mirrors") == Play("f4", "mirrors")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("c77", ["c7"]),
        (" c7", ["c7"]),
        ("c7\n", ["c7"]),
        ("C7", ["c7"]),
        ("c7>cats", ["f4>cats"]),
        ("F4>Cats", ["f4>cats"]),
        ("f4 > ladders", ["f4>ladders"]),
        ("f4>mirors", ["f4>mirrors"]),
        ("f4", ["f4>cats"]),
        ("c3", ["c4", "c5", "c7"]),
        (Text("c 7"), ["c7"]),
    ],
)
def test_an_unreadable_text_names_the_nearest(text: str, near: list[str]) -> None:
    refusal = refused(text)

    assert refusal.code == "unreadable"
    message = str(refusal)
    assert message.startswith(f"{str.__repr__(text)} isn't a move of friday13; did you mean ")
    assert all(known in message for known in near)


def unseen(*sizes: int) -> tuple[tuple[Unseen, ...], ...]:
    return tuple((UNSEEN,) * size for size in sizes)


EVENTS: Final[dict[str, Event]] = {
    "opened": Opened(4, 1, 4),
    "opened, one round": Opened(3, 0, 1),
    "dealt": Dealt(2, 0, (cards("c1"), cards("m1"), cards("l1"), cards("f4")), ()),
    "dealt to three": Dealt(1, 2, (cards("c1"), cards("m1"), cards("l1")), cards("c7 c7")),
    "played": Played(0, "c7", "cats", ()),
    "played a mirror": Played(3, "m0", "mirrors", ()),
    "played a Friday": Played(1, "f4", "ladders", ()),
    "took one": Played(3, "m7", "mirrors", cards("m7")),
    "took three": Played(0, "f4", "cats", cards("c7 f4 c2")),
    "scored": Scored(2, (cards("c1"), (), (), ()), (1, 0, 17, 2), (8, 2, 20, 2)),
}

GLIMPSES: Final[dict[str, Glimpse]] = {
    "dealt, as a spectator saw it": Dealt(2, 0, unseen(14, 13, 13, 13), ()),
    "dealt to three, as a spectator saw it": Dealt(4, 1, unseen(13, 14, 13), (UNSEEN,) * 13),
    "dealt, as a player saw it": Dealt(
        1, 3, (*unseen(11, 11, 10), cards("c0 c1 m4 l7 f4 f4"), *unseen(11)), ()
    ),
    "dealt to three, as a player saw it": Dealt(3, 0, (cards("c7 m0"), *unseen(13, 13)), (UNSEEN,) * 13),
}

ENGLISH: Final = {
    "opened": "A match of 4 rounds with 4 players begins; Ben plays first.",
    "opened, one round": "A match of 1 round with 3 players begins; Ann plays first.",
    "dealt": "Round 2: Ann begins.",
    "dealt to three": "Round 1: Cy begins. 2 cards are put away unseen.",
    "dealt, as a spectator saw it": "Round 2: Ann begins.",
    "dealt to three, as a spectator saw it": "Round 4: Ben begins. 13 cards are put away unseen.",
    "dealt, as a player saw it": "Round 1: Di begins. "
    "Your hand: cat 0, cat 1, mirror 4, ladder 7, Friday card, Friday card.",
    "dealt to three, as a player saw it": "Round 3: Ann begins. Your hand: cat 7, mirror 0. "
    "13 cards are put away unseen.",
    "played": "Ann plays cat 7 on the cats.",
    "played a mirror": "Di plays mirror 0 on the mirrors.",
    "played a Friday": "Ben plays a Friday card on the ladders.",
    "took one": "Di plays mirror 7 on the mirrors and takes 1 card: mirror 7.",
    "took three": "Ann plays a Friday card on the cats and takes 3 cards: cat 7, Friday card, cat 2.",
    "scored": "Round 2 is scored. Points: Ann 1, Ben 0, Cy 17, Di 2. In total: Ann 8, Ben 2, Cy 20, Di 2.",
}

GERMAN: Final = {
    "opened": "Eine Partie mit 4 Personen über 4 Runden beginnt; zuerst spielt Ben.",
    "opened, one round": "Eine Partie mit 3 Personen über 1 Runde beginnt; zuerst spielt Ann.",
    "dealt": "Runde 2: Ann beginnt.",
    "dealt to three": "Runde 1: Cy beginnt. 2 Karten werden ungesehen beiseitegelegt.",
    "dealt, as a spectator saw it": "Runde 2: Ann beginnt.",
    "dealt to three, as a spectator saw it": "Runde 4: Ben beginnt. 13 Karten werden ungesehen beiseitegelegt.",
    "dealt, as a player saw it": "Runde 1: Di beginnt. "
    "Deine Hand: Katze 0, Katze 1, Spiegel 4, Leiter 7, Freitagskarte, Freitagskarte.",
    "dealt to three, as a player saw it": "Runde 3: Ann beginnt. Deine Hand: Katze 7, Spiegel 0. "
    "13 Karten werden ungesehen beiseitegelegt.",
    "played": "Ann legt Katze 7 zu den Katzen.",
    "played a mirror": "Di legt Spiegel 0 zu den Spiegeln.",
    "played a Friday": "Ben legt eine Freitagskarte zu den Leitern.",
    "took one": "Di legt Spiegel 7 zu den Spiegeln und kassiert 1 Karte: Spiegel 7.",
    "took three": "Ann legt eine Freitagskarte zu den Katzen und kassiert 3 Karten: "
    "Katze 7, Freitagskarte, Katze 2.",
    "scored": "Runde 2 wird gewertet. Punkte: Ann 1, Ben 0, Cy 17, Di 2. "
    "Insgesamt: Ann 8, Ben 2, Cy 20, Di 2.",
}

DUTCH: Final = {
    "opened": "Een partij van 4 rondes met 4 spelers begint; Ben speelt als eerste.",
    "opened, one round": "Een partij van 1 ronde met 3 spelers begint; Ann speelt als eerste.",
    "dealt": "Ronde 2: Ann begint.",
    "dealt to three": "Ronde 1: Cy begint. 2 kaarten worden ongezien opzijgelegd.",
    "dealt, as a spectator saw it": "Ronde 2: Ann begint.",
    "dealt to three, as a spectator saw it": "Ronde 4: Ben begint. 13 kaarten worden ongezien opzijgelegd.",
    "dealt, as a player saw it": "Ronde 1: Di begint. "
    "Je hand: kat 0, kat 1, spiegel 4, ladder 7, vrijdagkaart, vrijdagkaart.",
    "dealt to three, as a player saw it": "Ronde 3: Ann begint. Je hand: kat 7, spiegel 0. "
    "13 kaarten worden ongezien opzijgelegd.",
    "played": "Ann legt kat 7 bij de katten.",
    "played a mirror": "Di legt spiegel 0 bij de spiegels.",
    "played a Friday": "Ben legt een vrijdagkaart bij de ladders.",
    "took one": "Di legt spiegel 7 bij de spiegels en pakt 1 kaart: spiegel 7.",
    "took three": "Ann legt een vrijdagkaart bij de katten en pakt 3 kaarten: kat 7, vrijdagkaart, kat 2.",
    "scored": "Ronde 2 is geteld. Punten: Ann 1, Ben 0, Cy 17, Di 2. In totaal: Ann 8, Ben 2, Cy 20, Di 2.",
}


@pytest.mark.parametrize("happening", [*EVENTS, *GLIMPSES])
@pytest.mark.parametrize(("language", "sentences"), [("en", ENGLISH), ("de", GERMAN), ("nl", DUTCH)])
def test_every_event_and_glimpse_has_its_sentence(
    language: Language, sentences: dict[str, str], happening: str
) -> None:
    told = EVENTS[happening] if happening in EVENTS else GLIMPSES[happening]
    seats = told.seats if isinstance(told, Opened) else 4

    assert GAME.tell(told, language, NAMES[:seats]) == sentences[happening]
