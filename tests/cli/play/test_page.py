"""The page `docs/play.md` shows what a terminal shows, and says what is so."""

import pytest

from cardkit.bots import BOTS
from cardkit_cli.phrases import COMMANDS
from tests.cli.play.captures import CAPTURES, PAGE, Capture, captured, on_the_page


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.name)
def test_a_screen_on_the_page_is_what_the_terminal_shows(capture: Capture) -> None:
    """`python -m tests.cli.play.captures` puts the screens on the page."""
    assert on_the_page()[capture.name] == captured(capture)


def test_the_page_calls_what_its_screens_show() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert {capture.name for capture in CAPTURES} == {*on_the_page()}
    for capture in CAPTURES:
        assert f"$ cardkit {' '.join(capture.words)}\n" in page


def test_the_page_names_every_command_and_every_bot() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for command in {*COMMANDS["en"].values()}:
        assert f"`{'?' if command == 'help' else command}`" in page
    for bot in BOTS:
        assert f"`{bot}`" in page
