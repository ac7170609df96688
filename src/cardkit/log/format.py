"""The format `cardkit/1`: the lines of a log, their fields and their seals. `docs/log-format.md` describes it.

Nothing outside this package knows what a line contains at which place.
"""

import hmac
import json
from functools import lru_cache
from typing import Final, TypeVar

from attrs import frozen

from cardkit.game import Json, Options
from cardkit.header import Header, header_document
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "START",
    "TAIL",
    "HeaderFields",
    "SecretFields",
    "body_of",
    "encode",
    "event_body",
    "header_body",
    "header_line",
    "is_seal",
    "next_seal",
    "read_fields",
    "seal_of",
    "seal_text",
    "secret_fields",
    "split_header",
    "split_line",
]

T = TypeVar("T")

FORMAT: Final = "cardkit/1"
LONGEST_LINE: Final = 2**20
"""The maximum length of a line in bytes. So a reader's memory is bounded, whatever the log holds."""
START: Final = bytes(32)
"""Used as the seal before the header's."""
_SEAL: Final = ',"seal":"'
_MARK: Final = _SEAL.encode()
_DIGITS: Final = 64
_SEAL_BYTES: Final = len(_SEAL) + _DIGITS + len('"}')
TAIL: Final = _SEAL_BYTES + 1
"""The number of bytes at the end of a log that hold its last seal and the line break. `seal_of` needs only these."""

encode: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")
).encode
"""Write JSON without spaces. Texts are escaped only if necessary."""


# --- seals


def next_seal(key: bytes, before: bytes, body: bytes) -> bytes:
    """Return the seal of a line: a keyed hash over the seal before it and the line up to its own."""
    keyed = _keyed(key).copy()
    keyed.update(before + body)
    return keyed.digest()


@lru_cache(1024)
def _keyed(key: bytes) -> hmac.HMAC:
    """Return the beginning of all seals of a match. Beginning takes longer than the rest."""
    return hmac.new(key, digestmod="sha256")


def seal_text(seal: bytes) -> str:
    """Return the seal as it is written in a line, after the body."""
    return f'{_SEAL}{seal.hex()}"'


def split_line(line: bytes) -> tuple[bytes, bytes]:
    """Split an event's line before its seal. The second part is empty if there is none."""
    body, rest = line[:-_SEAL_BYTES], line[-_SEAL_BYTES:]
    return (body, rest) if rest.startswith(_MARK) else (line, b"")


def is_seal(rest: bytes, seal: bytes) -> bool:
    """Return whether this is the seal, as it is written at the end of an event's line."""
    return rest == b'%b%b"}' % (_MARK, seal.hex().encode())


def split_header(line: bytes) -> bytes:
    """Return the body of the header's line: the part before its seal."""
    return line.rpartition(_MARK)[0]  # a text can't contain the mark, because quotes in texts are escaped


def seal_of(lines: str | bytes) -> str:
    """Return the seal of the last of these lines of a log. Its last `TAIL` bytes are enough."""
    text = lines if isinstance(lines, str) else lines.decode(errors="replace")
    begin = text.rfind(_SEAL) + len(_SEAL)
    seal = text[begin : begin + _DIGITS]
    if begin < len(_SEAL) or len(seal) < _DIGITS:
        raise Invalid("lines", lines, "lines of a log, with their seals")
    return seal


# --- the header


@frozen
class HeaderFields:
    """The fields of the header's line before its seal."""

    format: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, Json]
    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    branched: tuple[int, ...] | None


@frozen
class SecretFields:
    """The fields after the header's seal: the seeds, or the key to check seals without them."""

    seed: str | None
    branch_seeds: tuple[str, ...] | None
    seal_key: str | None


def secret_fields(header: Header[Options], *, with_seed: bool) -> SecretFields:
    """Return the fields of a header after its seal."""
    if header.seed is None or not with_seed:
        return SecretFields(None, None, header.seal_key.hex())
    seeds = tuple(seed for _, seed in header.branches if seed is not None)
    return SecretFields(header.seed, seeds or None, None)


def header_body(header: Header[Options]) -> str:
    """Return the header's line up to its seal: as it was read, or as it would be written now."""
    if header.line is not None:
        return header.line
    document: dict[str, Json] = {"format": FORMAT, **header_document(header)}
    if not header.branches:
        del document["branched"]
    return encode(document)[:-1]


def body_of(fields: HeaderFields) -> str:
    """Return the line of a header with these fields, up to its seal."""
    return encode(_document(fields))[:-1]


def header_line(body: str, seal: bytes, secret: SecretFields) -> str:
    """Return the whole line of the header."""
    return f"{body}{seal_text(seal)},{encode(_document(secret))[1:]}"


def _document(part: HeaderFields | SecretFields) -> dict[str, Json]:
    """Return a part of the header as JSON. A field that is `None` is left out."""
    from cardkit.converter import hooks_for  # importing cattrs takes half the time of importing cardkit

    fields = hooks_for(type(part))[0](part)
    return {name: value for name, value in fields.items() if value is not None}


def read_fields(kind: type[T], fields: dict[str, Json]) -> T:
    """Read a part of the header from JSON. Raise `WireError`, naming the place, if the fields are invalid."""
    from cardkit.converter import hooks_for, structured

    fields = dict.fromkeys(_OPTIONAL[kind]) | fields
    try:
        return hooks_for(kind)[1](fields, kind)
    except Exception:  # convert again, to find the path
        return structured(fields, kind)


_OPTIONAL: Final[dict[type, tuple[str, ...]]] = {
    HeaderFields: ("branched",),
    SecretFields: ("seed", "branch_seeds", "seal_key"),
}


# --- the events


def event_body(n: int, by: Seat | None, more: int, document: dict[str, Json]) -> str:
    """Return an event's line up to its seal."""
    head: dict[str, Json] = {"n": n, "by": by, "more": more} if more else {"n": n, "by": by}
    return encode(head | document)[:-1]
