"""Seats of a match in a file move at the same time; a move that is given twice counts once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import cardkit
from cardkit.game import any_game
from cardkit.match import AnyMatch
from cardkit.registry import Games
from cardkit.rejections import Rejected
from cardkit_cli.commands.pipe import Conversation
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files import log_file
from cardkit_cli.files.log_file import LogFile, change_match, create_log, open_log, read_match
from tests.cli.running import run
from tests.testing.at_once import AT_ONCE, Pick

FILE = "game.log"
GAME = any_game(AT_ONCE)

Elsewhere: TypeAlias = Callable[[Callable[[AnyMatch], AnyMatch]], None]


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of At Once for three, at version 2."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardkit.registry._found", lambda: Games({"at_once": GAME}, {}))
    create_log(FILE, cardkit.start(GAME, 3, {"rounds": 2}, "picks"))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """Another process changes the file, after this one has read it and before it writes."""
    append, due = log_file.append_moves, list[Callable[[AnyMatch], AnyMatch]]()

    def overtaken(kept: LogFile, match: AnyMatch) -> LogFile:
        if due:
            now = open_log(FILE)
            append(now, due.pop(0)(now.match))
        return append(kept, match)

    monkeypatch.setattr(log_file, "append_moves", overtaken)
    return due.append


def move(seat: int, *words: str) -> tuple[Exit, str]:
    """Return the exit code of a pick, and what the refusal says."""
    ran = run("move", FILE, "1", "--as", str(seat), *words, "--format", "jsonl")
    return Exit(ran.code), json.loads(ran.err)["message"] if ran.err else ""


# --- by the version that was seen


def test_of_several_moves_the_first_is_judged_by_the_version() -> None:
    for seat in (0, 1):
        move(seat)

    assert run("move", FILE, "1", "2", "--as", "2", "--expect", "2").code == Exit.FINE
    assert (read_match(FILE).version, read_match(FILE).actors) == (7, (0, 1))


# --- when another process writes first


def test_the_moves_of_two_processes_both_count(elsewhere: Elsewhere) -> None:
    elsewhere(lambda match: match.play(Pick(2), 1))

    ran = run("move", FILE, "1", "--as", "0", "--format", "jsonl")

    assert ran.code == Exit.FINE
    assert json.loads(ran.out)["version"] == 4
    assert [(entry.by, entry.n) for entry in read_match(FILE).log.entries[2:]] == [(1, 3), (0, 4)]


def test_others_may_be_quicker_several_times(elsewhere: Elsewhere) -> None:
    elsewhere(lambda match: match.play(Pick(2), 1))
    elsewhere(lambda match: match.undo(1))

    assert move(0) == (Exit.FINE, "")
    assert read_match(FILE).version == 5


def test_of_the_same_move_in_two_processes_one_counts(elsewhere: Elsewhere) -> None:
    elsewhere(lambda match: match.play(Pick(1), 0))

    code, said = move(0)

    assert (code, said) == (
        Exit.REFUSED,
        "seat 0 has moved since version 2; the match is at version 3: look again",
    )
    assert read_match(FILE).version == 3


def test_of_the_same_undo_in_two_processes_one_counts(elsewhere: Elsewhere) -> None:
    for seat in (0, 1):
        move(seat)
    elsewhere(lambda match: match.undo(1))

    assert run("undo", FILE).code == Exit.REFUSED
    assert read_match(FILE).version == 5


def test_a_file_that_was_replaced_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = open_log(FILE)
    cardkit.dump(cardkit.start(GAME, 3, {"rounds": 2}, "others").play(Pick(1), 1), FILE)
    after = Path(FILE).read_bytes()

    with pytest.raises(Rejected) as refused:
        change_match(kept, lambda match, expect: match.play(Pick(1), 0, expect))

    assert refused.value.code == "stale_version"
    assert Path(FILE).read_bytes() == after


def test_who_plays_at_a_terminal_needs_not_pick_again_because_another_did(elsewhere: Elsewhere) -> None:
    elsewhere(lambda match: match.play(Pick(2), 1))

    ran = run("play", FILE, "--seats", "you,you,you", "--actions", "-", stdin="1\nquit\n")

    assert ran.code == Exit.FINE, ran.err
    assert [entry.by for entry in read_match(FILE).log.entries[2:]] == [1, 0]


# --- over a pipe


def test_over_a_pipe_all_seats_move_by_the_same_version_and_none_twice() -> None:
    session = Conversation(GAME)

    def ask(**request: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(json.dumps(session.answer(json.dumps(request).encode())))
        return answer

    ask(do="start", seats=2, options={"rounds": 2})
    for seat in (0, 1):
        assert "error" not in ask(do="play", move="1", seat=seat, expect=2)
    for seat in (0, 1):
        assert "stale_version" in str(ask(do="play", move="1", seat=seat, expect=2))
    assert ask(do="play", move="1", seat=0, expect=5)["version"] == 6
    assert ask(do="undo", seat=0, expect=6)["version"] == 7
    assert "stale_version" in str(ask(do="undo", seat=0, expect=6))
