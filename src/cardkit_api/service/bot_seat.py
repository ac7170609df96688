"""A bot in a seat of one match. It carries along what the seat has seen, so no move costs more than the one before."""

import logging
from collections.abc import Callable
from typing import Final

from cardkit.bots.contract import AnyBot
from cardkit.bots.players import Watcher
from cardkit.bots.random_bot import pick_any
from cardkit.chance import Chance, SeededChance, new_seed
from cardkit.match import AnyMatch
from cardkit.seats import Seat

__all__ = ["BotSeat"]

_log: Final = logging.getLogger("cardkit_api")


class BotSeat:
    """The bot of that name in a seat. `find` returns the bot, and raises if there is none. Use it from one thread."""

    def __init__(self, name: str, seat: Seat, find: Callable[[], AnyBot]) -> None:
        self.name = name
        self._seat = seat
        self._find = find
        self._watcher: Watcher[object, object, object, object, object, object, object] | None = None

    def choose(self, match: AnyMatch, seconds: float) -> object:
        """Return the bot's move. If the bot fails or its move isn't legal, return a random one: the match goes on."""
        chance, legal = SeededChance(new_seed()), match.legal(self._seat)
        try:
            move = self._ask(self._find(), match, legal, chance, seconds)
            if move in legal:
                return move
        except Exception as error:
            self._watcher = None  # it may have got only half of the news
            _log.warning("the bot %r failed with %s; it moves at random", self.name, type(error).__name__)
        return pick_any(legal, chance)

    def _ask(
        self, bot: AnyBot, match: AnyMatch, legal: tuple[object, ...], chance: Chance, seconds: float
    ) -> object:
        if bot.blind is not None:
            return bot.blind(legal, chance)
        if self._watcher is None:
            header = match.header
            self._watcher = Watcher(match.game, self._seat, header.seats, header.options, bot.needs)
        return bot.choose(self._watcher.observe(match, chance, seconds))
