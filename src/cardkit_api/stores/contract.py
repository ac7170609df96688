"""The interface of a store. Memory, SQLite and PostgreSQL implement it.

The store keeps one row for each match and one for each move. A match's row holds a JSON text with its seats, which the
store doesn't look into. A move's row holds its log lines. A match with a clock also has rows with the facts of its
clock. The standing order of a seat has a row of its own. Everything a request changes is one `Change`, which is written
as a whole or not at all.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import time_ns
from typing import Final, Protocol, TypeAlias

from attrs import Attribute, field, frozen

from cardkit.seats import Seat
from cardkit_api.messages import Status

__all__ = [
    "ASIDE",
    "DELETED",
    "EVERYBODY",
    "FACTS",
    "LARGEST",
    "LONGEST",
    "STATUSES",
    "UNKNOWN",
    "Answer",
    "Change",
    "DuePage",
    "Listed",
    "MatchRow",
    "NewFacts",
    "Notice",
    "Order",
    "OrderEnd",
    "Peers",
    "Repeated",
    "Stale",
    "Store",
    "StoreDown",
    "StoreTooNew",
    "Wake",
    "Written",
    "bits_of",
    "keepable",
    "process_clock",
    "reason_of",
    "seats_of",
]

STATUSES: Final[Mapping[str, Status]] = {"open": "open", "running": "running", "over": "over"}

DELETED: Final = -1
"""The version in the wake-up for a deleted match."""

ASIDE: Final = -2
"""The version in a call of `Peers.hear` with a text that belongs to no write: that of `Store.tell`."""

FACTS: Final = "\f"
"""Comes before a clock's facts in what a process tells of a move. Their first line is the number of facts before."""

EVERYBODY: Final = "*"
"""Stands in place of a match in what processes tell each other of themselves. No match has this name."""

Wake: TypeAlias = Callable[[str, int], None]
"""A callback for news: `wake(match, version)` is called in the event loop after moves were committed.

`wake(match, 0)`: only the row of the match was replaced. `wake(match, DELETED)`: the match was deleted.
`wake("", 0)`: any match may have changed. A store says this after it lost its connection for a while, or if it can't
tell what another process wrote. A wake-up may come twice or for nothing, but none is lost. A callback must not raise.
It isn't called for a change with an answer only.
"""

LONGEST: Final = 300
"""The longest name of a match, scope or key, in characters."""

UNKNOWN: Final = -1
"""Stands for seats that aren't known, in place of their bits. It has all bits."""

LARGEST: Final = 2**63 - 1
"""The largest version that a store can hold."""


class StoreDown(Exception):
    """The store can't be reached, or refuses to write. The change may or may not have been written."""


class StoreTooNew(Exception):
    """The database was made by a newer version of this library. Nothing in it was changed."""


def reason_of(error: Exception) -> str:
    """Return what an error of a file or a connection says, in words alone."""
    if isinstance(error, OSError) and error.errno:
        return (os.strerror(error.errno) if error.errno > 0 else error.strerror or str(error)).lower()
    return str(error)


def keepable(text: str) -> bool:
    """Return whether every store can keep the text: it has no NUL and no unpaired surrogate."""
    if text.isascii():
        return "\0" not in text
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def bits_of(seats: Iterable[Seat]) -> int:
    """Return the seats as a number with a bit for each, or `UNKNOWN` if the number is too large for a store."""
    bits = sum(1 << seat for seat in {*seats})
    return bits if bits <= LARGEST else UNKNOWN


