"""The strongest bot for 13 and Friday 13: the tree of `ismcts`, with other playouts and another aim.

Playouts follow the weights of `appeal`, on a fast board. The worth of a playout isn't the points. It is the share of
the others that the seat may expect to finish ahead of.

Near the end of a round, when few cards are left, imagined worlds are searched to the end instead. Each play is tried in
the same worlds, all seats play their best, and clearly worse plays drop out. If one world takes too much of the time,
the tree is used after all.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import exp, sqrt
from typing import Final

from attrs import frozen

from cardkit.bots.contract import Bot
from cardkit.bots.observation import Observation
from cardkit.bots.search.budget import Budget, BudgetSpent, budget_check
from cardkit.bots.search.elimination import WORLDS_PER_CHECK, Candidate, best_candidate, remaining
from cardkit.bots.search.ismcts import search_chance
from cardkit.bots.search.tree import EXPLORE, Node, Scale, choose_move, select
from cardkit.chance import Chance
from cardkit.families.limited_piles.bots.board import WILD, Board, BoardPlay, encode_card
from cardkit.game import Memory, Move
from cardkit.mechanics.dealing import imagined_hands, unseen
from cardkit.seats import Seat

__all__ = ["RoundKnowledge", "make_strong"]

DOUBT: Final = 1.0
"""A play must be better than the one with the most appeal by this many standard errors."""
FEW: Final = 9
"""With this many cards in all hands, and no stock, worlds are searched to the end.

There are some hundred ways to play the cards, and some ten thousand if most of them are wild.
"""
FIRST_WORLD: Final = 1 / WORLDS_PER_CHECK
"""The share of the time that the first world may take. It leaves enough for the first elimination."""

SWING: Final = 2.0
"""The lead in points that gives odds of e to one in the last round. It grows with the root of the rounds to come."""


@frozen
class RoundKnowledge:
    """What a seat knows of a round."""

    deck: Sequence[str]
    letters: str
    """The letters of the piles' own kinds."""
    hand: tuple[str, ...]
    hand_sizes: Sequence[int]
    stock_size: int
    """The number of cards that will be drawn."""
    piles: Sequence[Sequence[str]]
    sums: Sequence[int]
    taken: Sequence[tuple[str, ...]]
    totals: Sequence[int]
    """The points of the rounds before."""
    rounds: int
    """The number of rounds that aren't scored yet."""


