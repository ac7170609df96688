"""Information-set Monte Carlo tree search, for any game that keeps the contract.

There is one tree, for what the mover can know (single observer). Each iteration

1. imagines a state that fits the mover's memory,
2. goes down the tree by the moves that are legal there, and adds one node,
3. plays on to the horizon,
4. credits each seat on the way with its own reward.

The bonus of a move counts how often the move was available. So a move that is seldom available doesn't seem neglected
(Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, Generic

from cardkit.bots.chance import RunningChance
from cardkit.bots.contract import Bot, Choose
from cardkit.bots.observation import Need, Observation
from cardkit.bots.search.budget import Budget, budget_check
from cardkit.bots.search.model import SearchModel, plain_model
from cardkit.bots.search.tree import EXPLORE, Node, Scale, choose_move, select
from cardkit.chance import Chance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = ["LONGEST", "Search", "ismcts", "search_chance"]

MEMORY: Final[frozenset[Need]] = frozenset({"memory"})
LONGEST: Final = 5000
"""The number of moves after which a playout is broken off, because some games set no end."""


def search_chance(chance: Chance) -> RunningChance:
    """Return chance for one search, seeded by one draw of the bot's own."""
    return RunningChance(f"search {chance.below('search', 2**32)}")


def ismcts(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    budget: Budget,
    model: SearchModel[Move, State] | None = None,
    fallback: Choose[Move, View, Glimpse, Memory, Options] | None = None,
    needs: frozenset[Need] = frozenset(),
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """Return the bot `ismcts`. Without a model its playouts go at random to the end of the match.

    The move of `fallback` is played unless another one is clearly better. `needs` is what the fallback reads besides
    the memory.
    """

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        search = Search(game, model or plain_model(game, observation.options))
        root = Node[Move]()
        chance = search_chance(observation.chance)
        goes_on = budget_check(budget, observation.seconds)
        memory, done, scale = observation.memory, 0, Scale()
        while goes_on(done):
            scale.add(
                search.iterate(root, memory, observation.seat, chance, scale.deviation)[observation.seat]
            )
            done += 1
        return choose_move(
            root, legal, None if fallback is None else fallback(observation), scale, search.model.margin
        )

    return Bot(f"ismcts:{budget}", choose, MEMORY | needs, repeatable=budget.repeatable)


class Search(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """Searches a game by a model."""

    def __init__(
        self, game: Game[Move, Event, State, View, Glimpse, Memory, Options], model: SearchModel[Move, State]
    ) -> None:
        self.game = game
        self.model = model

    def iterate(
        self, root: Node[Move], memory: Memory, mover: Seat, chance: Chance, deviation: float
    ) -> Sequence[float]:
        """Play one world from the root, where `mover` moves, to the horizon. Return its worth by seat."""
        first = self.model.trim(self.game.imagine(memory, chance))
        state, path = self.descend(root, first, mover, chance, EXPLORE * deviation)
        state = self.play_on(first, state, chance)
        worth = self.model.worth(first, state)
        for node, seat in path:
            node.visits += 1
            node.total += worth[seat]
        return worth

    def descend(
        self, node: Node[Move], first: State, mover: Seat, chance: Chance, explore: float
    ) -> tuple[State, list[tuple[Node[Move], Seat]]]:
        """Go down the tree to a new node or the horizon. If several seats may move, `mover` moves first.

        Return the state there, and the nodes on the way with their seats.
        """
        game, model = self.game, self.model
        settled, policy, outcome_of = model.is_settled, model.policy, model.public_outcome
        depth = model.depth or LONGEST
        state, moves = first, 0
        path: list[tuple[Node[Move], Seat]] = []
        while moves < LONGEST and (who := game.actors(state)) and not settled(first, state):
            seat = who[0] if moves else mover
            legal = game.legal(state, seat)
            move, child, new = legal[0], node, False
            if len(legal) > 1:
                try_first = (
                    None if policy is None or not path else partial(policy, state, seat, legal, chance)
                )
                move, child, new = select(node, legal, chance, explore, try_first)
                path.append((child, seat))
            for event in game.decide(state, seat, move, chance):
                state = game.evolve(state, event)
            moves += 1
            if new or len(path) == depth:
                break
            node = child
            if outcome_of is not None:
                outcome = outcome_of(state)
                found = node.outcomes.get(outcome)
                if found is None:
                    node.outcomes[outcome] = found = Node[Move]()
                node = found
        return state, path

    def play_on(self, first: State, state: State, chance: Chance) -> State:
        """Play on to the horizon, by the model's policy or at random. Return the last state."""
        policy = self.model.policy
        if policy is None:
            return self.play_at_random(first, state, chance)
        game, settled = self.game, self.model.is_settled
        for _ in range(LONGEST):
            who = game.actors(state)
            if not who or settled(first, state):
                break
            choices = game.legal(state, who[0])
            move = choices[0] if len(choices) == 1 else policy(state, who[0], choices, chance)
            for event in game.decide(state, who[0], move, chance):
                state = game.evolve(state, event)
        return state

    def play_at_random(self, first: State, state: State, chance: Chance) -> State:
        """Play on to the horizon at random, as fast as a bare loop."""
        game = self.game
        actors, legal, decide, evolve = game.actors, game.legal, game.decide, game.evolve
        settled, below = self.model.is_settled, chance.below
        for _ in range(LONGEST):
            who = actors(state)
            if not who or settled(first, state):
                break
            seat = who[0]
            choices = legal(state, seat)
            number = len(choices)
            move = choices[below("move", number)] if number > 1 else choices[0]
            for event in decide(state, seat, move, chance):
                state = evolve(state, event)
        return state
