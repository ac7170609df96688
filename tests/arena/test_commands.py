"""`cardkit arena` and `cardkit simulate`."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from cardkit_cli import arenas
from cardkit_cli.exit_codes import Exit
from tests.bots.programs.hanging import command
from tests.cli.running import run
from tests.patience import PATIENCE

ARENA = tuple("arena push --bots random,greedy --matches 24 --seed s --workers 1".split())
SIMULATE = tuple("simulate push --bots random -n 20 --seed s --workers 1 --seats 2".split())


def test_an_arena_shows_ratings_a_cross_table_and_words() -> None:
    ran = run(*ARENA)

    assert ran.code == Exit.FINE
    assert ran.err == ""
    assert "seed s" in ran.out
    assert "ahead of" in ran.out
    assert ran.out.splitlines()[-1].startswith("greedy is stronger than random: ahead in ")


def test_a_simulation_shows_what_a_designer_asks() -> None:
    ran = run(*SIMULATE)

    assert ran.code == Exit.FINE
    assert "A match has" in ran.out
    assert "push.busted" in ran.out
    assert "push.reveal reveal" in ran.out


@pytest.mark.parametrize("words", [ARENA, SIMULATE])
def test_the_same_seed_prints_the_same(words: tuple[str, ...]) -> None:
    assert run(*words, "--format", "json").out == run(*words, "--format", "json").out


def test_json_is_one_document() -> None:
    found = json.loads(run(*ARENA, "--format", "json").out)

    assert [row["bot"] for row in found["ratings"]] == ["greedy", "random"]
    assert found["run"]["matches"] == 24


def test_csv_has_ratings_or_counts() -> None:
    ratings = [*csv.reader(io.StringIO(run(*ARENA, "--format", "csv").out))]
    counts = [*csv.reader(io.StringIO(run(*SIMULATE, "--format", "csv").out))]

    assert [row[0] for row in ratings] == ["bot", "greedy", "random"]
    assert ["length", "", "count", "20"] in counts


def test_a_measure_and_house_rules_of_ones_own() -> None:
    ran = run(
        *("simulate", "thirteen", "--bots", "tests.arena.scenes:first_of", "-n", "3", "--option", "rounds=1"),
        *("--measure", "tests.arena.scenes:Thirteens", "--workers", "1", "--format", "json"),
    )

    found = json.loads(ran.out)
    assert found["options"] == {"rounds": 1}
    assert found["moves of seat 0"]["count"] == 3


def test_what_ones_own_measure_found_is_shown_and_how_each_bot_fared() -> None:
    words = ("simulate", "push", "--bots", "random,greedy", "-n", "4", "--seats", "2", "--workers", "1")
    ran = run(*words, "--measure", "tests.arena.scenes:Thirteens")

    assert ran.code == Exit.FINE
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["moves", "of", "seat", "0", "count", "4"] in rows
    assert "moves of seat 0      count" in run(*ARENA, "--measure", "tests.arena.scenes:Thirteens").out
    assert any(row[:3] == ["greedy", "100.0", "%"] and row[-2] == "1.00" for row in rows)


def test_each_seat_is_shown_with_its_share_of_wins_its_rank_and_its_score() -> None:
    words = tuple("simulate push --bots random -n 20 --seed s --workers 1 --seats 3".split())
    found, shown = json.loads(run(*words, "--format", "json").out), run(*words).out
    rows = [line.split() for line in shown.splitlines()]

    for seat in found["by_seat"]:
        (row,) = (row for row in rows if row[:1] == [str(seat["seat"])])
        assert row[1:3] == [f"{100 * seat['wins']:.1f}", "%"]
        assert row[-2:] == [f"{seat['mean_rank']:.2f}", f"{seat['mean_score']:.2f}"]


def test_a_folder_gets_a_report_and_the_run_goes_on_there_with_its_seed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = (*"simulate push --bots random --workers 1 --format json --out".split(), str(folder))

    first, longer = run(*words, "-n", "5"), run(*words, "-n", "15")

    assert first.err == longer.err == f"report: {folder / 'report.html'}\n"
    assert json.loads(first.out)["seed"] == json.loads(longer.out)["seed"]
    assert json.loads(longer.out)["matches"] == 15
    assert len((folder / "matches.jsonl").read_text().splitlines()) == 15


def test_a_command_line_with_commas_is_one_bot(tmp_path: Path) -> None:
    script = tmp_path / "bot,1.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(json.dumps({'protocol': 1} if asked['type'] == 'hello' else {'move': 'junk'}), flush=True)\n"
    )
    ran = run(
        *("simulate", "push", "--bots", f"exec:{sys.executable} '{script}'", "--bots", "random"),
        *("-n", "2", "--workers", "1", "--format", "json"),
    )

    found = json.loads(ran.out)
    assert len(found["bots"]) == 2
    assert not found["repeatable"]
    (faults,) = found["faults"].values()
    assert faults[0] > 0


@pytest.mark.parametrize(
    ("words", "code", "error", "told"),
    [
        ("arena push --bots random", Exit.REFUSED, "invalid", "two or more"),
        ("arena push --bots randon,greedy", Exit.REFUSED, "invalid", "random"),
        ("arena pusch --bots random,greedy", Exit.REFUSED, "unknown_game", "push"),
        ("arena push", Exit.USAGE, "usage", "--bots"),
        ("arena push --bots a,b --matches 0", Exit.USAGE, "usage", "--matches"),
        ("arena push --bots a,b --confidence 1", Exit.USAGE, "usage", "--confidence"),
        ("simulate push --bots random", Exit.USAGE, "usage", "--matches"),
        ("simulate push --bots random -n 1 --seats 9", Exit.REFUSED, "invalid", "2 to 6"),
        ("simulate push --bots random -n 1 --option x", Exit.USAGE, "usage", "NAME=VALUE"),
        ("simulate push --bots random -n 1 --measure x", Exit.REFUSED, "invalid", "package"),
        ("simulate push --bots random -n 1 --moves", Exit.USAGE, "usage", "--out DIR"),
        (
            "simulate push --bots random -n 1 --dask tcp://127.0.0.1:9 --workers 1",
            Exit.USAGE,
            "usage",
            "exclude each other",
        ),
        ("simulate push --bots random -n 1 --out /proc/no/folder", Exit.FILE, "no_such_file", "/proc/no"),
        (
            "simulate push --bots random -n 1 --out THIS_FILE",
            Exit.FILE,
            "unwritable_file",
            "test_commands.py: exists, but isn't a folder",
        ),
        ("simulate push --bots random -n 0", Exit.USAGE, "usage", "expected 1 or more, got 0"),
        ("simulate push --bots random -n many", Exit.USAGE, "usage", "expected a whole number, got many"),
        ("simulate push --bots random -n 1 --dask nix", Exit.REFUSED, "invalid", "tcp://"),
        (
            "simulate push --bots tests.arena.scenes:failing -n 1 --workers 1",
            Exit.REFUSED,
            "match_failed",
            "a bug in a bot",
        ),
    ],
)
def test_what_cant_be_done_is_said(words: str, code: Exit, error: str, told: str) -> None:
    ran = run(*(__file__ if word == "THIS_FILE" else word for word in words.split()), "--format", "json")

    assert ran.code == code
    assert ran.out == ""
    found = json.loads(ran.err)
    assert found["code"] == error
    assert told in found["message"]


def test_a_terminal_is_told_how_far_it_is() -> None:
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "cardkit_cli.main", *SIMULATE[:5], "400", *SIMULATE[6:]],
        encoding="utf-8",
        timeout=PATIENCE,
    )
    try:
        child.expect("0 of 400 matches, unknown time left")
        child.expect(r"[\d,]+ of 400 matches, [\d,]+ a second, \d+ s left")
        child.expect("A match has")
    finally:
        child.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have such a file")
def test_a_full_disk_behind_the_output_is_told_as_that() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardkit_cli.main", *SIMULATE],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == Exit.FILE
    assert "the output can't be written: No space left on device" in done.stderr


@pytest.mark.parametrize(
    ("a_second", "told"),
    [(0.0, ""), (0.05, ", 3.0 a minute"), (1.0, ", 1 a second"), (1234.5, ", 1,234 a second")],
)
def test_a_slow_rate_is_told_by_the_minute(a_second: float, told: str) -> None:
    assert arenas.format_rate(a_second) == told


def deals_in(path: Path) -> int:
    return int(json.loads(path.read_text())["deals"]) if path.exists() else 0


@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_ctrl_c_without_a_folder_promises_nothing(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arenas, "rate_bots", interrupted)
    monkeypatch.setattr(arenas, "simulate_matches", interrupted)

    ran = run(command, "push", "--bots", "random,greedy", "-n", "2")

    assert (ran.code, ran.out, ran.err) == (Exit.INTERRUPTED, "", "")


def test_one_match_is_one(tmp_path: Path) -> None:
    ran = run(*("simulate", "push", "--bots", "random", "-n", "1", "--workers", "1", "--out", tmp_path))

    assert "push, 2 seats, 1 match, seed" in ran.out
    assert "<h1>Push: 1 match</h1>" in (tmp_path / "report.html").read_text()


def test_ctrl_c_ends_it_at_once_and_the_run_is_saved(tmp_path: Path) -> None:
    """All processes get the signal, as they do from a terminal."""
    folder = tmp_path / "run"
    words = ("simulate", "push", "--bots", "random", "-n", "10000000", "--workers", "2", "--out", str(folder))
    with command(*words) as child:
        deadline = time.monotonic() + PATIENCE
        while not deals_in(folder / "run.json"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)

        assert (child.returncode, out) == (Exit.INTERRUPTED, b"")
        assert err.decode() == f"stopped; {folder} is saved, and the same command goes on there\n"
    saved = json.loads((folder / "run.json").read_text())
    assert saved["counted"]["length"][2]
    lines = (folder / "matches.jsonl").read_bytes()[: saved["size"]].decode().splitlines()
    assert [json.loads(line)["match"] for line in lines] == [*range(saved["deals"])]
