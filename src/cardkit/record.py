"""What is recorded of a match besides its game's events: the engine's own events, the header, the log."""

from collections.abc import Mapping
from typing import Final, Generic, TypeAlias, TypeVar

from attrs import field, frozen

from cardkit.chance import commitment, mixed, seal_key
from cardkit.game import Options
from cardkit.language import Language, in_language
from cardkit.seats import Seat

__all__ = ["Committed", "Entry", "Header", "Log", "Mark", "Undone", "sealed_header", "told"]

SomeEvent = TypeVar("SomeEvent", covariant=True)
SomeOptions = TypeVar("SomeOptions", covariant=True)


@frozen
class Committed:
    """The engine's own first event: the seed is fixed from here on, without being told."""

    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    """What players gave to be mixed into the seed, by seat."""


@frozen
class Undone:
    """A seat's last move was taken back: the match stands again where it stood at version `to`."""

    to: int
    agreed: tuple[Seat, ...] = ()
    """All seats, where it took everybody's consent; nobody, where nobody had learned anything from the move."""


Mark: TypeAlias = Committed | Undone
"""Events of the engine itself. Everybody sees them as they are."""


_COMMITTED: Final[dict[Language, str]] = {
    "en": "The seed is fixed; its commitment is {}.",
    "de": "Der Startwert steht fest; seine Festlegung ist {}.",
    "nl": "De startwaarde ligt vast; haar vastlegging is {}.",
}
_UNDONE: Final[dict[Language, str]] = {
    "en": "The last move is taken back; the match stands as it did at version {}.",
    "de": "Der letzte Zug ist zurückgenommen; die Partie steht wieder wie bei Version {}.",
    "nl": "De laatste zet is teruggenomen; de partij staat weer zoals bij versie {}.",
}


def told(mark: Mark, language: Language) -> str:
    """The engine's own sentence for its own event."""
    match mark:
        case Committed(commitment, _):
            return in_language(_COMMITTED, language).format(commitment)
        case Undone(to=to):
            return in_language(_UNDONE, language).format(to)


@frozen
class Header(Generic[SomeOptions]):
    """What a match is: fixed at its start."""

    game: str
    rules_version: int
    seats: int
    options: SomeOptions
    commitment: str
    entropy: tuple[tuple[Seat, str], ...]
    seed: str | None = field(repr=False)
    """The owner's secret; `None` in a match that was read from a log without it."""
    seal_key: bytes = field(repr=False)
    mixed_seed: str | None = field(repr=False)
    """Where draws come from: the seed and the players' entropy."""
    branches: tuple[tuple[int, str | None], ...] = field(default=(), repr=False)
    """Versions from which on draws come from another seed: the match was branched there, for analysis."""
    line: str | None = field(default=None, repr=False, eq=False)
    """Its line in the log, without the seal, where it isn't written like that any more: it stays as it was."""


def sealed_header(
    game: str, rules_version: int, seats: int, options: Options, seed: str, entropy: Mapping[Seat, str]
) -> Header[Options]:
    """The header of a match with this seed."""
    source = mixed(seed, entropy)
    given = tuple(sorted(entropy.items()))
    return Header(
        game, rules_version, seats, options, commitment(seed), given, seed, seal_key(source), source
    )


@frozen
class Entry(Generic[SomeEvent]):
    """One event of a log: its number from 1, whose move it came from, and how many events of that move follow."""

    n: int
    by: Seat | None
    more: int
    event: SomeEvent | Mark
    line: str | None = None
    """Its line in the log, without the seal, where an older schema wrote it: it stays as it was."""


@frozen
class Log(Generic[SomeEvent, SomeOptions]):
    """The events of a match and its header. Whoever holds it knows everything."""

    header: Header[SomeOptions]
    entries: tuple[Entry[SomeEvent], ...]
