"""What players do with the clock of a match: pause it, resume it, give time, come back, and replace who is late."""

from collections.abc import Callable
from typing import Final

import attrs
from attrs import frozen

from cardkit.clock import Clock, Fact
from cardkit.phrases import SAYS
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.problems import HttpRefusal, too_many_clock_acts
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits
from cardkit_api.service.idempotency import Idempotency, keep, replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Agreement, MatchInfo, TimingInfo
from cardkit_api.service.moves import check_not_resigned
from cardkit_api.service.timing.timekeeper import Moment, Timekeeper
from cardkit_api.stores.contract import Store, Written

__all__ = ["ClockActs"]

_LEAST: Final = 1_000
_MOST: Final = 7 * 24 * 3_600_000
"""The least and the most milliseconds of a gift."""


@frozen
class _Done:
    """What is kept of a request about a clock."""

    match: str


@frozen
class _Change:
    """What an act changes: facts of the clock, and what is known of the match besides them."""

    facts: tuple[Fact, ...]
    info: MatchInfo | None = None


@frozen(eq=False)
class ClockActs:
    """Carries out what players do with clocks. `most` is `Limits.clock_acts`."""

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _timekeeper: Timekeeper
    _bot: str
    _most: int

    async def pause(
        self, loaded: LoadedMatch, seat: Seat, idempotency: Idempotency | None, check: Check
    ) -> None:
        """Ask for a pause, or agree to one. The match is paused when all players who are there have agreed."""

        def change(moment: Moment, timing: TimingInfo) -> _Change | None:
            if moment.clock.paused:
                return None
            self._check_room(moment.clock)
            agreement = _agree(timing.pause, seat, moment.clock)
            if _missing(moment.clock, agreement):
                return _Change(moment.facts, _with(loaded, attrs.evolve(timing, pause=agreement)))
            paused = moment.with_fact(moment.clock.pause(seat, moment.now))
            return _Change(paused.facts, _with(loaded, attrs.evolve(timing, pause=None)))

        await self._act(loaded, seat, idempotency, check, change)

    async def resume(
        self, loaded: LoadedMatch, seat: Seat, idempotency: Idempotency | None, check: Check
    ) -> None:
        """Resume a match that is paused. Every player can."""

        def change(moment: Moment, _: TimingInfo) -> _Change | None:
            if not moment.clock.paused:
                return None
            return _Change((*moment.facts, moment.clock.resume(seat, moment.now)))

        await self._act(loaded, seat, idempotency, check, change)

    async def give(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        to: Seat,
        time: int,
        idempotency: Idempotency | None,
        check: Check,
    ) -> None:
        """Give time to another seat."""

        def change(moment: Moment, timing: TimingInfo) -> _Change:
            others = [other for other, one in enumerate(moment.clock.seats) if other != seat and not one.bot]
            if to not in others:
                raise Invalid(
                    "to", to, f"the seat of another player: {', '.join(map(str, others)) or 'none'}"
                )
            if not timing.control.is_limited or not _LEAST <= time <= _MOST:
                accepted = (
                    f"{_LEAST} to {_MOST} milliseconds"
                    if timing.control.is_limited
                    else "nothing: there is no limit"
                )
                raise Invalid("time", time, accepted)
            self._check_room(moment.clock)
            return _Change((*moment.facts, moment.clock.give(seat, to, time, moment.now)))

        await self._act(loaded, seat, idempotency, check, change)

    async def bring_back(
        self, loaded: LoadedMatch, seat: Seat, idempotency: Idempotency | None, check: Check
    ) -> None:
        """Let a player come back who ran out of time, or whose seat a bot plays."""

        def change(moment: Moment, _: TimingInfo) -> _Change | None:
            check_not_resigned(loaded, seat)
            if moment.clock.seats[seat].can_run:
                return None
            back = moment.with_fact(moment.clock.bring_back(seat, moment.now))
            chair = attrs.evolve(loaded.info.chairs[seat], bot="")
            return _Change(back.facts, loaded.info.with_chair(seat, chair))

        await self._act(loaded, None, idempotency, check, change)

    async def replace(
        self,
        loaded: LoadedMatch,
        seat: Seat,
        late: Seat,
        idempotency: Idempotency | None,
        check: Check,
    ) -> None:
        """Agree that a bot takes over from a seat that ran out of time. It does when all players there have agreed."""

        def change(moment: Moment, timing: TimingInfo) -> _Change | None:
            clock = moment.clock
            if not 0 <= late < len(clock.seats):
                raise Invalid("seat", late, f"a seat from 0 to {len(clock.seats) - 1}")
            if clock.seats[late].bot:
                return None
            if not clock.seats[late].flagged:
                raise HttpRefusal(409, "not_late", SAYS["not_late"])
            agreement = _agree(timing.replace, seat, clock, late)
            if _missing(clock, agreement):
                return _Change(moment.facts, _with(loaded, attrs.evolve(timing, replace=agreement)))
            bot = timing.bot(self._bot)
            info = _with(loaded, attrs.evolve(timing, replace=None))
            info = info.with_chair(late, attrs.evolve(info.chairs[late], bot=bot))
            return _Change((*moment.facts, clock.take_over(late, bot, moment.now)), info)

        await self._act(loaded, seat, idempotency, check, change)

    def _check_room(self, clock: Clock) -> None:
        """Refuse what players could do to and fro without end: each time, a fact is stored for good."""
        if clock.facts - clock.version >= self._most:
            raise too_many_clock_acts()

    async def _act(
        self,
        loaded: LoadedMatch,
        seat: Seat | None,
        idempotency: Idempotency | None,
        check: Check,
        change: Callable[[Moment, TimingInfo], _Change | None],
    ) -> None:
        """Carry out an act. A seat that acts must have its time, so that it is there."""

        async def attempt() -> _Done | None:
            await self._cache.refresh(loaded)  # others may just have agreed elsewhere
            loaded.require_running()
            timing = loaded.info.timing
            if timing is None or loaded.clock is None:
                raise HttpRefusal(409, "no_clock", SAYS["no_clock"])
            if seat is not None:
                check_not_resigned(loaded, seat)
            moment = await self._timekeeper.moment(loaded)
            if seat is not None and not moment.clock.seats[seat].can_run:
                raise HttpRefusal(409, "out_of_time", SAYS["out_of_time"])
            done = _Done(loaded.row.match)
            changed = change(moment, loaded.info.timing or timing)
            if changed is None:
                return done
            answer = keep(idempotency, 200, done)
            result = await self._commits.commit(
                loaded, info=changed.info, answer=answer, facts=changed.facts, check=check
            )
            return done if isinstance(result, Written) else None

        await replayable(self._store, idempotency, _Done, attempt)


def _agree(known: Agreement | None, seat: Seat, clock: Clock, late: Seat | None = None) -> Agreement:
    """Return the agreement after the seat has agreed, too. An agreement ends with the next move."""
    same = known is not None and (known.version, known.late) == (clock.version, late)
    agreed = known.agreed if known is not None and same else ()
    return Agreement(clock.version, tuple(sorted({*agreed, seat})), late)


def _missing(clock: Clock, agreement: Agreement) -> list[Seat]:
    """Return the players who are there, but haven't agreed."""
    there = [seat for seat, one in enumerate(clock.seats) if one.can_run]
    return [seat for seat in there if seat not in agreement.agreed]


def _with(loaded: LoadedMatch, timing: TimingInfo) -> MatchInfo:
    return attrs.evolve(loaded.info, timing=timing)
