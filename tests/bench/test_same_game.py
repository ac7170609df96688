"""The library and the plain yardsticks play the same games: same decks and choices, same moves and totals."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final, TypeVar

import pytest

from bench import plain_friday13, plain_thirteen
from bench.plain_parts import PilesGame
from cardkit.chance import SeededChance
from cardkit.families.limited_piles.messages import C, K
from tests.families.limited_piles.scenes import O, Scenes
from tests.games.friday13.scenes import FRIDAY13
from tests.games.listed import untyped
from tests.games.thirteen.scenes import THIRTEEN

T = TypeVar("T")
ROUNDS: Final = 5


class Prepared:
    """Chance that deals prepared decks, one after another."""

    def __init__(self, decks: Iterable[Sequence[str]]) -> None:
        self._decks = iter(decks)

    def below(self, label: str, n: int) -> int:
        raise AssertionError(f"{label} is drawn")

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        face = {str(item): item for item in items}
        return tuple(face[card] for card in next(self._decks))


def decks(seed: str, deck: Sequence[str]) -> list[tuple[str, ...]]:
    return [SeededChance(seed, round).shuffle("deck", deck) for round in range(ROUNDS)]


@pytest.mark.parametrize(
    ("of", "plain"),
    [(THIRTEEN, plain_thirteen.GAME), (FRIDAY13, plain_friday13.GAME)],
    ids=["thirteen", "friday13"],
)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_same_decks_and_choices_make_the_same_moves_and_totals(
    of: Scenes[C, K, O], plain: PilesGame, seats: int, seed: str
) -> None:
    """for each first leader; with as many moves to choose from each time"""
    game, first = of.game, len(seed) % seats
    prepared, picks, offered = decks(seed, plain.deck), SeededChance(seed), list[int]()
    options = untyped(game.options)(**of.led(first, ROUNDS))
    chance = Prepared(prepared)
    state = reduce(game.evolve, game.open(seats, options, chance), game.initial)
    while actors := game.actors(state):
        legal = sorted(game.legal(state, actors[0]), key=lambda move: move.card)
        pick = legal[picks.at(len(offered)).below("pick", len(legal))]
        offered.append(len(legal))
        state = reduce(game.evolve, game.decide(state, actors[0], pick, chance), state)
    outcome, asked = game.outcome(state), list[int]()

    def choose(n: int) -> int:
        asked.append(n)
        return picks.at(len(asked) - 1).below("pick", n)

    played = plain.play(prepared.__getitem__, choose, seats, ROUNDS, first=first)

    assert outcome is not None
    assert played == (len(offered), outcome.totals)
    assert asked == offered
