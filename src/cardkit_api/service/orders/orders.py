"""Keeps standing orders, and plays or drops them.

An order is looked at after each change of its match, by the process that wrote the change: the store tells it in the
same transaction that an order waits. If that process ends in between, others find the order, as they find bots that
are to move. The move and the end of its order are one change, so an order is played once at most, and never after it
was withdrawn.
"""

import asyncio
import logging
from time import time
from typing import Final

from attrs import define, field

from cardkit.clock import Fact
from cardkit.documents import move_of
from cardkit.language import Name
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.rejections import CardkitError, NoSuchVersion, Rejected, WireError, shown
from cardkit.seats import Seat
from cardkit_api.keys import new_id
from cardkit_api.messages import NewOrder, OrderCode
from cardkit_api.problems import HttpRefusal, stale, trace_of
from cardkit_api.service.background import Background, do_rounds
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits
from cardkit_api.service.figures import Figures
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.moves import check_not_resigned, read_move
from cardkit_api.service.orders.judgement import Content, check_patterns, judge, players_of
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import Order, OrderEnd, Store, StoreDown, Written

__all__ = ["Orders"]

_log: Final = logging.getLogger("cardkit_api")

_PERIOD: Final = 5.0
"""Seconds between two looks for orders that nobody has looked at."""

_REST: Final = 60
"""The most rounds until a match whose order still waits is looked at again."""

_PAGE: Final = 100
"""Matches that the store lists at a time."""

_OLDEST: Final = 500
"""The most events since the version that an order is given for."""

_TRIES: Final = 20
"""Attempts to play an order while the changes of others come first."""


