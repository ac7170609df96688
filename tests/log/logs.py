"""Logs for tests: matches to write, and a hand that seals what it changed, as only the owner could."""

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from itertools import islice

from cardkit.game import Json
from cardkit.games.thirteen import GAME, Options, Thirteen, ThirteenMatch
from cardkit.log import dumps
from cardkit.opening import begin

Change = Callable[[dict[str, Json]], object]

SEED = "a seed"


def to(key: str, value: Json) -> Change:
    """Return the change that sets a field to that value."""

    def change(fields: dict[str, Json]) -> None:
        fields[key] = value

    return change


def out(key: str) -> Change:
    """Return the change that leaves a field out."""

    def change(fields: dict[str, Json]) -> None:
        del fields[key]

    return change


def played(
    moves: int | None = 12,
    *,
    seats: int = 3,
    seed: str = SEED,
    entropy: dict[int, str] | None = None,
    options: Options | None = None,
    game: Thirteen = GAME,
) -> ThirteenMatch:
    """Return a match of thirteen after some moves, always another of those that are listed; `None`: to its end."""
    match = begin(game, seats, options, seed, entropy)
    while match.outcome is None and (moves is None or moves > 0):
        legal = match.legal()
        match = match.play(legal[match.version % len(legal)])
        moves = None if moves is None else moves - 1
    return match


def bodies(text: str) -> list[str]:
    """Return the lines without their seals, and the header's without the seed too."""
    return [line.rpartition(',"seal":"')[0] for line in text.splitlines()]


def sealed(lines: Sequence[str], secret: str = SEED, entropy: Sequence[tuple[int, str]] = ()) -> str:
    """Return the lines with seals that fit: made from the description of the format, not with the library."""
    key = seal_key(secret, entropy)
    before, log = bytes(32), ""
    for line in lines:
        before = hmac.digest(key, before + line.encode(errors="surrogatepass"), "sha256")
        end = "}" if log else f',"seed":{json.dumps(secret, ensure_ascii=False)}}}'
        log += f'{line},"seal":"{before.hex()}"{end}\n'
    return log


def seal_key(secret: str, entropy: Sequence[tuple[int, str]] = ()) -> bytes:
    given = "".join(f"{seat} {hashlib.sha256(text.encode()).hexdigest()}\n" for seat, text in entropy)
    mixed = hmac.new(secret.encode(), f"cardkit/1 entropy\n{given}".encode(), "sha256").hexdigest()
    return hmac.digest(mixed.encode(), b"cardkit/1 seals", "sha256")


def written(fields: dict[str, Json]) -> str:
    """Return a line's body: JSON without spaces and without its last brace."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[:-1]


def changed(match: ThirteenMatch, number: int, change: Change) -> str:
    """Return the match's log with the JSON of one line (counted from 1) changed, and sealed again."""
    lines = bodies(dumps(match))
    fields: dict[str, Json] = json.loads(lines[number - 1] + "}")
    change(fields)
    lines[number - 1] = written(fields)
    return sealed(lines)


def rewritten(match: ThirteenMatch, number: int, old: str, new: str) -> str:
    """Return the match's log with a piece of text in one line (counted from 1) replaced, and sealed again."""
    lines = bodies(dumps(match))
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return sealed(lines)


def line(text: str, number: int) -> str:
    """Return a line of a log, counted from 1."""
    return next(islice(text.splitlines(keepends=True), number - 1, None))