def seats_of(bits: int) -> list[Seat]:
    """Return the seats of these bits."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def _check_name(holder: object, attribute: "Attribute[str]", text: str) -> None:
    if len(text) > LONGEST:
        raise ValueError(f"{attribute.name} has {len(text)} characters; the most is {LONGEST}")
    _check_text(holder, attribute, text)


def _check_text(holder: object, attribute: "Attribute[str]", text: str) -> None:
    if not keepable(text):
        raise ValueError(
            f"{attribute.name} has a character that can't be stored: NUL or an unpaired surrogate"
        )


@frozen(kw_only=True)
class MatchRow:
    """A match as the store keeps it, without its moves."""

    match: str = field(validator=_check_name)
    revision: int
    """1 for a new match. Each replacement of the row adds 1."""
    status: Status
    public: bool
    """Whether the match is listed for everybody."""
    bots: int = 0
    """The seats for which the server has to move, as bits. 0 unless the match is running."""
    created: float
    """Unix time."""
    document: str = field(repr=False, validator=_check_text)


@frozen(kw_only=True)
class Answer:
    """The answer to a request with an idempotency key, kept to be given again."""

    scope: str = field(validator=_check_name)
    """Whose key it is. The same key in another scope is another key."""
    key: str = field(validator=_check_name)
    fingerprint: str = field(validator=_check_text)
    """A hash of the request. Another request under the same key is refused."""
    status: int
    body: str = field(repr=False, validator=_check_text)
    created: float


@frozen(kw_only=True)
class NewFacts:
    """New facts of a match's clock."""

    after: int
    """The number of facts before."""
    upto: int
    """The number of facts after these."""
    lines: str = field(repr=False, validator=_check_text)
    due: int | None
    """When the next flag falls, in milliseconds of Unix time. `None` if none will."""

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.after < self.upto or not self.lines:
            raise ValueError(
                f"facts must lead to a greater number of them, not from {self.after} to {self.upto}"
            )


@frozen(kw_only=True)
class Notice:
    """What a webhook will tell. It is kept until it is delivered, or until a newer one of its kind replaces it."""

    match: str = field(validator=_check_name)
    target: str = field(validator=_check_name)
    """A hash of the URL that it goes to."""
    kind: str = field(validator=_check_name)
    id: str = field(validator=_check_name)
    """The same for each delivery. If it is empty, the kept notice of this kind is withdrawn."""
    version: int
    seats: int
    """The seats that it is about, as bits."""
    at: float
    """When it happened, in Unix time."""
    tries: int = 0
    """How often its delivery has failed."""


@frozen(kw_only=True)
class Order:
    """The standing order of a seat, or what became of it. A seat has one at most.

    It is kept apart from its match, so the match doesn't reveal it.
    """

    match: str = field(validator=_check_name)
    seat: Seat
    id: str = field(validator=_check_name)
    """Another one for each order."""
    reached: int
    """The version up to which everything that happened was foreseen, when it was given."""
    document: str = field(repr=False, validator=_check_text)
    """What it says. Empty once it has ended."""
    ended: str = ""
    """What became of it. Empty while it waits."""
    version: int = 0
    """The version of the match at that moment."""


@frozen(kw_only=True)
class OrderEnd:
    """The end of an order that waits."""

    match: str
    seat: Seat
    id: str
    ended: str
    version: int


@frozen(kw_only=True)
class Change:
    """What one transaction writes. Leave out what doesn't change.

    A change with a row applies if the stored revision is one less; for revision 1, if there is no such match yet. A
    change with lines applies if the match is at version `after`. So does a change with an answer alone. A change with
    facts applies if the match is at that version, too, and has as many facts as the change says.
    """

    match: str = field(validator=_check_name)
    row: MatchRow | None = None
    """The new row. Revision 1 creates the match."""
    after: int = 0
    """The version of the match before the lines."""
    upto: int = 0
    """The version of the match after the lines."""
    lines: str = field(default="", repr=False, validator=_check_text)
    """The log lines of one move or of the opening, each with its line break. Empty if no move is written."""
    actors: int = UNKNOWN
    """The seats that may move after these lines, as bits."""
    people: tuple[str, ...] | None = None
    """The users whose match it is from now on, by the hashes of their ids. `None` if there neither are nor were any.

    They go with the row. So a change without a row has none.
    """
    answer: Answer | None = None
    clock: NewFacts | None = None
    """New facts of the match's clock."""
    notices: tuple[Notice, ...] = ()
    """What webhooks will tell of it."""
    order: OrderEnd | None = None
    """The order that this move carries out. The change applies only if that order still waits."""
    now: float

    @property
    def told(self) -> str:
        """What other processes are told of a move: its lines and, after `FACTS`, the facts of the clock."""
        clock = self.clock
        return self.lines if clock is None else f"{self.lines}{FACTS}{clock.after}\n{clock.lines}"

    @property
    def claims(self) -> tuple[object, ...]:
        """The match and the idempotency key. Changes that share one of them can't share a statement."""
        answer = self.answer
        return (self.match,) if answer is None else (self.match, (answer.scope, answer.key))

    def __attrs_post_init__(self) -> None:
        if self.lines and not 0 <= self.after < self.upto <= LARGEST:
            raise ValueError(
                f"lines must lead from a version to a later one, not from {self.after} to {self.upto}"
            )
        if self.row is not None and (self.row.match != self.match or self.row.revision < 1):
            raise ValueError("the row is of another match, or its revision is less than 1")
        if self.row is None and self.people is not None:
            raise ValueError("the people of a match are written with its row")

    def applies(self, revision: int | None, version: int, facts: int = 0) -> bool:
        """Return whether this may be written to a match at that revision and version, with that number of facts.

        The revision is `None` if there is no match.
        """
        if self.clock is not None and self.clock.after != facts:
            return False
        if self.row is None:
            return revision is not None and version == self.after
        if self.row.revision != (revision or 0) + 1:
            return False
        return not (self.lines or self.clock) or version == self.after

    @property
    def wakes(self) -> tuple[tuple[str, int], ...]:
        """The wake-ups to send once this is written."""
        if self.lines and (self.row is None or self.clock is None):
            return ((self.match, self.upto),)
        return () if self.row is None and self.clock is None else ((self.match, 0),)


