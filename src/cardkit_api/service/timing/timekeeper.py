"""What time it is for a match: flags that have fallen come first, with what follows from them."""

from typing import Final

import attrs
from attrs import frozen

from cardkit.clock import Clock, Fact, Flagged
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.seats import Seat
from cardkit_api.problems import HttpRefusal, busy
from cardkit_api.service.commits import Commits
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import TimingInfo
from cardkit_api.stores.contract import Store

__all__ = ["Moment", "Timekeeper"]

_TRIES: Final = 20
"""Attempts to write what follows from flags while the changes of others come first."""


@frozen
class Moment:
    """A moment in a match with a clock. No flag has fallen that isn't in the clock."""

    now: int
    clock: Clock
    facts: tuple[Fact, ...] = ()
    """Facts of this moment that aren't written yet. The next change of the match writes them, too."""

    def with_fact(self, fact: Fact) -> "Moment":
        """Return the moment after one more fact."""
        return Moment(self.now, self.clock.after(fact), (*self.facts, fact))

    def with_move(self, seat: Seat, after: AnyMatch) -> tuple[Fact, ...]:
        """Return all facts of the moment, and that the seat made the move that led there."""
        moved = self.clock.move(seat, version=after.version, actors=after.actors, now=self.now)
        return (*self.facts, moved)

    def with_bot(self, seat: Seat, bot: str) -> tuple[Fact, ...]:
        """Return all facts of the moment, and that a bot takes the seat over."""
        return (*self.facts, self.clock.take_over(seat, bot, self.now))

    def with_undo(self, before: AnyMatch, after: AnyMatch) -> tuple[Fact, ...]:
        """Return all facts of the moment, and that moves were taken back, which leads from one match to the other."""
        standing = {step.version for step in after.standing()}
        undone = [
            step.by for step in before.standing() if step.version not in standing and step.by is not None
        ]
        taken = self.clock.undo(sorted(undone), version=after.version, actors=after.actors, now=self.now)
        return (*self.facts, taken)


class Timekeeper:
    """Says what time it is, by the one clock of the store, and carries out what follows from flags."""

    def __init__(self, store: Store, commits: Commits, bot: str) -> None:
        self._store = store
        self._commits = commits
        self._bot = bot
        """The bot that takes over where nothing else is said."""

    async def moment(self, loaded: LoadedMatch) -> Moment:
        """Return what time it is for a match with a clock. Nothing happens between this and the caller's next `await`.

        If flags have fallen, bots take the seats over before that, or the seats resign.
        """
        for _ in range(_TRIES):
            now = await self._store.now()
            clock, timing = loaded.clock, loaded.info.timing
            if clock is None or timing is None or loaded.gone:
                raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
            flags = clock.flags(now)
            if not flags or timing.absence == "wait":
                return Moment(now, clock.after(*flags), flags)
            await self._take_over(loaded, timing, clock, flags, now)
        raise busy()

    async def turn(self, loaded: LoadedMatch, seat: Seat) -> Moment:
        """Return the moment at which a player acts. Refuse if that is too late, or the match is paused.

        If the seat ran out of time, and others wait for it, its player is back by that.
        """
        moment = await self.moment(loaded)
        one = moment.clock.seats[seat]
        if one.bot:
            raise HttpRefusal(409, "out_of_time", SAYS["out_of_time"])
        if moment.clock.paused:
            raise HttpRefusal(409, "paused", SAYS["paused"])
        return moment.with_fact(moment.clock.bring_back(seat, moment.now)) if one.flagged else moment

    async def flag(self, loaded: LoadedMatch) -> None:
        """Write the flags that have fallen, and what follows from them."""
        for _ in range(_TRIES):
            moment = await self.moment(loaded)
            if not moment.facts:
                return
            await self._commits.commit(loaded, facts=moment.facts)

    async def _take_over(
        self,
        loaded: LoadedMatch,
        timing: TimingInfo,
        clock: Clock,
        flags: tuple[Flagged, ...],
        now: int,
    ) -> None:
        bot, resigned = timing.bot(self._bot), timing.absence == "resign"
        info, facts = loaded.info, [*flags]
        clock = clock.after(*flags)
        taken = [clock.take_over(flag.seat, bot, now) for flag in flags]
        for flag in flags:
            chair = attrs.evolve(info.chairs[flag.seat], bot=bot, resigned=resigned)
            info = info.with_chair(flag.seat, chair)
        await self._commits.commit(loaded, info=info, facts=(*facts, *taken))
