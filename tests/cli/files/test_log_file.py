"""Files that several processes move in, that get damaged, or cut off: none is ever made worse."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import cardkit
from cardkit.match import AnyMatch
from cardkit.rejections import LogError, Rejected
from cardkit_cli.errors import CutOff, FileError
from cardkit_cli.files import locks
from cardkit_cli.files.locks import lock
from cardkit_cli.files.log_file import append_moves, create_log, open_log, read_match, recover_match
from tests.cli.running import run

SOAK = bool(os.environ.get("CARDKIT_SOAK"))

MOVER = """
import sys
from cardkit.rejections import Rejected
from cardkit_cli.files.log_file import append_moves, open_log

path, wins = sys.argv[1], 0
print("ready", flush=True)
sys.stdin.readline()
while True:
    kept = open_log(path)
    if not kept.match.actors:
        break
    match = kept.match
    for _ in range(3):
        if match.actors:
            match = match.play(match.legal()[-1])
    try:
        append_moves(kept, match)
        wins += 1
    except Rejected as refused:
        assert refused.code == "stale_version", refused.code
print(wins)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A match of Biberbande, which can be long."""
    path = str(tmp_path / "game.log")
    create_log(path, cardkit.start("biberbande", 4, {"turn_limit": 60}, "a seed"))
    return path


def forward(match: AnyMatch, moves: int = 1) -> AnyMatch:
    """Return the match this number of moves later."""
    for _ in range(moves):
        match = match.play(match.legal()[-1])
    return match


def mover(file: str) -> "subprocess.Popen[str]":
    """Return a process that moves in the file until the match is over, once it is told to start."""
    process = subprocess.Popen(
        [sys.executable, "-c", MOVER, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


# --- one at a time


def test_what_is_added_is_the_librarys_log(file: str) -> None:
    kept = open_log(file)
    for moves in (1, 5, 2):
        kept = append_moves(kept, forward(kept.match, moves))
        assert read_match(file) == kept.match
    assert Path(file).read_text() == cardkit.dumps(kept.match)


def test_a_missing_last_line_break_is_put_in(file: str) -> None:
    Path(file).write_bytes(Path(file).read_bytes().rstrip(b"\n"))

    kept = append_moves(open_log(file), forward(read_match(file)))

    assert Path(file).read_text() == cardkit.dumps(kept.match)


def test_of_two_who_read_the_same_version_the_first_wins_and_the_other_is_told(file: str) -> None:
    first, second = open_log(file), open_log(file)
    append_moves(first, forward(first.match))
    after = Path(file).read_bytes()

    with pytest.raises(Rejected) as refused:
        append_moves(second, forward(second.match, 2))

    assert refused.value.code == "stale_version"
    assert Path(file).read_bytes() == after


def test_a_file_that_was_replaced_is_not_added_to(file: str) -> None:
    kept = open_log(file)
    cardkit.dump(cardkit.start("push", 2), file)
    after = Path(file).read_bytes()

    with pytest.raises(Rejected) as refused:
        append_moves(kept, forward(kept.match))

    assert refused.value.code == "stale_version"
    assert Path(file).read_bytes() == after


def test_a_file_of_another_history_of_the_same_length_is_not_added_to(file: str) -> None:
    kept = open_log(file)
    lines = Path(file).read_bytes()
    Path(file).write_bytes(lines[:-10] + b"0123456" + lines[-3:])

    with pytest.raises(Rejected):
        append_moves(kept, forward(kept.match))


def test_who_waits_too_long_is_told_so(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    with Path(file).open("rb") as stream, lock(stream.fileno(), file):
        with pytest.raises(FileError) as busy:
            read_match(file)
        with pytest.raises(FileError):
            create_log(file, cardkit.start("push", 2))
    assert busy.value.code == "busy"
    assert read_match(file).version == 3


def test_readers_share_a_file(file: str) -> None:
    with Path(file).open("rb") as stream, lock(stream.fileno(), file, shared=True):
        assert read_match(file).version == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_full_disk_leaves_the_file_as_it_was(file: str) -> None:
    import resource

    kept = open_log(file)
    before = Path(file).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
    try:
        with pytest.raises(FileError) as full:
            append_moves(kept, forward(kept.match, 5))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert full.value.code == "unwritable_file"
    assert Path(file).read_bytes() == before


# --- damaged files


def test_a_log_cut_off_anywhere_is_recovered_or_refused_and_never_touched(file: str) -> None:
    kept = open_log(file)
    match = append_moves(kept, forward(kept.match, 6)).match
    whole = Path(file).read_bytes()
    start = len(cardkit.dumps(match.at(3)).encode())
    random = Random(5)
    for size in range(1, len(whole)) if SOAK else random.sample(range(1, len(whole)), 60):
        Path(file).write_bytes(whole[:size])
        if size < start - 1:
            with pytest.raises(LogError):
                recover_match(file)
        else:
            found = recover_match(file)
            assert found.match == match.at(found.match.version)
        assert Path(file).read_bytes() == whole[:size]


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\n",
        b"junk",
        b"\x00" * 5000,
        b"{}",
        b"[" * 100_000,
        b"\xff\xfe",
        b"x" * 2_000_000,
        b'{"format":"cardkit/2"}',
    ],
    ids=["empty", "a line", "junk", "zeros", "an object", "deep", "no text", "long", "newer"],
)
@pytest.mark.parametrize(
    "command", ["show", "moves", "move", "log", "undo", "branch", "replay", "diff", "recover"]
)
def test_junk_is_refused_by_every_command_and_left_alone(command: str, junk: bytes, tmp_path: Path) -> None:
    file = tmp_path / "junk"
    file.write_bytes(junk)
    more: dict[str, list[str | Path]] = {
        "move": ["b7"],
        "branch": ["--at", "3", "-o", tmp_path / "new"],
        "diff": [file],
        "recover": ["-o", tmp_path / "new"],
    }

    ran = run(command, file, *more.get(command, []))

    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"cardkit: {file}: line 1")
    assert "bad_log" in ran.err
    assert len(ran.err) < 500
    assert file.read_bytes() == junk
    assert not (tmp_path / "new").exists()


# --- several processes


def test_processes_that_move_at_once_lose_no_move_and_break_nothing(file: str) -> None:
    processes = [mover(file) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    wins = [int(process.communicate(timeout=60)[0]) for process in processes]

    match = read_match(file)
    assert match.outcome is not None
    moves = 0
    step = match
    while step.previous is not None:
        moves, step = moves + 1, step.previous
    assert sum(wins) == -(-moves // 3)
    assert cardkit.verify(match).complete


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_killed_while_it_moves_leaves_a_file_that_is_whole_or_can_be_recovered(file: str) -> None:
    random = Random(9)
    for _ in range(300 if SOAK else 6):
        Path(file).unlink()
        create_log(file, cardkit.start("biberbande", 4, {"turn_limit": 200}))
        process = mover(file)
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        time.sleep(random.uniform(0, 0.15))  # it is killed at any moment
        process.send_signal(signal.SIGKILL)
        process.communicate()

        found = recover_match(file)
        assert cardkit.verify(found.match).complete
        if not found.reason and found.match.actors:  # it may have come to the end of the match
            assert append_moves(open_log(file), forward(found.match)).match == read_match(file)


def test_a_kill_in_the_middle_of_writing_loses_only_what_was_being_written(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the process died after half of a write, and so couldn't take it back."""
    kept = open_log(file)
    interrupt_writing(monkeypatch)
    monkeypatch.delattr(os, "ftruncate")
    with pytest.raises(AttributeError):
        append_moves(kept, forward(kept.match, 6))
    monkeypatch.undo()

    with pytest.raises(CutOff) as cut:
        read_match(file)
    assert kept.match.version <= cut.value.version < forward(kept.match, 6).version
    assert recover_match(file).match == forward(kept.match, 6).at(cut.value.version)


def test_ctrl_c_in_the_middle_of_writing_leaves_the_file_as_it_was(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = open_log(file)
    before = Path(file).read_bytes()
    interrupt_writing(monkeypatch)

    with pytest.raises(KeyboardInterrupt):
        append_moves(kept, forward(kept.match, 6))

    assert Path(file).read_bytes() == before


def interrupt_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write half of the data; then Ctrl-C comes."""
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        write(descriptor, bytes(data)[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "write", half)
