"""The matches in memory, kept in step with the store.

A match is loaded when it is first asked for. The store may then know more than memory: another process has written, or
the outcome of a write isn't known. The new part is read at once if somebody waits for news. Otherwise it is read before
the next request.
"""

import asyncio
import logging
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final

from attrs import field, frozen

from cardkit.clock import load_facts
from cardkit.log import read_on, seal_of
from cardkit.match import AnyMatch
from cardkit.rejections import CardkitError
from cardkit.seats import Seat
from cardkit_api.problems import trace_of
from cardkit_api.service.background import Background
from cardkit_api.service.figures import Figures
from cardkit_api.service.loaded_match import LoadedMatch, LoadedMatches
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo, load_info
from cardkit_api.service.neighbours import Neighbours
from cardkit_api.service.timing.timed import Timed
from cardkit_api.stores.contract import ASIDE, DELETED, EVERYBODY, FACTS, MatchRow, Store, StoreDown

__all__ = ["MatchCache"]

_log: Final = logging.getLogger("cardkit_api")

_TOLD: Final = 50
"""The most moves of a match that were told, but not yet worked in. Above it, they are read from the store."""

_MOMENT: Final = 0.02
"""Seconds, at most, to wait for what another process tells of a move. Its answer may have been faster."""

_READERS: Final = 10
"""Matches that are read on at the same time, so that the store has time for others."""


