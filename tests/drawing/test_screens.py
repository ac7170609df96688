"""What tables look like: compared with what somebody looked at and found good."""

import pytest

from tests.drawing.scenes import Setting
from tests.drawing.screens import FOLDER, SETTINGS, Kind, kept, path, screen


@pytest.mark.parametrize(("setting", "kind"), [*kept()], ids=lambda part: getattr(part, "name", part))
def test_a_table_looks_as_it_did(setting: Setting, kind: Kind) -> None:
    assert screen(setting, kind) == path(setting, kind).read_text(encoding="utf-8")


def test_every_kept_screen_is_still_drawn() -> None:
    assert {*FOLDER.iterdir()} == {path(setting, kind) for setting, kind in kept()}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_colours_change_nothing_but_colours(setting: Setting) -> None:
    from rich.text import Text

    coloured = Text.from_ansi(screen(setting, "ansi")).plain

    assert [line.rstrip() for line in coloured.splitlines()] == [
        line.rstrip() for line in screen(setting, "txt").splitlines()
    ]
    assert "\x1b" in screen(setting, "ansi")
    assert "\x1b" not in screen(setting, "txt")
