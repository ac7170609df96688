"""What seats see, carried along move by move, so that a match isn't gone through again for each turn of a bot.

But for a bot that wants all glimpses, its turn costs the same however long the match is; these are copied for it.
"""

from collections.abc import Iterable
from typing import Generic

from cardkit.bots.contract import Bot, BotFailed
from cardkit.bots.observation import ALL_NEEDS, Given, Need, Observation, check_to_move
from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.record import Mark, Undone
from cardkit.rejections import shown
from cardkit.seats import Seat

__all__ = ["Player", "Watcher"]


class Watcher(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """One seat's eyes in one match. It changes as it sees, and makes the seat's observations.

    Whoever runs a match tells every watcher each event, by `saw`, or lets it catch up with a `Match`. Nothing is
    done with them until an observation is wanted, and then only what is needed.
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
        """Whether it has to be told of events at all."""
        self._forget()

    def _forget(self) -> None:
        self._pending: list[Event | Mark] = []
        self._glimpses: tuple[Glimpse | Mark, ...] = ()
        self._memory = self._game.blank(self._seat)
        self._since = 0
        self._match: Match[Move, Event, State, View, Glimpse, Memory, Options] | None = None

    def see(self, events: Iterable[Event | Mark]) -> None:
        """These happened, after all it was told before."""
        if self.wants_events:
            self._pending.extend(events)

    def observation(
        self, state: State, legal: tuple[Move, ...], chance: Chance, seconds: float | None = None
    ) -> Observation[Move, View, Glimpse, Memory, Options]:
        """What the seat has before it: the state is the one that all events told so far have led to."""
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
        """What the seat has before it in a match that went on, was taken back, or is another one altogether."""
        self._catch_up(match)
        return self.observation(match.state, match.legal(self._seat), chance, seconds)

    def _take_in(self, *, remembering: bool = True) -> None:
        """The events told since the last time, as the seat saw them."""
        game, seat = self._game, self._seat
        new = [event if isinstance(event, Mark) else game.glimpse(event, seat) for event in self._pending]
        self._pending.clear()
        if self._keeps_glimpses:
            self._glimpses += tuple(new)
        if self._keeps_memory and remembering:
            memory, remember = self._memory, game.remember
            for glimpse in new:
                if not isinstance(glimpse, Mark):
                    memory = remember(memory, glimpse)
            self._memory = memory

    def _catch_up(self, match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> None:
        """Take in what came since the match that was seen last; from the start, if this one doesn't come from it."""
        news: list[Event | Mark] = []
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
            self._take_in(remembering=False)  # not all of it stands
            if self._keeps_memory:
                self._memory = match.memory(self._seat)


class Player(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A bot in a seat of a match: it has eyes that follow the match, and chance of its own.

    A plain `Chance` gives new draws at each version of the match; others (`RunningChance`) do so by themselves.
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
        self,
        match: Match[Move, Event, State, View, Glimpse, Memory, Options],
        seconds: float | None = None,
    ) -> Move:
        """The bot's move; `BotFailed` if it isn't legal. The match may be any later one, or one taken back."""
        check_to_move(match, self.seat)
        chance = self._chance
        if type(chance) is Chance:
            chance = chance.at(match.version)
        observation = self._watcher.observe(match, chance, seconds)
        move = self.bot.choose(observation)
        if move not in observation.legal:
            raise BotFailed(f"bot {self.bot.name} wants {shown(move)}, which isn't legal")
        return move
