"""What the server asks of a place where matches are kept. Three keep it: memory, SQLite and PostgreSQL.

A match is a record (who sits where, what is public of it: a JSON text that the store doesn't look into) and its
moves, each a row with the log lines that it brought. Everything a request changes is one `Change`, and a change is
written as a whole or not at all.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal, Protocol, TypeAlias

from attrs import Attribute, field, frozen

__all__ = [
    "DELETED",
    "LARGEST",
    "LONGEST",
    "STATUSES",
    "Answer",
    "Change",
    "Record",
    "Repeated",
    "Stale",
    "Status",
    "Store",
    "StoreDown",
    "StoreTooNew",
    "Wake",
    "Written",
    "keepable",
]

Status: TypeAlias = Literal["open", "running", "over"]

STATUSES: Final[Mapping[str, Status]] = {"open": "open", "running": "running", "over": "over"}

DELETED: Final = -1
"""The version that a wake-up carries when the match is gone."""

Wake: TypeAlias = Callable[[str, int], None]
"""`wake(match, version)`: something was written to the match; called in the event loop, after the commit.

`wake(match, 0)`: its record was replaced, and no move was written. `wake(match, DELETED)`: it is gone.
`wake("", 0)`: anything may have changed in any match, whoever waits has to read again: a store says so when it had lost
its connection for a while, or can't tell what another process wrote. A wake-up may come twice or for nothing, but
none is missing. It must not raise. An answer alone wakes nobody.
"""

LONGEST: Final = 300
"""How many characters the name of a match, a scope or a key may have."""

LARGEST: Final = 2**63 - 1
"""The largest version that a store can be asked for."""


class StoreDown(Exception):
    """The store can't be reached, or refuses to write. What was asked for has not happened, or isn't known to have."""


class StoreTooNew(Exception):
    """The database was made by a newer version of this library; it is left alone."""


def keepable(text: str) -> bool:
    """Whether every store can keep the text: no NUL and no half of a surrogate pair in it."""
    if text.isascii():
        return "\0" not in text
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _named(holder: object, attribute: "Attribute[str]", text: str) -> None:
    if len(text) > LONGEST:
        raise ValueError(f"{attribute.name} is {len(text)} characters long, and may be {LONGEST}")
    _kept(holder, attribute, text)


def _kept(holder: object, attribute: "Attribute[str]", text: str) -> None:
    if not keepable(text):
        raise ValueError(
            f"{attribute.name} has a character that can't be kept: NUL or half of a surrogate pair"
        )


@frozen(kw_only=True)
class Record:
    """A match as the store knows it."""

    match: str = field(validator=_named)
    revision: int
    """1 when it is made; one more each time the record is replaced."""
    status: Status
    public: bool
    """Whether it is listed for everybody."""
    due: bool
    """Whether the server itself has something to do in it: a bot is to move."""
    created: float
    """Unix time."""
    document: str = field(repr=False, validator=_kept)


@frozen(kw_only=True)
class Answer:
    """What a request with an idempotency key was answered, kept so that it can be answered again."""

    scope: str = field(validator=_named)
    """Whose key it is; keys of different scopes have nothing to do with each other."""
    key: str = field(validator=_named)
    fingerprint: str = field(validator=_kept)
    """Of the request: the same key with another request is refused."""
    status: int
    body: str = field(repr=False, validator=_kept)
    created: float


@frozen(kw_only=True)
class Change:
    """What is written in one transaction. Leave out what doesn't change.

    A change with a record holds if the stored revision is one less (revision 1: if there is no such match); one with
    lines holds if the match is at the version that they follow; one with neither, an answer alone, holds if the match
    is at version `after`.
    """

    match: str = field(validator=_named)
    record: Record | None = None
    """Replaces the record of the revision before; revision 1 makes the match."""
    after: int = 0
    """The version of the match that the lines follow."""
    upto: int = 0
    """The version of the match with them."""
    lines: str = field(default="", repr=False, validator=_kept)
    """The log lines of one move, or of the opening, each with its line break; none: no move is written."""
    answer: Answer | None = None
    now: float

    def __attrs_post_init__(self) -> None:
        if self.lines and not 0 <= self.after < self.upto <= LARGEST:
            raise ValueError(
                f"lines lead from a version to a later one, not from {self.after} to {self.upto}"
            )
        if self.record is not None and (self.record.match != self.match or self.record.revision < 1):
            raise ValueError("the record is of another match, or has no revision")

    def holds(self, revision: int | None, version: int) -> bool:
        """Whether it may be written to a match at that revision (None: there is none) and version."""
        if self.record is None:
            return revision is not None and version == self.after
        if self.record.revision != (revision or 0) + 1:
            return False
        return not self.lines or version == self.after

    @property
    def woken(self) -> tuple[tuple[str, int], ...]:
        """The wake-ups that writing it brings."""
        if self.lines:
            return ((self.match, self.upto),)
        return () if self.record is None else ((self.match, 0),)


@frozen
class Written:
    """It is written, and stays written whatever happens to the process or the machine from here on."""


@frozen
class Stale:
    """Nothing was written: the match isn't at that version or revision any more, or is gone."""


@frozen
class Repeated:
    """Nothing was written: the key was answered before."""

    answer: Answer


class Store(Protocol):
    """A place where matches are kept. Its methods may be called at the same time, in one event loop."""

    async def open(self, wake: Wake) -> None:
        """Connect, bring the schema up to date, and call `wake` from now on for whatever anybody writes.

        `StoreTooNew` if the schema is newer than this library, `StoreDown` if there is no reaching it.
        """
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything. Closing what isn't open is no error."""
        ...

    async def ready(self) -> None:
        """Raise `StoreDown` if it can't be written to just now."""
        ...

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing. Of changes that exclude each other exactly one is written.

        What was answered before is looked for first: a repeated key is `Repeated`, even if the change is stale too.
        """
        ...

    async def record(self, match: str) -> Record | None:
        """The record of a match."""
        ...

    async def lines(self, match: str, after: int = 0) -> str:
        """The log lines of all moves that begin at that version or later, in order, as they were written."""
        ...

    async def answer(self, scope: str, key: str) -> Answer | None:
        """What was answered under that key."""
        ...

    async def listed(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Record, ...]:
        """Public matches of that status, the newest first; `before` is `(created, match)` of the last one seen.

        Of matches that were made at the same time the one with the larger identifier comes first.
        """
        ...

    async def due(self, limit: int) -> tuple[str, ...]:
        """Matches in which the server has something to do, those first whose record is the oldest."""
        ...

    async def idle(self, before: float, limit: int) -> tuple[str, ...]:
        """Matches of any status to which nothing was written at that time or later."""
        ...

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Remove a match with all its lines; answers stay until they are forgotten. False if there is none.

        With `idle_since`: only if nothing was written to it at that time or later, so that a match found `idle` isn't
        lost to a move that came meanwhile.
        """
        ...

    async def forget(self, before: float) -> int:
        """Remove answers older than that time; how many there were."""
        ...
