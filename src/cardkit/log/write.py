"""The writer of logs: the whole log of a match, or its new lines."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from tempfile import mkstemp

from cardkit.codec import codec
from cardkit.game import AnyGame
from cardkit.header import Header
from cardkit.history import Entry, Log, entries_since
from cardkit.log.format import (
    START,
    encode,
    event_body,
    header_body,
    header_line,
    next_seal,
    seal_text,
    secret_fields,
)
from cardkit.rejections import Invalid
from cardkit.some_match import SomeMatch, any_match

__all__ = ["dump", "dumps", "header_without_seed", "lines_since", "receipts", "text_of_log", "with_seed"]


def dumps(match: SomeMatch, *, with_seed: bool = True) -> str:
    """Return the match as the text of its log. It holds the seed and every card, so it is for the owner only.

    Without the seed, the log can be read and checked, but not played on.
    """
    match = any_match(match)
    return "".join(_lines(match.game, match.log, with_seed=with_seed))


def text_of_log(game: AnyGame, log: Log[object, object]) -> str:
    """Return the text of a log that is held as a value."""
    return "".join(_lines(game, log, with_seed=True))


def dump(match: SomeMatch, path: str | os.PathLike[str], *, with_seed: bool = True) -> None:
    """Write the log to a file. Even after a crash, the file holds either the old log or the new one.

    Only the owner of a new file can read it, because it holds secrets. An existing file keeps its permissions.
    """
    match = any_match(match)
    target = Path(path).resolve()  # through a symbolic link, as writing a file does
    descriptor, name = mkstemp(dir=target.parent, prefix=".cardkit-")
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(line.encode() for line in _lines(match.game, match.log, with_seed=with_seed))
            stream.flush()
            os.fsync(descriptor)
        if target.exists():
            draft.chmod(S_IMODE(target.stat().st_mode))
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def lines_since(match: SomeMatch, version: int = 0, seal: str | None = None) -> str:
    """Return the log's lines of the events after that version, to append them to a stored log.

    `seal` is the seal of the line before them. If it is omitted, the earlier lines are written again to find it.
    """
    match = any_match(match)
    if version == 0:
        before = _header_seal(match.header)
    else:
        before = bytes.fromhex(receipts(match.at(version))[-1] if seal is None else seal)
    entries = entries_since(match, version)
    return "".join([line for line, _ in _event_lines(match.game, match.header.seal_key, before, entries)])


def receipts(match: SomeMatch) -> tuple[str, ...]:
    """Return the seals of the match's events, in order. Players may see these while the match runs.

    They say nothing about hidden cards. A player who kept one can check it once the seed is revealed. It proves that
    the history up to there was never rewritten.
    """
    match = any_match(match)
    header, entries = match.header, match.log.entries
    sealed = _event_lines(match.game, header.seal_key, _header_seal(header), entries)
    return tuple([seal.hex() for _, seal in sealed])


def header_without_seed(match: SomeMatch) -> str:
    """Return the header's line up to the seed, for a store that keeps the seed elsewhere. See `with_seed`.

    Raise `Invalid` for a branched match, which has more than one seed.
    """
    header = any_match(match).header
    if header.branches:
        raise Invalid("match", match, "a match that wasn't branched")
    return header_body(header) + seal_text(_header_seal(header))


def with_seed(header: str, seed: str, lines: str) -> str:
    """Return the text of a log, from a header without the seed (`header_without_seed`), the seed and the lines."""
    return f'{header},"seed":{encode(seed)}}}\n{lines}'


def _lines(game: AnyGame, log: Log[object, object], *, with_seed: bool) -> Iterator[str]:
    header = log.header
    seal = _header_seal(header)
    yield header_line(header_body(header), seal, secret_fields(header, with_seed=with_seed)) + "\n"
    for line, _ in _event_lines(game, header.seal_key, seal, log.entries):
        yield line


def _header_seal(header: Header[object]) -> bytes:
    return next_seal(header.seal_key, START, header_body(header).encode())


def _event_lines(
    game: AnyGame, key: bytes, seal: bytes, entries: Iterable[Entry[object]]
) -> Iterator[tuple[str, bytes]]:
    """Yield the line of each event, and its seal."""
    document = codec(game).event_out
    for entry in entries:
        body = entry.line
        if body is None:
            body = event_body(entry.n, entry.by, entry.more, document(entry.event))
        seal = next_seal(key, seal, body.encode())
        yield f"{body}{seal_text(seal)}}}\n", seal
