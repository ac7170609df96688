"""Programs don't outlive the command that they play in, as far as it is asked to end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType

import pytest

from cardkit.bots.programs.child import Child
from cardkit.bots.programs.cleanup import SIGNALS, hold_signals, kill, spawn
from cardkit_cli.exit_codes import Exit
from tests.bots.programs.hanging import command, hanging, parent
from tests.patience import PATIENCE

SIMULATE = ("simulate", "push", "--bots", "random", "-n", "50", "--bots")
ARENA = ("arena", "push", "--bots", "random", "-n", "50", "--bots")


Handled = Callable[[signal.Signals, Callable[[int, FrameType | None], None]], None]


@pytest.fixture
def handled() -> Iterator[Handled]:
    """Sets handlers, and takes them away again."""
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def handle(number: signal.Signals, handler: Callable[[int, FrameType | None], None]) -> None:
        signal.signal(number, handler)

    yield handle
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_program_that_may_not_be_killed_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs as another user, as with sudo."""

    def forbidden(group: int, number: int) -> None:
        raise PermissionError("no")

    process = spawn(["sleep", "600"])
    try:
        with monkeypatch.context() as patched:
            patched.setattr("os.killpg", forbidden)
            patched.setattr("cardkit.bots.programs.cleanup.GONE", 0.1)
            kill(process)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("words", "workers"), [(SIMULATE, 1), (SIMULATE, 2), (ARENA, 2)], ids=["alone", "simulate", "arena"]
)
def test_ctrl_c_ends_programs_too(words: tuple[str, ...], workers: int, tmp_path: Path) -> None:
    """Send the signal to all processes, as a terminal does, except for the programs: each has its own session."""
    with hanging(tmp_path) as program, command(*words, str(program.path), "--workers", str(workers)) as child:
        program.wait_for(workers)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)

        assert (child.returncode, out, err) == (Exit.INTERRUPTED, b"", b"")
        assert program.left() == []


@pytest.mark.parametrize(
    ("number", "workers"), [(signal.SIGTERM, 1), (signal.SIGTERM, 2), (signal.SIGHUP, 2)]
)
def test_a_signal_to_end_ends_programs_too(number: signal.Signals, workers: int, tmp_path: Path) -> None:
    """Nor is a chunk waited for, which takes a minute here."""
    with (
        hanging(tmp_path) as program,
        command(*SIMULATE, str(program.path), "--workers", str(workers)) as child,
    ):
        program.wait_for(workers)
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE)

        assert (child.returncode, out, err) == (Exit.TERMINATED, b"", b"")
        assert program.left() == []


def test_workers_that_are_left_alone_end_their_programs(tmp_path: Path) -> None:
    with hanging(tmp_path) as program, command(*SIMULATE, str(program.path), "--workers", "2") as child:
        program.wait_for(2)
        child.kill()

        assert program.left() == []


def test_workers_that_are_asked_to_end_end_their_programs(tmp_path: Path) -> None:
    """When one ends, so do the others, and the run goes on with new ones."""
    with hanging(tmp_path) as program, command(*SIMULATE, str(program.path), "--workers", "2") as child:
        program.wait_for(2)
        os.kill(parent(program.pids()[0]), signal.SIGTERM)

        assert program.left(of=2) == []
        program.wait_for(4)
        child.terminate()
        child.communicate(timeout=PATIENCE)
        assert program.left() == []


def test_a_signal_to_end_is_said_to_have_saved_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with (
        hanging(tmp_path) as program,
        command(*SIMULATE, str(program.path), "--workers", "1", "--out", str(folder)) as child,
    ):
        program.wait_for(1)
        child.terminate()
        _, err = child.communicate(timeout=PATIENCE)

        assert err.decode() == f"stopped; {folder} is saved, and the same command goes on there\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_opponents_at_the_terminal_end_too(number: signal.Signals, tmp_path: Path) -> None:
    with (
        hanging(tmp_path) as program,
        command("play", "push", "--seats", f"{program.path},you", "-o", str(tmp_path / "match")) as child,
    ):
        program.wait_for(1)
        child.send_signal(number)
        child.communicate(timeout=PATIENCE)

        assert child.returncode == Exit.TERMINATED
        assert program.left() == []


