"""Tables fit on a terminal of 80 columns and 24 lines, with room for what else belongs on the screen."""

from itertools import product

import pytest
from rich.cells import cell_len

from tests.cli.table.scenes import ENCODINGS, GAMES, drawn, steps

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
        lines = drawn(match, viewer, language=language, remember=True).splitlines()

        over = not match.actors
        assert lines[0].endswith(" ━━"), "the line on top is cut off"
        assert len(lines) <= (20 if over else 24 - ROOM_BELOW)
        assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [40, 60, 120])
def test_a_table_keeps_within_any_width(game: str, width: int) -> None:
    for match in steps(game, 3)[:40:6]:
        assert max(map(cell_len, drawn(match, 0, width=width).splitlines())) <= width


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_terminal_without_the_signs_gets_letters_in_the_same_places(game: str, encoding: str) -> None:
    """`drawn` writes strictly: a sign that the encoding doesn't have would raise."""
    for match in steps(game, 4)[::17]:
        whole = drawn(match, 1, language="de")
        fitted = drawn(match, 1, language="de", encoding=encoding)

        assert [*map(cell_len, fitted.splitlines())] == [*map(cell_len, whole.splitlines())]
        assert "?" not in fitted
