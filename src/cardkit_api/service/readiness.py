"""Whether the store can be written to. Anybody may ask, so it isn't tried for each request."""

import asyncio
from time import monotonic
from typing import Final

from cardkit_api.service.figures import Figures
from cardkit_api.stores.contract import Store

__all__ = ["Readiness"]

_FRESH: Final = 1.0
"""Seconds for which a good result counts."""


class Readiness:
    """The readiness of one store. Those who ask at the same time share one trial."""

    def __init__(self, store: Store, figures: Figures) -> None:
        self._store = store
        self._figures = figures
        self._trial: asyncio.Task[None] | None = None
        self._tried = -_FRESH

    async def check(self) -> None:
        """Raise `StoreDown` if the store couldn't be written to within the last second."""
        if self._trial is None and monotonic() - self._tried < _FRESH:
            return
        if self._trial is None:
            self._trial = asyncio.get_running_loop().create_task(self._try())
        await asyncio.shield(self._trial)

    async def _try(self) -> None:
        try:
            with self._figures.store("ready"):
                await self._store.ready()
            self._tried = monotonic()
        finally:
            self._trial = None
