"""Biberbande plays the same as the plain script that it is measured against, which shares no code with it."""

import os
from functools import partial
from random import Random

import pytest

from bench import plain_biberbande
from cardkit.games.biberbande import GAME, Options
from cardkit.games.biberbande.cards import DECK
from tests.games.plainly import Choose, Dealer, choosing, play

MATCHES = 500 if os.environ.get("CARDKIT_SOAK") else 40


def pick(often: float, random: Random, n: int) -> int:
    """Return a choice that now and then makes a round long."""
    if random.random() < often:
        return random.randrange(n)
    return n - 1 if n == 5 else 0  # draw or keep; else discard or pass


def in_plain(seats: int, options: Options, chance: Dealer, choose: Choose) -> tuple[int, tuple[int, ...]]:
    assert options.first_dealer != "random"
    return plain_biberbande.play(
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
        choose, offered = choosing(seed, partial(pick, often))
        plainly, plainly_offered = choosing(seed, partial(pick, often))
        mine, yours = Dealer(seed), Dealer(seed)

        moves, state, _ = play(GAME, seats, options, mine, choose)

        assert (moves, state.table.totals) == in_plain(seats, options, yours, plainly)
        assert offered == plainly_offered
        assert mine.drawn == yours.drawn
        reshuffles += sum(label == "reshuffle" for label, _ in mine.drawn)
    assert reshuffles > 0 or often == 1
