"""`cardkit watch` and `cardkit serve` as processes of their own: how they end, and what they survive."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import documents, rows, run
from tests.cli.server.house import made
from tests.cli.server.served import COMMAND, Served
from tests.cli.test_docs import surroundings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

TABLE = ("thirteen", "--seats", "3", "--name", "Ann", "--bot", "1=random", "--bot", "2=random")


@pytest.fixture
def ticket(base: str, tmp_path: Path) -> Path:
    """Of Ann, whose turn it is."""
    made(base, *TABLE, "-o", tmp_path / "match.json")
    assert run("watch", tmp_path / "match.json", "--turn").code == 0
    return tmp_path / "match.json"


def test_watching_ends_quietly_when_nobody_reads_any_more(ticket: Path) -> None:
    script = f"{COMMAND} watch {ticket} | head -1; echo ${{PIPESTATUS[0]}}"
    with subprocess.Popen(
        ["bash", "-c", script], env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1  The seed is fixed")
        for _ in range(2):  # what happens later is told to nobody
            run("watch", ticket, "--turn")
            rows("move", ticket, str(rows("moves", ticket)[0]["text"]))
        out, err = process.communicate(timeout=30)

    assert (out, err) == ("141\n", "")


def test_ctrl_c_ends_watching_with_130(ticket: Path) -> None:
    process = subprocess.Popen(
        [COMMAND, "watch", str(ticket)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)

    assert (process.returncode, err) == (130, b"")


def test_watching_survives_a_server_that_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Nothing is missed, and nothing told twice."""
    ticket = tmp_path / "match.json"
    out = tmp_path / "out"
    with Served(tmp_path) as server, out.open("wb") as stdout:
        made(server.base, *TABLE, "--option", "rounds=1", "-o", ticket)
        watching = subprocess.Popen(
            [COMMAND, "watch", str(ticket), "--format", "jsonl"],
            stdout=stdout,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        until = time.monotonic() + 20
        while not out.stat().st_size:
            assert time.monotonic() < until
            time.sleep(0.01)
        turns = 0
        while run("watch", ticket, "--turn").code == 0:
            rows("move", ticket, str(rows("moves", ticket)[0]["text"]))
            turns += 1
            if turns in (3, 6):
                server.kill()
                server.begin()
        _, err = watching.communicate(timeout=60)
        told = rows("log", ticket)

    *seen, last = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert watching.returncode == 0
    assert seen == told
    assert last == {"type": "match_over", "version": len(told), "outcome": last["outcome"]}
    assert err.count("trying again") == 1
    assert turns > 6


def test_ctrl_c_ends_serving_with_130_and_loses_nothing(tmp_path: Path) -> None:
    ticket = tmp_path / "match.json"
    with Served(tmp_path) as server:
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
