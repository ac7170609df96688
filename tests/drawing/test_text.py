"""How a scene becomes text, whatever people are called."""

import unicodedata

import pytest
from attrs import evolve
from rich.cells import cell_len

from cardkit.drawing import Area, Card, Scene, scene_of, text
from cardkit.drawing.as_text.lines import wrapped
from cardkit.drawing.as_text.signs import cells, in_ascii
from tests.drawing.scenes import LONG_NAMES, steps

EXAMPLE: Scene = scene_of(steps("thirteen", 3)[4], 0, LONG_NAMES[:3])


@pytest.mark.parametrize("name", ["\x1b[2J", "two\nlines", "a\tb", "\u202eback", "\x9b2J"])
def test_nobodys_name_steers_a_terminal(name: str) -> None:
    drawn = text(scene_of(steps("thirteen", 3)[4], 0, (name, "Ben", "Cleo")))

    assert all(char.isprintable() for line in drawn.split("\n") for char in line)
    assert len(drawn.split("\n")) == len(
        text(scene_of(steps("thirteen", 3)[4], 0, ("Ann", "Ben", "Cleo"))).split("\n")
    )


@pytest.mark.parametrize("name", ["漢字の名前", "👩‍🚀 Zoë", "Ａｎｎ", "e\u0301mile"])
def test_wide_and_joined_letters_keep_columns_in_line(name: str) -> None:
    drawn = text(evolve(scene_of(steps("thirteen", 3)[4], 1, (name, "Ben", "Cleo")), story=()), 80)
    rows = [line for line in drawn.splitlines() if line[:4] in ("   0", "   1", " ▶ 2")]

    assert len(rows) == 3
    assert len({cell_len(row) for row in rows}) == 1


def test_the_width_of_a_text_is_that_of_a_terminal() -> None:
    for char in "aé漢■●▲✗♥✚♣◇‡✱⇄◉⇊⚅╭─█░▒▶…·–’×↔→↑Ａ":
        assert cells(char) == cell_len(char), unicodedata.name(char)
    assert cells("e\u0301") == 1


def test_words_are_wrapped_at_spaces_and_what_is_too_long_is_broken() -> None:
    assert [*wrapped("one two three", 7)] == ["one two", "three"]
    assert [*wrapped("a extraordinarily b", 6)] == ["a", "extrao", "rdinar", "ily b"]
    assert [*wrapped("漢字漢字漢", 5)] == ["漢字", "漢字", "漢"]
    assert [*wrapped("", 5)] == []


def test_signs_and_letters_have_a_likeness_in_ascii() -> None:
    assert in_ascii("Größe: Zoë, “ja”, „ja“ … → –") == 'Groesse: Zoe, "ja", "ja" ... > -'
    assert in_ascii("漢") == "??"


def test_a_width_under_40_is_taken_for_40() -> None:
    assert text(EXAMPLE, 1) == text(EXAMPLE, 40)


def test_a_card_that_can_not_be_played_now_is_not_marked() -> None:
    cards = (Card("7", "red", "♥", caption="H7", moves=("H7",)), Card("8", "red", "♥", caption="H8"))
    drawn = text(evolve(EXAMPLE, areas=(Area("hand", "hand", cards),), story=()))

    assert "╰─H7╯╰───╯" in drawn


def test_a_short_move_is_marked_on_its_card() -> None:
    cards = (Card("7", moves=("go",)), Card("8", moves=("much too long",), caption="8th"))
    drawn = text(evolve(EXAMPLE, areas=(Area("hand", "hand", cards),), story=()))

    assert "╰─go─╯╰─8th╯" in drawn


def test_many_cards_that_lie_face_down_are_counted() -> None:
    down = (Card(down=True),) * 20
    drawn = text(evolve(EXAMPLE, areas=(Area("away", "list", down, "Put away"),)))

    assert "Put away (20): ▒▒×20" in drawn


def test_a_rule_is_as_long_as_the_line_whatever_the_notes() -> None:
    long = tuple(f"a note of some length, number {number}" for number in range(5))
    first, second, *_ = text(evolve(EXAMPLE, notes=long)).splitlines()

    assert cells(first) == 79
    assert second.startswith(" a note of some length")


@pytest.mark.parametrize("colour", [False, True])
def test_no_line_ends_in_spaces(colour: bool) -> None:
    assert all(line == line.rstrip() for line in text(EXAMPLE, colour=colour).split("\n"))