@frozen
class Written:
    """The change is on disk. It survives a crash of the process or the machine."""

    ordered: bool = field(default=False, repr=False)
    """Whether an order waits in the match. It is read with what a write reads anyway, from a mark at the match."""


@frozen
class Stale:
    """Nothing was written: the match has another version or revision by now, or was deleted."""


@frozen
class Repeated:
    """Nothing was written: a request with this key was answered before."""

    answer: Answer


@frozen
class Listed:
    """A match in a list, read at one moment."""

    row: MatchRow
    version: int
    actors: int
    """The seats that may move, as bits. `UNKNOWN` if an older server wrote the last move."""


@frozen
class DuePage:
    """The matches of a page for which a bot is to move, as far as is known. `next` leads to the next page."""

    matches: tuple[str, ...]
    next: tuple[float, str] | None


def process_clock() -> int:
    """Return the time in milliseconds, by the clock of this machine."""
    return time_ns() // 1_000_000


class Peers(Protocol):
    """What a store needs to pass moves on to other processes, so that they needn't read them.

    A store need not use it, and what it passes on may get lost. It wakes instead, then.
    """

    def veil(self, text: str, size: int) -> str:
        """Return the text in a form that nobody else can read or forge. It tells of the text only that `size`.

        `size` is in bytes, and no less than those of the text. The form has no white space, and at most a third more
        bytes and 100.
        """
        ...

    def unveil(self, veiled: str) -> str:
        """Return the text that another process veiled. Raise `ValueError` unless it is genuine."""
        ...

    def holds(self, match: str) -> bool:
        """Return whether moves of this match are wanted here."""
        ...

    def hear(self, match: str, after: int, upto: int, lines: str) -> None:
        """Take moves that another process has committed, in place of a wake-up. It doesn't raise.

        `after` and `upto` are the versions before and after them. `lines` is `Change.told`.
        """
        ...