@define(eq=False)
class Orders:
    """The standing orders of all matches."""

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _timekeeper: Timekeeper
    _background: Background
    _figures: Figures
    _rests: dict[str, tuple[int, int]] = field(init=False, factory=dict[str, tuple[int, int]])
    """Of matches that were found again and again: for how many rounds they rest, now and the next time."""

    # --- for the seat

    async def show(self, loaded: LoadedMatch, seat: Seat) -> Order | None:
        """Return the seat's order, also one that has ended. Return `None` if there is none."""
        order = await self._find(loaded, seat)
        if order is None or order.ended:
            return order
        self.wake(loaded)  # a process may have ended before it looked at it
        if loaded.ordering is not None:
            await asyncio.shield(loaded.ordering)
        return await self._find(loaded, seat)

    async def _find(self, loaded: LoadedMatch, seat: Seat) -> Order | None:
        orders = await self._store.orders(loaded.row.match)
        return next((order for order in orders if order.seat == seat), None)

    async def give(self, loaded: LoadedMatch, seat: Seat, wanted: NewOrder, check: Check) -> None:
        """Keep what the seat wants to play, in place of what it wanted before. If its turn has come, play it."""
        match = loaded.require_running()
        if wanted.version > match.version:
            await self._cache.reach(loaded, wanted.version)
            match = loaded.require_running()
        check_not_resigned(loaded, seat)
        check_patterns(wanted.foreseen)
        read_move(match, wanted.move)
        check_not_to_move(match, seat, wanted.version)
        content = Content(
            version=wanted.version,
            foreseen=wanted.foreseen,
            move=wanted.move,
            players=players_of(loaded.info, loaded.clock),
        )
        verdict = judge(seat, content, wanted.version, match, loaded.info, loaded.clock)
        if verdict == "out_of_time":
            raise HttpRefusal(409, "out_of_time", SAYS["out_of_time"])
        if verdict not in ("wait", "play"):
            says = "stale, moved" if verdict == "moved" else "stale, changed"
            raise _stale(match, seat, wanted.version, says)
        order = Order(
            match=loaded.row.match,
            seat=seat,
            id=new_id(),
            reached=match.version,
            document=content.dump(),
        )
        check()
        version = await self._store.put_order(order)
        if version is None:
            await self._cache.refresh(loaded)
            loaded.require_running()
            raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
        loaded.ordered = True
        if version > loaded.version:
            await self._cache.reach(loaded, version)
        self.wake(loaded)

    async def withdraw(self, loaded: LoadedMatch, seat: Seat, check: Check) -> None:
        """End the seat's order, if it has one that waits."""
        order = await self._find(loaded, seat)
        check()
        if order is not None and not order.ended:
            await self._end(loaded, order, "withdrawn", loaded.version)

    # --- as the match goes on

    def wake(self, loaded: LoadedMatch) -> None:
        """Look at the orders that wait in a match that has changed."""
        loaded.order_news = True
        if loaded.ordering is None:
            loaded.ordering = self._background.spawn(self._look_at(loaded))

    async def _look_at(self, loaded: LoadedMatch) -> None:
        """Look at the orders of a match, as long as anything happens in it."""
        try:
            while loaded.order_news and not (loaded.gone or loaded.lost):
                loaded.order_news = False
                orders = await self._store.orders(loaded.row.match)
                waiting = [order for order in orders if not order.ended]
                if not waiting and not loaded.order_news:
                    loaded.ordered = False
                for order in waiting:
                    await self._try(loaded, order)
        except (StoreDown, HttpRefusal):
            pass  # a later look finds it again
        except Exception as error:
            _log.error("an order could not be looked at: %s", trace_of(error))
        finally:
            loaded.ordering = None

    async def _try(self, loaded: LoadedMatch, order: Order) -> None:
        """Play an order or drop it, or leave it as it waits. A fault of ours or of the game drops it, too."""
        try:
            await self._carry_out(loaded, order)
        except (StoreDown, HttpRefusal):
            raise
        except Exception as error:
            _log.error("an order could not be carried out: %s", trace_of(error))
            await self._end(loaded, order, "failed", loaded.version)

    async def _carry_out(self, loaded: LoadedMatch, order: Order) -> None:
        content, seat, fresh = Content.load(order.document), order.seat, False
        for _ in range(_TRIES):
            match, moment = loaded.match, None
            if match is None:
                return
            verdict = judge(seat, content, order.reached, match, loaded.info, loaded.clock)
            if verdict == "play" and loaded.timed is not None:
                moment = await self._timekeeper.moment(loaded)
                match = loaded.require_started()
                verdict = judge(seat, content, order.reached, match, loaded.info, moment.clock)
                if moment.clock.paused:
                    return
            if verdict == "wait":
                return
            after = _play(match, content, seat) if verdict == "play" else None
            if after is None and not fresh:  # another process may know more of the match, and of its players
                await self._cache.refresh(loaded)
                fresh = True
                continue
            if after is None:
                code = "not_legal" if verdict == "play" else verdict
                await self._end(loaded, order, code, match.version)
                return
            facts: tuple[Fact, ...] = () if moment is None else moment.with_move(seat, after)
            end = OrderEnd(match=order.match, seat=seat, id=order.id, ended="played", version=after.version)
            result = await self._commits.commit(loaded, before=match, after=after, facts=facts, order=end)
            if isinstance(result, Written):
                await self._tell(loaded, seat, "played", after.version)
                return
            if not await self._waits(order):
                return

    async def _waits(self, order: Order) -> bool:
        kept = await self._store.orders(order.match)
        return any(one.id == order.id and not one.ended for one in kept)

    async def _end(self, loaded: LoadedMatch, order: Order, code: OrderCode, version: int) -> None:
        end = OrderEnd(match=order.match, seat=order.seat, id=order.id, ended=code, version=version)
        if await self._store.end_order(end):
            loaded.order_news = True
            await self._tell(loaded, order.seat, code, version)

    async def _tell(self, loaded: LoadedMatch, seat: Seat, code: OrderCode, version: int) -> None:
        """Tell the streams of the seat, in this process and in others."""
        loaded.add_order_end(seat, code, version)
        await self._store.tell([(loaded.row.match, f"{seat} order {code} {version}")])

    # --- what nobody has looked at

    async def run(self) -> None:
        """Look for orders that nobody has looked at, again and again. In the first round, nobody has at any."""
        since = 0.0

        async def look() -> None:
            nonlocal since
            before, since = time() - since, _PERIOD / 2
            await self.catch_up(before)

        await do_rounds(look, _PERIOD, self._figures, "orders", "the look for orders")

    async def catch_up(self, before: float) -> None:
        """Look at the orders whose seats are to move since before that time.

        An order that still waits then, as in a pause, is looked at ever more rarely. What ends the pause looks at it.
        """
        place, rests = "", dict[str, tuple[int, int]]()
        while True:
            found = await self._store.list_ordered(place, _PAGE, before)
            for match in found:
                left, length = self._rests.get(match, (0, 1))
                if not left:
                    await self._load(match)
                    left, length = length, min(2 * length, _REST)
                rests[match] = left - 1, length
            if len(found) < _PAGE:
                break
            place = found[-1]
        self._rests = rests

    async def _load(self, match: str) -> None:
        try:
            loaded = await self._cache.load(match)
            if loaded is not None:
                await self._cache.read_news(loaded)
                loaded.ordered = True
                self.wake(loaded)
        except StoreDown:
            raise
        except (CardkitError, HttpRefusal):
            return  # this server lacks its game, or the key that it was made with
        except Exception as error:
            _log.error("a match could not be read: %s", trace_of(error))


def check_not_to_move(match: AnyMatch, seat: Seat, version: int) -> None:
    """Refuse if the seat could move at that version, or if it is too old or none of the match."""
    if version < match.version - _OLDEST:
        raise _stale(match, seat, version)
    try:
        then = match.at(version)
    except NoSuchVersion:
        raise _stale(match, seat, version, "stale, no version") from None
    if seat in then.actors:
        raise HttpRefusal(409, "your_turn", SAYS["your_turn"])


def _stale(match: AnyMatch, seat: Seat, version: int, says: str = "stale, changed") -> HttpRefusal:
    refused = Rejected(
        "stale_version", SAYS[says], seat=Name(seat), version=shown(version), now=match.version
    )
    return stale(refused, match.version)


def _play(match: AnyMatch, content: Content, seat: Seat) -> AnyMatch | None:
    """Return the match after the move, or `None` if it isn't legal."""
    try:
        return match.play(move_of(match, content.move), seat)
    except (Rejected, WireError):
        return None
