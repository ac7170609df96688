"""What tables look like: compared with what somebody looked at and found good."""

import pytest

from tests.cli.table.scenes import Scene
from tests.cli.table.screens import SCENES, path, screen


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("colour", [False, True], ids=["plain", "coloured"])
def test_a_table_looks_as_it_did(scene: Scene, colour: bool) -> None:
    assert screen(scene, colour=colour) == path(scene, colour=colour).read_text(encoding="utf-8")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_colours_change_nothing_but_colours(scene: Scene) -> None:
    from rich.text import Text

    coloured = Text.from_ansi(screen(scene, colour=True)).plain

    assert [line.rstrip() for line in coloured.splitlines()] == [
        line.rstrip() for line in screen(scene, colour=False).splitlines()
    ]
    assert "\x1b" in screen(scene, colour=True)
    assert "\x1b" not in screen(scene, colour=False)
