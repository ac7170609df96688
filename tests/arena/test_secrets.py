"""Nothing that a bot can reach in a run reveals the run's seed, from which all cards follow."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from cardkit.arena import RunSpec, rate, simulate
from cardkit.bots import AnyBot, AnyObservation, Bot
from cardkit.chance import Chance
from cardkit.game import AnyGame
from tests.bots.reach import reachable

SEED = "the run's secret"
SHORT = {"rounds": 1}


class Spy:
    """A bot that keeps what it can reach."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.drawn: dict[int, list[tuple[object, object]]] = {}

    def looking(self, game: AnyGame) -> AnyBot:
        return Bot("looking", self.choose)

    def blind(self, game: AnyGame) -> AnyBot:
        return Bot("blind", self.choose, frozenset(), self.pick)

    def choose(self, observation: AnyObservation) -> object:
        self.seen.extend(reachable(observation))
        return observation.legal[0]

    def pick(self, legal: tuple[object, ...], chance: Chance) -> object:
        self.seen.extend(reachable(chance))
        random = next(generators(chance))
        before = random.getstate()
        move = legal[chance.below("move", len(legal))]
        self.drawn.setdefault(id(chance), []).append((before, random.getstate()))
        return move


def generators(chance: Chance) -> Iterator[Random]:
    """Yield what it draws from, behind its bound methods."""
    for thing in reachable(chance):
        owner = getattr(thing, "__self__", None)
        if isinstance(owner, Random):
            yield owner


@pytest.mark.parametrize("kind", ["looking", "blind"])
@pytest.mark.parametrize("paired", [True, False])
def test_no_bot_can_reach_the_seed_of_the_run(kind: str, paired: bool) -> None:
    spy = Spy()
    contender = spy.looking if kind == "looking" else spy.blind
    if paired:
        rate(RunSpec("thirteen", [contender, "random"], 2, seats=3, options=SHORT, seed=SEED, workers=1))
    else:
        simulate(RunSpec("thirteen", [contender], 2, seats=3, options=SHORT, seed=SEED, workers=1))

    assert spy.seen, "nothing was reached, so nothing was tried"
    assert [thing for thing in spy.seen if isinstance(thing, str) and SEED in thing] == []


@pytest.mark.parametrize("others", [[], ["random"]])
def test_a_blind_bot_draws_from_a_generator_that_nobody_else_draws_from(others: list[str]) -> None:
    """A bot that shared the generator of the deal, or of another bot, could predict what comes."""
    spy = Spy()
    simulate(RunSpec("push", [spy.blind, *others], 1, seats=2, seed=SEED, workers=1))

    assert spy.drawn
    for draws in spy.drawn.values():
        assert len(draws) > 1
        assert all(after == before for (_, after), (before, _) in pairwise(draws))
