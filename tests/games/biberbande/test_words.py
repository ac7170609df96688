"""Biberbande in words: the short text of moves, and sentences for events and glimpses in every language."""

from typing import Final

import pytest

from cardkit.fields import class_of
from cardkit.games.biberbande import (
    GAME,
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Glimpse,
    Keep,
    Kept,
    Knock,
    Knocked,
    Look,
    Looked,
    Move,
    Opened,
    Options,
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
from cardkit.hidden import UNSEEN
from cardkit.language import Language
from cardkit.rejections import Rejected
from tests.games.biberbande.scenes import FACE_DOWN, ROW, cards, read

NAMES: Final = ("Ann", "Ben", "Cy")
MOVES: Final = GAME.moves(6, Options())


def test_look_looks_at_the_outer_cards() -> None:
    """rules 12.1"""
    assert (GAME.say(Look()), read("look")) == ("look", Look())


@pytest.mark.parametrize("position", range(4))
def test_take_names_a_position_and_draw_draws(position: int) -> None:
    """rules 12.2"""
    assert GAME.say(Take(position)) == f"take {position}"
    assert read(f"take {position}") == Take(position)
    assert (GAME.say(Draw()), read("draw")) == ("draw", Draw())


@pytest.mark.parametrize(
    ("text", "move"),
    [("discard", Discard()), ("keep 2", Keep(2)), ("peek 2", Peek(2)), ("draw2", UseDrawTwo())],
)
def test_the_card_drawn_is_discarded_kept_or_carried_out(text: str, move: Move) -> None:
    """rules 12.3"""
    assert (GAME.say(move), read(text)) == (text, move)


def test_a_swap_names_the_own_position_the_other_seat_and_its_position() -> None:
    """rules 12.4"""
    assert GAME.say(Swap(1, 2, 3)) == "swap 1>2.3"
    assert read("swap 1>2.3") == Swap(1, 2, 3)


def test_knock_knocks_and_pass_does_not() -> None:
    """rules 12.5"""
    assert (read("knock"), read("pass")) == (Knock(), Pass())
    assert (GAME.say(Knock()), GAME.say(Pass())) == ("knock", "pass")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Look", "look"),
        ("take", "take 0"),
        ("take 4", "take 3"),
        ("keep2", "keep 2"),
        ("draw 2", "draw2"),
        ("swap 1>2,3", "swap 1>2.3"),
        ("swap 1>6.3", "swap 1>5.3"),
        (" knock", "knock"),
    ],
)
def test_an_unreadable_text_names_the_nearest(text: str, near: str) -> None:
    with pytest.raises(Rejected) as refused:
        read(text)

    assert refused.value.code == "unreadable"
    assert str(refused.value).startswith(f"{text!r} isn't a move of biberbande; did you mean ")
    assert near in str(refused.value)


ROWS: Final = (cards("0 1 2 3"), cards("4 5 6 7"), cards("0 4 peek 0"))

EVENTS: Final[dict[str, Event | Glimpse]] = {
    "opened": Opened(3, 1, True, 3, 20),
    "opened, one round": Opened(3, 0, False, 1, None),
    "dealt": Dealt(2, 0, ROWS, cards("9 swap"), "draw2"),
    "dealt, as it was seen": Dealt(2, 0, (FACE_DOWN,) * 3, (UNSEEN,) * 53, "7"),
    "looked": Looked(1, cards("4 swap")),
    "looked, as the others saw it": Looked(1, (UNSEEN, UNSEEN)),
    "took": Took(0, 2, "3", "peek", may_knock=True),
    "drew": Drew(0, "draw2"),
    "drew, as the others saw it": Drew(0, UNSEEN),
    "discarded": Discarded(2, cards("swap draw2"), may_knock=False),
    "discarded the first": FirstDiscarded(2, "9"),
    "kept": Kept(1, 0, "0", cards("9 draw2"), may_knock=False),
    "kept, as the others saw it": Kept(1, 0, UNSEEN, cards("9 draw2"), may_knock=False),
    "peeked": Peeked(1, 3, "swap", cards("peek"), may_knock=False),
    "peeked, as the others saw it": Peeked(1, 3, UNSEEN, cards("peek"), may_knock=False),
    "swapped": Swapped(0, 1, 2, 3, cards("swap"), may_knock=True),
    "used a draw two": DrawTwoUsed(0),
    "reshuffled": Reshuffled(cards("1 2 3")),
    "reshuffled, as it was seen": Reshuffled((UNSEEN,) * 3),
    "passed": Passed(0),
    "knocked": Knocked(1),
    "scored": RoundScored(2, ROWS, (Replacement(2, 2, cards("draw2 8")),), (6, 22, 12), (10, 30, 12)),
}

