"""How a match changes: the change is written to the store, and then taken over in memory."""

import asyncio
from collections.abc import Callable
from time import perf_counter, time
from typing import TypeAlias

import attrs

from cardkit.clock import Clock, Fact, dump_facts
from cardkit.log import lines_since
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit_api.messages import Status
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.figures import Figures
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo, dump_info
from cardkit_api.service.notices import Notices
from cardkit_api.service.timing.timed import Timed
from cardkit_api.stores.contract import (
    UNKNOWN,
    Answer,
    Change,
    MatchRow,
    NewFacts,
    Notice,
    OrderEnd,
    Repeated,
    Stale,
    Store,
    StoreDown,
    Written,
    bits_of,
)

__all__ = ["Check", "Commits", "unchecked"]

Check: TypeAlias = Callable[[], None]
"""Refuses if the caller has lost their role by now. Called right before a change is written, with no `await` after."""


def unchecked() -> None:
    """Refuse nothing."""


@attrs.frozen(eq=False)
class Commits:
    """The one path by which matches change."""

    _store: Store
    _cache: MatchCache
    _logs: MatchLogs
    _figures: Figures
    _notices: Notices
    _on_due: Callable[[int | None], None]

    async def commit(
        self,
        loaded: LoadedMatch,
        *,
        info: MatchInfo | None = None,
        before: AnyMatch | None = None,
        after: AnyMatch | None = None,
        answer: Answer | None = None,
        facts: tuple[Fact, ...] = (),
        begin: bool = False,
        check: Check = unchecked,
        order: OrderEnd | None = None,
    ) -> Written | Stale | Repeated:
        """Write new information about a match, or the events that lead from `before` to `after`, or both.

        An open match begins with `begin`, or if everything that it waits for is there. Its seed is revealed when it is
        over. If somebody else's change came first, nothing is written, and that change is read. `facts` are new ones of
        the match's clock. `order` is the standing order that the move carries out.
        """
        kept, known, status = loaded.row, loaded.info, loaded.row.status
        since, lines = 0, ""
        if before is not None and after is not None:
            since = before.version
            lines = lines_since(after, since, loaded.seal)
            if not after.actors:
                info = attrs.evolve(info or loaded.info, seed=after.revealed, outcome=after.outcome)
                status = "over"
        elif info is not None and status == "open" and (begin or info.starts_now):
            status = "running"
            info, after, lines = self._logs.begin(loaded.row.match, info)
            if info.timing is not None:
                facts = (start_clock(info, after, await self._store.now()),)
        timed = self._timed(loaded, facts) if facts else None
        if timed is not None and not lines:
            since = loaded.version
        row = None if info is None else _next_row(kept, info, status)
        now = time()
        hooked = self._notices.any and self._notices.watches(info or loaded.info)
        change = Change(
            match=loaded.row.match,
            row=row,
            after=since,
            upto=0 if after is None else after.version,
            lines=lines,
            actors=UNKNOWN if after is None else bits_of(after.actors),
            people=None if info is None else _people(known, info),
            answer=answer,
            notices=self._notices.of(loaded, info, status, after, now) if hooked else (),
            clock=None if timed is None else _new_facts(timed, facts),
            order=order,
            now=now,
        )
        check()
        result = await self._write(loaded, change)
        if not isinstance(result, Written):
            await self._cache.refresh(loaded)
            if loaded.gone and isinstance(result, Stale):
                raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
            return result
        if result.ordered:
            loaded.ordered = True
        if change.notices:
            self._notices.wake()
        if before is not None:
            self._figures.moves_played += 1
        if row is not None and info is not None and row.revision > loaded.row.revision:
            loaded.row, loaded.info = row, info
        if after is not None and after.version > loaded.version:
            self._cache.advance(loaded, after, lines)
        if timed is not None and timed.clock.facts > (0 if loaded.clock is None else loaded.clock.facts):
            loaded.timed = timed
            self._on_due(timed.clock.next_deadline)
        self._cache.announce(loaded)
        return result

    async def tell(self, loaded: LoadedMatch, notice: Notice, check: Check) -> bool:
        """Write what a webhook will tell besides changes. Return `False` if the match has just changed."""
        check()
        change = Change(match=loaded.row.match, after=loaded.version, notices=(notice,), now=notice.at)
        if not isinstance(await self._write(loaded, change), Written):
            await self._cache.refresh(loaded)
            return False
        self._notices.wake()
        return True

    def _timed(self, loaded: LoadedMatch, facts: tuple[Fact, ...]) -> Timed:
        if loaded.timed is not None:
            return loaded.timed.after(facts)
        return Timed.begin(facts, self._store.about)

    async def _write(self, loaded: LoadedMatch, change: Change) -> Written | Stale | Repeated:
        loaded.writing = change.upto
        began = perf_counter()
        try:
            with self._figures.tracing.store("write"):
                result = await self._store.write(change)
            if isinstance(result, Written):
                self._figures.commits.count(perf_counter() - began)
            return result
        except Exception as error:
            if isinstance(error, StoreDown):
                self._figures.store_errors["write"] += 1
            self._cache.catch_up(loaded)  # the change may have been written all the same
            raise
        except asyncio.CancelledError:
            self._cache.lose(loaded)
            raise
        finally:
            loaded.writing = 0


def start_clock(info: MatchInfo, match: AnyMatch, now: int) -> Fact:
    """Return the fact that the match, which has a clock, begins."""
    if info.timing is None:
        raise LookupError("the match has no clock")
    bots = [chair.bot for chair in info.chairs]
    return Clock.start(info.timing.control, version=match.version, bots=bots, actors=match.actors, now=now)


def _new_facts(timed: Timed, facts: tuple[Fact, ...]) -> NewFacts:
    upto = timed.clock.facts
    due = timed.clock.next_deadline
    return NewFacts(after=upto - len(facts), upto=upto, lines=dump_facts(facts), due=due)


def _people(before: MatchInfo, after: MatchInfo) -> tuple[str, ...] | None:
    return after.people if before.people or after.people else None


def _next_row(before: MatchRow, info: MatchInfo, status: Status) -> MatchRow:
    return attrs.evolve(
        before,
        revision=before.revision + 1,
        status=status,
        bots=info.bots if status == "running" else 0,
        document=dump_info(info),
    )
