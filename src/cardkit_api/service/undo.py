"""Taking moves back: at once if nobody has learned anything from the move, else when all seats agree.

A match can be made so that all agree in advance, or that no move is taken back.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import attrs

from cardkit import engine_events
from cardkit.clock import Fact
from cardkit.language import Language, Name
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.rejections import Invalid, Rejected
from cardkit.seats import Seat
from cardkit_api.messages import Undone
from cardkit_api.problems import HttpRefusal, too_many_undos, undo_too_slow
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits
from cardkit_api.service.idempotency import Idempotency, Result, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Takeback
from cardkit_api.service.moves import check_fresh, check_not_resigned
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import Store, Written

__all__ = ["Undos"]

T = TypeVar("T")


@attrs.frozen(eq=False)
class Undos:
    """Takes moves back. Whether a move can be taken back is judged in threads of its own, for `seconds` at most."""

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _timekeeper: Timekeeper
    _seconds: float
    _most: int
    _threads: ThreadPoolExecutor = attrs.field(
        init=False, factory=partial(ThreadPoolExecutor, 2, "cardkit undo")
    )

    def close(self) -> None:
        """Cancel all judging."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def undo(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        of: Seat,
        expect: int | None,
        idempotency: Idempotency | None,
        language: Language,
        check: Check,
    ) -> Result[Undone]:
        """Take the last move of seat `of` back on behalf of `seat`, or note that `seat` asks for it or agrees."""

        async def attempt() -> Undone | None:
            await self._cache.refresh(loaded)  # others may just have asked or agreed elsewhere
            match = loaded.require_running()
            if loaded.timed is not None:
                check_not_resigned(loaded, seat)
                await self._timekeeper.turn(loaded, seat)
                match = loaded.require_running()
            if loaded.info.takebacks == "none":
                raise HttpRefusal(409, "no_takebacks", SAYS["no_takebacks"])
            check_fresh(match, seat, expect)
            check_not_resigned(loaded, seat)
            seats = range(len(loaded.info.chairs))
            if of not in seats:
                raise Invalid("of", of, f"a seat from 0 to {len(seats) - 1}")
            if await self._judge(partial(_count_undos, match, of)) >= self._most:
                raise too_many_undos(self._most)
            verdict = await self._judge(partial(match.undoable, of))
            agreed = () if verdict and of == seat else _agree(loaded, match, seat, of)
            missing = [other for other in seats if agreed and other not in agreed]
            after = match if missing else match.undo(of, agreed, verdict=verdict)
            reason = verdict.says.text(language, loaded.info.names)
            undone = Undone(not missing, after.version, reason, missing)
            answer = keep(idempotency, 200, undone)
            if missing:
                info = attrs.evolve(loaded.info, takeback=Takeback(of, match.version, agreed))
                result = await self._commits.commit(loaded, info=info, answer=answer, check=check)
            else:
                facts: tuple[Fact, ...] = ()
                if loaded.timed is not None:
                    moment = await self._timekeeper.turn(loaded, seat)
                    facts = moment.with_undo(match, after)
                result = await self._commits.commit(
                    loaded, before=match, after=after, answer=answer, facts=facts, check=check
                )
            return undone if isinstance(result, Written) else None

        return await replayable(self._store, idempotency, Undone, attempt)

    async def _judge(self, question: Callable[[], T]) -> T:
        """Answer the question in a thread. Refuse if that takes too long."""
        asked = asyncio.get_running_loop().run_in_executor(self._threads, question)
        try:
            return await asyncio.wait_for(asked, self._seconds)
        except TimeoutError:
            raise undo_too_slow(self._seconds) from None


def _count_undos(match: AnyMatch, of: Seat) -> int:
    """Return how many of the seat's moves were taken back."""
    number = 0
    step: AnyMatch | None = match
    while step is not None:
        number += step.by == of and isinstance(step.events[0], engine_events.Undone)
        step = step.previous
    return number


def _agree(loaded: LoadedMatch, match: AnyMatch, seat: Seat, of: Seat) -> tuple[Seat, ...]:
    """Return the seats that agree, now that `seat` does. Bots always agree."""
    if match.last_of(of, among_others=True) is None:
        raise Rejected("not_undoable", SAYS["nothing to undo"], seat=Name(of))
    if of == seat and loaded.info.takebacks == "free":
        return tuple(range(len(loaded.info.chairs)))  # they agreed when they joined
    asked = loaded.info.takeback
    if asked is None or asked.version != match.version or asked.by != of:
        if of != seat:
            raise Rejected("not_undoable", SAYS["undo not asked"], seat=Name(of))
        asked = None
    bots = {other for other, chair in enumerate(loaded.info.chairs) if chair.played_by_bot}
    return tuple(sorted({seat, *bots, *(asked.agreed if asked else ())}))