ENGLISH: Final = {
    "opened": "A match of 3 rounds with 3 players begins; Ben deals first.",
    "opened, one round": "A match of 1 round with 3 players begins; Ann deals first.",
    "dealt": "Round 2: Ann deals. Turned up: draw two. The stock holds 2 cards.",
    "dealt, as it was seen": "Round 2: Ann deals. Turned up: 7. The stock holds 53 cards.",
    "looked": "Ben looks at the outer cards: 4, swap.",
    "looked, as the others saw it": "Ben looks at the outer cards.",
    "took": "Ann takes the 3 to position 2, in exchange for the peek.",
    "drew": "Ann draws the draw two.",
    "drew, as the others saw it": "Ann draws a card.",
    "discarded": "Cy discards the swap.",
    "discarded the first": "Cy discards the 9, the first card.",
    "kept": "Ben keeps the 0 in position 0, in exchange for the 9.",
    "kept, as the others saw it": "Ben keeps the card in position 0, in exchange for the 9.",
    "peeked": "Ben peeks: position 3 holds the swap.",
    "peeked, as the others saw it": "Ben peeks at position 3.",
    "swapped": "Ann swaps position 1 with position 3 of Cy.",
    "used a draw two": "Ann carries out the draw two.",
    "reshuffled": "The discard pile is shuffled; its 3 cards become the stock.",
    "reshuffled, as it was seen": "The discard pile is shuffled; its 3 cards become the stock.",
    "passed": "Ann passes.",
    "knocked": "Ben knocks: everybody else has one more turn.",
    "scored": "Round 2 is scored. Points: Ann 6 (0 1 2 3), Ben 22 (4 5 6 7), Cy 12 (0 4 peek>draw two>8 0). "
    "In total: Ann 10, Ben 30, Cy 12.",
}

GERMAN: Final = {
    "opened": "Eine Partie mit 3 Personen über 3 Runden beginnt; zuerst gibt Ben.",
    "opened, one round": "Eine Partie mit 3 Personen über 1 Runde beginnt; zuerst gibt Ann.",
    "dealt": "Runde 2: Ann gibt. Aufgedeckt: Zweimal ziehen. Im Zugstapel liegen 2 Karten.",
    "dealt, as it was seen": "Runde 2: Ann gibt. Aufgedeckt: 7. Im Zugstapel liegen 53 Karten.",
    "looked": "Ben sieht sich die Außenkarten an: 4, Tauschen.",
    "looked, as the others saw it": "Ben sieht sich die Außenkarten an.",
    "took": "Ann nimmt die 3 auf Position 2 und legt „Spähen“ ab.",
    "drew": "Ann zieht „Zweimal ziehen“.",
    "drew, as the others saw it": "Ann zieht eine Karte.",
    "discarded": "Cy legt „Tauschen“ ab.",
    "discarded the first": "Cy legt die 9 ab, die erste Karte.",
    "kept": "Ben behält die 0 auf Position 0 und legt die 9 ab.",
    "kept, as the others saw it": "Ben behält die Karte auf Position 0 und legt die 9 ab.",
    "peeked": "Ben späht: Auf Position 3 liegt „Tauschen“.",
    "peeked, as the others saw it": "Ben späht auf Position 3.",
    "swapped": "Ann tauscht Position 1 gegen Position 3 von Cy.",
    "used a draw two": "Ann führt „Zweimal ziehen“ aus.",
    "reshuffled": "Die Ablage wird gemischt; ihre 3 Karten kommen in den Zugstapel.",
    "reshuffled, as it was seen": "Die Ablage wird gemischt; ihre 3 Karten kommen in den Zugstapel.",
    "passed": "Ann passt.",
    "knocked": "Ben klopft: Alle anderen sind noch einmal am Zug.",
    "scored": "Runde 2 wird gewertet. Punkte: Ann 6 (0 1 2 3), Ben 22 (4 5 6 7), "
    "Cy 12 (0 4 Spähen>Zweimal ziehen>8 0). Insgesamt: Ann 10, Ben 30, Cy 12.",
}

