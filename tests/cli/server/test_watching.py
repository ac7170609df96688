"""`cardkit watch` and `cardkit serve` as processes of their own: how they end, and what they survive."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.forking import fork_cardkit, surroundings
from tests.cli.running import documents, rows, run
from tests.cli.server.house import made
from tests.cli.server.served import Served
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

TABLE = ("thirteen", "--seats", "3", "--name", "Ann", "--bot", "1=random", "--bot", "2=random")


@pytest.fixture
def ticket(base: str, tmp_path: Path) -> Path:
    """Of Ann, whose turn it is."""
    made(base, *TABLE, "-o", tmp_path / "match.json")
    assert run("watch", tmp_path / "match.json", "--turn").code == 0
    return tmp_path / "match.json"


def test_watching_ends_quietly_when_nobody_reads_any_more(ticket: Path) -> None:
    script = f"cardkit watch {ticket} | head -1; echo ${{PIPESTATUS[0]}}"
    with subprocess.Popen(
        ["bash", "-c", script], env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1  The seed is fixed")
        for _ in range(2):  # what happens later is told to nobody
            run("watch", ticket, "--turn")
            rows("move", ticket, str(rows("moves", ticket)[0]["text"]))
        out, err = process.communicate(timeout=PATIENCE)

    assert (out, err) == ("141\n", "")


def test_ctrl_c_ends_watching_with_130(ticket: Path) -> None:
    (out, stdout), (err, stderr) = os.pipe(), os.pipe()
    watching = fork_cardkit("watch", ticket, folder=ticket.parent, stdout=stdout, stderr=stderr)
    os.close(stdout)
    os.close(stderr)
    with os.fdopen(out, "rb") as told, os.fdopen(err, "rb") as said:
        assert told.readline()
        watching.send_signal(signal.SIGINT)

        assert (watching.wait(PATIENCE), said.read()) == (130, b"")


def test_watching_survives_a_server_that_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Nothing is missed, and nothing told twice."""
    ticket = tmp_path / "match.json"
    (reading, stdout), (err, stderr) = os.pipe(), os.pipe()
    with Served(tmp_path) as server, os.fdopen(reading, "rb") as out, os.fdopen(err) as said:
        made(server.base, *TABLE, "--option", "rounds=1", "-o", ticket)
        watching = fork_cardkit(
            "watch", ticket, "--format", "jsonl", folder=tmp_path, stdout=stdout, stderr=stderr
        )
        os.close(stdout)
        os.close(stderr)
        first = out.readline()
        heard: list[str] = []
        turns = 0
        while run("watch", ticket, "--turn").code == 0:
            rows("move", ticket, str(rows("moves", ticket)[0]["text"]))
            turns += 1
            if turns in (3, 6):
                server.kill()
                heard.append(said.readline())  # or it is back before anybody has noticed
                server.begin()
                heard.append(said.readline())
        lines = [first, *out]
        code, more = watching.wait(PATIENCE), said.read()
        told = rows("log", ticket)

    *seen, last = map(json.loads, lines)
    assert code == 0
    assert seen == told
    assert last == {"type": "match_over", "version": len(told), "outcome": last["outcome"]}
    assert ["is away; trying for 10 minutes" in one for one in heard] == [True, False] * 2
    assert ["Back after " in one for one in heard] == [False, True] * 2
    assert more == ""
    assert turns > 6


def test_ctrl_c_ends_serving_with_130_and_loses_nothing(tmp_path: Path) -> None:
    ticket = tmp_path / "match.json"
    with Served(tmp_path, fresh=True) as server:
        made(server.base, *TABLE, "-o", ticket)
        run("watch", ticket, "--turn")
        before = rows("show", ticket)
        assert server.is_interrupted() == 130
        server.begin()
        assert rows("show", ticket) == before


def test_documents_all_in_one_come_at_the_end(base: str, tmp_path: Path) -> None:
    ticket = tmp_path / "match.json"
    made(base, "biberbande", "--seats", "2", "--bot", "0=random", "--bot", "1=random", "-o", ticket)

    ran = run("watch", ticket, "--format", "json")
    lines = documents(run("watch", ticket, "--format", "jsonl"))

    assert json.loads(ran.out) == lines
    table = run("watch", ticket, "--since", str(len(lines) - 2)).out.splitlines()
    assert table[0].startswith(f"{len(lines) - 1}  ")
    assert table[1].startswith(f"Biberbande, version {len(lines) - 1}: over, won by ")
