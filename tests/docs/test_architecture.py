"""`docs/architecture.md`, the map: every room has its row, and what the page links to and names is there."""

import re
from pathlib import Path
from typing import Final

import pytest

from tools import draw_move
from tools.draw_map import PICTURE, picture, rooms

PAGE: Final = Path(__file__).parents[2] / "docs" / "architecture.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")
WAYS: Final = re.findall(r"^\| \d+ \| \[`[^`]+`\]\(([^)]+)\) \| (.+) \|$", TEXT, flags=re.MULTILINE)
"""The module and the sentence of each step of the ways."""


def linked(text: str) -> list[Path]:
    """Return the files that a text links to."""
    return [(PAGE.parent / link).resolve() for link in re.findall(r"\]\((\.\./[^)#]+)\)", text)]


@pytest.fixture(scope="module")
def drawn() -> str:
    return picture()


def test_the_picture_is_that_of_the_sources(drawn: str) -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn, "run make map"


def test_the_picture_shows_every_room(drawn: str) -> None:
    names = re.findall(r'<text class="name"[^>]*>([^<]+)</text>', drawn)

    assert sorted(names) == sorted(
        [room.name for room in rooms().values()] + ["cardkit", "cardkit_api", "cardkit_cli"]
    )


def test_the_picture_of_a_move_is_drawn_from_its_steps() -> None:
    assert draw_move.PICTURE.read_text(encoding="utf-8") == draw_move.picture(), "run make map"


def test_each_step_of_a_move_touches_the_line_of_its_module() -> None:
    section = TEXT.partition("\n## The way of a move over HTTP\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^\| (\d+) \| \[`[^`]+`\]\(\.\./src/([^)]+)\) \|", section, flags=re.MULTILINE)
    drawn = {
        one.step: {*draw_move.LINES[one.here], *draw_move.LINES[one.there]} for one in draw_move.MESSAGES
    }

    assert [int(step) for step, _ in steps] == [step for step in drawn if step is not None]
    assert [step for step, module in steps if not module.startswith(tuple(drawn[int(step)]))] == []


def test_every_room_has_its_row() -> None:
    rows = re.findall(r"^\| \[`([^`]+)`\]\([^)]+\) \| \S", TEXT, flags=re.MULTILINE)

    assert sorted(rows) == sorted(rooms())


def test_the_row_of_a_room_links_to_that_room() -> None:
    for room, link in re.findall(
        r"^\| \[`([^`]+)`\]\(\.\./(?:src|cli)/([^)]+)\) \|", TEXT, flags=re.MULTILINE
    ):
        assert Path(link).match(f"{room}/__init__.py") or Path(link).match(f"{room}.py")


def test_all_links_lead_to_files() -> None:
    files = linked(TEXT)

    assert len(files) > 60
    assert [file for file in files if not file.is_file()] == []


@pytest.mark.parametrize(
    ("files", "where"), re.findall(r"^\| an?\w* [^|]+ \| (\d+) \| (.+) \|$", TEXT, flags=re.MULTILINE)
)
def test_the_table_of_changes_counts_the_files_that_it_links_to(files: str, where: str) -> None:
    assert len({*linked(where)}) == int(files)


@pytest.mark.parametrize(("link", "sentence"), WAYS)
def test_a_step_names_what_its_module_defines(link: str, sentence: str) -> None:
    source = (PAGE.parent / link).read_text(encoding="utf-8")
    named = re.findall(r"`([A-Za-z_]+)`", sentence)

    assert any(
        re.search(rf"^ *(async )?(def|class) {name}\b", source, flags=re.MULTILINE) for name in named
    ), named
