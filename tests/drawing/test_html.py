"""The drawing in HTML: a part of any page, for any width, that changes nothing around it."""

import re

import pytest

from cardkit.drawing import Scene, html, scene_of
from tests.drawing.pictures import Page, everything_in
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, steps


def scenes(game: str, viewer: int | None = 0) -> list[Scene]:
    """Return scenes from all parts of a match."""
    matches = steps(game, 3)
    some = [*matches[:4], *matches[4:80:13], matches[-1]]
    return [scene_of(match, viewer, LONG_NAMES[:3], remember=True) for match in some]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_all_words_of_a_scene_are_there(game: str) -> None:
    for scene in scenes(game):
        texts = Page(html(scene)).texts
        drawn = "".join(text for tag, found in texts.items() if tag != "style" for text in found).replace(
            " ", ""
        )
        for word in everything_in(scene):
            assert word.replace(" ", "") in drawn


@pytest.mark.parametrize("game", ALL_GAMES)
def test_it_loads_nothing_and_runs_nothing(game: str) -> None:
    for page in (html(scenes(game)[2]), html(scenes(game)[2], page=True)):
        assert not re.search(r"https?:|//|href|src=|url\(|@import|<script|<link|\son\w+=", page)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_card_has_a_name_for_those_who_cannot_see_it(game: str) -> None:
    pages = [Page(html(scene)) for scene in scenes(game)]
    pictures = [attributes for page in pages for tag, attributes in page.tags if tag == "svg"]

    assert len(pictures) > 20
    for attributes in pictures:
        assert attributes.get("aria-label") or attributes.get("aria-hidden") == "true"


def test_a_card_face_down_is_named_so_in_the_language_of_the_table() -> None:
    match = steps("biberbande", 2)[6]

    assert 'aria-label="face down"' in html(scene_of(match, 0))
    assert 'aria-label="verdeckt"' in html(scene_of(match, 0, language="de"))
    assert 'aria-label="gedekt"' in html(scene_of(match, 0, language="nl"))
    assert 'aria-label="face down"' in html(scene_of(match, 0, language="fr"))
    assert "schon gesehen" in html(scene_of(match, 0, language="de", remember=True))


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_its_style_reaches_nothing_outside(theme: str) -> None:
    scene = scenes("push")[3]
    page = html(scene) if theme == "auto" else html(scene, theme="dark" if theme == "dark" else "light")
    rules = re.sub(r"@(media|container)\([^{]*\)\{", "", Page(page).texts["style"][0])
    selectors = [name for part in re.findall(r"([^{}]+)\{", rules) for name in part.split(",")]

    assert len(selectors) > 50
    assert [name for name in selectors if not re.match(r"\.cardkit\b", name.strip())] == []


def test_it_has_no_ids_so_that_several_fit_on_one_page() -> None:
    assert not any("id" in attributes for _, attributes in Page(html(scenes("thirteen")[2])).tags)


def test_a_whole_page_has_its_language_and_its_title() -> None:
    page = Page(html(scene_of(steps("push", 3)[3], None, language="nl"), page=True))

    assert ("html", {"lang": "nl"}) in page.tags
    assert page.texts["title"] == ["Push"]


def test_players_are_rows_of_a_table() -> None:
    """A screen reader says which column a number belongs to."""
    tags = Page(html(scenes("thirteen")[3])).tags

    assert [attributes.get("scope") for tag, attributes in tags if tag == "th"] == ["col"] * 4 + ["row"] * 3
    assert [attributes.get("data-of") for tag, attributes in tags if tag == "td"][:3] == [
        "hand",
        "taken",
        "total",
    ]
