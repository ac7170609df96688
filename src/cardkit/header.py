"""The header of a match: what is fixed at its start, such as seats, house rules and seed."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from attrs import field, frozen

from cardkit.chance import commitment, mixed, seal_key
from cardkit.game import Json, Options
from cardkit.options import options_document
from cardkit.seats import Seat

__all__ = ["Header", "header_document", "new_header"]

SomeOptions = TypeVar("SomeOptions", covariant=True)


@frozen
class Header(Generic[SomeOptions]):
    """What is fixed at the start of a match."""

    game: str
    rules_version: int
    seats: int
    options: SomeOptions
    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    seed: str | None = field(repr=False)
    """The owner's secret. `None` in a match that was read from a log without it."""
    seal_key: bytes = field(repr=False)
    mixed_seed: str | None = field(repr=False)
    """The seed that draws come from: the owner's seed, mixed with the players' entropy."""
    branches: tuple[tuple[int, str | None], ...] = field(default=(), repr=False)
    """The match was branched at these versions: from each on, draws come from another seed."""
    line: str | None = field(default=None, repr=False, eq=False)
    """Its line in the log it was read from, without the seal. Kept only if cardkit would write it differently now."""


def header_document(header: Header[object]) -> dict[str, Json]:
    """Return what everybody may know of a header, as JSON. The log begins with it, and so does a match's document."""
    return {
        "game": header.game,
        "rules_version": header.rules_version,
        "seats": header.seats,
        "options": options_document(header.options),
        "commitment": header.commitment,
        "entropy": [[seat, text] for seat, text in header.entropy],
        "branched": [at for at, _ in header.branches],
    }


def new_header(
    game: str, rules_version: int, seats: int, options: Options, seed: str, entropy: Mapping[Seat, str]
) -> Header[Options]:
    """Return the header of a match with this seed."""
    source = mixed(seed, entropy)
    given = tuple(sorted(entropy.items()))
    return Header(
        game, rules_version, seats, options, commitment(seed), given, seed, seal_key(source), source
    )
