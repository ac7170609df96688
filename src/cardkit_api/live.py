"""Matches in memory: the newest that this process knows of each, and who waits for news of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal

from cardkit.match import AnyMatch
from cardkit_api.stores.contract import MatchRow
from cardkit_api.tables import Table

__all__ = ["Live", "LiveMatches"]


class Live:
    """One match in memory. What it holds is replaced as a whole; the values themselves never change."""

    __slots__ = (
        "behind",
        "gone",
        "lost",
        "match",
        "pins",
        "reading",
        "row",
        "seal",
        "table",
        "thinking",
        "waiting",
        "writing",
    )

    def __init__(self, row: MatchRow, table: Table, match: AnyMatch | None, seal: str) -> None:
        self.row: MatchRow = row
        self.table: Table = table
        self.match: AnyMatch | None = match
        """`None` before the start."""
        self.seal: str = seal
        """That of the last line of the match's log."""
        self.gone: bool = False
        """The match was deleted."""
        self.lost: bool = False
        """What has become of it isn't known: whoever waits is cut off, and asks again."""
        self.writing: int = 0
        """The version that this process is writing just now."""
        self.behind: Literal["no", "moves", "all"] = "no"
        """What others have written that isn't known here: moves, or anything."""
        self.reading: bool = False
        """Somebody is about to read what is behind."""
        self.pins: int = 0
        self.thinking: asyncio.Task[None] | None = None
        """The task that moves for the bots."""
        self.waiting: set[asyncio.Future[None]] = set()

    @property
    def version(self) -> int:
        """The version of the match; 0 before the start."""
        return 0 if self.match is None else self.match.version

    def wake(self) -> None:
        """Tell everybody who waits that there is news."""
        waiting, self.waiting = self.waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def news(self, seconds: float) -> bool:
        """Wait for news, so long at most; whether there is any. Look first, with no `await` in between."""
        future = asyncio.get_running_loop().create_future()
        self.waiting.add(future)
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return False
        finally:
            self.waiting.discard(future)
        return True

    @contextmanager
    def pinned(self) -> Generator[None]:
        """Keep it in memory meanwhile: somebody watches."""
        self.pins += 1
        try:
            yield
        finally:
            self.pins -= 1


class LiveMatches:
    """The matches in memory; beyond a bound, those are let go that nobody used for the longest time."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.matches: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self.matches)

    def get(self, match: str) -> Live | None:
        """The match, if it is in memory."""
        live = self.matches.get(match)
        if live is not None:
            self.matches.move_to_end(match)
        return live

    def add(self, live: Live) -> Live:
        """Keep it, unless it is in memory already: then that one is kept."""
        known = self.matches.setdefault(live.row.match, live)
        if len(self.matches) > self.bound:
            self._let_go()
        return known

    def remove(self, live: Live) -> None:
        """Forget it, unless the match was read again since: that one has others who wait."""
        if self.matches.get(live.row.match) is live:
            del self.matches[live.row.match]

    def _let_go(self) -> None:
        for match, live in [*self.matches.items()]:
            if len(self.matches) <= self.bound:
                return
            if not live.pins and live.thinking is None and not live.writing:
                del self.matches[match]
