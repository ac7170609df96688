"""A whole match as one page: what it shows, what it holds, and how large it is."""

import re
from base64 import b64decode
from hashlib import sha256

import pytest
from attrs import evolve

import cardkit
from cardkit.drawing import Card, Scene, replay, scene_of, scenes_of
from cardkit.drawing.as_html import sections
from cardkit.drawing.as_html.cards import name_of
from cardkit.drawing.as_svg.pen import Pen
from cardkit.match import AnyMatch
from tests.drawing.pictures import Page, data_of, script_of
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, game_of, steps

LARGEST = 300_000


def rebuilt(page: str) -> list[list[tuple[str, ...]]]:
    """Return what the page's script puts together: the sections of each step, in pieces."""
    data = data_of(page)
    return [
        [tuple(data.pieces[piece] for piece in data.sections[section]) for section in step]
        for step in data.steps
    ]


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("viewer", [1, None])
def test_its_data_are_the_tables_that_the_viewer_saw_and_no_others(game: str, viewer: int | None) -> None:
    match = steps(game, 3)[:30][-1]
    page = replay(match, viewer, LONG_NAMES[:3])
    scenes = scenes_of(match, viewer, LONG_NAMES[:3], remember=True)

    assert rebuilt(page) == [[*sections(scene, Pen())] for scene in scenes]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_piece_and_every_section_is_there_once_and_used(game: str) -> None:
    data = data_of(replay(steps(game, 3)[:30][-1], 0))

    assert {section for step in data.steps for section in step} == {*range(len(data.sections))}
    assert {piece for section in data.sections for piece in section} == {*range(len(data.pieces))}
    assert len({*data.sections}) == len(data.sections)
    assert len({*data.pieces}) == len(data.pieces)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in ALL_GAMES for seats in (3, 6) if seats in game_of(game).seats],
)
def test_a_match_of_200_moves_is_a_small_page(game: str, seats: int) -> None:
    match = steps(game, seats)[:201][-1]

    assert len(replay(match, 0, LONG_NAMES[:seats]).encode()) < LARGEST


def test_without_its_script_it_is_a_list_of_sentences_and_the_last_table() -> None:
    match = steps("push", 3)[12]
    page = Page(replay(match, None, LONG_NAMES[:3]))
    told = [sentence for scene in scenes_of(match, None, LONG_NAMES[:3]) for sentence in scene.story]
    last = [
        piece for section in sections(scenes_of(match, None, LONG_NAMES[:3])[-1], Pen()) for piece in section
    ]

    assert page.texts["p"][-len(told) - 1 :] == [*page.texts["p"][-len(told) - 1 : -len(told)], *told]
    assert f'<div class="cardkit" id="table">{"".join(last)}</div>' in replay(match, None, LONG_NAMES[:3])


def test_it_loads_nothing_and_its_policy_lets_it_run_only_its_own_script() -> None:
    page = replay(steps("push", 3)[12], None)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)

    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    digest = re.findall(r"'sha256-([^']+)'", policy[1])
    assert [*map(b64decode, digest)] == [sha256(script_of(page).encode()).digest()]
    assert not re.search(r"https?:|src=|url\(|@import|<link|\son\w+=", page)


def test_a_name_neither_ends_the_data_nor_becomes_a_tag() -> None:
    name = "</script><script>alert(1)</script>&amp;"
    match = steps("thirteen", 3)[9]
    page = replay(match, 0, (name, "Ann", "Ben"))

    assert [tag for tag, _ in Page(page).tags] == [tag for tag, _ in Page(replay(match, 0)).tags]
    assert "alert(1)" in page
    assert page.count("</script>") == 2


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_its_buttons_have_names_in_its_language(language: str) -> None:
    page = Page(replay(steps("push", 3)[3], 0, language=language))
    buttons = [attributes for tag, attributes in page.tags if tag == "button"]
    told = {"en": "first step", "de": "erster Schritt", "nl": "eerste stap", "fr": "first step"}[language]

    assert len(buttons) == 5
    assert buttons[0]["aria-label"] == told
    assert ("html", {"lang": language}) in page.tags


def test_moves_that_were_taken_back_are_shown_as_they_were_seen() -> None:
    match = cardkit.start("thirteen", 3, seed="undo")
    played = match.play(match.legal()[0])
    by = played.by
    assert by is not None
    back = played.undo(by, agreed=range(3))

    assert len(data_of(replay(back, 0)).steps) == 3
    assert rebuilt(replay(back, 0))[0][1:6] == rebuilt(replay(back, 0))[2][1:6]


def test_the_same_match_gives_the_same_page() -> None:
    match = steps("biberbande", 3)[20]

    assert replay(match, 1) == replay(match, 1)


def test_it_shows_the_cards_that_the_viewer_remembers() -> None:
    """In Biberbande, everybody looks at the outer cards of the row, which then lie face down again."""
    match = steps("biberbande", 3)[6]
    said = [name_of(card, "en") for area in scene_of(match, 1, remember=True).areas for card in area.cards]
    seen = [name for name in said if name.endswith(", seen before")]

    assert len(seen) == 2
    for name in seen:
        assert f'aria-label="{name}"' in replay(match, 1)


def test_a_layout_that_shows_nothing_from_memory_asks_for_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("it takes longer with each event of the match")

    match = steps("thirteen", 3)[20]
    monkeypatch.setattr("cardkit.match.Match.memory", fail)
    assert scene_of(match, 1, remember=True) == scene_of(match, 1)


def test_after_an_undo_it_shows_what_was_remembered_before() -> None:
    match = steps("biberbande", 3)[6]
    by = match.by
    assert by is not None
    back = match.undo(by, agreed=range(3))
    scenes = scenes_of(back, 1, remember=True)

    assert unmarked(scenes[-1]) == unmarked(scenes[-3])
    assert scenes == tuple(scene_of(step, 1, remember=True) for step in history(back))


def unmarked(scene: Scene) -> list[list[Card]]:
    """Return the cards of a scene, without the mark on those that the last move brought."""
    return [[evolve(card, fresh=False) for card in area.cards] for area in scene.areas]


def history(match: AnyMatch) -> list[AnyMatch]:
    return [*([] if match.previous is None else history(match.previous)), match]
