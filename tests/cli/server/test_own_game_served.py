"""A server can serve a game from a user's file: `cardkit --game module:GAME serve`."""

import sys
from pathlib import Path

import httpx
import pytest

from tests import own_game
from tests.cli.play.person import Person
from tests.cli.running import rows, run
from tests.cli.server.served import Served
from tests.patience import PATIENCE

OWN = ("--game", "peaks_served:GAME")


def test_a_game_of_ones_own_is_served_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "peaks_served.py").write_text(own_game.source(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    with Served(tmp_path, *OWN) as server:
        games = {
            game["key"] for game in httpx.get(f"{server.base}/v1/games", timeout=PATIENCE).json()["games"]
        }
        new = ("new", "peaks", "--seats", "2", "--name", "Ann", "--bot", "1=random", "-o", "ann.json")
        made = run(*OWN, "--server", server.base, *new)
        moves = rows(*OWN, "moves", "ann.json") if made.code == 0 else []
        with Person(tmp_path, *OWN, "play", "ann.json", asked=False) as person:
            person.sees("━━ Peaks and Valleys ")
            person.sees(" Ann (you) ")

    assert games > {"peaks", "thirteen"}
    assert made.code == 0, made.err
    assert {str(move["text"]) for move in moves} <= set(map(str, range(1, 21)))
