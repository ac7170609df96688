"""Information-set Monte Carlo tree search: for any game that keeps the contract.

Single observer: one tree, for what the mover can know. Each iteration imagines a state that fits the mover's
memory, goes down the tree by the moves that are legal there, adds one node, plays on to the horizon and credits
each seat on the way with its own reward, however many they are. A move that is seldom available isn't held
to have been neglected: its bonus counts the times when it could have been chosen (Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import inf, log, sqrt
from typing import Final, Generic

from cardkit.bots.contract import Bot, Choose
from cardkit.bots.observation import Need, Observation
from cardkit.bots.search.budget import Budget, budget_check
from cardkit.bots.search.model import SearchModel, plain_model
from cardkit.chance import Chance, RunningChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = [
    "EXPLORE",
    "LONGEST",
    "Node",
    "Scale",
    "Search",
    "choose_move",
    "ismcts",
    "search_chance",
    "select",
]

MEMORY: Final[frozenset[Need]] = frozenset({"memory"})
EXPLORE: Final = 1.0
"""How much a seldom tried move is favoured, in standard deviations of what playouts are worth."""
FIRST: Final = 0.5
"""How far apart results are held to lie before there are any."""
WIDEN: Final = 8
"""Visits of a node for each move that is tried in it, where there is a rule of thumb."""
LONGEST: Final = 5000
"""Moves after which a playout is broken off: some games set no end."""


class Node(Generic[Move]):
    """What has been found out about a move, and what may follow it."""

    __slots__ = ("available", "children", "shown", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Move, Node[Move]] = {}
        self.shown: dict[Hashable, Node[Move]] = {}
        """Where the move's outcome is told apart: a node for each."""
        self.visits: int = 0
        self.available: int = 1
        self.total: float = 0.0


class Scale:
    """How far apart the results of playouts lie: games and moments differ in that by a lot.

    What counts is how far they have lain apart at most: later nearly all playouts are of one move, perhaps one
    whose worth is certain, and others must not be given up for that.
    """

    __slots__ = ("_count", "_squares", "_sum", "deviation")

    def __init__(self) -> None:
        self._count = 0
        self._sum = self._squares = 0.0
        self.deviation: float = FIRST

    def add(self, worth: float) -> None:
        """One more playout."""
        self._count += 1
        self._sum += worth
        self._squares += worth * worth
        if self._count >= 8:
            mean = self._sum / self._count
            found = sqrt(max(1e-6, self._squares / self._count - mean * mean))
            self.deviation = found if self._count == 8 else max(found, self.deviation)


def search_chance(chance: Chance) -> RunningChance:
    """Chance for one search, from one draw of the bot's own."""
    return RunningChance(f"search {chance.below('search', 2**32)}")


def ismcts(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    budget: Budget,
    lens: SearchModel[Move, State] | None = None,
    thumb: Choose[Move, View, Glimpse, Memory, Options] | None = None,
    needs: frozenset[Need] = frozenset(),
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """The bot `ismcts`. Without a lens its playouts go at random to the end of the match.

    Where there is a rule of thumb, its move is made unless another has shown itself better beyond doubt. `needs` is
    what that rule looks at besides the memory.
    """
    search = Search(game, lens or plain_model(game))

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
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
            root, legal, None if thumb is None else thumb(observation), scale, search.model.margin
        )

    return Bot(f"ismcts:{budget}", choose, MEMORY | needs, repeatable=budget.repeatable)


class Search(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A game, and how it is looked at."""

    def __init__(
        self,
        game: Game[Move, Event, State, View, Glimpse, Memory, Options],
        lens: SearchModel[Move, State],
    ) -> None:
        self.game = game
        self.model = lens

    def iterate(
        self, root: Node[Move], memory: Memory, mover: Seat, chance: Chance, deviation: float
    ) -> Sequence[float]:
        """One world, from the root, where `mover` moves, to the horizon; what it was worth, by seat."""
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
        """Down the tree, to a node that is new, or to the horizon. Where several may move, `mover` does so first."""
        game, lens = self.game, self.model
        settled, policy, shown, depth = (
            lens.is_settled,
            lens.policy,
            lens.public_outcome,
            lens.depth or LONGEST,
        )
        state, moves = first, 0
        path: list[tuple[Node[Move], Seat]] = []
        while moves < LONGEST and (who := game.actors(state)) and not settled(first, state):
            seat = who[0] if moves else mover
            legal = game.legal(state, seat)
            move, child, new = legal[0], node, False
            if len(legal) > 1:
                first_try = (
                    None if policy is None or not path else partial(policy, state, seat, legal, chance)
                )
                move, child, new = select(node, legal, chance, explore, first_try)
                path.append((child, seat))
            for event in game.decide(state, seat, move, chance):
                state = game.evolve(state, event)
            moves += 1
            if new or len(path) == depth:
                break
            node = child
            if shown is not None:
                outcome = shown(state)
                found = node.shown.get(outcome)
                if found is None:
                    node.shown[outcome] = found = Node[Move]()
                node = found
        return state, path

    def play_on(self, first: State, state: State, chance: Chance) -> State:
        """To the horizon, by the lens's policy or at random."""
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
        """As any bare loop does it."""
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


def choose_move(
    root: Node[Move], legal: Sequence[Move], safe: Move | None, scale: Scale, doubt: float
) -> Move:
    """The move that was visited most, if it isn't to be doubted that it is better than the safe one."""
    best = max(legal, key=lambda move: root.children[move].visits if move in root.children else 0)
    return best if safe is None or is_surely_better(root, best, safe, doubt * scale.deviation) else safe


def is_surely_better(root: Node[Move], best: Move, safe: Move, margin: float) -> bool:
    """Whether what was found out about the best move can't well be luck."""
    one, other = root.children.get(best), root.children.get(safe)
    if one is None or other is None:
        return False
    lead = one.total / one.visits - other.total / other.visits
    return lead > margin * sqrt(1 / one.visits + 1 / other.visits)


def select(
    node: Node[Move],
    legal: tuple[Move, ...],
    chance: Chance,
    explore: float,
    thumb: Callable[[], Move] | None,
) -> tuple[Move, Node[Move], bool]:
    """A move that wasn't tried yet; else the one with the best prospects. Whether it is new.

    With a rule of thumb its move is tried first, and others only as visits grow: else a node that is seldom
    visited would be judged by the bad moves that were tried in it.
    """
    children = node.children
    if not children:
        move = legal[chance.below("move", len(legal))] if thumb is None else thumb()
        children[move] = child = Node[Move]()
        return move, child, True
    fresh: list[Move] = []
    tried: list[Node[Move]] = []
    for move in legal:
        found = children.get(move)
        if found is None:
            fresh.append(move)
        else:
            found.available += 1
            tried.append(found)
    if fresh and (thumb is None or not tried or WIDEN * len(tried) <= sum([child.visits for child in tried])):
        move = fresh[chance.below("move", len(fresh))] if thumb is None or tried else thumb()
        children[move] = child = Node[Move]()
        return move, child, True
    if fresh:
        legal = tuple([move for move in legal if move in children])
    best, most = 0, -inf
    for place, child in enumerate(tried):
        visits = child.visits
        prospect = child.total / visits + explore * sqrt(log(child.available) / visits)
        if prospect > most:
            best, most = place, prospect
    return legal[best], tried[best], False
