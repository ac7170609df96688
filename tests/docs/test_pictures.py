"""The pictures of README and docs: drawn by today's functions, shown somewhere, and in need of nothing else."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from tools import draw_map, draw_move, draw_page
from tools.draw_pictures import PICTURES

ROOT: Final = Path(__file__).parents[2]
IMAGES: Final = ROOT / "docs" / "images"
PAGES: Final = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_by_the_functions_of_today(name: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == PICTURES[name](), "run make pictures"


def test_every_image_is_drawn_by_a_tool() -> None:
    assert {path.name for path in IMAGES.iterdir()} == {
        *PICTURES,
        draw_map.PICTURE.name,
        draw_move.PICTURE.name,
        *(f"{name}.png" for name in draw_page.PICTURES),
    }


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_shown_on_a_page(name: str) -> None:
    assert [page for page in PAGES if f"images/{name}" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_loads_nothing(name: str) -> None:
    content = (IMAGES / name).read_text(encoding="utf-8")

    assert not re.search(r"https?://(?!www\.w3\.org/)|url\(|@import|src=", content)
    if name.endswith(".svg"):
        assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_picture_has_a_text_for_those_who_cannot_see_it() -> None:
    for page in PAGES:
        for text, name in re.findall(
            r"!\[([^\]]*)\]\([^)]*images/([^)]+)\)", page.read_text(encoding="utf-8")
        ):
            assert len(text) > 20, f"{page.name}: {name}"
