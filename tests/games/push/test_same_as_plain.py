"""Push plays the same as the plain script that it is measured against, and that shares no code with it."""

import os
from functools import partial
from random import Random

import pytest

from bench import plain_push
from cardkit.games.push import GAME, Busted, Options
from cardkit.games.push.cards import deck
from cardkit.games.push.state import Over
from tests.games.plainly import Choose, Dealer, choosing, play

MATCHES = 500 if os.environ.get("CARDKIT_SOAK") else 12


def pick(bold: float, random: Random, n: int) -> int:
    """Return a choice, often the last one, which reveals."""
    return n - 1 if random.random() < bold else random.randrange(n)


def in_plain(seats: int, options: Options, chance: Dealer, choose: Choose) -> tuple[int, tuple[int, ...]]:
    assert options.first_player != "random"
    return plain_push.play(
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
        choose, offered = choosing(seed, partial(pick, bold))
        plainly, plainly_offered = choosing(seed, partial(pick, bold))
        mine, yours = Dealer(seed), Dealer(seed)

        moves, state, events = play(GAME, seats, options, mine, choose)

        assert isinstance(state.phase, Over)
        assert (moves, state.phase.points) == in_plain(seats, options, yours, plainly)
        assert offered == plainly_offered
        assert mine.drawn == yours.drawn
        busts += sum(isinstance(event, Busted) for event in events)
    assert busts > 0 or bold == 0
