"""Regular work: waking bots that nothing else woke, and deleting what is too old."""

import logging
from time import time
from typing import Final

from attrs import define, field

from cardkit.rejections import CardkitError
from cardkit_api.limits import Limits
from cardkit_api.problems import HttpRefusal, trace_of
from cardkit_api.service.background import do_rounds
from cardkit_api.service.bots import Bots
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.figures import Figures
from cardkit_api.service.summary import Summaries
from cardkit_api.stores.contract import Store, StoreDown

__all__ = ["Housekeeper"]

_log: Final = logging.getLogger("cardkit_api")

_PAGE: Final = 1000
"""Matches that the store looks at, at a time."""

_PERIOD: Final = 60.0
"""Seconds between two rounds."""


@define(eq=False)
class Housekeeper:
    """Looks after all matches of the store, round after round."""

    _store: Store
    _cache: MatchCache
    _bots: Bots
    _summaries: Summaries
    _limits: Limits
    _figures: Figures
    _rounds: int = field(init=False, default=0)

    async def run(self) -> None:
        """Do a round now, and then one every minute."""
        await do_rounds(self._do_round, _PERIOD, self._figures, "housekeeping", "the housekeeper")

    async def _do_round(self) -> None:
        now = time()
        await self._wake_all_bots(now if self._rounds == 0 else now - _PERIOD / 2)
        self._rounds += 1
        await self._store.delete_answers(now - self._limits.keep_answers)
        since = now - self._limits.keep_idle
        for match in await self._store.list_idle(since, 100):
            await self._store.delete(match, now, idle_since=since)

    async def _wake_all_bots(self, before: float) -> None:
        """Wake the bots that have been waiting since that time, in all matches.

        In the first round, these are all that wait. Later on, a process that thinks for them needn't be helped.
        """
        place: tuple[float, str] | None = None
        while True:
            page = await self._store.list_due(place, _PAGE, before)
            for match in page.matches:
                await self._wake_bots(match)
            place = page.next
            if place is None:
                return

    async def _wake_bots(self, match: str) -> None:
        try:
            loaded = await self._cache.load(match)
        except StoreDown:
            raise
        except (CardkitError, HttpRefusal):
            return  # this server lacks its game, or the key that it was made with
        except Exception as error:
            _log.error("a match could not be read: %s", trace_of(error))
            return
        if loaded is not None and not self._bots.wake(loaded, now_and_then=True):
            await self._summaries.note(loaded)  # an older server didn't note that no bot is to move
