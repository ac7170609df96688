"""`cardkit` as it is installed, a process of its own: what it imports, how it ends, and its keys on a terminal."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cardkit
from tests import own_game
from tests.cli.forking import COMMAND
from tests.cli.play.person import Person
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match of 13 after some moves."""
    match = cardkit.start("thirteen", 3, seed="s")
    for _ in range(3):
        match = match.play(match.legal()[0])
    cardkit.dump(match, tmp_path / "game.log")
    return tmp_path / "game.log"


def test_python_m_cardkit_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardkit", "gmes"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stderr) == (
        2,
        "cardkit: unknown command gmes; did you mean games or moves? (usage)\n",
    )


@pytest.mark.usefixtures("unmeasured")
def test_nothing_is_imported_that_a_command_does_not_need(file: Path) -> None:
    """One process runs the commands one after another, those that need least first."""
    match = cardkit.load(file)
    never = {"litestar", "hypothesis", "asyncio", "sqlite3", "textual", "httpx", "rich", "cardkit.drawing"}
    absent = {
        ("--version",): {*never, "cardkit", "attrs", "cardkit_cli.play"},
        ("games",): {*never, "cattrs", "cardkit.bots"},
        ("move", str(file), match.game.say(match.legal()[0])): {*never, "cardkit.bots", "cardkit.testing"},
        ("play", "push", "--seats", "you,greedy", "-o", f"{file}.other"): {
            *("litestar", "hypothesis", "asyncio", "sqlite3", "httpx", "multiprocessing"),
            *("cardkit.drawing.as_svg", "cardkit.drawing.as_html", "cardkit.arena.simulation"),
        },
    }
    code = f"""
import sys
from cardkit_cli.main import main
for words in {[*absent]!r}:
    assert main(words) == 0
    print("loaded:", *sys.modules)
"""

    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=True, timeout=PATIENCE
    )

    told = [{*line.split()} for line in done.stdout.splitlines() if line.startswith("loaded:")]
    assert [loaded & wrong for loaded, wrong in zip(told, absent.values(), strict=True)] == [set[str]()] * 4


def test_who_reads_only_the_beginning_is_left_in_peace(file: Path) -> None:
    script = f"{COMMAND} replay {file} --format jsonl | head -c 1; echo ${{PIPESTATUS[0]}}"

    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=PATIENCE)

    assert done.stderr == ""
    assert done.stdout in ("{141\n", "{0\n")


def test_a_reader_who_is_gone_before_it_begins_ends_it_quietly(file: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [COMMAND, "log", file], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=PATIENCE
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (141, b"")


def test_ctrl_c_ends_a_pipe_with_130() -> None:
    process = subprocess.Popen([COMMAND, "pipe", "push"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b'{"do":"legal"}\n')
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)

    assert process.wait(timeout=PATIENCE) == 130
    process.communicate()


def test_a_replay_is_stepped_through_with_keys_and_ctrl_c_leaves_it(file: Path) -> None:
    with Person(file.parent, "replay", "game.log", "--as", "1", asked=False, fresh=True) as person:
        for key, version in (
            ("", 3),
            ("\x1b[C", 4),
            (" ", 5),
            ("b", 4),
            ("\x1b[F", 6),
            ("\x1b[C", 6),
            ("\x1b[H", 3),
            ("++++p", 6),
            ("\x1b[D", 5),
        ):
            person.sends(key)
            person.sees_next(f"version {version}:")
        person.sends("\x03")
        assert person.ends() == 130

    with Person(file.parent, "replay", "game.log", asked=False) as person:
        person.sees_next("version 3:")
        person.sends("q")
        assert person.ends() == 0


@pytest.mark.parametrize(
    "words", [["simulate", "peaks_afar:GAME"], ["--game", "peaks_afar:GAME", "simulate", "peaks"]]
)
def test_the_workers_of_a_simulation_know_a_game_of_ones_own(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "peaks_afar.py").write_text(own_game.source(), encoding="utf-8")
    more = ["-n", "2", "--workers", "2", "--seats", "2", "--bots", "random"]

    done = subprocess.run(
        [COMMAND, *words, *more], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert (done.returncode, done.stderr) == (0, "")


EARLY = """
import sys
from cardkit_cli import entry

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "cardkit_cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
sys.exit(entry.main())
"""


def test_ctrl_c_while_it_starts_ends_it_without_a_word() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
