"""The tree of a search: its nodes, which move to try next, and which move to make in the end."""

from collections.abc import Callable, Hashable, Sequence
from math import inf, log, sqrt
from typing import Final, Generic

from cardkit.chance import Chance
from cardkit.game import Move

__all__ = ["EXPLORE", "Node", "Scale", "choose_move", "select"]

EXPLORE: Final = 1.0
"""How much a seldom tried move is favoured, in standard deviations of a playout's worth."""
FIRST: Final = 0.5
"""The standard deviation that is assumed before there are results."""
WIDEN: Final = 8
"""The visits of a node for each move that is tried in it, if there is a policy."""


class Node(Generic[Move]):
    """The results of a move, and the moves that may follow it."""

    __slots__ = ("available", "children", "outcomes", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Move, Node[Move]] = {}
        self.outcomes: dict[Hashable, Node[Move]] = {}
        """A node for each public outcome of the move, if the model names them."""
        self.visits: int = 0
        self.available: int = 1
        self.total: float = 0.0


class Scale:
    """The spread of playouts' worth, which differs a lot between games and moments.

    It keeps the greatest deviation so far. Later nearly all playouts are of one move, perhaps one whose worth is
    certain, and other moves must not be given up for that.
    """

    __slots__ = ("_count", "_squares", "_sum", "deviation")

    def __init__(self) -> None:
        self._count = 0
        self._sum = self._squares = 0.0
        self.deviation: float = FIRST

    def add(self, worth: float) -> None:
        """Add the worth of one more playout."""
        self._count += 1
        self._sum += worth
        self._squares += worth * worth
        if self._count >= 8:
            mean = self._sum / self._count
            found = sqrt(max(1e-6, self._squares / self._count - mean * mean))
            self.deviation = found if self._count == 8 else max(found, self.deviation)


def choose_move(
    root: Node[Move], legal: Sequence[Move], safe: Move | None, scale: Scale, doubt: float
) -> Move:
    """Return the move with the most visits if it is clearly better than the safe move; else the safe move."""
    best = max(legal, key=lambda move: root.children[move].visits if move in root.children else 0)
    return best if safe is None or is_surely_better(root, best, safe, doubt * scale.deviation) else safe


def is_surely_better(root: Node[Move], best: Move, safe: Move, margin: float) -> bool:
    """Return whether the best move's lead over the safe one is more than luck."""
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
    first_move: Callable[[], Move] | None,
) -> tuple[Move, Node[Move], bool]:
    """Return a move that wasn't tried yet, else the one with the best prospects; its node; and whether it is new.

    `first_move` is tried first, if there is one, and others only as visits grow. Otherwise a node with few visits
    would be judged by the bad moves that were tried in it.
    """
    children = node.children
    if not children:
        move = legal[chance.below("move", len(legal))] if first_move is None else first_move()
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
    if fresh and (
        first_move is None or not tried or WIDEN * len(tried) <= sum([child.visits for child in tried])
    ):
        move = fresh[chance.below("move", len(fresh))] if first_move is None or tried else first_move()
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
