"""Push plays the same as the plain script that it is measured against, and that shares no code with it."""

import os
from collections.abc import Callable, Iterable
from random import Random
from typing import TypeAlias, TypeVar

import pytest

from bench.plain_push import play
from cardkit.games.push import GAME, Busted, Event, Options
from cardkit.games.push.cards import deck
from cardkit.games.push.state import Over
from tests.games.push.scenes import fold

T = TypeVar("T")

MATCHES = 500 if os.environ.get("CARDKIT_SOAK") else 12
Choose: TypeAlias = Callable[[int], int]


class Dealer:
    """Shuffles and rolls as a plain random generator does."""

    def __init__(self, seed: str) -> None:
        self.rolls: list[int] = []
        self._random = Random(seed)

    def below(self, label: str, n: int) -> int:
        assert (label, n) == ("die", 6)
        self.rolls.append(self._random.randrange(n))
        return self.rolls[-1]

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        cards = [*items]
        self._random.shuffle(cards)
        return tuple(cards)


def choosing(seed: str, bold: float) -> tuple[Choose, list[int]]:
    """Return a choice among legal moves, often the last one, which reveals, and the numbers of moves it was offered."""
    random, offered = Random(seed), list[int]()

    def choose(n: int) -> int:
        offered.append(n)
        return n - 1 if random.random() < bold else random.randrange(n)

    return choose, offered


def in_cardkit(
    seats: int, options: Options, chance: Dealer, choose: Choose
) -> tuple[int, tuple[int, ...], list[Event]]:
    opening = GAME.open(seats, options, chance)
    state, made, moves = fold(GAME.initial, opening), [*opening], 0
    while actors := GAME.actors(state):
        legal = GAME.legal(state, actors[0])
        events = GAME.decide(state, actors[0], legal[choose(len(legal))], chance)
        state, moves = fold(state, events), moves + 1
        made += events
    assert isinstance(state.phase, Over)
    return moves, state.phase.points, made


def in_plain(seats: int, options: Options, chance: Dealer, choose: Choose) -> tuple[int, tuple[int, ...]]:
    assert options.first_player != "random"
    return play(
        lambda _: chance.shuffle("stock", deck(direction_cards=options.direction_cards)),
        choose,
        seats,
        roll=lambda: chance.below("die", 6),
        first_player=options.first_player,
        risk=options.risk,
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bold", [0.0, 0.7])
def test_the_same_deck_rolls_and_choices_make_the_same_match(seats: int, bold: float) -> None:
    """as many moves, with as many to choose from each time, as many rolls, and the same totals"""
    busts = 0
    for number in range(MATCHES):
        seed = f"{seats} {bold} {number}"
        options = Options(
            first_player=number % seats, risk=number % 2 == 0, direction_cards=seats > 2 or number % 3 > 0
        )
        choose, offered = choosing(seed, bold)
        plainly, plainly_offered = choosing(seed, bold)
        mine, theirs = Dealer(seed), Dealer(seed)

        moves, totals, events = in_cardkit(seats, options, mine, choose)

        assert (moves, totals) == in_plain(seats, options, theirs, plainly)
        assert offered == plainly_offered
        assert mine.rolls == theirs.rolls
        busts += sum(isinstance(event, Busted) for event in events)
    assert busts > 0 or bold == 0
