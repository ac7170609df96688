"""Matches kept in memory: for tests, and for servers whose matches need not survive them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from attrs import define, evolve, field

from cardkit.seats import Seat
from cardkit_api.messages import Status
from cardkit_api.stores.contract import (
    DELETED,
    Answer,
    Change,
    DuePage,
    Listed,
    MatchRow,
    NewFacts,
    Notice,
    Order,
    OrderEnd,
    Peers,
    Repeated,
    Stale,
    StoreDown,
    Wake,
    Written,
    process_clock,
)

__all__ = ["MemoryStore"]


@define
class _Kept:
    row: MatchRow
    touched: float
    """When anything was last written to it."""
    changed: float
    """When the row was last written."""
    moves: list[Change] = field(factory=list[Change])
    facts: list[NewFacts] = field(factory=list[NewFacts])
    due: int | None = None
    people: tuple[str, ...] = ()
    orders: dict[Seat, Order] = field(factory=dict[Seat, Order])

    @property
    def ordered(self) -> bool:
        """Whether an order waits."""
        return any(not order.ended for order in self.orders.values())

    @property
    def version(self) -> int:
        return self.moves[-1].upto if self.moves else 0

    @property
    def number_of_facts(self) -> int:
        return self.facts[-1].upto if self.facts else 0

    def waits_for_bot(self, before: float) -> bool:
        """Return whether a bot is to move since before that time."""
        last = self.moves[-1] if self.moves else None
        return last is None or (last.actors & self.row.bots != 0 and last.now < before)

    def waits_for_order(self, before: float) -> bool:
        """Return whether a seat with an order may move since before that time, or whether the match is over."""
        last = self.moves[-1] if self.moves else None
        waiting = [seat for seat, order in self.orders.items() if not order.ended]
        if last is None or last.now >= before:
            return False
        return any(last.actors == 0 or last.actors >> seat & 1 for seat in waiting)


class MemoryStore:
    """A store that lives as long as this object. Closing it deletes nothing."""

    def __init__(self, clock: Callable[[], int] = process_clock) -> None:
        self._clock = clock
        self._matches: dict[str, _Kept] = {}
        self._answers: dict[tuple[str, str], Answer] = {}
        self._people: defaultdict[str, set[str]] = defaultdict(set)
        """The matches of each user."""
        self._notices: dict[tuple[str, str, str], tuple[float, Notice]] = {}
        """What webhooks will tell, and when, by match, target and kind."""
        self._wake: Wake | None = None

    async def open(self, wake: Wake, peers: Peers | None = None) -> None:
        """Accept calls from now on."""
        if self._wake is not None:
            raise RuntimeError("the store is open already")
        self._wake = wake

    async def close(self) -> None:
        """Accept no more calls. Everything is still there after the next `open`."""
        self._wake = None

    async def tell(self, told: Sequence[tuple[str, str]]) -> None:
        """Do nothing: there is no way to pass it on."""

    async def ready(self) -> None:
        """Raise `StoreDown` if the store isn't open."""
        self._require_open()

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        wake = self._require_open()
        answer = change.answer
        if answer is not None:
            before = self._answers.get((answer.scope, answer.key))
            if before is not None:
                return Repeated(before)
        kept = self._matches.get(change.match)
        revision = None if kept is None else kept.row.revision
        version, facts = (0, 0) if kept is None else (kept.version, kept.number_of_facts)
        if not change.applies(revision, version, facts):
            return Stale()
        if change.order is not None and not self._end(change.order):
            return Stale()
        self._keep(kept, change)
        for match, version in change.wakes:
            wake(match, version)
        return Written(kept is not None and kept.orders != {} and kept.ordered)

    async def row(self, match: str) -> MatchRow | None:
        """Return the row of a match, or `None`."""
        self._require_open()
        kept = self._matches.get(match)
        return None if kept is None else kept.row

    async def lines(self, match: str, after: int = 0) -> str:
        """Return the log lines of all moves from that version on."""
        self._require_open()
        kept = self._matches.get(match)
        return "" if kept is None else "".join(move.lines for move in kept.moves if move.after >= after)

    async def answer(self, scope: str, key: str) -> Answer | None:
        """Return the answer that was kept under that key, or `None`."""
        self._require_open()
        return self._answers.get((scope, key))

    async def list_matches(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Listed, ...]:
        """List public matches of that status, newest first."""
        self._require_open()
        public = [kept for kept in self._matches.values() if kept.row.public]
        return _page(public, status, before, limit)

    async def list_matches_of(
        self, person: str, status: Status | None, before: tuple[float, str] | None, limit: int
    ) -> tuple[Listed, ...]:
        """List the matches of a user, public or not, newest first."""
        self._require_open()
        theirs = [self._matches[match] for match in self._people.get(person, ())]
        return _page(theirs, status, before, limit)

    async def newest(self, status: Status) -> MatchRow | None:
        """Return the row of the newest match of that status, public or not, or `None`."""
        self._require_open()
        rows = [kept.row for kept in self._matches.values() if kept.row.status == status]
        return max(rows, key=lambda row: row.created, default=None)

    async def list_due(self, after: tuple[float, str] | None, limit: int, before: float) -> DuePage:
        """List the matches that wait for a bot and were last moved in before that time."""
        self._require_open()
        page = [
            (kept.changed, match, kept)
            for match, kept in sorted(self._matches.items(), key=lambda item: (item[1].changed, item[0]))
            if kept.row.bots and (after is None or (kept.changed, match) > after)
        ][:limit]
        waiting = tuple([match for _, match, kept in page if kept.waits_for_bot(before)])
        return DuePage(waiting, page[-1][:2] if len(page) == limit else None)

    async def note(self, row: MatchRow, version: int, actors: int) -> None:
        """Fill in what an older server left out."""
        self._require_open()
        kept = self._matches.get(row.match)
        if kept is not None and kept.row.revision == row.revision:
            kept.row = evolve(kept.row, document=row.document, bots=row.bots)
        if kept is not None and kept.moves and kept.version == version:
            kept.moves[-1] = evolve(kept.moves[-1], actors=actors)

    async def now(self) -> int:
        """Return the time by this process's clock."""
        self._require_open()
        return self._clock()

    def about(self) -> int:
        """Return the time by this process's clock."""
        return self._clock()

    async def facts(self, match: str, after: int = 0) -> str:
        """Return the lines of all facts of the match's clock from that number on."""
        self._require_open()
        kept = self._matches.get(match)
        return "" if kept is None else "".join(one.lines for one in kept.facts if one.after >= after)

    async def next_due(self) -> int | None:
        """Return when the next flag of any match falls, or when its claim ends."""
        self._require_open()
        return min((kept.due for kept in self._matches.values() if kept.due is not None), default=None)

    async def claim_due(self, now: int, until: int, limit: int) -> tuple[str, ...]:
        """Claim matches in which a flag has fallen."""
        self._require_open()
        due = sorted(
            (kept.due, match)
            for match, kept in self._matches.items()
            if kept.due is not None and kept.due <= now
        )
        claimed = tuple(match for _, match in due[:limit])
        for match in claimed:
            self._matches[match].due = until
        return claimed

    async def next_notice(self) -> float | None:
        """Return when the next notice is due."""
        self._require_open()
        return min((due for due, _ in self._notices.values()), default=None)

    async def claim_notices(self, now: float, until: float, limit: int) -> tuple[Notice, ...]:
        """Claim the notices that are due."""
        self._require_open()
        found = sorted((due, place) for place, (due, _) in self._notices.items() if due <= now)[:limit]
        claimed = tuple([self._notices[place][1] for _, place in found])
        for notice in claimed:
            self._notices[_place_of(notice)] = until, notice
        return claimed

    async def settle_notice(self, notice: Notice, due: float | None) -> None:
        """Put a notice off to that time, or delete it."""
        self._require_open()
        kept = self._notices.get(_place_of(notice))
        if kept is None or kept[1].id != notice.id:
            return
        if due is None:
            del self._notices[_place_of(notice)]
        else:
            self._notices[_place_of(notice)] = due, notice

    async def put_order(self, order: Order) -> int | None:
        """Keep the order in place of the seat's last one. Return the version that the match is at."""
        self._require_open()
        kept = self._matches.get(order.match)
        if kept is None or kept.row.status != "running":
            return None
        kept.orders[order.seat] = order
        return kept.version

    async def end_order(self, end: OrderEnd) -> bool:
        """End an order. Return whether it waited until then."""
        self._require_open()
        return self._end(end)

    async def orders(self, match: str) -> tuple[Order, ...]:
        """Return the orders of a match, also those that have ended, by seat."""
        self._require_open()
        kept = self._matches.get(match)
        return () if kept is None else tuple([kept.orders[seat] for seat in sorted(kept.orders)])

    async def list_ordered(self, after: str, limit: int, before: float) -> tuple[str, ...]:
        """List the matches that an order keeps waiting since before that time."""
        self._require_open()
        found = sorted(match for match, kept in self._matches.items() if kept.waits_for_order(before))
        return tuple([match for match in found if match > after][:limit])

    async def list_idle(self, before: float, limit: int) -> tuple[str, ...]:
        """List the matches that were last written to before that time."""
        self._require_open()
        return tuple(islice((match for match, kept in self._oldest() if kept.touched < before), limit))

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Delete a match with all its lines. With `idle_since`, only if nothing was written since."""
        wake = self._require_open()
        kept = self._matches.get(match)
        if kept is None or (idle_since is not None and kept.touched >= idle_since):
            return False
        del self._matches[match]
        self._set_people(kept, ())
        for place in [place for place in self._notices if place[0] == match]:
            del self._notices[place]
        wake(match, DELETED)
        return True

    async def delete_answers(self, before: float) -> int:
        """Delete the answers older than that time. Return how many there were."""
        self._require_open()
        old = [name for name, answer in self._answers.items() if answer.created < before]
        for name in old:
            del self._answers[name]
        return len(old)

    def _require_open(self) -> Wake:
        if self._wake is None:
            raise StoreDown("the store isn't open")
        return self._wake

    def _keep(self, kept: _Kept | None, change: Change) -> None:
        if change.answer is not None:
            self._answers[change.answer.scope, change.answer.key] = change.answer
        if change.row is not None:
            if kept is None:
                kept = self._matches[change.match] = _Kept(change.row, change.now, change.now)
            kept.row, kept.touched, kept.changed = change.row, change.now, change.now
            if change.people is not None:
                self._set_people(kept, change.people)
        if change.lines and kept is not None:
            kept.moves.append(
                evolve(change, row=None, people=None, answer=None, clock=None, notices=(), order=None)
            )
            kept.touched = change.now
        if change.clock is not None and kept is not None:
            kept.facts.append(change.clock)
            kept.due = change.clock.due
        for notice in change.notices:
            if notice.id:
                self._notices[_place_of(notice)] = change.now, notice
            else:
                self._notices.pop(_place_of(notice), None)

    def _end(self, end: OrderEnd) -> bool:
        kept = self._matches.get(end.match)
        order = None if kept is None else kept.orders.get(end.seat)
        if kept is None or order is None or order.ended or order.id != end.id:
            return False
        kept.orders[end.seat] = evolve(order, ended=end.ended, version=end.version, document="")
        return True

    def _set_people(self, kept: _Kept, people: tuple[str, ...]) -> None:
        match = kept.row.match
        for person in kept.people:
            self._people[person].discard(match)
            if not self._people[person]:
                del self._people[person]
        for person in people:
            self._people[person].add(match)
        kept.people = people

    def _oldest(self) -> Iterator[tuple[str, _Kept]]:
        return iter(sorted(self._matches.items(), key=lambda item: (item[1].touched, item[0])))


def _place_of(notice: Notice) -> tuple[str, str, str]:
    return notice.match, notice.target, notice.kind


def _page(
    found: Iterable[_Kept], status: Status | None, before: tuple[float, str] | None, limit: int
) -> tuple[Listed, ...]:
    """Return those of that status, newest first."""
    page = [
        Listed(kept.row, kept.version, kept.moves[-1].actors if kept.moves else 0)
        for kept in found
        if status in (None, kept.row.status)
        and (before is None or (kept.row.created, kept.row.match) < before)
    ]
    page.sort(key=lambda one: (one.row.created, one.row.match), reverse=True)
    return tuple(page[:limit])
