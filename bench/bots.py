"""What bots cost: loops that show them what they need, and the moves that a tree search simulates."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import perf_counter

from attrs import evolve

import cardkit
from bench.measure import compare
from bench.playouts import by_contract
from cardkit.bots import SearchModel, bot, play_out
from cardkit.bots.chance import RunningChance
from cardkit.bots.game_bots import bots_of
from cardkit.bots.search.ismcts import Search
from cardkit.bots.search.model import plain_model
from cardkit.bots.search.tree import Node
from cardkit.game import AnyGame

MATCHES = 60
SEARCHES = 6
PLAYOUTS = 200
DEVIATION = 0.2


def options(game: AnyGame) -> object:
    return cardkit.start(game, game.seats[0], LIMITS.get(game.key), "options").header.options


LIMITS = {"biberbande": {"turn_limit": 20}}
"""A game without an end needs one."""


def figures() -> Iterator[str]:
    """Compare each rate with the bare loop's in the same run."""
    yield f"{'moves per CPU second':34}{'with bots':>12}{'bare':>12}{'ratio':>8}{'wanted':>8}"
    for game in cardkit.games().values():
        bare = partial(by_contract, game, options(game), 4, MATCHES, Random(4))
        yield row(f"{game.key}, 4 seats, random", partial(by_bots, game, MATCHES), bare, 0.8)
        yield row(
            f"{game.key}, 4 seats, ismcts",
            partial(by_search, game, plain_model(game, options(game))),
            bare,
            0.5,
        )
        yield row("  to its own horizon", partial(by_search, game, lens_of(game)), bare, 0.5)


def row(what: str, ours: Callable[[], int], bare: Callable[[], int], wanted: float) -> str:
    rate, plainly, ratio = compare(ours, bare)
    return f"{what:34}{rate:12,.0f}{plainly:12,.0f}{ratio:8.2f}{wanted:8.2f}"


def by_bots(game: AnyGame, matches: int) -> int:
    """Play matches of four random bots. Return the number of moves."""
    bots = [bot("random", game)] * 4
    chance, own = RunningChance(f"{perf_counter()}"), [RunningChance(f"{seat}") for seat in range(4)]
    rules = options(game)
    return sum(play_out(game, rules, bots, chance, own)[1] for _ in range(matches))


def by_search(game: AnyGame, model: SearchModel[object, object]) -> int:
    """Return the moves that tree searches simulate from the first choice of a match, playing on at random.

    Where the horizon is near, imagining a world weighs more: within a turn of Push a playout has four moves.
    """
    moves, decide = 0, game.decide

    def counted(state: object, seat: int, move: object, chance: cardkit.Chance) -> tuple[object, ...]:
        nonlocal moves
        moves += 1
        return decide(state, seat, move, chance)

    search, match = Search(evolve(game, decide=counted), model), begun(game)
    mover = match.actors[0]
    memory = match.memory(mover)
    for number in range(SEARCHES):
        root, chance = Node[object](), RunningChance(f"{number}")
        for _ in range(PLAYOUTS):
            search.iterate(root, memory, mover, chance, DEVIATION)
    return moves


def lens_of(game: AnyGame) -> SearchModel[object, object]:
    """Return the model that `ismcts` has of the game, except that it plays on at random."""
    model = bots_of(game).model
    return plain_model(game, options(game)) if model is None else evolve(model, policy=None)


def begun(game: AnyGame) -> cardkit.AnyMatch:
    """Return a match at its first choice."""
    match = cardkit.start(game, 4, LIMITS.get(game.key), "bench")
    while len(match.legal()) == 1:
        match = match.play(match.legal()[0])
    return match
