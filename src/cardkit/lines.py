"""How a line of a log is written: there is just one way. The format is described in `docs/log-format.md`."""

import json
from typing import Final, TypeVar

import attrs

from cardkit.game import Json
from cardkit.record import Header
from cardkit.seats import Seat

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "SEAL",
    "SEAL_MARK",
    "START",
    "encoded",
    "event_fields",
    "header_fields",
    "secret_fields",
]

Options = TypeVar("Options")

FORMAT: Final = "cardkit/1"
LONGEST_LINE: Final = 2**20
"""No line has more bytes: a reader needs no more memory than this, whatever it is given."""

SEAL_MARK: Final = b',"seal":"'
SEAL: Final = len(SEAL_MARK) + 64 + len(b'"}')
START: Final = bytes(32)
"""What stands in the place of a seal before the header's."""

encoded: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")
).encode
"""JSON without spaces, its texts unescaped where they can be."""


def header_fields(header: Header[Options]) -> dict[str, Json]:
    """The header's line, without its seal and the secret after it."""
    options: dict[str, Json] = attrs.asdict(header.options)  # type: ignore[arg-type]  # attrs' own bound
    branched: dict[str, Json] = {"branched": [at for at, _ in header.branches]} if header.branches else {}
    return {
        "format": FORMAT,
        "game": header.game,
        "rules_version": header.rules_version,
        "seats": header.seats,
        "options": options,
        "commitment": header.commitment,
        "entropy": [[seat, text] for seat, text in header.entropy],
        **branched,
    }


def secret_fields(header: Header[Options], *, with_seed: bool) -> dict[str, Json]:
    """What stands behind the header's seal: the seeds, or what is needed to check the seals without them."""
    if header.seed is None or not with_seed:
        return {"seal_key": header.seal_key.hex()}
    if header.branches:
        return {"seed": header.seed, "branch_seeds": [seed for _, seed in header.branches]}
    return {"seed": header.seed}


def event_fields(n: int, by: Seat | None, more: int, document: dict[str, Json]) -> dict[str, Json]:
    """An event's line, without its seal."""
    head: dict[str, Json] = {"n": n, "by": by, "more": more} if more else {"n": n, "by": by}
    return head | document
