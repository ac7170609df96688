"""Whole matches of Friday 13 come out as in the plain script of `bench`, which shares no code with the game."""

from collections.abc import Iterator
from itertools import chain, pairwise, zip_longest

import pytest

from bench.plain_friday13 import play
from cardkit.games.friday13 import Dealt, Play, Played
from cardkit.games.friday13.cards import PILES
from tests.games.friday13.scenes import Friday13Match, events, start, steps


def deck(deal: Dealt) -> list[str]:
    """The deck in an order that gives this deal."""
    seats = len(deal.hands)
    heaps = [deal.hands[(deal.starter + step) % seats] for step in range(seats)]
    if deal.away:
        heaps.append(deal.away)
    laps = zip_longest(*heaps)
    return [card for card in chain.from_iterable(laps) if card is not None]


def picks(made: list[Friday13Match]) -> Iterator[tuple[int, int]]:
    """Move by move, how many were legal, and which was played, as the script counts them: by text, then by pile."""
    for before, after in pairwise(made):
        event = after.events[0]
        assert isinstance(event, Played)
        offered = sorted(before.legal(), key=lambda move: (move.card, PILES.index(move.onto)))
        yield len(offered), offered.index(Play(event.card, event.onto))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_the_same_deals_and_choices_make_the_same_totals(seats: int, seed: int) -> None:
    first, rounds = seed % seats, 1 + seed
    made = steps(start(seats, {"first_player": first, "rounds": rounds}, str(seed)), seed)
    decks = [deck(event) for event in events(made[-1]) if isinstance(event, Dealt)]
    script = picks(made)

    def choose(n: int) -> int:
        offered, pick = next(script)
        assert n == offered
        return pick

    moves, totals = play(decks.__getitem__, choose, seats, rounds, first_player=first)

    outcome = made[-1].outcome
    assert outcome is not None
    assert (moves, totals) == (len(made) - 1, outcome.totals)
