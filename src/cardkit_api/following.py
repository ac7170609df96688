"""The matches in memory, kept in step with the store.

A match is read when it is asked for, and read on when somebody else has written to it: another process, or a write
of this one whose end isn't known. Whoever waits for news is woken then.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Final

from cardkit.game import AnyGame
from cardkit.log import loads, read_on, seal_of, with_seed
from cardkit.match import AnyMatch
from cardkit.rejections import UnknownGame
from cardkit_api.background import Background
from cardkit_api.keys import Keys, same
from cardkit_api.live import Live, LiveMatches
from cardkit_api.problems import Trouble, traced
from cardkit_api.store import DELETED, Store, StoreDown
from cardkit_api.tables import Table, read_table

__all__ = ["Following"]

_log: Final = logging.getLogger("cardkit_api")

_LONG: Final = 200_000
"""Characters of a log that is read in a thread, so that others needn't wait."""
_READERS: Final = 3
"""How many matches are read on at a time, so that the store has time for others."""


class Following:
    """What this process knows of the store's matches. `moved` hears of each that is read, and read on."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        keys: Keys,
        bound: int,
        background: Background,
        moved: Callable[[Live], None],
    ) -> None:
        self.lives: LiveMatches = LiveMatches(bound)
        self._store = store
        self._games = games
        self._keys = keys
        self._background = background
        self._moved = moved
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._overtaken: set[str] = set()
        """Matches that somebody wrote to while they were read."""
        self._readers = asyncio.Semaphore(_READERS)

    # --- reading

    async def live(self, match: str) -> Live | None:
        """The match, read from the store if it isn't in memory; `None` if there is none."""
        known = self.lives.get(match)
        if known is not None:
            return known
        task = self._loading.get(match)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(match))
            self._loading[match] = task
            task.add_done_callback(lambda _: self._loaded(match))
        return await asyncio.shield(task)

    def _loaded(self, match: str) -> None:
        self._loading.pop(match, None)
        self._overtaken.discard(match)

    async def _load(self, match: str) -> Live | None:
        record = await self._store.record(match)
        if record is None:
            return None
        live = Live(record, read_table(record.document), None, "")
        await self._read_on(live)
        live = self.lives.add(live)
        if match in self._overtaken:
            await self.refresh(live)
        self._moved(live)
        return None if live.gone else live

    async def _read_on(self, live: Live) -> None:
        """Read the moves that follow what is in memory."""
        while live.record.status != "open":
            before, seal = live.match, live.seal
            lines = await self._store.lines(live.record.match, live.version)
            if not lines:
                return
            if before is None:
                after = await self._read(live.record.match, live.table, lines)
            else:
                after = read_on(before, lines, seal)
            if live.match is before:  # else somebody else was faster, and there may be more
                live.match, live.seal = after, seal_of(lines)
                return

    async def _read(self, match: str, table: Table, lines: str) -> AnyMatch:
        text = with_seed(table.header, self.seed(match, table), lines)
        game = self.game(table.game)
        return await asyncio.to_thread(loads, text, game) if len(text) > _LONG else loads(text, game)

    def seed(self, match: str, table: Table) -> str:
        """The match's seed: written down once it is over, derived from the server's key until then."""
        if table.seed is not None:
            return table.seed
        if not same(table.key, self._keys.name):
            raise Trouble(503, "key_missing", "this server doesn't have the key that the match was made with")
        return self._keys.seed(match, table.salt)

    def game(self, key: str) -> AnyGame:
        """The game with this key, of those that the server has."""
        game = self._games.get(key)
        if game is None:
            raise UnknownGame(key, self._games)
        return game

    # --- reading on

    async def refresh(self, live: Live, *, moves_only: bool = False) -> None:
        """Read what others have written to the match since."""
        if not moves_only and not await self._reread(live):
            return
        await self._read_on(live)
        if live.match is not None and not live.match.actors and live.record.status != "over":
            await self._reread(live)  # it ended between the two readings
        live.wake()
        self._moved(live)

    async def _reread(self, live: Live) -> bool:
        """Read the record; whether there is one still."""
        record = await self._store.record(live.record.match)
        if record is None:
            self.vanished(live)
            return False
        if record.revision > live.record.revision:
            live.record, live.table = record, read_table(record.document)
        return True

    def woken(self, match: str, version: int) -> None:
        """Somebody has written to the match: this process or another. To any match, if it is ''."""
        if match == "":
            self._overtaken.update(self._loading)
            for live in [*self.lives.matches.values()]:
                self.catch_up(live)
            return
        if match in self._loading:
            self._overtaken.add(match)
        known = self.lives.matches.get(match)
        if known is None:
            return
        if version == DELETED:
            self.vanished(known)
        elif version <= 0 or version > max(known.version, known.writing):
            self.catch_up(known, everything=version <= 0)

    def catch_up(self, live: Live, *, everything: bool = True) -> None:
        """Read on soon, once for all that was written until then."""
        if everything or live.match is None:
            live.behind = "all"
        elif live.behind == "no":
            live.behind = "moves"
        if not live.reading:
            live.reading = True
            self._background.spawn(self._caught_up(live))

    async def _caught_up(self, live: Live) -> None:
        try:
            while live.behind != "no" and not live.gone:
                async with self._readers:
                    moves_only, live.behind = live.behind == "moves", "no"
                    await self.refresh(live, moves_only=moves_only)
        except StoreDown:
            self.lose(live)  # whoever asks next reads it again, and is told what is wrong
        except Exception as error:
            self.lose(live)
            _log.error("a match could not be read on: %s", traced(error))
        finally:
            live.reading = False

    # --- letting go

    def kept(self, live: Live) -> AbstractContextManager[None]:
        """Keep the match in memory while somebody watches it. One that was let go just now hears of nothing more."""
        if self.lives.matches.get(live.record.match) is not live:
            live.lost = True
        return live.pinned()

    def lose(self, live: Live) -> None:
        """What has become of the match isn't known: whoever waits is cut off, and asks again."""
        live.lost = True
        self.lives.remove(live)
        live.wake()

    def vanished(self, live: Live) -> None:
        """The match was deleted."""
        live.gone = True
        self.lives.remove(live)
        live.wake()

    def dismiss(self) -> None:
        """Cut off whoever waits for news: they may come back."""
        for live in [*self.lives.matches.values()]:
            self.lose(live)

    async def stop(self) -> None:
        """Break off what is being read."""
        going_on = [*self._loading.values()]
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
