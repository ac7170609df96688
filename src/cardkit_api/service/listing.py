"""Lists of matches: the public ones, and those of a user. No log is read for them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from cardkit_api.messages import Status
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.summary import Summaries, Summary
from cardkit_api.stores.contract import Listed, Store

__all__ = ["Cursor", "Lists", "looks_for"]

Cursor: TypeAlias = tuple[float, str]
"""When the last match of a page was created, and its id."""

_LOOKS: Final = 200
"""The most matches that are looked at for a page of those that are wanted."""
_AT_ONCE: Final = 20
"""Matches that are looked at before other requests have their turn."""


class Lists:
    """Lists the matches of a store."""

    def __init__(self, store: Store, summaries: Summaries) -> None:
        self._store = store
        self._summaries = summaries
        self._listing = asyncio.Lock()
        """So that one list is made at a time, and those who play never wait for more than a part of one."""

    async def public(
        self, status: Status, before: Cursor | None, limit: int, game: str = "", seats: int = 0
    ) -> tuple[list[Summary], Cursor | None]:
        """List public matches, newest first. Return them, and the cursor of the next page if there is one.

        List only those of the game, and with that number of seats, if these are given. The page is then made from a
        bounded number of matches, so that it may have few of them or none.
        """
        looks = looks_for(limit, game, seats)
        rows = await self._store.list_matches(status, before, looks + 1)
        return await self._page(rows, looks, limit, lambda info: _fits(info, game, seats))

    async def of_user(
        self, user: str, status: Status | None, before: Cursor | None, limit: int
    ) -> tuple[list[Summary], Cursor | None]:
        """List the matches of a user, newest first. Return them, and the cursor of the next page if there is one."""
        rows = await self._store.list_matches_of(user, status, before, limit + 1)
        return await self._page(rows, limit, limit, lambda info: user in info.people)

    async def _page(
        self, rows: Sequence[Listed], looks: int, limit: int, is_wanted: Callable[[MatchInfo], bool]
    ) -> tuple[list[Summary], Cursor | None]:
        """Return `limit` of the matches that are wanted, and the cursor after the last one that was looked at."""
        found: list[Summary] = []
        looked = 0
        async with self._listing:
            for listed in rows[:looks]:
                looked += 1
                summary = await self._summaries.of(listed)
                if summary is not None and is_wanted(summary.info):
                    found.append(summary)
                if len(found) == limit:
                    break
                if looked % _AT_ONCE == 0:
                    await asyncio.sleep(0)
        last = rows[looked - 1].row if looked < len(rows) else None
        return found, None if last is None else (last.created, last.match)


def looks_for(limit: int, game: str, seats: int) -> int:
    """Return the most matches that are looked at for a page of `limit` matches of the game with that many seats."""
    return max(limit, _LOOKS) if game or seats else limit


def _fits(info: MatchInfo, game: str, seats: int) -> bool:
    return game in ("", info.game) and seats in (0, len(info.chairs))