DUTCH: Final = {
    "opened": "Een partij van 3 rondes met 3 spelers begint; Ben deelt als eerste.",
    "opened, one round": "Een partij van 1 ronde met 3 spelers begint; Ann deelt als eerste.",
    "dealt": "Ronde 2: Ann deelt. Open: twee trekken. Er liggen 2 kaarten in de trekstapel.",
    "dealt, as it was seen": "Ronde 2: Ann deelt. Open: 7. Er liggen 53 kaarten in de trekstapel.",
    "looked": "Ben bekijkt de buitenste kaarten: 4, ruilen.",
    "looked, as the others saw it": "Ben bekijkt de buitenste kaarten.",
    "took": "Ann pakt de 3 op plek 2 en legt ‘gluren’ af.",
    "drew": "Ann trekt ‘twee trekken’.",
    "drew, as the others saw it": "Ann trekt een kaart.",
    "discarded": "Cy legt ‘ruilen’ af.",
    "discarded the first": "Cy legt de 9 af, de eerste kaart.",
    "kept": "Ben houdt de 0 op plek 0 en legt de 9 af.",
    "kept, as the others saw it": "Ben houdt de kaart op plek 0 en legt de 9 af.",
    "peeked": "Ben gluurt: op plek 3 ligt ‘ruilen’.",
    "peeked, as the others saw it": "Ben gluurt naar de kaart op plek 3.",
    "swapped": "Ann ruilt plek 1 met plek 3 van Cy.",
    "used a draw two": "Ann voert ‘twee trekken’ uit.",
    "reshuffled": "De aflegstapel wordt geschud; de 3 kaarten ervan vormen de trekstapel.",
    "reshuffled, as it was seen": "De aflegstapel wordt geschud; de 3 kaarten ervan vormen de trekstapel.",
    "passed": "Ann past.",
    "knocked": "Ben klopt: alle anderen zijn nog één keer aan de beurt.",
    "scored": "Ronde 2 is geteld. Punten: Ann 6 (0 1 2 3), Ben 22 (4 5 6 7), "
    "Cy 12 (0 4 gluren>twee trekken>8 0). In totaal: Ann 10, Ben 30, Cy 12.",
}


@pytest.mark.parametrize("happening", EVENTS)
@pytest.mark.parametrize(("language", "sentences"), [("en", ENGLISH), ("de", GERMAN), ("nl", DUTCH)])
def test_every_event_and_glimpse_has_its_sentence(
    language: Language, sentences: dict[str, str], happening: str
) -> None:
    assert GAME.tell(EVENTS[happening], language, NAMES) == sentences[happening]


def test_no_event_and_no_glimpse_is_left_out() -> None:
    told = {type(event) for event in EVENTS.values()}

    assert told == {class_of(kind) for kind in GAME.wire.events.values()}
    assert told == {class_of(kind) for kind in GAME.wire.glimpses.values()}


def test_a_name_may_hold_braces() -> None:
    names = ("{name}", "{0}", "%s")

    assert GAME.tell(Passed(1), "en", names) == "{0} passes."
    assert "{name} 6 (0 1 2 3), {0} 22" in GAME.tell(EVENTS["scored"], "en", names)


@pytest.mark.parametrize("language", GAME.languages)
def test_what_the_others_are_told_of_a_hidden_card_does_not_depend_on_it(language: Language) -> None:
    def told(*events: Event) -> set[str]:
        return {GAME.tell(GAME.glimpse(event, 1), language, NAMES) for event in events}

    assert len(told(Drew(0, "1"), Drew(0, "swap"))) == 1
    assert len(told(Looked(0, cards("1 2")), Looked(0, cards("draw2 9")))) == 1
    assert len(told(Kept(0, 1, "1", cards("9"), False), Kept(0, 1, "8", cards("9"), False))) == 1
    assert len(told(Peeked(0, 1, "1", cards("peek"), False), Peeked(0, 1, "8", cards("peek"), False))) == 1
    assert len(told(Reshuffled(cards("1 2 9")), Reshuffled(cards("peek 2 4")))) == 1
    assert (
        len(told(Dealt(1, 0, (cards(ROW),), cards("1 2"), "5"), Dealt(1, 0, ROWS, cards("peek 1"), "5"))) == 1
    )
