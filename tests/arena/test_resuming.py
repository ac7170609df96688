"""A run that was cut off goes on where it was, and no match is counted twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.arena import Pace, Simulation, simulate
from cardkit.arena.loading import Damaged
from cardkit.arena.saved import MATCHES, RUN, Folder, OtherRun
from cardkit.rejections import Invalid

ENDLESS = 1_000_000


def played(
    folder: Path | None, matches: int = 40, seed: str = "r", watch: Callable[[Pace], None] | None = None
) -> Simulation:
    return simulate(
        "push", ["random"], matches, seats=2, seed=seed, workers=1, chunk=3, out=folder,
        moves=folder is not None, watch=watch,
    )  # fmt: skip


def counted(run: Simulation) -> str:
    return json.dumps(run.exact()["counted"])


class Cut(Exception):
    """Somebody pulled the plug."""


def cut_after(matches: int) -> Callable[[Pace], None]:
    def watch(pace: Pace) -> None:
        if pace.matches >= matches:
            raise Cut

    return watch


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(Cut):
        played(tmp_path / "run", watch=cut_after(20))
    assert json.loads((tmp_path / "run" / RUN).read_text())["deals"] == 21
    seen: list[int] = []

    resumed = played(tmp_path / "run", watch=lambda pace: seen.append(pace.matches))

    assert seen[0] == 24
    assert counted(resumed) == counted(played(None))


def test_lines_that_were_not_counted_yet_are_cut_off(tmp_path: Path) -> None:
    """Killed between the writing of lines and the saving of the run: the run says what is true."""
    whole, folder = tmp_path / "whole", tmp_path / "run"
    played(whole)
    with pytest.raises(Cut):
        played(folder, watch=cut_after(20))
    with (folder / MATCHES).open("a") as stream:
        stream.write('{"match":21,"deal":21}\n{"match":2')

    resumed = played(folder)

    assert counted(resumed) == counted(played(None))
    assert (folder / MATCHES).read_bytes() == (whole / MATCHES).read_bytes()


def test_there_is_a_line_for_each_match(tmp_path: Path) -> None:
    played(tmp_path)

    lines = [json.loads(line) for line in (tmp_path / MATCHES).read_text().splitlines()]
    assert [line["match"] for line in lines] == [*range(40)]
    assert all(len(line["moves"]) == len(line["by"]) == line["length"] for line in lines)
    assert {len(line["totals"]) for line in lines} == {2}


def test_a_finished_run_plays_nothing_more(tmp_path: Path) -> None:
    first = played(tmp_path)
    told: list[Pace] = []

    assert counted(played(tmp_path, watch=told.append)) == counted(first)
    assert told == []


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    played(tmp_path, matches=10)

    assert counted(played(tmp_path)) == counted(played(None))


def test_it_survives_being_killed(tmp_path: Path) -> None:
    """By `kill -9`, in the midst of its work, as often as one likes."""
    folder = tmp_path / "run"
    script = (
        "from cardkit.arena import running, simulate\n"
        "running.SECONDS = 0.05\n"
        f"simulate('push', ['random'], {ENDLESS}, seats=2, seed='r', workers=1, chunk=3, out={str(folder)!r},"
        " moves=True)"
    )
    deals = 0
    for _ in range(2):
        child = subprocess.Popen([sys.executable, "-c", script])
        try:
            deals = more_than(deals, folder)
        finally:
            child.send_signal(signal.SIGKILL)
            child.wait()
    saved = json.loads((folder / RUN).read_text())["deals"]
    assert saved >= deals > 0

    resumed = played(folder, matches=saved + 10)

    assert resumed.matches == saved + 10
    assert counted(resumed) == counted(played(None, matches=saved + 10))
    numbers = [json.loads(line)["match"] for line in (folder / MATCHES).read_text().splitlines()]
    assert numbers == [*range(saved + 10)]


def more_than(deals: int, folder: Path) -> int:
    """How far the run is, once it is further."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if (folder / RUN).exists() and (now := json.loads((folder / RUN).read_text())["deals"]) > deals:
            return int(now)
        time.sleep(0.02)
    raise TimeoutError("the run doesn't get on")


def test_workers_end_when_their_run_is_killed() -> None:
    script = (
        "import multiprocessing, sys\n"
        "from concurrent.futures import wait\n"
        "from os import getpid\n"
        "from cardkit.arena import processes\n"
        "if __name__ == '__main__':\n"
        "    pool = processes(2)\n"
        "    print(pool.submit(getpid).result(), flush=True)\n"
        "    sys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdin is not None
    worker = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()

    deadline = time.monotonic() + 30
    while Path(f"/proc/{worker}").exists() and not is_zombie(worker):
        assert time.monotonic() < deadline, "a worker outlived its run"
        time.sleep(0.02)


def is_zombie(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


if not Path("/proc/self/stat").exists():
    test_workers_end_when_their_run_is_killed = pytest.mark.skip(reason="looks at /proc")(
        test_workers_end_when_their_run_is_killed
    )


def test_a_folder_with_another_run_is_refused(tmp_path: Path) -> None:
    played(tmp_path)

    with pytest.raises(OtherRun, match="seed r, not s"):
        played(tmp_path, seed="s")


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")

    with pytest.raises(OtherRun, match="take a new folder"):
        played(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_a_folder_in_which_another_process_works_is_refused(tmp_path: Path) -> None:
    held = Folder.opened(tmp_path, {})
    try:
        with pytest.raises(OtherRun, match="another process"):
            played(tmp_path)
    finally:
        held.close()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "cardkit-arena/9"}'])
def test_a_damaged_run_is_refused(tmp_path: Path, text: str) -> None:
    played(tmp_path, matches=3)
    (tmp_path / RUN).write_text(text)

    with pytest.raises(Damaged):
        played(tmp_path)


def shorten(path: Path) -> None:
    os.truncate(path, 10)


@pytest.mark.parametrize("spoil", [Path.unlink, shorten])
def test_a_run_whose_lines_are_missing_is_refused(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    played(tmp_path, matches=3)
    spoil(tmp_path / MATCHES)

    with pytest.raises(Damaged, match="begin anew"):
        played(tmp_path)


def test_lines_need_a_folder() -> None:
    with pytest.raises(Invalid, match="a folder"):
        simulate("push", ["random"], 3, seed="r", workers=1, moves=True)