def make_strong(
    budget: Budget, knowledge: Callable[[Memory], RoundKnowledge], encode: Callable[[Move], BoardPlay]
) -> Bot[Move, object, object, Memory, object]:
    """Return the bot. `knowledge` says what a seat knows of a round, `encode` what a move is on the board."""

    def choose(observation: Observation[Move, object, object, Memory, object]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        worlds = Worlds(knowledge(observation.memory), observation.seat)
        moves = {encode(move): move for move in legal}
        chance = search_chance(observation.chance)
        return moves[choose_play(worlds, tuple(moves), chance, budget, observation.seconds)]

    return Bot(f"strong:{budget}", choose, frozenset({"memory"}), repeatable=budget.repeatable)


def choose_play(
    worlds: "Worlds", plays: tuple[BoardPlay, ...], chance: Chance, budget: Budget, seconds: float | None
) -> BoardPlay:
    """Return the best play, by the best search that the time allows."""
    goes_on = budget_check(budget, seconds)
    play = None
    if worlds.few:
        play = search_worlds(worlds, plays, chance, budget_check(budget, seconds, FIRST_WORLD), goes_on)
    return play or grow_tree(worlds, plays, chance, goes_on)


def grow_tree(
    worlds: "Worlds", plays: tuple[BoardPlay, ...], chance: Chance, goes_on: Callable[[int], bool]
) -> BoardPlay:
    """Return the best play by a tree, as `ismcts` grows it."""
    root, scale, done = Node[BoardPlay](), Scale(), 0
    while goes_on(done):
        worth = iterate(root, worlds, chance, EXPLORE * scale.deviation)
        scale.add(worth[worlds.seat])
        done += 1
    return choose_move(root, plays, worlds.imagine(chance).best(), scale, DOUBT)


def iterate(node: Node[BoardPlay], worlds: "Worlds", chance: Chance, explore: float) -> tuple[float, ...]:
    """Play one world down the tree and on by appeal. Return its worth by seat."""
    board = worlds.imagine(chance)
    path: list[tuple[Node[BoardPlay], Seat]] = []
    new = False
    while not new and (plays := board.plays()):
        play = plays[0]
        if len(plays) > 1:
            play, node, new = select(node, plays, chance, explore, board.best if path else None)
            path.append((node, board.seat))
        board.play(*play)
    worth = worlds.worth(board.play_on())
    for child, seat in path:
        child.visits += 1
        child.total += worth[seat]
    return worth


def search_worlds(
    worlds: "Worlds",
    plays: tuple[BoardPlay, ...],
    chance: Chance,
    early: Callable[[int], bool],
    goes_on: Callable[[int], bool],
) -> BoardPlay | None:
    """Return the best play by searching worlds to the end. Return `None` if the first one takes too long."""
    runners: list[Candidate[BoardPlay]] = [Candidate(play) for play in plays]
    done = imagined = 0
    while goes_on(done) and len(runners) > 1:
        try:
            found = outcomes(worlds, runners, chance, goes_on if imagined else early)
        except BudgetSpent:
            break
        for runner, worth in zip(runners, found, strict=True):
            runner.add(worth)
        done += len(runners)
        imagined += 1
        if imagined % WORLDS_PER_CHECK == 0:
            runners = remaining(runners)
    return best_candidate(runners, worlds.imagine(chance).best()).move if imagined else None


def outcomes(
    worlds: "Worlds", runners: list[Candidate[BoardPlay]], chance: Chance, goes_on: Callable[[int], bool]
) -> list[float]:
    """Return the worth of each play in one world. Raise `BudgetSpent` if that takes too long."""
    world, found, in_time = worlds.imagine(chance), list[float](), partial(goes_on, 1)
    for runner in runners:
        board = world.copy()
        board.play(*runner.move)
        found.append(board.solve(worlds.worth, in_time)[worlds.seat])
    return found


class Worlds:
    """Imagines boards that fit what a seat knows."""

    def __init__(self, seen: RoundKnowledge, seat: Seat) -> None:
        self.seat: Seat = seat
        self.sizes: Sequence[int] = seen.hand_sizes
        self.stock_size: int = seen.stock_size
        letters = seen.letters
        hidden = unseen(seen.deck, seen.hand, *seen.piles, *seen.taken)
        self.hidden: list[int] = [encode_card(card, letters) for card in hidden]
        self.hand: tuple[int, ...] = tuple(encode_card(card, letters) for card in seen.hand)
        self.totals: list[int] = [*seen.sums]
        counts = [_counted(cards, letters) for cards in seen.piles]
        self.coloured: list[int] = [count[place] for place, count in enumerate(counts)]
        self.wilds: list[int] = [count[WILD] for count in counts]
        self.took: list[list[int]] = [_counted(heap, letters) for heap in seen.taken]
        self.before: Sequence[int] = seen.totals
        self.swing: float = SWING * sqrt(seen.rounds)
        self.few: bool = not seen.stock_size and sum(seen.hand_sizes) <= FEW

    def imagine(self, chance: Chance) -> Board:
        """Return a board with the hidden cards anywhere, all ways equally likely."""
        rest = len(self.hidden) - sum(self.sizes) + len(self.hand)
        hands, left = imagined_hands(self.seat, self.hand, self.sizes, self.hidden, rest, chance)
        stock = left[: self.stock_size]
        return Board(self.seat, hands, stock, self.totals, self.coloured, self.wilds, self.took)

    def worth(self, points: Sequence[int]) -> tuple[float, ...]:
        """Return the share of the others that each seat may expect to leave behind after a round with these points."""
        ends = [(before + now) / self.swing for before, now in zip(self.before, points, strict=True)]
        others = len(ends) - 1
        return tuple([(sum([1 / (1 + exp(own - end)) for end in ends]) - 0.5) / others for own in ends])


def _counted(cards: Sequence[str], letters: str) -> list[int]:
    """Return the number of cards by kind, wild ones last."""
    kinds = [encode_card(card, letters) >> 3 for card in cards]
    return [kinds.count(kind) for kind in range(WILD + 1)]
