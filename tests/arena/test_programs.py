"""Programs as bots in long runs: what one has seen."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.arena import arena, simulate

TABLE = ["random", "random"]
SPY = """
import json, os, sys, uuid
me = uuid.uuid4().hex
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif asked["type"] == "turn":
        with open(sys.argv[1], "a") as file:
            file.write(json.dumps([me, asked["seat"], asked["since"]]) + "\\n")
        print(asked["moves"][0]["number"], flush=True)
"""

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A bot's name for the Python program with this text."""

    def write(text: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        return f"exec:{sys.executable} -S {path} {tmp_path / 'noted'}"

    return write


def test_a_program_is_started_afresh_for_each_match_of_a_deal_that_it_meets_again(
    written: Written, tmp_path: Path
) -> None:
    """Else it would know what the others hold: it sat there a match ago."""
    arena("thirteen", [written(SPY), *TABLE], 6, seats=3, options={"rounds": 1}, seed="s", workers=1)

    noted = [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]
    runs = {run for run, _, _ in noted}
    assert len(runs) == 6
    assert [len({seat for run, seat, _ in noted if run == one}) for one in runs] == [1] * 6


def test_where_no_deal_is_met_again_it_goes_on_from_match_to_match(written: Written, tmp_path: Path) -> None:
    simulate("thirteen", [written(SPY), *TABLE], 6, options={"rounds": 1}, seed="s", workers=1, chunk=3)

    noted = [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]
    assert len({run for run, _, _ in noted}) == 2
    assert [since for _, _, since in noted].count(0) == 6
