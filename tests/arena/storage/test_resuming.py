"""A run that was cut off goes on where it was, and no match is counted twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

import pytest

from cardkit.arena import Facts, Pace, RunSpec, Simulation, Values, simulate
from cardkit.arena.execution.chunks import MatchFailed
from cardkit.arena.storage.folder import MATCHES, RUN, Folder, OtherRun, write_file
from cardkit.arena.storage.json_values import Damaged
from cardkit.game import Json
from cardkit.rejections import Invalid
from tests.arena.scenes import failing

ENDLESS = 1_000_000


def played(
    folder: Path | None, matches: int = 40, seed: str = "r", watch: Callable[[Pace], None] | None = None
) -> Simulation:
    kept = folder is not None
    return simulate(
        RunSpec(
            "push",
            ["random"],
            matches,
            seats=2,
            seed=seed,
            workers=1,
            chunk_size=3,
            out=folder,
            keep_moves=kept,
            watch=watch,
        )
    )


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

    assert seen[:2] == [21, 24]
    assert counted(resumed) == counted(played(None))


def test_a_run_that_was_killed_before_anything_was_counted_begins_again(tmp_path: Path) -> None:
    with pytest.raises(MatchFailed):
        simulate(RunSpec("push", [failing], 3, seats=2, workers=1, out=tmp_path))

    begun = json.loads((tmp_path / RUN).read_text())
    assert begun["deals"] == 0
    (tmp_path / MATCHES).write_text('{"match":0')
    with pytest.raises(MatchFailed, match=begun["spec"]["seed"]):
        simulate(RunSpec("push", [failing], 3, seats=2, workers=1, out=tmp_path))
    assert (tmp_path / MATCHES).read_text() == ""


def test_nor_is_one_refused_that_was_killed_while_it_was_saved_for_the_first_time(tmp_path: Path) -> None:
    """With `kill -9` what was to take the place of the file stays beside it."""
    (tmp_path / ".lock").touch()
    (tmp_path / f".{RUN}.new").write_text('{"format": "card')

    assert counted(played(tmp_path)) == counted(played(None))
    assert not (tmp_path / f".{RUN}.new").exists()


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


class Counting(Values):
    """A measure that is cut off in the midst of its counting, if that is wanted."""

    name: ClassVar[str] = "counting"
    merges: ClassVar[int] = 0

    def values(self, facts: Facts) -> Iterable[int]:
        yield 1

    def merge(self, other: Values) -> None:
        super().merge(other)
        Counting.merges -= 1
        if Counting.merges == 0:
            raise KeyboardInterrupt


def test_a_ctrl_c_in_the_midst_of_counting_counts_nothing_by_halves(tmp_path: Path) -> None:
    def counting(folder: Path | None) -> Simulation:
        return simulate(
            RunSpec(
                "push",
                ["random"],
                12,
                seats=2,
                seed="r",
                workers=1,
                chunk_size=3,
                out=folder,
                measures=(Counting,),
            )
        )

    Counting.merges = 3
    with pytest.raises(KeyboardInterrupt):
        counting(tmp_path)

    resumed = counting(tmp_path)

    assert counted(resumed) == counted(counting(None))
    assert len((tmp_path / MATCHES).read_text().splitlines()) == 12


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.usefixtures("unmeasured")
def test_a_match_whose_line_could_not_be_written_is_not_counted(tmp_path: Path) -> None:
    """The lines outgrow what may be written, as on a full disk; how far the run is can still be saved."""
    script = (
        "import resource\n"
        "from cardkit.arena import RunSpec, simulate\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "simulate(RunSpec('push', ['random'], 100, seats=2, seed='r', workers=1, chunk_size=3,"
        f" out={str(tmp_path)!r}, keep_moves=True))"
    )

    ended = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)

    assert ended.returncode == 1
    assert f"File too large: '{tmp_path / MATCHES}'" in ended.stderr.splitlines()[-1]
    saved = json.loads((tmp_path / RUN).read_text())["deals"]
    assert saved < 40
    assert counted(played(tmp_path)) == counted(played(None))
    numbers = [json.loads(line)["match"] for line in (tmp_path / MATCHES).read_text().splitlines()]
    assert numbers == [*range(40)]


def test_what_could_not_be_replaced_stays_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_file(path, "whole")

    with pytest.raises(UnicodeEncodeError):
        write_file(path, "half" * 100_000 + "\ud800")

    assert path.read_text() == "whole"
    assert [*tmp_path.iterdir()] == [path]


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
        "from cardkit.arena import RunSpec, simulate\n"
        "from cardkit.arena.execution import runner\n"
        "runner.SECONDS = 0.05\n"
        f"simulate(RunSpec('push', ['random'], {ENDLESS}, seats=2, seed='r', workers=1, chunk_size=3,"
        f" out={str(folder)!r}, keep_moves=True))"
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
    """Wait until the run is further, and return how far it is."""
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

    with pytest.raises(OtherRun, match="use a new folder"):
        played(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_a_folder_in_which_another_process_works_is_refused(tmp_path: Path) -> None:
    held = Folder.open(tmp_path, {})
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


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ({"deals": -1}, "negative number"),
        ({"size": "1"}, "expected a whole number, not '1'"),
        ({"counted": None}, "expected an object, not null"),
        ({"counted": {}}, "counts no 'length'"),
        ({"spec": 3}, "expected an object, not 3"),
    ],
)
def test_what_is_wrong_with_a_run_is_told_with_its_file(
    tmp_path: Path, spoilt: dict[str, Json], told: str
) -> None:
    played(tmp_path, matches=3)
    saved = json.loads((tmp_path / RUN).read_text())
    (tmp_path / RUN).write_text(json.dumps({**saved, **spoilt}))

    with pytest.raises(Damaged) as refused:
        simulate(RunSpec("push", ["random"], 3, seats=2, workers=1, out=tmp_path, keep_moves=True))
    assert str(refused.value).startswith(f"{tmp_path / RUN}: ")
    assert told in str(refused.value)


@pytest.mark.parametrize("spoil", [Path.unlink, shorten])
def test_a_run_whose_lines_are_missing_is_refused(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    played(tmp_path, matches=3)
    spoil(tmp_path / MATCHES)

    with pytest.raises(Damaged, match="start again"):
        played(tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("dear diary")

    with pytest.raises(NotADirectoryError, match="isn't a folder"):
        played(tmp_path / "diary")


def test_a_folder_has_a_name() -> None:
    with pytest.raises(Invalid, match="out: '' is invalid"):
        simulate(RunSpec("push", ["random"], 3, seed="r", workers=1, out=""))


def test_lines_need_a_folder() -> None:
    with pytest.raises(Invalid, match="a folder"):
        simulate(RunSpec("push", ["random"], 3, seed="r", workers=1, keep_moves=True))
