"""What players are told when a move is refused: in their language, and with their names."""

import pickle
from string import Formatter
from typing import Final

import pytest

import cardkit
from cardkit.language import Listed, Name, Sentence
from cardkit.match import AnyMatch
from cardkit.phrases import PHRASES, SAYS, by_key
from cardkit.rejections import Rejected, shown

NAMES: Final = ("Ann", "Ben", "Cleo")


def braces(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", [*SAYS])
def test_a_phrase_fills_in_the_same_parts_in_every_language(key: str) -> None:
    texts = SAYS[key]

    assert [*texts] == [*PHRASES]
    assert all(text.strip() for text in texts.values())
    assert len({frozenset(braces(text)) for text in texts.values()}) == 1


def refusal(match: AnyMatch, move: str, seat: int | None = None, expect: int | None = None) -> Rejected:
    with pytest.raises(Rejected) as caught:
        match.play(move, seat, expect)
    return caught.value


def test_a_refusal_is_read_in_the_players_language_and_names_players() -> None:
    match = cardkit.start("push", 3, seed="friends")

    error = refusal(match, "reveal", 2)

    assert (error.code, str(error)) == ("not_your_turn", "it's seat 0's turn, not seat 2's")
    assert error.sentence("en", NAMES) == "it's Ann's turn, not Cleo's"
    assert error.sentence("de", NAMES) == "Ann ist am Zug, nicht Cleo"
    assert error.sentence("nl-BE", NAMES) == "Ann is aan zet, niet Cleo"
    assert error.sentence("de") == "Platz 0 ist am Zug, nicht Platz 2"
    assert error.sentence("de", ("Ann", "", "")) == "Ann ist am Zug, nicht Platz 2"
    assert error.sentence("fr", NAMES) == error.sentence("en", NAMES)


def test_every_refusal_of_the_engine_is_told_in_german() -> None:
    match = cardkit.start("thirteen", 3, seed="friends at a table")
    played = match.play(match.legal(1)[0])

    def told(move: str, seat: int | None = None, expect: int | None = None) -> str:
        return refusal(played, move, seat, expect).sentence("de", NAMES)

    text = match.game.say(match.legal(1)[0])
    assert told("b", 2) == "'b' ist kein Zug von thirteen; meinst du b1, b2 oder b4?"
    assert told(text, 1) == "Cleo ist am Zug, nicht Ben"
    assert told(text, 7) == "unbekannter Platz 7; diese Partie hat die Plätze 0 bis 2"
    assert told(text, 1, match.version).startswith(
        "Ben hat seit Version 3 gezogen; die Partie ist bei Version 4"
    )
    assert told(text, 1, 99).startswith("eine Version 99 gibt es nicht; die Partie ist bei Version 4")


def test_whether_a_move_can_be_taken_back_is_told_too() -> None:
    match = cardkit.start("thirteen", 3, seed="friends at a table")
    with pytest.raises(Rejected) as caught:
        match.play(match.legal(1)[0]).undo(0)

    said = caught.value.sentence("nl", NAMES)

    assert said == "de laatste zet kan niet worden teruggenomen: de laatste zet was van Ben"
    assert match.undoable(0).says.text("de") == "es hat noch niemand gezogen"
    assert match.undoable(0).reason == "nobody has moved yet"


@pytest.mark.parametrize(
    ("key", "move", "told"),
    [
        ("thirteen", "b1", "b1 ist nicht auf deiner Hand; du hast g2 g7 n4 n4 y2"),
        ("push", "stop", "stop ist jetzt nicht möglich; sichere eine Farbe oder decke eine Karte auf"),
        ("push", "secure red", "du hast keine offene Karte der Farbe Rot"),
        ("biberbande", "knock", "knock ist jetzt nicht möglich; sieh dir deine Außenkarten an"),
    ],
)
def test_a_games_own_reasons_are_told_too(key: str, move: str, told: str) -> None:
    match = cardkit.start(key, 3, seed="friends at a table")

    assert refusal(match, move).sentence("de", NAMES) == told


def test_a_text_alone_is_the_same_in_every_language() -> None:
    error = Rejected("not_in_hand", "you have {no} such card")

    assert error.sentence("de", NAMES) == str(error) == "you have {no} such card"
    assert error.says.lacks("de")


def test_the_parts_of_a_sentence_are_in_its_language() -> None:
    colours = {"en": "red", "de": "rot", "fr": "rouge"}
    wait = Sentence({"en": "wait for {who}", "de": "warte auf {who}"}, {"who": Name(1)})
    error = Rejected(
        "not_now",
        {"en": "{rows}, not {colour}: {wait}", "de": "{rows}, nicht {colour}: {wait}"},
        rows=Listed((1, 2, Name(0)), "or"),
        colour=colours,
        wait=wait,
    )

    assert error.sentence("de", NAMES) == "1, 2 oder Ann, nicht rot: warte auf Ben"
    assert error.sentence("fr", NAMES) == "1, 2 or Ann, not red: wait for Ben"
    assert str(error) == "1, 2 or seat 0, not red: wait for seat 1"
    assert [error.says.lacks(language) for language in ("en", "de", "fr")] == [False, False, True]


@pytest.mark.parametrize("part", [{"en": "red"}, Listed(({"en": "red"},)), Sentence({"en": "red"})])
def test_a_sentence_lacks_a_language_that_a_part_lacks(part: Sentence | Listed | dict[str, str]) -> None:
    sentence = Sentence({"en": "take {it}", "de": "nimm {it}"}, {"it": part})

    assert sentence.text("de") == "nimm red"
    assert (sentence.lacks("en"), sentence.lacks("de")) == (False, True)


def test_a_refusal_keeps_its_sentences_between_processes() -> None:
    error = refusal(cardkit.start("push", 3, seed="friends"), "reveal", 2)

    assert pickle.loads(pickle.dumps(error)).sentence("de", NAMES) == error.sentence("de", NAMES)


def test_texts_that_are_missing_in_a_language_are_named() -> None:
    with pytest.raises(ValueError, match=r"^language de lacks: or$"):
        by_key({"en": {"and": "and", "or": "or"}, "de": {"and": "und"}})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["a", True, None], '["a", true, null]'),
        ({"row": "ü"}, '{"row": "ü"}'),
        ("b99", "'b99'"),
        ({1, 2}, "{1, 2}"),
        ([object], "[<class 'object'>]"),
    ],
)
def test_an_error_repeats_lists_and_objects_as_json(value: object, text: str) -> None:
    assert shown(value) == text