def test_a_program_that_is_being_started_when_a_signal_comes_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The handler comes after it, so that whatever it does finds the program there."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen[bytes]

    def disturbed(*words: str, **how: bool) -> subprocess.Popen[bytes]:
        process = start(["sleep", "600"], stdin=-1, stdout=-1, stderr=-1, start_new_session=True)
        started.append(process)
        signal.raise_signal(signal.SIGTERM)
        return process

    class Ended(Exception):
        pass

    def end(*told: object) -> None:
        raise Ended

    monkeypatch.setattr("subprocess.Popen", disturbed)
    before = signal.signal(signal.SIGTERM, end)
    try:
        with pytest.raises(Ended):
            Child(["sleep", "600"])
        assert [process.wait(PATIENCE) for process in started] == [-signal.SIGKILL]
    finally:
        signal.signal(signal.SIGTERM, before)
        for process in started:
            process.kill()


THREADS = """
import pathlib, subprocess, sys, threading, time
from cardkit.bots.programs.child import Child
from cardkit.bots.programs.cleanup import end

start = subprocess.Popen

def slow(*words, **how):
    process = start(*words, **how)
    starting.set()
    while not pathlib.Path(sys.argv[2]).exists():
        time.sleep(0.01)
    return process

def ending():
    starting.wait()
    end(7)

subprocess.Popen, starting = slow, threading.Event()
threading.Thread(target=ending, daemon=True).start()
child = Child([sys.argv[1]])
time.sleep(600)
"""


def test_a_process_that_ends_from_another_thread_ends_what_is_being_started(tmp_path: Path) -> None:
    """So workers do whose run has ended."""
    with hanging(tmp_path) as program:
        program.path.write_text(f"#!/bin/sh\necho $$ >> '{program.noted}'\nexec sleep 600\n")
        words = [sys.executable, "-c", THREADS, str(program.path), str(program.noted)]
        done = subprocess.run(words, check=False, timeout=PATIENCE)

        assert done.returncode == 7
        program.wait_for(1)
        assert program.left() == []


TWICE = """
import faulthandler, signal
from cardkit.arena.execution.executors import _end_on_signal
from cardkit.bots.programs import cleanup

for number in cleanup.SIGNALS:
    signal.signal(number, _end_on_signal)
once = [signal.SIGHUP]
cleanup._kill_all = lambda: once and signal.raise_signal(once.pop())
faulthandler.dump_traceback_later(50, exit=True)
signal.raise_signal(signal.SIGTERM)
"""


def test_a_second_signal_finds_a_worker_that_is_ending_and_ends_it() -> None:
    """It would wait for itself, and its programs would live on."""
    done = subprocess.run([sys.executable, "-c", TWICE], check=False, timeout=PATIENCE, capture_output=True)

    assert (done.returncode, done.stderr) == (1, b"")


def test_a_signal_isnt_lost_where_a_program_cant_be_started(handled: Handled) -> None:
    came: list[int] = []
    handled(signal.SIGTERM, lambda number, _: came.append(number))

    def start() -> None:
        with hold_signals():
            signal.raise_signal(signal.SIGTERM)
            raise OSError("no such program")

    with pytest.raises(OSError, match="no such program"):
        start()

    assert came == [signal.SIGTERM]


def test_a_handler_that_raises_leaves_all_handlers_as_they_were(handled: Handled) -> None:
    class Ended(Exception):
        pass

    def end(*told: object) -> None:
        raise Ended

    for number in (signal.SIGINT, signal.SIGTERM):
        handled(number, end)
    with pytest.raises(Ended), hold_signals():
        signal.raise_signal(signal.SIGINT)

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == [end, end]
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {*SIGNALS}


DEAF = """
from cardkit.bots import Bot

def deaf(game):
    return Bot("deaf", choose)

def choose(seen):
    open(__file__ + ".asked", "w").close()
    while True:
        try:
            while True:
                pass
        except:
            pass
"""


def test_a_second_signal_ends_what_lets_nothing_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deafbots.py").write_text(DEAF)
    monkeypatch.chdir(tmp_path)
    words = ("simulate", "push", "--bots", "deafbots:deaf", "-n", "2", "--seats", "2", "--workers", "1")
    with command(*words) as child:
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "deafbots.py.asked").exists():
            assert time.monotonic() < deadline, "it isn't asked"
            time.sleep(0.02)
        while child.poll() is None:
            assert time.monotonic() < deadline, "it is deaf"
            child.terminate()
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.2)

        assert child.returncode == Exit.TERMINATED
