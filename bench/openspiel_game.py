"""Any game as one of OpenSpiel's: its Python interface for games, over ours.

This module has only what OpenSpiel's algorithms ask of a game. OpenSpiel's C++ side calls the hooks with an
underscore. `apply_action`, `legal_actions` and `clone` are overridden too, so that its Python algorithms reach them
directly, which is faster.
"""

# pyright: reportMissingModuleSource=false
# OpenSpiel isn't in the lock; its types stand in bench/stubs.

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

import pyspiel

from cardkit.chance import Chance
from cardkit.game import AnyGame
from cardkit.seats import Seat

__all__ = ["Table", "World"]

TERMINAL: Final = -4
"""OpenSpiel's mover when there is none."""
LONGEST: Final = 20_000
"""Moves of a match, where the rules set no end: OpenSpiel wants a number."""


@cache
def described(game: AnyGame, seats: int, options: object) -> tuple[pyspiel.GameType, pyspiel.GameInfo]:
    """Return what OpenSpiel wants to know of a game beforehand. Utilities are standings at the end of the match."""
    kind = pyspiel.GameType(
        short_name=f"cardkit_{game.key}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=len(game.moves(seats, options)),
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=seats / 2,
        max_game_length=game.bound(seats, options) or LONGEST,
    )
    return kind, info


class Table(pyspiel.Game):
    """A game with this number of seats and these options."""

    def __init__(self, game: AnyGame, seats: int, options: object, chance: Chance) -> None:
        super().__init__(*described(game, seats, options), {})
        self.game = game
        self.seats = seats
        self.options = options
        self.worth = game.worth_with(options)
        self.chance = chance
        self.known: dict[object, int] = {}
        """What was known to somebody at some time, numbered as it was met."""

    def new_initial_state(self) -> "World":
        """Return the state after the first deal."""
        game = self.game
        world = World(self, game.initial, {seat: game.blank(seat) for seat in range(self.seats)})
        world.happen(game.open(self.seats, self.options, self.chance))
        return world

    def imagined(self, seat: Seat, memory: object) -> "World":
        """Return a world that fits what the seat remembers."""
        return World(self, self.game.imagine(memory, self.chance), {seat: memory})


class World(pyspiel.State):
    """A state, and who knows what of it. An action is a place among the legal moves.

    These places depend only on what the seat sees. An imagined state has no past. So seats other than the
    imagining one know only what they see in it.
    """

    def __init__(self, table: Table, first: object, memories: Mapping[Seat, object]) -> None:
        super().__init__(table)
        self.table = table
        self.first = first
        self.memories = memories
        self.events: list[object] = []
        self.stand(first)

    def stand(self, now: object) -> None:
        """Take this state. What follows from it is worked out when it is asked for, and kept."""
        self.now = now
        who = self.table.game.actors(now)
        self.player = who[0] if who else TERMINAL
        self.legal: tuple[object, ...] = ()
        self.key = ""

    def happen(self, events: tuple[object, ...]) -> None:
        now, evolve = self.now, self.table.game.evolve
        for event in events:
            now = evolve(now, event)
        self.events.extend(events)
        self.stand(now)

    def clone(self) -> "World":
        world = World(self.table, self.first, self.memories)
        world.events.extend(self.events)
        world.stand(self.now)
        return world

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        outcome = self.table.game.outcome(self.now)
        return [0.5] * self.table.seats if outcome is None else list(self.table.worth(outcome))

    def legal_actions(self, player: int | None = None) -> list[int]:
        mover = self.player
        return self._legal_actions(mover) if mover >= 0 and player in (None, mover) else []

    def _legal_actions(self, player: int) -> list[int]:
        self.legal = self.legal or self.table.game.legal(self.now, player)
        return list(range(len(self.legal)))

    def apply_action(self, action: int) -> None:
        self._apply_action(action)

    def _apply_action(self, action: int) -> None:
        table, player = self.table, self.player
        legal = self.legal or table.game.legal(self.now, player)
        self.happen(table.game.decide(self.now, player, legal[action], table.chance))

    def information_state_string(self, player: int | None = None) -> str:
        """Return a number for what the seat knows: the same at one table when and only when that is the same."""
        if player is not None and player != self.player:
            return self.number(player)
        self.key = self.key or self.number(self.player)
        return self.key

    def number(self, seat: Seat) -> str:
        known = self.table.known
        knowledge = seat, self.memory(seat) if seat in self.memories else self.sight(seat)
        return str(known.setdefault(knowledge, len(known)))

    def memory(self, seat: Seat) -> object:
        game, memory = self.table.game, self.memories[seat]
        for event in self.events:
            memory = game.remember(memory, game.glimpse(event, seat))
        return memory

    def sight(self, seat: Seat) -> object:
        """Return what the seat saw at first and since then."""
        game = self.table.game
        return game.view(self.first, seat), *[game.glimpse(event, seat) for event in self.events]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "World":
        """Return another world that the seat can't tell from this one, by the chance of the table."""
        return self.table.imagined(player, self.memory(player))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        return game.say(game.legal(self.now, player)[action])

    def __str__(self) -> str:
        return str(self.now)
