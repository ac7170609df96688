"""The strongest bot for 13 and Friday 13: a tree as that of `ismcts`, with another rule of thumb and another aim.

It plays on by the rule of thumb of `looks`, on a board where playouts are quicker too. A playout is worth the others
that one may expect to leave behind in the match, not the points as such.
Near the end of a round, when few cards are left, imagined worlds are searched through instead: each play is tried
in the same ones, all seats make the most of them, and laggards drop out. Where one of them would take too much of
the time, it is the tree after all.
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
"""Standard errors by which a play must be better than the rule of thumb's."""
FEW: Final = 9
"""So many cards in all hands, and none in the stock, are searched through: some hundred ways to play them, and some
ten thousand where most of them are wild."""
FIRST_WORLD: Final = 1 / WORLDS_PER_CHECK
"""The part of the time that the first of these worlds may take: there should be enough for one lap of the race."""

SWING: Final = 2.0
"""Points that bring the odds of staying ahead to e against one in the last round; more before it, with the root of
the rounds to come. Counting points instead, or 4 here, came out 0.005 to 0.01 lower, which 120 deals can't tell apart.
"""


@frozen
class RoundKnowledge:
    """What a seat knows of a round, in the words of either game."""

    deck: Sequence[str]
    letters: str
    """Those of the piles' own kinds."""
    hand: tuple[str, ...]
    hand_sizes: Sequence[int]
    stock_size: int
    """Cards that will be drawn."""
    piles: Sequence[Sequence[str]]
    sums: Sequence[int]
    taken: Sequence[tuple[str, ...]]
    totals: Sequence[int]
    """The points of the rounds before."""
    rounds: int
    """Those not yet scored."""


def make_strong(
    budget: Budget,
    sight: Callable[[Memory], RoundKnowledge],
    coded: Callable[[Move], BoardPlay],
) -> Bot[Move, object, object, Memory, object]:
    """The bot, for a game that tells what a seat knows, and what a move is on the board."""

    def choose(observation: Observation[Move, object, object, Memory, object]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        worlds = Worlds(sight(observation.memory), observation.seat)
        moves = {coded(move): move for move in legal}
        chance = search_chance(observation.chance)
        return moves[choose_play(worlds, tuple(moves), chance, budget, observation.seconds)]

    return Bot(f"strong:{budget}", choose, frozenset({"memory"}), repeatable=budget.repeatable)


def choose_play(
    worlds: "Worlds", plays: tuple[BoardPlay, ...], chance: Chance, budget: Budget, seconds: float | None
) -> BoardPlay:
    """The best play, by the search that there is time for."""
    goes_on = budget_check(budget, seconds)
    play = None
    if worlds.few:
        play = search_worlds(worlds, plays, chance, budget_check(budget, seconds, FIRST_WORLD), goes_on)
    return play or grow_tree(worlds, plays, chance, goes_on)


def grow_tree(
    worlds: "Worlds", plays: tuple[BoardPlay, ...], chance: Chance, goes_on: Callable[[int], bool]
) -> BoardPlay:
    """By a tree, as `ismcts` grows it."""
    root, scale, done = Node[BoardPlay](), Scale(), 0
    while goes_on(done):
        worth = iterate(root, worlds, chance, EXPLORE * scale.deviation)
        scale.add(worth[worlds.seat])
        done += 1
    return choose_move(root, plays, worlds.imagine(chance).best(), scale, DOUBT)


def iterate(node: Node[BoardPlay], worlds: "Worlds", chance: Chance, explore: float) -> tuple[float, ...]:
    """One world, down the tree and on by the rule of thumb; what it was worth, by seat."""
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
    """By searching each world through to its end, for all plays alike; none, if it isn't early after the first one."""
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
    """What each play is worth in one world. `Spent` when that takes too long."""
    world, found, in_time = worlds.imagine(chance), list[float](), partial(goes_on, 1)
    for runner in runners:
        board = world.copy()
        board.play(*runner.move)
        found.append(board.solve(worlds.worth, in_time)[worlds.seat])
    return found


class Worlds:
    """Boards that fit what a seat knows."""

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
        """The hidden cards lie anywhere, every way alike."""
        rest = len(self.hidden) - sum(self.sizes) + len(self.hand)
        hands, left = imagined_hands(self.seat, self.hand, self.sizes, self.hidden, rest, chance)
        stock = left[: self.stock_size]
        return Board(self.seat, hands, stock, self.totals, self.coloured, self.wilds, self.took)

    def worth(self, points: Sequence[int]) -> tuple[float, ...]:
        """By seat, the part of the others that it may expect to leave behind, when the round brings these points."""
        ends = [(before + now) / self.swing for before, now in zip(self.before, points, strict=True)]
        others = len(ends) - 1
        return tuple([(sum([1 / (1 + exp(own - end)) for end in ends]) - 0.5) / others for own in ends])


def _counted(cards: Sequence[str], letters: str) -> list[int]:
    """By kind, wild ones last."""
    kinds = [encode_card(card, letters) >> 3 for card in cards]
    return [kinds.count(kind) for kind in range(WILD + 1)]
