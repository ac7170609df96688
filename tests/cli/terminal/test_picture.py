"""A scene on a terminal: in its width, its colours and its signs."""

import io
from typing import Literal

import pytest
from rich.console import Console
from rich.style import Style

from cardkit.drawing import scene_of
from cardkit_cli.terminal.picture import WIDEST, draw_scene
from cardkit_cli.terminal.screen import FAINT, TYPED, WARNING
from cardkit_cli.terminal.signs import fit_text
from tests.drawing.scenes import GAMES, LONG_NAMES, drawn, steps
from tests.drawing.test_colours import READABLE, contrast


def printed(
    game: str, *, encoding: str = "utf-8", width: int = 80, colours: Literal["256"] | None = None
) -> str:
    """Return what the terminal gets; a sign that its encoding doesn't have would raise."""
    paper = io.BytesIO()
    file = io.TextIOWrapper(paper, encoding=encoding, errors="strict", newline="\n")
    console = Console(
        file=file, width=width, force_terminal=colours is not None, color_system=colours, legacy_windows=False
    )
    scene = scene_of(steps(game, 4)[30], 1, LONG_NAMES[:4])
    console.print(draw_scene(scene, console))
    file.flush()
    return paper.getvalue().decode(encoding)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_table_is_printed_as_the_library_draws_it(game: str, width: int) -> None:
    assert printed(game, width=width) == drawn(steps(game, 4)[30], 1, width=width) + "\n"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_terminal_without_the_signs_gets_ascii(game: str, encoding: str) -> None:
    assert printed(game, encoding=encoding) == drawn(steps(game, 4)[30], 1, ascii=True) + "\n"


def test_colours_are_those_of_a_terminal_that_has_any() -> None:
    assert "38;5;" in printed("thirteen", colours="256")
    assert "\x1b" not in printed("thirteen")


def test_a_table_is_no_wider_than_the_eye_can_follow() -> None:
    assert max(map(len, printed("thirteen", width=400).splitlines())) <= WIDEST


def test_other_texts_keep_their_columns_where_signs_are_missing() -> None:
    assert fit_text("Zoë – ↑ 漢 …", "latin-1") == "Zoë - ^ ?? ."
    assert fit_text("Zoë – ß", "ascii") == "Zoe - s"
    assert fit_text("Zoë – ß", "no such encoding") == "Zoe - s"


@pytest.mark.parametrize("style", [TYPED, WARNING, FAINT])
@pytest.mark.parametrize("paper", ["#000000", "#ffffff"])
def test_a_terminals_own_paper_may_be_black_or_white(style: str, paper: str) -> None:
    """The numbers below 16 aren't used: themes change them, and bold brightens them."""
    colour = Style.parse(style).color
    assert colour is not None
    assert (colour.number or 0) >= 16
    assert contrast(colour.get_truecolor().hex, paper) >= READABLE
