"""How a match changes: the change is written to the store, and then taken over in memory."""

import asyncio
from time import perf_counter, time

import attrs

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
from cardkit_api.stores.contract import (
    UNKNOWN,
    Answer,
    Change,
    MatchRow,
    Repeated,
    Stale,
    Store,
    StoreDown,
    Written,
    bits_of,
)

__all__ = ["Commits"]


class Commits:
    """The one path by which matches change."""

    def __init__(self, store: Store, cache: MatchCache, logs: MatchLogs, figures: Figures) -> None:
        self._store = store
        self._cache = cache
        self._logs = logs
        self._figures = figures

    async def commit(
        self,
        loaded: LoadedMatch,
        *,
        info: MatchInfo | None = None,
        before: AnyMatch | None = None,
        after: AnyMatch | None = None,
        answer: Answer | None = None,
        begin: bool = False,
    ) -> Written | Stale | Repeated:
        """Write new information about a match, or the events that lead from `before` to `after`, or both.

        An open match begins with `begin`, or if everything that it waits for is there. Its seed is revealed when it is
        over. If somebody else's change came first, nothing is written, and that change is read.
        """
        status: Status = loaded.row.status
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
        row = None if info is None else _next_row(loaded.row, info, status)
        change = Change(
            match=loaded.row.match,
            row=row,
            after=since,
            upto=0 if after is None else after.version,
            lines=lines,
            actors=UNKNOWN if after is None else bits_of(after.actors),
            people=None if info is None else _people(loaded.info, info),
            answer=answer,
            now=time(),
        )
        result = await self._write(loaded, change)
        if not isinstance(result, Written):
            await self._cache.refresh(loaded)
            if loaded.gone and isinstance(result, Stale):
                raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
            return result
        if before is not None:
            self._figures.moves_played += 1
        if row is not None and info is not None and row.revision > loaded.row.revision:
            loaded.row, loaded.info = row, info
        if after is not None and after.version > loaded.version:
            self._cache.advance(loaded, after, lines)
        self._cache.announce(loaded)
        return result

    async def _write(self, loaded: LoadedMatch, change: Change) -> Written | Stale | Repeated:
        loaded.writing = change.upto
        began = perf_counter()
        try:
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
