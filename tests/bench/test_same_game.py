"""The library and the plain yardsticks play the same games: same decks and choices, same moves and totals."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import pytest

from bench import plain_friday13, plain_thirteen
from cardkit.chance import Chance
from cardkit.games.friday13 import GAME as FRIDAY13
from cardkit.games.friday13 import Options as Friday13Options
from cardkit.games.thirteen import GAME as THIRTEEN
from cardkit.games.thirteen import Options as ThirteenOptions

T = TypeVar("T")
ROUNDS = 4


class Prepared(Chance):
    """Chance that deals prepared decks, one after another."""

    __slots__ = ("_decks",)
    _decks: Iterator[Sequence[str]]

    def __init__(self, decks: Iterable[Sequence[str]]) -> None:
        super().__init__("prepared")
        object.__setattr__(self, "_decks", iter(decks))

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        face = {str(item): item for item in items}
        return tuple(face[card] for card in next(self._decks))


def decks(seed: str, deck: Sequence[str]) -> list[tuple[str, ...]]:
    return [Chance(seed, round).shuffle("deck", deck) for round in range(ROUNDS)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_thirteen_is_played_alike(seats: int, seed: str) -> None:
    prepared, picks = decks(seed, plain_thirteen.DECK), Chance(seed)
    chance, state, moves = Prepared(prepared), THIRTEEN.initial, 0
    for event in THIRTEEN.open(seats, ThirteenOptions(rounds=ROUNDS), chance):
        state = THIRTEEN.evolve(state, event)
    while actors := THIRTEEN.actors(state):
        options = sorted(THIRTEEN.legal(state, actors[0]), key=lambda move: move.card)
        pick = options[picks.at(moves).below("pick", len(options))]
        for event in THIRTEEN.decide(state, actors[0], pick, chance):
            state = THIRTEEN.evolve(state, event)
        moves += 1
    outcome = THIRTEEN.outcome(state)
    asked = iter(range(moves))

    plain = plain_thirteen.play(
        prepared.__getitem__, lambda n: picks.at(next(asked)).below("pick", n), seats, ROUNDS
    )

    assert outcome is not None
    assert plain == (moves, outcome.totals)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_friday13_is_played_alike(seats: int, seed: str) -> None:
    prepared, picks = decks(seed, plain_friday13.DECK), Chance(seed)
    chance, state, moves = Prepared(prepared), FRIDAY13.initial, 0
    for event in FRIDAY13.open(seats, Friday13Options(rounds=ROUNDS), chance):
        state = FRIDAY13.evolve(state, event)
    while actors := FRIDAY13.actors(state):
        options = sorted(FRIDAY13.legal(state, actors[0]), key=lambda move: move.card)
        pick = options[picks.at(moves).below("pick", len(options))]
        for event in FRIDAY13.decide(state, actors[0], pick, chance):
            state = FRIDAY13.evolve(state, event)
        moves += 1
    outcome = FRIDAY13.outcome(state)
    asked = iter(range(moves))

    plain = plain_friday13.play(
        prepared.__getitem__, lambda n: picks.at(next(asked)).below("pick", n), seats, ROUNDS
    )

    assert outcome is not None
    assert plain == (moves, outcome.totals)
