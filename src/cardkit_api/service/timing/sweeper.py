"""Looks for flags that have fallen, in all matches of the store.

Every process does so. A process that finds some claims their matches for a few seconds, so that the others leave them
alone. If it ends before it has written what follows, another one finds them again.
"""

import asyncio
import logging
from typing import Final

from cardkit.rejections import CardkitError
from cardkit_api.problems import HttpRefusal, trace_of
from cardkit_api.service.background import do_rounds
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.figures import Figures
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import LARGEST, Store, StoreDown

__all__ = ["Sweeper"]

_log: Final = logging.getLogger("cardkit_api")

_PAGE: Final = 20
"""Matches that are claimed at a time. Others are left to other processes."""

_LEASE: Final = 5_000
"""Milliseconds for which they are claimed."""

_PERIOD: Final = 2_000
"""The most milliseconds until the next look, while there are clocks in the store."""

_IDLE: Final = 5_000
"""The most milliseconds until the next look, while there are none. This process's own matches are noticed at once."""

_TAKEN: Final = 20
"""Milliseconds until the next look if another process claims what is due."""


class Sweeper:
    """Carries out what follows from flags, in the moment in which they fall."""

    def __init__(self, store: Store, cache: MatchCache, figures: Figures) -> None:
        self._store = store
        self._cache = cache
        self._figures = figures
        self._sooner = asyncio.Event()
        self._next = 0
        """When it looks again, by the store's clock."""

    def expect(self, due: int | None) -> None:
        """Note that a flag will fall at that time."""
        if due is not None and due < self._next:
            self._sooner.set()

    async def run(self, timekeeper: Timekeeper) -> None:
        """Look for flags again and again."""

        async def look() -> float:
            return await self.look(timekeeper) / 1000

        await do_rounds(look, _PERIOD / 1000, self._figures, "clocks", "the sweeper", self._sooner)

    async def look(self, timekeeper: Timekeeper) -> int:
        """Look for flags that have fallen. Return after how many milliseconds to look again."""
        self._sooner.clear()
        self._next = LARGEST  # what is written while it looks has it look again
        due, now = await self._store.next_due(), await self._store.now()
        if due is None or due > now:
            wait = _IDLE if due is None else min(due - now, _PERIOD)
            self._next = now + wait
            return wait
        claimed = await self._store.claim_due(now, now + _LEASE, _PAGE)
        await asyncio.gather(*(self._flag(match, timekeeper) for match in claimed))
        return 0 if claimed else _TAKEN

    async def _flag(self, match: str, timekeeper: Timekeeper) -> None:
        try:
            loaded = await self._cache.load(match)
            if loaded is not None:
                await self._cache.read_news(loaded)
                await timekeeper.flag(loaded)
        except (StoreDown, CardkitError, HttpRefusal):
            return  # it is due again soon; or this server lacks its game, or the key that it was made with
        except Exception as error:
            _log.error("the flags of a match could not be written: %s", trace_of(error))
