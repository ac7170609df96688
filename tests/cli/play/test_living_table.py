"""The table lives: it is drawn again while bots move, and when the terminal changes."""

import ctypes
import io
import signal
import termios
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

from cardkit_cli.terminal.terminal import Terminal
from tests.cli.play.person import Person

ENDS: Final = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 143}
"""The exit code, by the signal that ends a program."""

BOT = """
import time
from pathlib import Path
from cardkit.bots import Bot

def slow(game):
    def choose(seen):
        while not Path("go").exists():
            time.sleep(0.01)
        Path("go").unlink()
        return seen.legal[0]
    return Bot("slow", choose)
"""


def test_the_table_is_drawn_with_ones_own_move_while_a_bot_thinks(tmp_path: Path) -> None:
    (tmp_path / "slowbots.py").write_text(BOT)
    words = "play thirteen --seats ann=you,ben=slowbots:slow,random --seed s -o m.jsonl".split()
    with Person(tmp_path, *words, asked=False) as person:
        person.sees("ben is thinking …")
        assert person.lines[0].startswith("━━ 13 ")
        (tmp_path / "go").touch()
        person.wait()
        person.sends(f"{person.moves[0]}\r")
        person.sees("ben is thinking …")
        assert "ann plays" in person.text
        assert "Moves:" not in person.text
        (tmp_path / "go").touch()
        person.wait()
        assert "ben plays" in person.text


def test_each_move_of_a_bot_can_be_seen(tmp_path: Path) -> None:
    words = ("play", "thirteen", "--seats", "ann=you,ben=random,cleo=random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words, "--pace", "0.05", environment={"CARDKIT_PACE": "60"}) as person:
        person.looked_at = len(person.raw)
        person.types(person.moves[0])

        person.sees_next("ben is thinking")
        person.sees_next("ben plays")
        person.sees_next("cleo is thinking")
        person.sees_next("cleo plays")


def test_the_screen_is_drawn_again_when_its_size_changes_and_the_line_goes_on(tmp_path: Path) -> None:
    words = ("play", "thirteen", "--seats", "ann=you,random,random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        move = person.moves[0]
        person.sends(move[0])
        person.sees(f"ann> {move[0]}")
        person.screen.resize(40, 120)
        person.screen.reset()
        termios.tcsetwinsize(person.terminal, (40, 120))
        person.gets(signal.SIGWINCH)
        person.sees("━━ 13 ")  # before that, readline draws its own line again
        person.sees(f"ann> {move[0]}")
        assert person.lines[0].rstrip("━ ") != person.lines[0]
        assert any(line[80:].strip().startswith("·") for line in person.lines), (
            "the story is beside the table"
        )
        person.sends(f"{move[1:]}\r")
        person.sees("ann plays")


def test_the_screen_is_drawn_again_in_the_foreground(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "-o", "m.jsonl") as person:
        person.gets(signal.SIGSTOP)
        person.screen.reset()
        person.gets(signal.SIGCONT)

        person.sees("Moves: reveal")
        assert person.lines[0].startswith("━━ Push")


@pytest.mark.parametrize("ends", ENDS, ids=[one.name for one in ENDS])
def test_who_leaves_while_the_screen_is_brought_up_to_date_leaves(
    tmp_path: Path, ends: signal.Signals
) -> None:
    """A busy machine brings all these signals at once."""
    with Person(tmp_path, "play", "push", "--seats", "you,random", "-o", "m.jsonl") as person:
        for number in (signal.SIGSTOP, signal.SIGALRM, ends, signal.SIGCONT):
            person.gets(number)

        assert person.ends() == ENDS[ends], person.text


@pytest.fixture
def signals() -> Iterator[None]:
    """Restore what is done about signals."""
    numbers = (*ENDS, signal.SIGALRM, signal.SIGWINCH, signal.SIGCONT)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
def test_a_line_counts_though_a_signal_comes_just_when_it_is_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody has to press Enter again because something has happened in that moment."""
    comes = partial(ctypes.PyDLL(None)["raise"], signal.SIGALRM)  # Python notices it when this has returned 0
    monkeypatch.setattr("builtins.input", comes)
    terminal = Terminal(Console(file=io.StringIO()))

    assert str(terminal.ask("Ann", disturbed=lambda: True)) == "0"


@pytest.mark.usefixtures("signals")
def test_a_program_ends_though_another_signal_interrupts_what_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ended(Exception):
        pass

    def end(*told: object) -> None:
        signal.raise_signal(signal.SIGCONT)
        raise Ended

    signal.signal(signal.SIGTERM, end)
    monkeypatch.setattr("builtins.input", partial(ctypes.PyDLL(None)["raise"], signal.SIGTERM))
    terminal = Terminal(Console(file=io.StringIO()))
    terminal.paint(lambda: "the table", everything=False)

    with pytest.raises(Ended):
        terminal.ask("Ann")
