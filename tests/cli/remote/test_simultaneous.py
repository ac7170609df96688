"""Seats of a match on a server move at the same time, each by the version that all of them saw."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from cardkit.game import any_game
from cardkit_cli.exits import Exit
from tests.api.clients.serving import serving
from tests.cli.remote.house import made
from tests.cli.running import Ran, run
from tests.testing.at_once import AT_ONCE


@pytest.fixture(scope="module")
def base() -> Generator[str, None, None]:
    with serving(games={"at_once": any_game(AT_ONCE)}) as address:
        yield address


@pytest.fixture(autouse=True)
def _tickets(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`0.json`, `1.json` and `2.json`: a match of At Once at version 2."""
    monkeypatch.chdir(tmp_path)
    made(base, "at_once", "--seats", "3", "--name", "Ann", "-o", "0.json", "--option", "rounds=2")
    for seat in (1, 2):
        assert run("join", "0.json", "--name", f"player {seat}", "-o", f"{seat}.json").code == Exit.FINE


def stale(ran: Ran) -> str:
    assert ran.code == Exit.REFUSED
    assert json.loads(ran.err)["code"] == "stale_version"
    message: str = json.loads(ran.err)["message"]
    return message


def test_all_seats_move_by_the_same_version_and_none_twice() -> None:
    for seat in (2, 0, 1):
        assert run("move", f"{seat}.json", "1", "--expect", "2").code == Exit.FINE

    for seat in (2, 0, 1):
        ran = run("move", f"{seat}.json", "1", "--expect", "2", "--format", "json")
        assert stale(ran).startswith(f"seat {seat} has moved since version 2;")


def test_a_second_undo_by_the_same_version_takes_nothing_back() -> None:
    for seat in (0, 1):
        assert run("move", f"{seat}.json", "1").code == Exit.FINE

    assert run("undo", "1.json", "--expect", "4").code == Exit.FINE
    assert "seat 1 has moved" in stale(run("undo", "1.json", "--expect", "4", "--format", "json"))
