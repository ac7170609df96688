"""However somebody stops, the match is whole, and goes on where it stood."""

import fcntl
import os
import signal
from pathlib import Path

import pytest

import cardkit
from tests.cli.forking import fork_cardkit
from tests.cli.play.person import Person
from tests.patience import PATIENCE

NEW = ("play", "thirteen", "--seats", "you,random,random", "-o", "match.jsonl")
CTRL_C, CTRL_D = "\x03", "\x04"


def table_of(person: Person) -> list[str]:
    """Return the table alone: what has happened is told only once."""
    return [line for line in person.lines if not line.startswith(" ·")][:12]


@pytest.mark.parametrize(
    ("key", "code"), [(CTRL_C, 130), (CTRL_D, 0), ("quit\r", 0)], ids=["ctrl-c", "ctrl-d", "quit"]
)
def test_a_match_that_was_stopped_goes_on(tmp_path: Path, key: str, code: int) -> None:
    with Person(tmp_path, *NEW) as person:
        person.types(person.moves[0])
        person.types(person.moves[0])
        before = table_of(person)
        person.presses(key)

        assert person.ends() == code
        assert "cardkit play match.jsonl" in person.text
    version = cardkit.load(tmp_path / "match.jsonl").version

    with Person(tmp_path, "play", "match.jsonl") as person:
        assert table_of(person) == before
        assert "Going on with match.jsonl" in person.text
        person.types(person.moves[0])
    assert cardkit.load(tmp_path / "match.jsonl").version > version


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    with Person(tmp_path, *NEW, "--lang", "de") as person:
        person.types(person.moves[0])
        person.types(person.moves[1])
        before = table_of(person)
        person.is_killed()
        assert person.ends() == -9
    assert cardkit.load(tmp_path / "match.jsonl").actors == (0,)

    with Person(tmp_path, "play", "match.jsonl") as person:
        assert table_of(person) == before, "players and language are as they were"


def test_kill_9_while_bots_play_leaves_a_match_that_goes_on(tmp_path: Path) -> None:
    words = ("play", "push", "--seats", "random,random", "-o", "m.jsonl")
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, 4096)  # or they play to the end before anybody reads
    watched = fork_cardkit(*words, folder=tmp_path, stdout=writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        for _ in range(30):
            told.readline()
        watched.send_signal(signal.SIGKILL)
        assert watched.wait(PATIENCE) == -signal.SIGKILL
    recovered = cardkit.recover((tmp_path / "m.jsonl").read_bytes())
    assert recovered.match.version >= 20
    assert recovered.match.outcome is None

    with Person(tmp_path, "play", "m.jsonl") as person:
        assert person.ends() == 0
    assert cardkit.load(tmp_path / "m.jsonl").outcome is not None


def test_a_file_that_a_crash_cut_off_is_recovered_and_that_is_said(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with Person(tmp_path, *NEW) as person:
        person.types(person.moves[0])
        person.types(person.moves[0], "quit")
    whole = file.read_bytes()
    cut = whole[:-40]
    file.write_bytes(cut)

    with Person(tmp_path, "play", "match.jsonl") as person:
        assert "half-written" in person.text
        assert person.moves

    assert (tmp_path / "match.jsonl.cut-off").read_bytes() == cut
    kept = file.read_bytes()
    assert whole.startswith(kept[: whole.rindex(b"\n", 0, -1) + 1])
    assert cardkit.load(file).actors == (0,)


def test_a_damaged_file_is_never_written_to(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with Person(tmp_path, *NEW) as person:
        person.types(person.moves[0], "quit")
    damaged = file.read_bytes().replace(b'"n":3', b'"n":4', 1)
    file.write_bytes(damaged)
    files = sorted(tmp_path.iterdir())

    with Person(tmp_path, "play", "match.jsonl") as person:
        assert person.ends() == 3
        assert "line 4" in person.text

    assert file.read_bytes() == damaged
    assert sorted(tmp_path.iterdir()) == files


def test_two_at_one_file_one_is_told_and_sees_what_the_other_did(tmp_path: Path) -> None:
    with Person(tmp_path, *NEW) as first, Person(tmp_path, "play", "match.jsonl") as second:
        first.types(first.moves[0])
        second.types(second.moves[1])

        assert "Somebody else has changed match.jsonl" in " ".join(second.text.split())
        assert table_of(second) == table_of(first)
        second.types(second.moves[0])
    assert cardkit.load(tmp_path / "match.jsonl").actors == (0,)
