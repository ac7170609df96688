"""What lists show of a match. It is kept with the match, so that no log is read for it."""

from collections import OrderedDict
from typing import Final

import attrs
from attrs import frozen

from cardkit.rejections import CardkitError
from cardkit.seats import Outcome, Seat
from cardkit_api.messages import ClockStatus
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo, dump_info, load_info
from cardkit_api.stores.contract import UNKNOWN, Listed, MatchRow, Store, bits_of, seats_of

__all__ = ["Summaries", "Summary", "summary_of"]

_KEPT: Final = 1000
"""The most summaries that are kept. Reading one again costs as much as a quarter of a request."""


@frozen(eq=False)
class Summary:
    """A match from outside, at one version. Summaries that were made apart aren't equal."""

    row: MatchRow
    info: MatchInfo
    version: int
    actors: tuple[Seat, ...]
    outcome: Outcome | None
    clock: ClockStatus | None = None
    """`None` in a match without a clock, before the start, and in lists."""


def summary_of(loaded: LoadedMatch) -> Summary:
    """Return the summary of a match in memory."""
    match = loaded.match
    if match is None:
        return Summary(loaded.row, loaded.info, 0, (), None)
    clock = None if loaded.timed is None else loaded.timed.status()
    return Summary(loaded.row, loaded.info, match.version, match.actors, match.outcome, clock)


class Summaries:
    """Makes summaries of listed matches. It reads the log only if an older server left something out."""

    def __init__(self, store: Store, cache: MatchCache, logs: MatchLogs) -> None:
        self._store = store
        self._cache = cache
        self._logs = logs
        self._latest: OrderedDict[str, Summary] = OrderedDict()

    async def of(self, listed: Listed) -> Summary | None:
        """Return the summary, or `None` if this server can't serve the match."""
        row = listed.row
        known = self._latest.get(row.match)
        info = known.info if known is not None and known.row == row else load_info(row.document)
        try:
            self._logs.check_readable(row.match, info)
            if listed.actors != UNKNOWN and (row.status != "over" or info.outcome is not None):
                if known is not None and known.info is info and known.version == listed.version:
                    return known
                summary = Summary(row, info, listed.version, tuple(seats_of(listed.actors)), info.outcome)
                self._keep(summary)
                return summary
            loaded = await self._cache.read(row)
        except (CardkitError, HttpRefusal):
            return None  # this server lacks its game, or the key that it was made with
        if loaded is None:
            return None
        await self.note(loaded)
        return summary_of(loaded)

    def _keep(self, summary: Summary) -> None:
        """Keep the summary of a match that was listed: it is likely to be listed again."""
        self._latest.pop(summary.row.match, None)
        self._latest[summary.row.match] = summary
        if len(self._latest) > _KEPT:
            self._latest.popitem(last=False)

    async def note(self, loaded: LoadedMatch) -> None:
        """Fill in what an older server left out."""
        match = loaded.match
        if match is None:
            return
        bots = loaded.info.bots if loaded.row.status == "running" else 0
        info = attrs.evolve(loaded.info, outcome=match.outcome)
        row = attrs.evolve(loaded.row, document=dump_info(info), bots=bots)
        await self._store.note(row, match.version, bits_of(match.actors))
