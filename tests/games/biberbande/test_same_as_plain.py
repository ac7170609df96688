"""Biberbande plays the same as the plain script that it is measured against, which shares no code with it."""

import os
from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

import pytest

from bench.plain_biberbande import play
from cardkit.games.biberbande import GAME, Options
from cardkit.games.biberbande.cards import DECK
from tests.games.biberbande.scenes import fold

T = TypeVar("T")

MATCHES = 500 if os.environ.get("CARDKIT_SOAK") else 40
Choose = Callable[[int], int]


class Dealer:
    """Shuffles as a plain random generator does."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._labels: list[str] = []

    @property
    def reshuffles(self) -> int:
        """How often the discard pile was shuffled."""
        return self._labels.count("reshuffle")

    def below(self, label: str, n: int) -> int:
        raise AssertionError(f"{label} is drawn")

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        self._labels.append(label)
        cards = [*items]
        self._random.shuffle(cards)
        return tuple(cards)


def choosing(seed: str, often: float) -> tuple[Choose, list[int]]:
    """Return a choice of moves that now and then makes a round long, and the numbers of moves it was offered."""
    random, offered = Random(seed), list[int]()

    def choose(n: int) -> int:
        offered.append(n)
        if random.random() < often:
            return random.randrange(n)
        return n - 1 if n == 5 else 0  # draw or keep; else discard or pass

    return choose, offered


def in_cardkit(seats: int, options: Options, chance: Dealer, choose: Choose) -> tuple[int, tuple[int, ...]]:
    moves = 0
    state = fold(GAME.initial, GAME.open(seats, options, chance))
    while actors := GAME.actors(state):
        legal = GAME.legal(state, actors[0])
        state = fold(state, GAME.decide(state, actors[0], legal[choose(len(legal))], chance))
        moves += 1
    return moves, state.table.totals


def in_plain(seats: int, options: Options, chance: Dealer, choose: Choose) -> tuple[int, tuple[int, ...]]:
    assert options.first_dealer != "random"
    return play(
        lambda _: chance.shuffle("deal", DECK),
        choose,
        seats,
        options.rounds,
        reshuffle=lambda cards: [*chance.shuffle("reshuffle", cards)],
        turn_limit=options.turn_limit,
        first_dealer=options.first_dealer,
        rotate_dealer=options.rotate_dealer,
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("often", [1.0, 0.08])
def test_the_same_deals_and_choices_make_the_same_match(seats: int, often: float) -> None:
    """as many moves, with as many to choose from each time, and the same totals"""
    reshuffles = 0
    for number in range(MATCHES):
        seed = f"{seats} {often} {number}"
        options = Options(
            first_dealer=number % seats,
            rotate_dealer=number % 3 == 0,
            turn_limit=(1, 4, 50, None)[number % 4],
            rounds=(None, 1, 5)[number % 3],
        )
        choose, offered = choosing(seed, often)
        plainly, plainly_offered = choosing(seed, often)

        mine, yours = Dealer(seed), Dealer(seed)
        made = in_cardkit(seats, options, mine, choose)

        assert made == in_plain(seats, options, yours, plainly)
        assert offered == plainly_offered
        assert mine.reshuffles == yours.reshuffles
        reshuffles += mine.reshuffles
    assert reshuffles > 0 or often == 1
