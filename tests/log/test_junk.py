"""Whatever a reader is given, it needs little memory, and only `LogError` comes out."""

import json
import os
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.game import Json
from cardkit.log import LONGEST_LINE, LogReader
from cardkit.registry import game
from cardkit.rejections import LogError
from tests.log.logs import bodies, played, sealed, written

MEGABYTE = 2**20
EDITS: Final = 4000 if os.environ.get("CARDKIT_SOAK") else 150
MATCH = played(50)
TEXT = cardkit.dumps(MATCH)


class Endless:
    """A stream that never ends, and counts what was read of it."""

    def __init__(self, start: str, piece: bytes) -> None:
        self.start = start.encode()
        self.piece = piece
        self.given = 0

    def readline(self, size: int, /) -> bytes:
        return self.read(size).split(b"\n", 1)[0]

    def read(self, size: int, /) -> bytes:
        if self.start:
            head, _, self.start = self.start.partition(b"\n")
            return head + b"\n"
        self.given += size
        return (self.piece * (size // len(self.piece) + 1))[:size]


def peak(read: Callable[[], object], line: int) -> int:
    """Return the most memory that reading took, which must end in an error on that line."""
    tracemalloc.start()
    try:
        with pytest.raises(LogError) as caught:
            read()
        assert caught.value.line == line
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_without_end_is_read_to_the_bound_only() -> None:
    stream = Endless("", b"x")

    used = peak(lambda: LogReader(stream, game).match(), 1)

    assert stream.given <= LONGEST_LINE + 1
    assert used < 4 * MEGABYTE


def test_a_line_without_end_after_a_good_start_is_read_to_the_bound_only() -> None:
    stream = Endless(TEXT, b"[")

    used = peak(lambda: LogReader(stream, game).match(), len(TEXT.splitlines()) + 1)

    assert stream.given <= LONGEST_LINE + 1
    assert used < 4 * MEGABYTE


@pytest.mark.parametrize("start", ["", TEXT], ids=["junk alone", "junk after a log"])
@pytest.mark.parametrize("junk", [b"", b"\n", b"{}\n", b"[" * 4095 + b"\n", b"\xff" * 100 + b"\n"])
def test_a_hundred_megabytes_of_junk_in_a_file_take_little_memory(
    tmp_path: Path, start: str, junk: bytes
) -> None:
    path = tmp_path / "junk"
    with path.open("wb") as file:
        file.write(start.encode() + junk * 100)
        file.truncate(100 * MEGABYTE)  # the rest is a hole of zero bytes

    used = peak(lambda: cardkit.load(path), len(start.splitlines()) + 1)

    assert used < 4 * MEGABYTE


@pytest.mark.parametrize("junk", ["x", "{}\n", "ü", "\n"])
def test_a_hundred_megabytes_of_junk_in_memory_are_not_copied(junk: str) -> None:
    text = junk * (100 * MEGABYTE // len(junk.encode()))
    data = text.encode()

    assert peak(lambda: cardkit.loads(text), 1) < 6 * MEGABYTE
    assert peak(lambda: cardkit.loads(data), 1) < 6 * MEGABYTE


def test_a_line_may_be_as_long_as_the_bound() -> None:
    lines = bodies(cardkit.dumps(played(1)))
    room = LONGEST_LINE - len(lines[4]) - len(',"junk":""') - len(',"seal":""}\n') - 64

    with pytest.raises(LogError, match="line 5: unknown key 'junk'"):
        cardkit.loads(sealed([*lines[:4], f'{lines[4]},"junk":"{"x" * room}"']))
    with pytest.raises(LogError, match="line 5: longer than 1048576 bytes: this isn't a log"):
        cardkit.loads(sealed([*lines[:4], f'{lines[4]},"junk":"{"x" * (room + 1)}"']))


def test_whatever_a_player_gives_as_entropy_can_be_read_again() -> None:
    """The longest texts, each character of them the longest in JSON."""
    entropy = dict.fromkeys(range(6), "\x00" * 1000)
    match = played(1, seats=6, seed="\x00" * 1000, entropy=entropy)

    assert cardkit.loads(cardkit.dumps(match)) == match
    with pytest.raises(cardkit.Invalid, match=r"entropy\[0\]: .*a text of up to 1000 characters"):
        played(1, entropy={0: "x" * 1001})
    with pytest.raises(cardkit.Invalid, match=r"seed: .*a text of 1 to 1000 characters"):
        played(1, seed="x" * 1001)


# --- random damage


def only_log_errors(text: str | bytes) -> bool:
    """Return whether the log is accepted: then it is written as it was read. Else, only `LogError` will do."""
    try:
        match = cardkit.loads(text)
    except LogError:
        assert not cardkit.verify(text).ok
        return False
    assert cardkit.dumps(match).encode() == (text if isinstance(text, bytes) else text.encode())
    assert str(cardkit.verify(match))
    return True


def test_random_edits_of_bytes_are_log_errors() -> None:
    chance = random.Random("bytes")
    log = TEXT.encode()
    for _ in range(EDITS):
        start = chance.randrange(len(log))
        end = start + chance.choice([0, 1, 1, 2, 50])
        new = chance.choice(
            [b"", b"\n", b'"', b"{", b"}", b"[", b",", b"\xff", b"0", b"-", chance.randbytes(3)]
        )
        edited = log[:start] + new + log[end:]
        if edited not in (log, log[:-1]):
            assert not only_log_errors(edited)


def test_random_edits_of_json_are_log_errors_or_logs() -> None:
    """They are sealed again, so that only the reader can refuse them."""
    chance = random.Random("json")
    lines = bodies(TEXT)
    accepted = 0
    for _ in range(2 * EDITS):
        number = chance.choice([0, 1, 2, 3, 4, chance.randrange(len(lines))])
        document: Json = json.loads(lines[number] + "}")
        edited = edit(document, chance)
        if isinstance(edited, dict):
            accepted += only_log_errors(sealed([*lines[:number], written(edited), *lines[number + 1 :]]))
    assert 0 < accepted < EDITS


JUNK: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**30, 0.5, 1.0,
    "", "b7", "n4", "blue", "\ud800", "ü", [], [[]], {}, {"a": 1},
)  # fmt: skip


def edit(document: Json, chance: random.Random) -> Json:
    """Return the document with one thing changed, somewhere."""
    if isinstance(document, dict) and document and chance.random() < 0.95:
        key = chance.choice([*document])
        match chance.randrange(12):
            case 0:
                return {name: value for name, value in document.items() if name != key}
            case 1:
                return {
                    **document,
                    chance.choice(["n", "by", "more", "v", "type", "x", ""]): chance.choice(JUNK),
                }
            case 2:
                return dict(chance.sample([*document.items()], len(document)))
            case _:
                return {**document, key: edit(document[key], chance)}
    if isinstance(document, list) and document and chance.random() < 0.9:
        place = chance.randrange(len(document))
        match chance.randrange(5):
            case 0:
                return document[:place] + document[place + 1 :]
            case 1:
                return [*document, document[place]]
            case 2:
                return chance.sample(document, len(document))
            case _:
                return [*document[:place], edit(document[place], chance), *document[place + 1 :]]
    return chance.choice(JUNK)
