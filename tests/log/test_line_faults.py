"""Lines that are not as they were written: each fault is named by its line."""

import pytest

import cardkit
from cardkit.rejections import LogError
from tests.log.logs import bodies, played, sealed

TEXT = cardkit.dumps(played())
LINES = TEXT.splitlines(keepends=True)


def without(*numbers: int) -> str:
    return "".join(line for number, line in enumerate(LINES, 1) if number not in numbers)


def swapped(one: int, other: int) -> str:
    lines = [*LINES]
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    return "".join(lines)


def twice(number: int) -> str:
    return "".join(LINES[:number] + LINES[number - 1 :])


def replaced(number: int, old: str, new: str) -> str:
    assert old in LINES[number - 1]
    return "".join([*LINES[: number - 1], LINES[number - 1].replace(old, new, 1), *LINES[number:]])


@pytest.mark.parametrize(
    ("text", "line", "path", "message"),
    [
        ("", 1, "$", "missing: the log ends here, but its header must follow"),
        (LINES[0], 2, "$", "missing: the log ends here, but the events of the opening must follow"),
        (LINES[0] + LINES[1], 2, "$", "inside a move: 2 more of its events must follow"),
        ("".join(LINES[:3]), 3, "$", "inside a move: 1 more of its events must follow"),
        (TEXT[:-2], 16, "$", f"cut off, or invalid JSON at character {len(LINES[-1]) - 1}"),
        (TEXT[:-40], 16, "$", "cut off, or invalid JSON"),
        (TEXT[: -len(LINES[-1]) + 1], 16, "$", "cut off, or invalid JSON"),
        (LINES[0][:100], 1, "$", "cut off, or invalid JSON"),
        (replaced(9, '"onto":"', '"onto": "'), 9, "$.seal", "its seal doesn't match: it was changed"),
        (replaced(9, '"seat":2', '"seat":1'), 9, "$.seal", "its seal doesn't match"),
        (replaced(9, '"seal":"', '"seaL":"'), 9, "$.seal", "its seal doesn't match"),
        (replaced(9, ',"seal":"', ',"seal": "'), 9, "$.seal", "its seal doesn't match"),
        (replaced(9, '"}\n', '" }\n'), 9, "$.seal", "its seal doesn't match"),
        (replaced(9, '"n":8', '"n":9'), 9, "$.n", "event 9 where event 8 is due: a line is missing"),
        (replaced(1, '"seats":3', '"seats":4'), 1, "$.seal", "the header was changed"),
        (replaced(1, '","seed"', '0","seed"'), 1, "$.seal", "the header was changed"),
        (replaced(1, '"seed":"a', '"seed":"b'), 1, "$.seed", "isn't the seed that the match is committed to"),
        (without(9), 9, "$.n", "event 9 where event 8 is due: a line is missing"),
        (without(2), 2, "$.n", "event 2 where event 1 is due: a line is missing"),
        (without(1), 1, "$.format", "expected cardkit/1; this isn't a log of cardkit"),
        (swapped(9, 10), 9, "$.n", "event 9 where event 8 is due: a line is missing"),
        (swapped(1, 2), 1, "$.format", "this isn't a log of cardkit"),
        (twice(9), 10, "$.n", "event 8 where event 9 is due: a line is doubled or out of order"),
        (twice(1), 2, "$.n", "expected the number of the event"),
        (TEXT + TEXT, 17, "$.n", "expected the number of the event"),
        (TEXT + "\n", 17, "$", "invalid JSON"),
        (TEXT + "[]\n", 17, "$", "expected an object"),
        ("\n" + TEXT, 1, "$", "invalid JSON"),
        (TEXT.replace("\n", "\r\n"), 1, "$", "ends in CR LF; the lines of a log end in LF alone"),
        ("".join(LINES[:5]) + LINES[5].replace("\n", "\r\n"), 6, "$", "ends in CR LF"),
        (TEXT.replace("\n", "\r"), 1, "$", "cut off, or invalid JSON"),
        ("\ufeff" + TEXT, 1, "$", "begins with a byte order mark"),
        ("".join(LINES[:4]) + "\ufeff" + "".join(LINES[4:]), 5, "$", "begins with a byte order mark"),
        ("null\n", 1, "$", "expected an object"),
        ("{}\n", 1, "$.format", "this isn't a log of cardkit"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_its_line_and_place(text: str, line: int, path: str, message: str) -> None:
    with pytest.raises(LogError) as caught:
        cardkit.loads(text)

    assert (caught.value.line, caught.value.path) == (line, path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"line {line}" if path == "$" else f"line {line}, {path}: ")


@pytest.mark.parametrize(("number", "byte"), [(1, b"\xff"), (9, b"\xff"), (9, b"\xed\xa0\x80"), (9, b"\xc3")])
def test_invalid_utf_8_is_named_by_its_byte(number: int, byte: bytes) -> None:
    lines = [line.encode() for line in LINES]
    lines[number - 1] = lines[number - 1][:20] + byte + lines[number - 1][20:]

    with pytest.raises(LogError, match=f"^line {number}: invalid UTF-8 at byte 20$"):
        cardkit.loads(b"".join(lines))


def test_a_text_with_half_a_character_is_invalid_utf_8() -> None:
    with pytest.raises(LogError, match=r"^line 9: invalid UTF-8 at byte 20$"):
        cardkit.loads("".join([*LINES[:8], LINES[8][:20], "\ud83c", LINES[8][20:], *LINES[9:]]))


def test_lines_of_a_fork_do_not_follow() -> None:
    """Both have the same seed, so every line alone would have a seal of the right key."""
    match = played(6)
    fork = match.at(match.version - 1).play(match.at(match.version - 1).legal()[0])
    assert fork.events != match.events
    other = fork.play(fork.legal()[0])

    lines = [
        *cardkit.dumps(match).splitlines(keepends=True),
        cardkit.dumps(other).splitlines(keepends=True)[-1],
    ]

    with pytest.raises(LogError, match=f"line {len(lines)}, .*doesn't follow the line before it"):
        cardkit.loads("".join(lines))


def test_whoever_lacks_the_seed_cannot_seal() -> None:
    forged = sealed(bodies(TEXT), "a guess")

    with pytest.raises(LogError, match=r"line 1, \$.seed: isn't the seed that the match is committed to"):
        cardkit.loads(forged)


@pytest.mark.parametrize("text", [TEXT, cardkit.dumps(played(2), with_seed=False)], ids=["seed", "no seed"])
@pytest.mark.parametrize("flipped", [0x01, 0x02, 0x20, 0x80])
def test_a_flipped_bit_anywhere_is_found(text: str, flipped: int) -> None:
    log = bytearray(text.encode())
    for place in range(0, len(log), 5):
        log[place] ^= flipped
        with pytest.raises(LogError) as caught:
            cardkit.loads(bytes(log))
        log[place] ^= flipped
        assert caught.value.line == 1 + log[:place].count(b"\n") or flip_of_break(
            log, place, caught.value.line
        )


def flip_of_break(log: bytearray, place: int, line: int) -> bool:
    """Return whether a flip makes or unmakes a line break: then the fault is near, but not in this line."""
    return abs(line - 1 - log[:place].count(b"\n")) <= 1


@pytest.mark.parametrize("piece", [1, 7, 100])
def test_a_piece_taken_out_anywhere_is_found(piece: int) -> None:
    log = TEXT.encode()
    for place in range(0, len(log) - piece - 1, 31):
        with pytest.raises(LogError):
            cardkit.loads(log[:place] + log[place + piece :])
