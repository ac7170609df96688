"""The program of a replay, run in Node.js with as much of a page as it needs."""

import json
from pathlib import Path
from typing import Final

from attrs import frozen
from cattrs import structure

from cardkit.drawing import html, replay, scenes_of
from tests.drawing.pictures import Page, script_of
from tests.drawing.scenes import steps
from tests.node import found

HARNESS: Final = Path(__file__).with_name("replay_harness.js")
MOVES: Final = 6


@frozen
class Look:
    """What the page shows at a time."""

    place: str
    table: str
    said: str
    current: tuple[int, ...]
    hash: str


def test_keys_links_and_slider_lead_to_the_tables_of_their_steps(tmp_path: Path) -> None:
    match = steps("thirteen", 3)[MOVES]
    page = replay(match, 1)
    script, data = tmp_path / "replay.js", tmp_path / "data.json"
    script.write_text(script_of(page), encoding="utf-8")
    data.write_text(Page(page).texts["script"][0], encoding="utf-8")

    printed = found().run(HARNESS, script, data, str(MOVES + 1), cwd=tmp_path)
    looks = structure(json.loads(printed), tuple[Look, ...])

    tables = [html(scene) for scene in scenes_of(match, 1)]
    visited = [0, 1, 2, 1, MOVES, MOVES, 0, 0, 3, 2]
    assert [look.place for look in looks] == [f"{step} / {MOVES}" for step in visited]
    assert [look.current for look in looks] == [(step,) for step in visited]
    assert [look.said for look in looks] == [f"told {step}" for step in visited]
    assert [look.hash for look in looks] == [f"#{step}" for step in visited]
    for look, step in zip(looks, visited, strict=True):
        assert tables[step].endswith(f"</style>{look.table}</div>\n")
