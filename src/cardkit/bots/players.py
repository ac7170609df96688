"""Players: bots in seats, and watchers that carry along what seats see, move by move.

A turn of a bot costs the same however long the match is. Only glimpses are copied, for a bot that needs them.
"""

from collections.abc import Iterable
from typing import Generic

from cardkit.bots.contract import Bot, BotFailed
from cardkit.bots.observation import ALL_NEEDS, Given, Need, Observation, check_to_move
from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import EngineEvent, Undone
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.rejections import shown
from cardkit.seats import Seat

__all__ = ["Player", "Watcher"]


class Watcher(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """Follows one match for one seat, and makes the seat's observations. It is mutable.

    Give it every event, by `see`, or let it catch up with a `Match`, by `observe`. It works events in when an
    observation is wanted, and makes only what the bot needs.
    """

    def __init__(
        self,
        game: Game[Move, Event, State, View, Glimpse, Memory, Options],
        seat: Seat,
        seats: int,
        options: Options,
        needs: frozenset[Need] = ALL_NEEDS,
    ) -> None:
        self._game = game
        self._seat = seat
        self._seats = seats
        self._options = options
        self._sees_view = "view" in needs
        self._keeps_glimpses = "glimpses" in needs
        self._keeps_memory = "memory" in needs
        self.wants_events: bool = self._keeps_glimpses or self._keeps_memory
        """Whether it needs events at all."""
        self._forget()

    def _forget(self) -> None:
        self._pending: list[Event | EngineEvent] = []
        self._glimpses: tuple[Glimpse | EngineEvent, ...] = ()
        self._memory = self._game.blank(self._seat)
        self._since = 0
        self._match: Match[Move, Event, State, View, Glimpse, Memory, Options] | None = None

    def see(self, events: Iterable[Event | EngineEvent]) -> None:
        """Take these events, which follow all that came before."""
        if self.wants_events:
            self._pending.extend(events)

    def observation(
        self, state: State, legal: tuple[Move, ...], chance: Chance, seconds: float | None = None
    ) -> Observation[Move, View, Glimpse, Memory, Options]:
        """Return the seat's observation. The state is the one that all events so far have led to."""
        if self._pending:
            self._take_in()
        seat, game = self._seat, self._game
        since, self._since = self._since, len(self._glimpses)
        return Observation(
            seat,
            self._seats,
            self._options,
            legal,
            chance,
            seconds,
            since,
            Given(game.view(state, seat)) if self._sees_view else None,
            Given(self._glimpses) if self._keeps_glimpses else None,
            Given(self._memory) if self._keeps_memory else None,
        )

    def observe(
        self,
        match: Match[Move, Event, State, View, Glimpse, Memory, Options],
        chance: Chance,
        seconds: float | None = None,
    ) -> Observation[Move, View, Glimpse, Memory, Options]:
        """Return the seat's observation in a match that went on, was undone in part, or is a different one."""
        self._catch_up(match)
        return self.observation(match.state, match.legal(self._seat), chance, seconds)

    def _take_in(self, *, remembering: bool = True) -> None:
        """Work in the pending events, as the seat saw them."""
        game, seat = self._game, self._seat
        new = [
            event if isinstance(event, EngineEvent) else game.glimpse(event, seat) for event in self._pending
        ]
        self._pending.clear()
        if self._keeps_glimpses:
            self._glimpses += tuple(new)
        if self._keeps_memory and remembering:
            memory, remember = self._memory, game.remember
            for glimpse in new:
                if not isinstance(glimpse, EngineEvent):
                    memory = remember(memory, glimpse)
            self._memory = memory

    def _catch_up(self, match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> None:
        """Take what came since the last match; start again if this match doesn't continue that one."""
        news: list[Event | EngineEvent] = []
        last, step = self._match, match
        while step is not last:
            news.extend(reversed(step.events))
            if step.previous is None:
                self._forget()
                break
            step = step.previous
        self._match = match
        if not self.wants_events:
            return
        self._pending.extend(reversed(news))
        if any(isinstance(event, Undone) for event in news):
            self._take_in(remembering=False)  # the memory holds only moves that stand
            if self._keeps_memory:
                self._memory = match.memory(self._seat)


class Player(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A bot in a seat of a match. It follows the match, and has chance of its own.

    A plain `Chance` gives new draws for each version of the match; a `RunningChance` does so by itself.
    """

    def __init__(
        self,
        bot: Bot[Move, View, Glimpse, Memory, Options],
        match: Match[Move, Event, State, View, Glimpse, Memory, Options],
        seat: Seat,
        chance: Chance,
    ) -> None:
        self.bot = bot
        self.seat = seat
        self._chance = chance
        self._watcher = Watcher(match.game, seat, match.header.seats, match.header.options, bot.needs)

    def move(
        self, match: Match[Move, Event, State, View, Glimpse, Memory, Options], seconds: float | None = None
    ) -> Move:
        """Return the bot's move in this match, which may be a later or an earlier version.

        Raise `BotFailed` if the move isn't legal.
        """
        check_to_move(match, self.seat)
        chance = self._chance
        if isinstance(chance, SeededChance):
            chance = chance.at(match.version)
        observation = self._watcher.observe(match, chance, seconds)
        move = self.bot.choose(observation)
        if move not in observation.legal:
            raise BotFailed(f"bot {self.bot.name} wants {shown(move)}, which isn't legal")
        return move
