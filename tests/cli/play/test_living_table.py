"""The table lives: it is drawn again while bots move, and when the terminal changes."""

import signal
import termios
from pathlib import Path

from tests.cli.play.person import Person

BOT = """
import time
from cardkit.bots import Bot

def slow(game):
    def choose(seen):
        time.sleep(0.3)
        return seen.legal[0]
    return Bot("slow", choose)
"""


def test_the_table_is_drawn_with_ones_own_move_while_a_bot_thinks(tmp_path: Path) -> None:
    (tmp_path / "slowbots.py").write_text(BOT)
    words = "play thirteen --seats ann=you,ben=slowbots:slow,random --seed s -o m.jsonl".split()
    with Person(tmp_path, *words, asked=False) as person:
        person.sees("ben is thinking …")
        assert person.lines[0].startswith("━━ 13 ")
        person.wait()
        person.sends(f"{person.moves[0]}\r")
        person.sees("ben is thinking …")
        assert "ann plays" in person.text
        assert "Moves:" not in person.text
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