@frozen(eq=False)
class MatchCache:
    """What this process knows of the store's matches. `on_change` is called when a match is loaded or changes."""

    _matches: LoadedMatches
    _store: Store
    _logs: MatchLogs
    _background: Background
    _on_change: Callable[[LoadedMatch], None]
    _figures: Figures
    _neighbours: Neighbours
    _loading: dict[str, asyncio.Task[LoadedMatch | None]] = field(
        init=False, factory=dict[str, "asyncio.Task[LoadedMatch | None]"]
    )
    _overtaken: set[str] = field(init=False, factory=set[str])
    """Matches that somebody wrote to while they were loaded."""
    _readers: asyncio.Semaphore = field(init=False, factory=partial(asyncio.Semaphore, _READERS))

    def __len__(self) -> int:
        return len(self._matches)

    # --- loading

    @property
    def loaded(self) -> Mapping[str, LoadedMatch]:
        """All matches in memory."""
        return self._matches.matches

    def get(self, match: str) -> LoadedMatch | None:
        """Return the match, if it is in memory."""
        return self._matches.get(match)

    def add(self, loaded: LoadedMatch) -> LoadedMatch:
        """Keep a match that this process made. If it is in memory already, return that one instead."""
        return self._matches.add(loaded)

    async def load(self, match: str) -> LoadedMatch | None:
        """Return the match, from the store if it isn't in memory. Return `None` if there is none."""
        known = self._matches.get(match)
        if known is not None:
            return known
        task = self._loading.get(match)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(match))
            self._loading[match] = task
            task.add_done_callback(lambda _: self._finish_loading(match))
        return await asyncio.shield(task)

    def _finish_loading(self, match: str) -> None:
        self._loading.pop(match, None)
        self._overtaken.discard(match)

    async def read(self, row: MatchRow) -> LoadedMatch | None:
        """Return the match of that row without keeping it in memory. Return `None` if it was deleted."""
        loaded = LoadedMatch(row, load_info(row.document))
        return loaded if await self._read_on(loaded, row) else None

    async def _load(self, match: str) -> LoadedMatch | None:
        with self._figures.store("read"):
            row = await self._store.row(match)
            loaded = None if row is None else await self.read(row)
        if loaded is None:
            return None
        loaded = self._matches.add(loaded)
        if match in self._overtaken:
            await self.refresh(loaded)
        self._on_change(loaded)
        return None if loaded.gone else loaded

    async def _read_on(self, loaded: LoadedMatch, row: MatchRow) -> bool:
        """Read the moves that follow what is in memory. Return whether the match still exists.

        The row and the moves are taken over together. So nobody sees one of them without the other.
        """
        fits = False
        while True:
            before, seal = loaded.match, loaded.seal
            if row.revision <= loaded.row.revision:
                row = loaded.row
            lines = "" if row.status == "open" else await self._store.lines(row.match, loaded.version)
            info = loaded.info if row is loaded.row else load_info(row.document)
            timed = loaded.timed
            if info.timing is not None and row.status != "open":
                timed = await self._read_facts(row.match, timed)
            match = before
            if lines and before is None:
                match = await self._logs.read(row.match, info, lines)
            elif lines and before is not None:
                match = read_on(before, lines, seal)
            if loaded.match is not before or _is_behind(timed, loaded.timed):
                continue  # somebody else was faster, and there may be more
            if timed is not None and (match is None or match.version < timed.clock.version):
                continue  # there was a move between the two reads
            if not fits and (
                _lags(row, match) or _seats_lag(info, timed)
            ):  # it was changed between the two reads
                found = await self._store.row(row.match)
                if found is None:
                    return False
                row, fits = found, True
                continue
            if row.revision > loaded.row.revision:
                loaded.row, loaded.info = row, info
            if match is not None and match is not before:
                self.advance(loaded, match, lines)
            loaded.timed = timed
            return True

    async def _read_facts(self, match: str, timed: Timed | None) -> Timed | None:
        """Return the clock of the match after all facts that are in the store."""
        facts = load_facts(await self._store.facts(match, 0 if timed is None else timed.clock.facts))
        if timed is None:
            return Timed.begin(facts, self._store.about) if facts else None
        return timed.after(facts) if facts else timed

    def advance(self, loaded: LoadedMatch, match: AnyMatch, lines: str) -> None:
        """Take over the match after these lines of its log."""
        loaded.match, loaded.seal = match, seal_of(lines)
        self._matches.grow(loaded, len(lines))

    # --- reading on

    def announce(self, loaded: LoadedMatch) -> None:
        """Wake everybody who waits for news of the match, and the bots."""
        loaded.notify()
        self._on_change(loaded)

    async def refresh(self, loaded: LoadedMatch, *, moves_only: bool = False) -> None:
        """Read what others have written to the match."""
        if not moves_only or loaded.behind != "all":
            loaded.behind = "no"
            loaded.told.clear()
        try:
            with self._figures.store("read"):
                row = loaded.row if moves_only else await self._store.row(loaded.row.match)
                exists = row is not None and await self._read_on(loaded, row)
        except BaseException:
            loaded.behind = "all"
            raise
        if exists:
            self.announce(loaded)
        else:
            self.remove(loaded)

    async def read_news(self, loaded: LoadedMatch) -> None:
        """Read what others have written, as far as this process has heard of it."""
        loaded.asked = True
        if loaded.behind == "told" and not self._work_in(loaded):
            loaded.behind = "moves"
        if loaded.behind != "no":
            await self.refresh(loaded, moves_only=loaded.behind == "moves")

    async def reach(self, loaded: LoadedMatch, version: int) -> None:
        """Read what others have written, unless the match is at that version already."""
        await self.read_news(loaded)
        if loaded.hears and loaded.version < version:
            with loaded.pin():
                loaded.hears = await loaded.wait(_MOMENT)
        if loaded.version < version:
            await self.refresh(loaded, moves_only=True)

    def _work_in(self, loaded: LoadedMatch) -> bool:
        """Add the moves that other processes sent. Return `False` if they don't fit: then they must be read."""
        told, loaded.told = [one for one in loaded.told if one[1] > loaded.version], []
        if told and loaded.match is not None:
            match, seal, timed = loaded.match, loaded.seal, loaded.timed
            try:
                for _, _, text in told:
                    lines, _, facts = text.partition(FACTS)
                    match, seal = read_on(match, lines, seal, genuine=True), seal_of(lines)
                    timed = _ticked(timed, facts)
            except (CardkitError, ValueError):
                return False
            if match.version != told[-1][1] or _lags(loaded.row, match) or _seats_lag(loaded.info, timed):
                return False
            loaded.match, loaded.seal, loaded.timed = match, seal, timed
            self._matches.grow(loaded, sum(len(text) for _, _, text in told))
        loaded.behind = "no"
        self.announce(loaded)
        return True

    def veil(self, text: str, size: int) -> str:
        """Return the text for other processes, unreadable without the server's key."""
        return self._logs.veil(text, size)

    def unveil(self, veiled: str) -> str:
        """Return the text of another process. Raise `ValueError` unless it has the same key."""
        return self._logs.unveil(veiled)

    def holds(self, match: str) -> bool:
        """Return whether what others tell of the match is wanted: it is in memory."""
        return match in self._matches.matches or match == EVERYBODY

    def hear(self, match: str, after: int, upto: int, lines: str) -> None:
        """Take moves that another process has written and sent.

        They are worked in at once if somebody waits for them, or asked for the match since the last ones. Many of
        them in a row take less time than each at its request. Otherwise the next request works them in.
        """
        known = self._matches.matches.get(match)
        if upto == ASIDE:
            if not self._neighbours.hear(known, lines, self._matches.matches) and known is not None:
                known.hear_aside(lines)
            return
        if known is None or known.match is None or known.writing or len(known.told) == _TOLD:
            self.receive(match, upto)
        elif upto > known.version:
            reached = known.told[-1][1] if known.told else known.version
            if known.behind not in ("no", "told") or after != reached:
                self.receive(match, upto)
                return
            known.hears = True
            known.told.append((after, upto, lines))
            known.behind = "told"
            asked, known.asked = known.asked and not known.row.bots, False
            if (known.pins or asked or known.ordered) and not known.reading and not self._work_in(known):
                self.catch_up(known, everything=False)

    def receive(self, match: str, version: int) -> None:
        """Take a wake-up from the store: somebody has written to the match, or to any match if it is empty."""
        if match == "":
            self._overtaken.update(self._loading)
            self._neighbours.ask_again(self._matches.matches)
            for loaded in self._matches.matches.values():
                self.catch_up(loaded)
            return
        if match in self._loading:
            self._overtaken.add(match)
        known = self._matches.matches.get(match)
        if known is None:
            return
        if version == DELETED:
            self.remove(known)
        elif version <= 0 or version > max(known.version, known.writing):
            self.catch_up(known, everything=version <= 0)

    def catch_up(self, loaded: LoadedMatch, *, everything: bool = True) -> None:
        """Read on in the background if somebody watches the match or an order waits. Else the next request reads on."""
        if everything or loaded.match is None:
            loaded.behind = "all"
        elif loaded.behind != "all":
            loaded.behind = "moves"
        if loaded.pins or loaded.ordered:
            self._read_in_background(loaded)

    def _read_in_background(self, loaded: LoadedMatch) -> None:
        if not loaded.reading:
            loaded.reading = True
            self._background.spawn(self._catch_up(loaded))

    async def _catch_up(self, loaded: LoadedMatch) -> None:
        try:
            while loaded.behind != "no" and not loaded.gone:
                async with self._readers:
                    await self.read_news(loaded)
        except StoreDown:
            self.lose(loaded)  # the next request reads it again, and reports what is wrong
        except Exception as error:
            self.lose(loaded)
            _log.error("a match could not be read on: %s", trace_of(error))
        finally:
            loaded.reading = False

    # --- dropping

    @contextmanager
    def watch(self, loaded: LoadedMatch, seat: Seat | None = None) -> Generator[None]:
        """Keep the match in memory while somebody watches it. If it was dropped already, it counts as lost."""
        if self._matches.matches.get(loaded.row.match) is not loaded:
            loaded.lost = True
        elif loaded.behind != "no":
            self._read_in_background(loaded)
        try:
            with loaded.pin(seat):
                self._neighbours.note(loaded)
                yield
        finally:
            self._neighbours.note(loaded)

    def lose(self, loaded: LoadedMatch) -> None:
        """Drop a match whose state isn't known any more. Waiting clients are disconnected, and ask again."""
        loaded.lost = True
        self._matches.remove(loaded)
        loaded.notify()

    def remove(self, loaded: LoadedMatch) -> None:
        """Drop a match that was deleted."""
        loaded.gone = True
        self._matches.remove(loaded)
        loaded.notify()

    def lose_all(self) -> None:
        """Disconnect everybody who waits for news."""
        for loaded in [*self._matches.matches.values()]:
            self.lose(loaded)

    async def stop(self) -> None:
        """Cancel all loading."""
        tasks = [*self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ticked(timed: Timed | None, told: str) -> Timed | None:
    """Return the clock after the facts that were told with a move. Raise `ValueError` if they don't fit."""
    if timed is None and not told:
        return None
    after, _, facts = told.partition("\n")
    if timed is None or after != str(timed.clock.facts):
        raise ValueError("the facts that were told don't follow those that are known")
    return timed.after(load_facts(facts))


def _is_behind(timed: Timed | None, known: Timed | None) -> bool:
    """Return whether the clock that was read is older than the one that is known by now."""
    return known is not None and (timed is None or timed.clock.facts < known.clock.facts)


def _seats_lag(info: MatchInfo, timed: Timed | None) -> bool:
    """Return whether the row and the clock differ in who plays for whom."""
    if timed is None:
        return False
    pairs = zip(info.chairs, timed.clock.seats, strict=True)
    return any(chair.bot != one.bot for chair, one in pairs)


def _lags(row: MatchRow, match: AnyMatch | None) -> bool:
    """Return whether the row is older than the moves, or the moves than the row."""
    if match is None:
        return row.status != "open"
    return row.status != "over" and not match.actors