class Store(Protocol):
    """A place where matches are kept. One event loop may call its methods concurrently."""

    async def open(self, wake: Wake, peers: Peers | None = None) -> None:
        """Connect, update the schema, and from now on call `wake` or `peers.hear` for every write, by any process.

        Raise `StoreTooNew` if the schema is newer than this library, `StoreDown` if the store can't be reached.
        """
        ...

    async def close(self) -> None:
        """Finish what was begun, and disconnect. Closing a store that isn't open does nothing."""
        ...

    async def ready(self) -> None:
        """Raise `StoreDown` if the store can't be written to right now."""
        ...

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing. Of several changes to the same version, exactly one is written.

        A key that was answered before gives `Repeated`, even if the change is stale as well.
        """
        ...

    async def tell(self, told: Sequence[tuple[str, str]]) -> None:
        """Pass short texts about matches to all other processes, veiled: `peers.hear(match, 0, ASIDE, text)` for each.

        They may get lost. A store that has no way to pass them on does nothing. `EVERYBODY` stands for no match.
        """
        ...

    async def row(self, match: str) -> MatchRow | None:
        """Return the row of a match, or `None`."""
        ...

    async def lines(self, match: str, after: int = 0) -> str:
        """Return the log lines of all moves from that version on, in order, exactly as they were written."""
        ...

    async def answer(self, scope: str, key: str) -> Answer | None:
        """Return the answer that was kept under that key, or `None`."""
        ...

    async def list_matches(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Listed, ...]:
        """List public matches of that status, newest first. `before` is `(created, match)` of the last one seen.

        Of matches created at the same time, the one with the larger identifier comes first.
        """
        ...

    async def list_matches_of(
        self, person: str, status: Status | None, before: tuple[float, str] | None, limit: int
    ) -> tuple[Listed, ...]:
        """List the matches of a user, public or not, newest first. `before` is as in `list_matches`.

        List only those of that status, unless it is `None`.
        """
        ...

    async def newest(self, status: Status) -> MatchRow | None:
        """Return the row of the newest match of that status, public or not, or `None`."""
        ...

    async def list_due(self, after: tuple[float, str] | None, limit: int, before: float) -> DuePage:
        """List the matches that wait for a bot and were last moved in before that time.

        A page looks at `limit` of the running matches with bots. `after` is the `next` of the page before.
        """
        ...

    async def note(self, row: MatchRow, version: int, actors: int) -> None:
        """Fill in what an older server left out of a row and of the move that led to that version.

        Only the row's `document` and `bots` are written. This doesn't count as a change of the match: its revision
        stays, nobody is woken, and it counts as idle as before. If the match has moved on, nothing is written.
        """
        ...

    async def now(self) -> int:
        """Return the time in milliseconds of Unix time, by the one clock that all users of this store share."""
        ...

    def about(self) -> int:
        """Return about the same time as `now`, without waiting. Use it only to show the time."""
        ...

    async def facts(self, match: str, after: int = 0) -> str:
        """Return the lines of all facts of the match's clock from that number on, as they were written."""
        ...

    async def next_due(self) -> int | None:
        """Return when the next flag of any match falls, or fell, or when the claim of a match that is due ends."""
        ...

    async def claim_due(self, now: int, until: int, limit: int) -> tuple[str, ...]:
        """Claim matches in which a flag has fallen by `now`, and return them. Nobody else gets them before `until`.

        If their claimer ends before it has written what follows from the flags, they are due again then.
        """
        ...

    async def next_notice(self) -> float | None:
        """Return when the next notice is due, in Unix time. It may have been due for long."""
        ...

    async def claim_notices(self, now: float, until: float, limit: int) -> tuple[Notice, ...]:
        """Claim the notices that are due by `now`, and return them. Nobody else gets them before `until`.

        If their claimer ends before it has settled them, they are due again then.
        """
        ...

    async def settle_notice(self, notice: Notice, due: float | None) -> None:
        """Put a notice off to that time, with its number of tries, or delete it. A newer one of its kind stays."""
        ...

    async def put_order(self, order: Order) -> int | None:
        """Keep the order in place of the seat's last one. Return the version that the match is at.

        Return `None`, and keep nothing, if the match isn't running. This doesn't count as a change of the match: its
        revision stays, nobody is woken, and it counts as idle as before.
        """
        ...

    async def end_order(self, end: OrderEnd) -> bool:
        """End an order. Return whether it waited until then. Neither is this a change of the match."""
        ...

    async def orders(self, match: str) -> tuple[Order, ...]:
        """Return the orders of a match, also those that have ended, by seat."""
        ...

    async def list_ordered(self, after: str, limit: int, before: float) -> tuple[str, ...]:
        """List matches that an order keeps waiting: its seat may move since before that time, or the match is over.

        They are sorted, and come after the match `after`.
        """
        ...

    async def list_idle(self, before: float, limit: int) -> tuple[str, ...]:
        """List the matches of any status that were last written to before that time."""
        ...

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Delete a match with all its lines. Answers stay. Return whether there was one to delete.

        With `idle_since`, delete it only if nothing was written to it since then. So a match that `list_idle` found
        survives if somebody has moved in the meantime.
        """
        ...

    async def delete_answers(self, before: float) -> int:
        """Delete the answers older than that time. Return how many there were."""
        ...
