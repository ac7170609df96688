"""The other processes of the server: which of them run, and which players follow a match there.

They tell each other by `Store.tell`, so nothing of it is stored. Each says now and then that it runs. One that hasn't
said so for long has ended, and its players are away. Who follows a match is told when it changes, and when another
process asks.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

from attrs import define, field

from cardkit.game import Json
from cardkit_api.service.background import Background
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.stores.contract import EVERYBODY, Store, StoreDown

__all__ = ["Neighbours"]

_BEAT: Final = 15.0
"""Seconds between two signs of life."""

_SILENCE: Final = 45.0
"""Seconds without a sign of life after which a process has ended."""

_DELAY: Final = 0.5
"""Seconds for which news are gathered. A client that asks by long polls isn't away between two of them."""

_LAST_WORD: Final = 1.0
"""Seconds that a process takes at most to say that it ends."""


@define(eq=False)
class Neighbours:
    """The other processes of the server. `clock` returns seconds."""

    _store: Store
    _background: Background
    delay: float = field(default=_DELAY, kw_only=True)
    clock: Callable[[], float] = field(default=monotonic, kw_only=True)
    me: str = field(init=False, factory=partial(secrets.token_hex, 8))
    _heard: dict[str, float] = field(init=False, factory=dict[str, float])
    """When each of the others was last heard."""
    _changed: dict[str, LoadedMatch] = field(init=False, factory=dict[str, LoadedMatch])
    """The matches of which others may want to know who follows them."""
    _asked: set[str] = field(init=False, factory=set[str])
    """The matches of which this process wants to know that."""
    _greets: bool = field(init=False, default=False)
    """Whether others are to hear soon that this process runs."""
    _telling: bool = field(init=False, default=False)

    # --- what happens here

    def note(self, loaded: LoadedMatch) -> None:
        """Note that somebody has begun to follow a match here, or has ceased to."""
        presences = loaded.presences
        if not self._heard:
            return
        if loaded.pins and not presences.asked:
            presences.asked = True
            self._asked.add(loaded.row.match)
            self._tell_soon()
        if presences.here != presences.told and not (loaded.lost and loaded.row.match in self._changed):
            self._changed[loaded.row.match] = loaded
            self._tell_soon()

    def ask_again(self, matches: Mapping[str, LoadedMatch]) -> None:
        """Ask of all matches that somebody follows here. News may have got lost."""
        for loaded in matches.values():
            loaded.presences.asked = False
            self.note(loaded)

    async def run(self, matches: Mapping[str, LoadedMatch]) -> None:
        """Say again and again that this process runs, and notice which others don't any more."""
        while True:
            with suppress(StoreDown):
                await self._store.tell([(EVERYBODY, f"runs {self.me}")])
            self.look(matches)
            await asyncio.sleep(_BEAT)

    def look(self, matches: Mapping[str, LoadedMatch]) -> None:
        """Forget the processes that weren't heard for long."""
        for process in [name for name, at in self._heard.items() if self.clock() - at > _SILENCE]:
            self._forget(process, matches)

    async def close(self) -> None:
        """Tell others that this process ends."""
        if self._heard:
            with suppress(StoreDown, TimeoutError):
                async with asyncio.timeout(_LAST_WORD):
                    await self._store.tell([(EVERYBODY, f"ends {self.me}")])

    # --- what others tell

    def hear(self, loaded: LoadedMatch | None, text: str, matches: Mapping[str, LoadedMatch]) -> bool:
        """Take what another process tells, perhaps about a match in memory. Return whether it is about presence."""
        word, _, rest = text.partition(" ")
        process, _, rest = rest.partition(" ")
        if word == "ends":
            self._forget(process, matches)
        elif word in ("runs", "asks", "here"):
            self._meet(process, matches)
            if word == "asks" and loaded is not None:
                loaded.presences.told = None  # so it is told once more
                self.note(loaded)
            elif word == "here" and loaded is not None and loaded.presences.hear(process, _ages(rest)):
                loaded.notify()
        else:
            return False
        return True

    def _meet(self, process: str, matches: Mapping[str, LoadedMatch]) -> None:
        is_new = process not in self._heard
        self._heard[process] = self.clock()
        if is_new:
            self._greets = True
            self._tell_soon()
            self.ask_again(matches)

    def _forget(self, process: str, matches: Mapping[str, LoadedMatch]) -> None:
        if self._heard.pop(process, None) is None:
            return
        for loaded in matches.values():
            if loaded.presences.forget(process):
                loaded.notify()

    # --- telling others

    def _tell_soon(self) -> None:
        if not self._telling:
            self._telling = True
            self._background.spawn(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(self.delay)
        self._telling = False
        told = [(EVERYBODY, f"runs {self.me}")] if self._greets else []
        told += [(match, f"asks {self.me}") for match in self._asked]
        for match, loaded in self._changed.items():
            presences = loaded.presences
            if presences.here == presences.told:
                continue
            ages = presences.ages(len(loaded.info.chairs))
            if presences.told or any(age is not None for age in ages):
                told.append((match, f"here {self.me} {json.dumps(ages)}"))
            presences.told = presences.here
        self._greets = False
        self._asked.clear()
        self._changed.clear()
        with suppress(StoreDown):
            await self._store.tell(told)


def _ages(text: str) -> list[int | None]:
    """Read what another process tells of the seats. Another version of this library may tell something else."""
    try:
        found: Json = json.loads(text)
    except ValueError:
        return []
    return [age if isinstance(age, int) else None for age in found] if isinstance(found, list) else []
