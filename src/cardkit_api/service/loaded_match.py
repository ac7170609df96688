"""Matches in memory: the latest that this process knows of each, and who waits for news of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal, TypeAlias

from attrs import define, field

from cardkit.clock import Clock
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit_api.messages import ORDER_CODES, REACTIONS, OrderCode, ReactionKey, SeenEvent
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.bot_seat import BotSeat
from cardkit_api.service.match_info import MatchInfo
from cardkit_api.service.presence import Presences
from cardkit_api.service.timing.timed import Timed
from cardkit_api.stores.contract import MatchRow

__all__ = ["LoadedMatch", "LoadedMatches"]

_EMPTY: Final = 12_000
"""Bytes of memory that a match takes at its start."""

_CHARACTER: Final = 4
"""Bytes of memory that a match takes for each character of its log."""

_KEPT_REACTIONS: Final = 20
"""Reactions that are kept for streams that are about to tell them."""

_LOOKS: Final = 100
"""The most matches that are looked at to make room for one."""


_News: TypeAlias = dict[tuple[Viewer, Language, bool, int, int, tuple[str, ...]], list[SeenEvent]]
"""Events by viewer, language, whether legal moves are wanted, place, version shown, and names."""


@define(eq=False, repr=False)
class LoadedMatch:
    """One match in memory. Its values never change; they are replaced by newer ones."""

    row: MatchRow
    info: MatchInfo
    match: AnyMatch | None = None
    """`None` before the start."""
    seal: str = ""
    """The seal of the last line of the match's log."""
    timed: Timed | None = None
    """The clock. `None` without one, and before the start."""
    size: int = _EMPTY
    """Roughly the bytes of memory that the match takes."""
    gone: bool = False
    """Whether the match was deleted."""
    lost: bool = False
    """Whether this process no longer knows the match's state. Waiting clients are disconnected, and ask again."""
    writing: int = 0
    """The version that this process is writing right now."""
    behind: Literal["no", "told", "moves", "all"] = "no"
    """What others have written that isn't known here: nothing, the moves that were told, moves, or anything."""
    told: list[tuple[int, int, str]] = field(factory=list[tuple[int, int, str]])
    """Moves that another process told of, not yet worked in: the versions before and after, and the log lines."""
    asked: bool = False
    """Whether somebody asked for the match since another process told of a move."""
    hears: bool = False
    """Whether other processes tell of their moves soon enough to wait for it."""
    reading: bool = False
    """Whether a task is about to read what others have written."""
    pins: int = 0
    presences: Presences = field(factory=Presences)
    bots: dict[Seat, BotSeat] = field(factory=dict[Seat, BotSeat])
    """The bots that have moved since the match was loaded."""
    thinking: asyncio.Task[None] | None = None
    """The task that moves for the bots."""
    news_of: AnyMatch | None = None
    news: _News = field(factory=_News)
    """The latest events that streams show while `news_of` is the match."""
    reactions: tuple[tuple[int, Seat, ReactionKey], ...] = ()
    """What players said lately, with numbers: the last ones of those that this process has heard."""
    ordered: bool = False
    """Whether an order may wait. The store says so with each write, and sets it right where it isn't known here."""
    order_news: bool = False
    """Whether anything has happened since the orders were looked at."""
    ordering: asyncio.Task[None] | None = None
    """The task that looks at the orders."""
    order_ends: dict[Seat, tuple[int, OrderCode, int]] = field(factory=dict[Seat, tuple[int, OrderCode, int]])
    """The last order of each seat that has ended, as far as is known here: a number, why, and the version."""
    waiting: set[asyncio.Future[bool]] = field(factory=set["asyncio.Future[bool]"])

    @property
    def version(self) -> int:
        """The version of the match; 0 before the start."""
        return 0 if self.match is None else self.match.version

    @property
    def clock(self) -> Clock | None:
        """The clock. `None` without one, and before the start."""
        return None if self.timed is None else self.timed.clock

    def require_started(self) -> AnyMatch:
        """Return the match, or refuse if it hasn't started."""
        if self.match is None:
            raise HttpRefusal(409, "not_started", SAYS["not_started"])
        return self.match

    def require_running(self) -> AnyMatch:
        """Return the match, or refuse if it hasn't started or is over."""
        match = self.require_started()
        if not match.actors:
            raise Rejected("match_over", SAYS["match_over"])
        return match

    @property
    def reacted(self) -> int:
        """The number of the latest reaction."""
        return self.reactions[-1][0] if self.reactions else 0

    def add_reaction(self, seat: Seat, reaction: ReactionKey) -> None:
        """Tell a reaction to those who listen."""
        said: tuple[int, Seat, ReactionKey] = self.reacted + 1, seat, reaction
        self.reactions = (*self.reactions, said)[-_KEPT_REACTIONS:]
        self.notify()

    def add_order_end(self, seat: Seat, code: OrderCode, version: int) -> None:
        """Tell the seat's streams what became of its order."""
        number, _, _ = self.order_ends.get(seat, (0, code, version))
        self.order_ends[seat] = number + 1, code, version
        self.notify()

    def hear_aside(self, text: str) -> None:
        """Tell what another process has told: a reaction of a seat, or the end of its order.

        Another version of this library may have others.
        """
        match text.split(" "):
            case [seat, key] if seat.isdecimal() and key in REACTIONS:
                self.add_reaction(int(seat), REACTIONS[key])
            case [seat, "order", code, version] if (
                seat.isdecimal() and code in ORDER_CODES and version.isdecimal()
            ):
                self.add_order_end(int(seat), ORDER_CODES[code], int(version))
            case _:
                pass

    def notify(self) -> None:
        """Wake everybody who waits for news."""
        waiting, self.waiting = self.waiting, set()
        for future in waiting:
            _settle(future, news=True)

    async def wait(self, seconds: float) -> bool:
        """Wait for news. Return whether any came in that time. Look at the match first, with no `await` in between."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self.waiting.add(future)
        timer = loop.call_later(seconds, partial(_settle, future, news=False))
        try:
            return await future
        finally:
            timer.cancel()
            self.waiting.discard(future)

    @contextmanager
    def pin(self, seat: Seat | None = None) -> Generator[None]:
        """Keep the match in memory for the time of the block. The player of the seat, if any, is here meanwhile."""
        self.pins += 1
        if seat is not None:
            self._tell_of(self.presences.enter, seat)
        try:
            yield
        finally:
            self.pins -= 1
            if seat is not None:
                self._tell_of(self.presences.leave, seat)

    def _tell_of(self, act: Callable[[Seat], None], seat: Seat) -> None:
        """Let a player come or go. Wake streams only if that changes who is here: a seat may have many streams."""
        before = self.presences.changes
        act(seat)
        if self.presences.changes != before:
            self.notify()


def _settle(future: asyncio.Future[bool], *, news: bool) -> None:
    if not future.done():
        future.set_result(news)


class LoadedMatches:
    """The matches in memory. Above `bound` matches or `memory` bytes, the least recently used ones are dropped."""

    def __init__(self, bound: int, memory: int) -> None:
        self.bound = bound
        self.memory = memory
        self.size: int = 0
        """Roughly the bytes of memory that all matches take."""
        self.matches: OrderedDict[str, LoadedMatch] = OrderedDict()

    def __len__(self) -> int:
        return len(self.matches)

    def get(self, match: str) -> LoadedMatch | None:
        """Return the match, if it is in memory."""
        loaded = self.matches.get(match)
        if loaded is not None:
            self.matches.move_to_end(match)
        return loaded

    def add(self, loaded: LoadedMatch) -> LoadedMatch:
        """Keep the match. If it is in memory already, return that one instead."""
        known = self.matches.setdefault(loaded.row.match, loaded)
        if known is loaded:
            self.size += loaded.size
            self._drop_oldest()
        return known

    def grow(self, loaded: LoadedMatch, characters: int) -> None:
        """Note that the log of the match, which may be in memory, got longer."""
        size = _CHARACTER * characters
        loaded.size += size
        if self.matches.get(loaded.row.match) is loaded:
            self.size += size
            self._drop_oldest()

    def remove(self, loaded: LoadedMatch) -> None:
        """Drop the match, unless it was loaded again since: others wait for that one."""
        if self.matches.get(loaded.row.match) is loaded:
            del self.matches[loaded.row.match]
            self.size -= loaded.size

    def _drop_oldest(self) -> None:
        """Drop the oldest matches that nobody uses. Those in use are looked at again later, not each time."""
        for _ in range(_LOOKS):
            if len(self.matches) == 1 or (len(self.matches) <= self.bound and self.size <= self.memory):
                return
            loaded = next(iter(self.matches.values()))
            if loaded.pins or loaded.thinking is not None or loaded.ordering is not None or loaded.writing:
                self.matches.move_to_end(loaded.row.match)
            else:
                self.remove(loaded)
