"""Programs as bots: they speak JSON Lines, and nothing that they do ends or hangs a run."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from cardkit.bots import AnyBot, BotFailed, Faults, Player, bot, observe
from cardkit.bots.chance import RunningChance
from cardkit.bots.programs.child import LONGEST, Child, ChildFailed
from cardkit.bots.programs.program import MOST_FAILURES, program
from cardkit.chance import SeededChance
from cardkit.game import AnyGame, Json
from cardkit.match import AnyMatch
from tests.bots.programs.hanging import running
from tests.bots.scenes import GAMES, after
from tests.node import found
from tests.patience import PATIENCE

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"

HELLO = """
import json, os, sys, time
def say(thing): print(json.dumps(thing), flush=True)
def hear():
    line = sys.stdin.readline()
    if not line: sys.exit()
    return json.loads(line)
hear(); say({"protocol": 1, "name": "test"})
"""
FIRST = "    say(question['moves'][0]['text'])\n"

Making = Callable[..., AnyBot]


@pytest.fixture
def made(tmp_path: Path) -> Making:
    """A bot that runs a Python program; its lines come after the greeting."""

    def make(
        lines: str, game: AnyGame, *, hello: str = HELLO, seconds: float = PATIENCE, forfeits: bool = False
    ) -> AnyBot:
        path = tmp_path / "bot.py"
        path.write_text(hello + lines, encoding="utf-8")
        return program(f"{sys.executable} -S {path}", game, seconds=seconds, forfeits=forfeits)

    return make


def played(player: AnyBot, match: AnyMatch, moves: int) -> AnyMatch:
    """Return the match after this number of the bot's moves, in all seats."""
    seats = range(match.header.seats)
    players = [Player(player, match, seat, RunningChance(f"own {seat}")) for seat in seats]
    while match.actors and moves:
        match = match.play(players[match.actors[0]].move(match))
        moves -= 1
    player.close()
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("example", ["first.sh", "careful.mjs"])
def test_the_examples_play(game: str, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(Path(found().node[0]).parent)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")  # the script asks for `node`
    match = after(0, game)
    player = bot(str(EXAMPLES / example), match.game)
    assert played(player, match, 25).by is not None
    assert player.faults() == Faults()


@pytest.mark.parametrize("answer", ["text", "number", "move"])
def test_a_move_is_answered_by_its_text_its_number_or_its_json(made: Making, answer: str) -> None:
    match = after(3, "biberbande")
    player = made(f"while True: say(hear()['moves'][-1]['{answer}'])", match.game)
    assert player.choose(observe(match, match.actors[0], SeededChance("own"))) == match.legal()[-1]
    assert player.faults() == Faults()
    player.close()


def test_glimpses_are_told_once_and_to_each_seat_its_own(made: Making, tmp_path: Path) -> None:
    match = after(0, "thirteen")
    heard = tmp_path / "heard"
    lines = f"""
with open({str(heard)!r}, "w") as file:
    while True:
        question = hear(); file.write(json.dumps(question) + chr(10)); file.flush()
        say(question["moves"][0]["text"])
"""
    last = played(made(lines, match.game), match, 9)
    told: dict[int, list[Json]] = {0: [], 1: [], 2: []}
    for line in heard.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        if question["type"] == "bye":
            continue
        assert question["since"] == len(told[question["seat"]])
        told[question["seat"]] += question["glimpses"]
    for glimpses in told.values():
        assert [one["n"] for one in glimpses if isinstance(one, dict)] == [*range(1, len(glimpses) + 1)]
        assert len(glimpses) > last.version - 4


def test_an_answer_may_say_much_besides_the_move(made: Making) -> None:
    lines = """
while question := hear():
    if question["type"] == "turn":
        say({"why": "x" * 50_000, "turn": question["turn"], "move": question["moves"][-1]["text"]})
"""
    match = no_wild_card()
    player = made(lines, match.game)

    assert player.choose(observe(match, match.actors[0], SeededChance("own"))) == match.legal()[-1]
    assert player.faults().count == 0


UNFINISHED = {
    "an answer before it has read the question": (
        "select.select([0], [], []); print('early', flush=True)",
        r'it wrote "early\\n" and didn\'t read the whole question for 2 seconds',
    ),
    "an answer that stops in the middle of a line": (
        "input(); print('b', end='', flush=True)",
        'it wrote "b" without a newline for 2 seconds',
    ),
}


@pytest.mark.parametrize(("lines", "why"), UNFINISHED.values(), ids=UNFINISHED)
def test_what_is_missing_of_an_answer_is_said(lines: str, why: str) -> None:
    """Its first answer shows that it runs, so two seconds are enough for the second on any machine."""
    begun = "import select, time; input(); print('here', flush=True); "
    child = Child([sys.executable, "-S", "-c", f"{begun}{lines}; time.sleep(60)"])
    assert child.ask("hello", PATIENCE) == "here"

    with pytest.raises(ChildFailed, match=why):
        child.ask("x" * 1_000_000, 2.0)


FAULTY = {
    "crashes": ("raise SystemExit('oh no')", "it ended; its error output ends: oh no"),
    "hangs": ("time.sleep(60)", "it wrote nothing for 0.05 seconds"),
    "doesn't listen": ("os.close(0); time.sleep(60)", "it wrote nothing|it closed its stdin"),
    "floods": (
        "while True: sys.stdout.write('b' * 5000)",
        f"it wrote more than {LONGEST} bytes for an answer",
    ),
    "floods its error output": ("while True: sys.stderr.write('b' * 5000)", "it wrote nothing"),
    "lies": ("while True: say('no move at all')", "its answer was refused"),
    "names a move that isn't legal": (
        "while True: say('n4>blue' if hear() else '')",
        "its answer was refused",
    ),
    "answers with a list": ("while True: hear(); say([1, 2])", "expected a move"),
    "answers too deep": ("while True: hear(); print('[' * 60000, flush=True)", "its answer was refused"),
    "answers with what is no text": (
        "while True: hear(); os.write(1, bytes([255, 10]))",
        "its answer was refused",
    ),
    "answers another turn": (
        "while True: hear(); say({'turn': -1, 'move': 0})",
        "expected 1, the turn that was asked about",
    ),
}


@pytest.mark.parametrize(("lines", "why"), FAULTY.values(), ids=FAULTY)
def test_a_program_that_is_no_use_is_moved_for_at_random(made: Making, lines: str, why: str) -> None:
    match = no_wild_card()
    player = made(lines, match.game, seconds=0.05 if "nothing" in why else PATIENCE)
    seat = match.actors[0]
    assert player.choose(observe(match, seat, SeededChance("own"))) in match.legal()
    assert any(reason in player.faults().sentences[-1] for reason in why.split("|"))
    for _ in range(MOST_FAILURES):
        player.choose(observe(match, seat, SeededChance("own")))
    faults = player.faults().count
    player.choose(observe(match, seat, SeededChance("own")))
    assert player.faults().count == faults == 2 * MOST_FAILURES, "given up: it isn't asked any more"
    player.close()


def no_wild_card() -> AnyMatch:
    """Return a match in which a nasty four isn't legal."""
    matches = (after(2, "thirteen", seed=f"{number}") for number in range(99))
    return next(
        match for match in matches if "n4" not in {match.game.say(move)[:2] for move in match.legal()}
    )


def test_what_a_terminal_would_act_on_is_written_out(made: Making) -> None:
    match = after(2, "thirteen")
    player = made(r"raise SystemExit('\x1b[31mred')", match.game)
    player.choose(observe(match, match.actors[0], SeededChance("own")))
    assert player.faults().sentences[0].endswith(r"its error output ends: \x1b[31mred")


def test_where_bots_forfeit_a_failure_is_an_error(made: Making) -> None:
    match = after(2, "thirteen")
    player = made("raise SystemExit", match.game, forfeits=True)
    with pytest.raises(BotFailed, match="it ended"):
        player.choose(observe(match, match.actors[0], SeededChance("own")))


def test_a_program_of_another_protocol_is_not_asked(made: Making) -> None:
    match = after(2, "thirteen")
    player = made("", match.game, hello="input(); print('{\"protocol\": 99}', flush=True); input()")
    player.choose(observe(match, match.actors[0], SeededChance("own")))
    fault = player.faults().sentences[0]
    assert fault.endswith("""it answered hello with '{"protocol": 99}'; expected {"protocol": 1}""")
    player.close()


def test_a_program_that_doesnt_say_hello_is_told_what_is_missing(made: Making) -> None:
    match = after(2, "thirteen")
    player = made("", match.game, hello="input()")
    player.choose(observe(match, match.actors[0], SeededChance("own")))
    assert "greeted with hello, it ended (each line has to be flushed)" in player.faults().sentences[0]
    player.close()


def test_a_refused_answer_may_be_mended(made: Making) -> None:
    match = after(2, "thirteen")
    lines = """
while True:
    question = hear()
    say(question["moves"][-1]["text"] if "refused" in question else "nonsense")
"""
    player = made(lines, match.game)
    assert player.choose(observe(match, match.actors[0], SeededChance("own"))) == match.legal()[-1]
    assert player.faults().count == 1
    player.close()


def test_a_program_that_crashed_is_started_again_and_told_everything(made: Making, tmp_path: Path) -> None:
    match = after(4, "thirteen")
    mark = tmp_path / "was here"
    lines = f"""
question = hear()
if not os.path.exists({str(mark)!r}):
    open({str(mark)!r}, "w").close()
    sys.exit(1)
say(question["moves"][0 if question["since"] == 0 else 99]["text"])
"""
    player = made(lines, match.game)
    assert player.choose(observe(match, match.actors[0], SeededChance("own"))) == match.legal()[0]
    assert player.faults().count == 1
    player.close()


def test_what_was_said_unasked_is_not_taken_for_an_answer(made: Making, tmp_path: Path) -> None:
    match = after(2, "thirteen")
    said = tmp_path / "said"
    lines = f"""
while True:
    question = hear(); say(question["moves"][0]["text"]); say("unasked"); say("unasked")
    with open({str(said)!r}, "a") as file: file.write("x")
"""
    player = made(lines, match.game)
    end = monotonic() + PATIENCE
    for count in range(1, 4):
        player.choose(observe(match, match.actors[0], SeededChance("own")))
        while not (said.exists() and len(said.read_text()) == count):
            assert monotonic() < end
            sleep(0.005)
    assert player.faults() == Faults()
    player.close()


def test_a_long_question_and_a_late_listener_dont_block_each_other(made: Making) -> None:
    """More is asked than a pipe holds, and more is complained than a pipe holds, before anything is read."""
    over = played(bot("greedy", after(0, "push").game), after(0, "push", seats=6), 10_000)
    assert over.actors == ()
    assert over.previous is not None
    match = over.previous
    lines = "sys.stderr.write('x' * 200_000)\nwhile True: say(hear()['moves'][0]['text'])"
    player = made(lines, match.game)
    assert player.choose(observe(match, match.actors[0], SeededChance("own"))) == match.legal()[0]
    assert player.faults() == Faults()
    player.close()


def test_no_process_is_left_behind(made: Making, tmp_path: Path) -> None:
    """Nor one that the program started."""
    match, note = after(2, "thirteen"), tmp_path / "pids"
    lines = f"""
import subprocess
child = subprocess.Popen(["sleep", "600"])
open({str(note)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
while True: say(hear()["moves"][0]["text"])
"""
    player = made(lines, match.game)
    player.choose(observe(match, match.actors[0], SeededChance("own")))
    pids = [int(pid) for pid in note.read_text(encoding="utf-8").split()]
    assert all(map(running, pids))
    player.close()
    end = monotonic() + PATIENCE
    while any(map(running, pids)) and monotonic() < end:
        sleep(0.02)
    assert not any(map(running, pids))
