"""Tables fit on a terminal of 80 columns and 24 lines, with room for what else belongs on the screen."""

from itertools import product

import pytest
from attrs import evolve
from rich.cells import cell_len

from cardkit.drawing import scene_of, text
from tests.drawing.scenes import ALL_GAMES, GAMES, LONG_NAMES, drawn, steps

ROOM_BELOW = 6
"""Lines for what has happened, the moves, and what is typed."""

TABLES = [
    (game, seats)
    for game in GAMES
    for seats in (2, 3, 4, 5, 6)
    if (game, seats) not in {("thirteen", 2), ("friday13", 2)}
]
LONGEST = {"thirteen": (), "friday13": (), "biberbande": (("turn_limit", 20),), "push": (("risk", True),)}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_fits_80_by_24(game: str, seats: int) -> None:
    """As every viewer sees it, in every language, all through a match."""
    matches = steps(game, seats, LONGEST[game])
    some = [*matches[:6], *matches[6 :: max(1, len(matches) // 5)], matches[-1]]
    for match, language in product(some, matches[0].game.languages):
        viewer = match.actors[0] if match.actors else None
        scene = scene_of(match, viewer, LONG_NAMES[:seats], language, remember=True)
        lines = text(evolve(scene, story=())).splitlines()

        assert lines[0].endswith(" ━━"), "the line on top is cut off"
        assert len(lines) <= (20 if scene.over else 24 - ROOM_BELOW)
        assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("width", [40, 60, 120, 200])
def test_a_table_keeps_within_any_width(game: str, width: int) -> None:
    for match in steps(game, 3)[:40:6]:
        assert max(map(cell_len, drawn(match, 0, width=width).splitlines())) <= width


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_number_is_lost_where_there_is_little_room(game: str, width: int) -> None:
    for match in steps(game, 6, LONGEST[game])[::23]:
        scene = scene_of(match, 0, LONG_NAMES)
        shown = text(evolve(scene, story=(), notes=()), width)

        for player in scene.players:
            for cell in player.cells:
                assert cell.text in shown
        for heading in scene.headings:
            assert heading.caption in shown


def test_from_100_columns_on_players_are_listed_beside_the_table() -> None:
    scene = scene_of(steps("biberbande", 4)[20], 0, LONG_NAMES[:4])

    assert len(text(scene, 120).splitlines()) < len(text(scene, 99).splitlines())


@pytest.mark.parametrize("game", ALL_GAMES)
def test_ascii_is_ascii_and_letters_stand_for_shapes(game: str) -> None:
    languages = steps(game, 4)[0].game.languages
    for match, language in product(steps(game, 4)[::17], languages):
        plain = drawn(match, 1, language=language, ascii=True)

        assert plain.isascii()
        assert "?" not in plain


def test_in_ascii_letters_without_a_likeness_are_written_by_two() -> None:
    """German stays readable: not "Ausenkarten"."""
    plain = drawn(steps("biberbande", 2)[0], None, language="de", ascii=True)

    assert "sieht sich die Aussenkarten an" in plain
    assert "0 Zuege" in plain
