"""The bots that play on the server."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from attrs import field, frozen

from cardkit.bots.contract import AnyBot
from cardkit.clock import Fact
from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit_api.problems import HttpRefusal, trace_of
from cardkit_api.service.background import Background
from cardkit_api.service.bot_seat import BotSeat
from cardkit_api.service.commits import Commits
from cardkit_api.service.figures import Figures
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.stores.contract import StoreDown

__all__ = ["Bots", "MakeBot"]

_log: Final = logging.getLogger("cardkit_api")

_THINKING: Final = 2
"""Bots that think at the same time."""

MakeBot: TypeAlias = Callable[[AnyGame], AnyBot]
"""Makes a bot for a game."""


@frozen(eq=False)
class Bots:
    """Moves for the bots, in tasks of their own."""

    _bots: Mapping[str, MakeBot]
    _seconds: float
    _commits: Commits
    _timekeeper: Timekeeper
    _background: Background
    _figures: Figures
    _thinkers: asyncio.Semaphore = field(init=False, factory=partial(asyncio.Semaphore, _THINKING))
    _made: dict[tuple[str, str], AnyBot] = field(init=False, factory=dict[tuple[str, str], AnyBot])
    """The bots by their names and the keys of their games. Each plays in any number of matches."""

    def wake(self, loaded: LoadedMatch, *, now_and_then: bool = False) -> bool:
        """Start to think if a bot is to move. Return whether one is.

        If all players have run out of time, bots only move when they are woken `now_and_then`, and make one move each
        time. Otherwise the match would be over before anybody can come back.
        """
        if not loaded.row.bots or _bot_to_move(loaded) is None:
            return False
        if loaded.thinking is None and (now_and_then or not _is_deserted(loaded)):
            loaded.thinking = self._background.spawn(self._play(loaded))
        return True

    async def _play(self, loaded: LoadedMatch) -> None:
        """Move for bots until a person is to move, or after one move if all players have run out of time."""
        first = loaded.match
        try:
            while (seat := _bot_to_move(loaded)) is not None and loaded.match is not None:
                if _is_deserted(loaded) and loaded.match is not first:
                    return
                match = loaded.match
                bot = self._bot_of(loaded, match.game, seat)
                move = await self._think(bot, match)
                facts: tuple[Fact, ...] = ()
                moment = None
                if loaded.timed is not None:
                    moment = await self._timekeeper.moment(loaded)
                    if _bot_to_move(loaded) != seat:
                        continue  # its player is back, or the match is paused
                now = loaded.match  # a person may have moved meanwhile
                try:
                    after = now.play(move, seat, match.version)
                except Rejected as rejected:
                    if rejected.code != "stale_version":
                        raise
                    continue
                if moment is not None:
                    facts = moment.with_move(seat, after)
                await self._commits.commit(loaded, before=now, after=after, facts=facts)
        except (StoreDown, HttpRefusal):
            pass  # the housekeeper wakes it again
        except Exception as error:  # a fault of the game: nobody can move there, but other matches go on
            _log.error("a bot could not move: %s", trace_of(error))
        finally:
            loaded.thinking = None

    async def _think(self, bot: BotSeat, match: AnyMatch) -> object:
        """Let the bot think as soon as few enough others do."""
        figures = self._figures
        figures.bots_waiting += 1
        try:
            await self._thinkers.acquire()
        finally:
            figures.bots_waiting -= 1
        figures.bots_thinking += 1
        try:
            with figures.tracing.bot(match.game.key, bot.name):
                return await asyncio.to_thread(bot.choose, match, self._seconds)
        finally:
            figures.bots_thinking -= 1
            self._thinkers.release()

    def _bot_of(self, loaded: LoadedMatch, game: AnyGame, seat: Seat) -> BotSeat:
        """Return the bot in that seat, with what it knows of the match so far."""
        name = loaded.info.chairs[seat].bot
        known = loaded.bots.get(seat)
        if known is None or known.name != name:
            known = loaded.bots[seat] = BotSeat(name, seat, partial(self._find, name, game))
        return known

    def _find(self, name: str, game: AnyGame) -> AnyBot:
        bot = self._made.get((name, game.key))
        if bot is None:
            bot = self._made[name, game.key] = self._bots[name](game)
        return bot

    def close(self) -> None:
        """End what the bots run outside of the server."""
        for bot in self._made.values():
            bot.close()
        self._made.clear()


def _bot_to_move(loaded: LoadedMatch) -> Seat | None:
    if loaded.match is None or loaded.gone or loaded.lost:
        return None
    if loaded.clock is not None and loaded.clock.paused:
        return None
    chairs = loaded.info.chairs
    return next((seat for seat in loaded.match.actors if chairs[seat].played_by_bot), None)


def _is_deserted(loaded: LoadedMatch) -> bool:
    """Return whether bots play all seats, but somebody may come back."""
    chairs = loaded.info.chairs
    return all(chair.played_by_bot for chair in chairs) and any(
        chair.holder == "person" and not chair.resigned for chair in chairs
    )
