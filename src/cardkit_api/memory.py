"""Matches kept in memory, for tests and for whoever embeds the server and needs nothing to last."""

from collections.abc import Iterator
from itertools import islice

from attrs import define, field

from cardkit_api.store import (
    DELETED,
    Answer,
    Change,
    Record,
    Repeated,
    Stale,
    Status,
    StoreDown,
    Wake,
    Written,
)

__all__ = ["MemoryStore"]


@define
class _Kept:
    record: Record
    touched: float
    moves: list[tuple[int, int, str]] = field(factory=list[tuple[int, int, str]])
    """`(after, upto, lines)` each."""

    @property
    def version(self) -> int:
        return self.moves[-1][1] if self.moves else 0


class MemoryStore:
    """A store that lasts as long as this object; closing it forgets nothing."""

    def __init__(self) -> None:
        self._matches: dict[str, _Kept] = {}
        self._answers: dict[tuple[str, str], Answer] = {}
        self._wake: Wake | None = None

    async def open(self, wake: Wake) -> None:
        """Take calls from now on."""
        if self._wake is not None:
            raise RuntimeError("the store is open already")
        self._wake = wake

    async def close(self) -> None:
        """Take no calls any more; what was written is there when it is opened again."""
        self._wake = None

    async def ready(self) -> None:
        """Raise `StoreDown` if it isn't open."""
        self._opened()

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        wake = self._opened()
        answer = change.answer
        if answer is not None:
            before = self._answers.get((answer.scope, answer.key))
            if before is not None:
                return Repeated(before)
        kept = self._matches.get(change.match)
        revision = None if kept is None else kept.record.revision
        if not change.holds(revision, 0 if kept is None else kept.version):
            return Stale()
        self._keep(kept, change)
        for match, version in change.woken:
            wake(match, version)
        return Written()

    async def record(self, match: str) -> Record | None:
        """The record of a match."""
        self._opened()
        kept = self._matches.get(match)
        return None if kept is None else kept.record

    async def lines(self, match: str, after: int = 0) -> str:
        """The log lines of all moves that begin at that version or later."""
        self._opened()
        kept = self._matches.get(match)
        return "" if kept is None else "".join(lines for begin, _, lines in kept.moves if begin >= after)

    async def answer(self, scope: str, key: str) -> Answer | None:
        """What was answered under that key."""
        self._opened()
        return self._answers.get((scope, key))

    async def listed(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Record, ...]:
        """Public matches of that status, the newest first."""
        self._opened()
        records = (kept.record for kept in self._matches.values())
        found = [
            record
            for record in records
            if record.public
            and record.status == status
            and (before is None or (record.created, record.match) < before)
        ]
        found.sort(key=lambda record: (record.created, record.match), reverse=True)
        return tuple(found[:limit])

    async def due(self, limit: int) -> tuple[str, ...]:
        """Matches in which the server has something to do."""
        self._opened()
        return tuple(islice((match for match, kept in self._oldest() if kept.record.due), limit))

    async def idle(self, before: float, limit: int) -> tuple[str, ...]:
        """Matches to which nothing was written at that time or later."""
        self._opened()
        return tuple(islice((match for match, kept in self._oldest() if kept.touched < before), limit))

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Remove a match with all its lines; with `idle_since` only if nothing was written then or later."""
        wake = self._opened()
        kept = self._matches.get(match)
        if kept is None or (idle_since is not None and kept.touched >= idle_since):
            return False
        del self._matches[match]
        wake(match, DELETED)
        return True

    async def forget(self, before: float) -> int:
        """Remove answers older than that time."""
        self._opened()
        old = [name for name, answer in self._answers.items() if answer.created < before]
        for name in old:
            del self._answers[name]
        return len(old)

    def _opened(self) -> Wake:
        if self._wake is None:
            raise StoreDown("the store isn't open")
        return self._wake

    def _keep(self, kept: _Kept | None, change: Change) -> None:
        if change.answer is not None:
            self._answers[change.answer.scope, change.answer.key] = change.answer
        if change.record is not None:
            if kept is None:
                kept = self._matches[change.match] = _Kept(change.record, change.now)
            kept.record, kept.touched = change.record, change.now
        if change.lines and kept is not None:
            kept.moves.append((change.after, change.upto, change.lines))
            kept.touched = change.now

    def _oldest(self) -> Iterator[tuple[str, _Kept]]:
        return iter(sorted(self._matches.items(), key=lambda item: (item[1].touched, item[0])))
