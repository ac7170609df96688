"""What is imagined in the middle of a real match: every hidden card is as likely in any place where cards lie hidden.

`test_all_deals.py` compares small decks world by world. Of Biberbande, whose places differ, more is said in
`tests/games/biberbande/test_imagine.py`.
"""

import os
from collections import Counter
from typing import Final

import pytest

from cardkit.chance import SeededChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.hidden import Unseen
from cardkit.match import Match
from cardkit.seats import Viewer
from cardkit.testing import fit
from cardkit.testing.trial import steps_at_random

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
TIMES: Final = 40_000 if SOAK else 3_000
SEEDS: Final = range(20 if SOAK else 1)
VIEWERS: Final[tuple[Viewer, ...]] = (0, 2, None)


def middle(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], options: Options, seats: int, seed: int
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Return a match after a third of its moves."""
    steps = steps_at_random(game, seats, options, f"middle {seed}")
    return steps[len(steps) // 3]


def evenly(hidden: Counter[str], places: dict[str, int], found: Counter[tuple[str, str]]) -> float:
    """Return how likely each face is to lie in each kind of place as unevenly as it was found."""
    total = hidden.total()
    weights = {
        (face, place): count * size / total
        for face, count in hidden.items()
        for place, size in places.items()
    }
    samples = (pair for pair, times in found.items() for _ in range(times))
    return fit(samples, {pair: weight for pair, weight in weights.items() if weight})


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_thirteen_unseen_cards_lie_anywhere(seed: int, viewer: Viewer) -> None:
    """in the hands of others, on top of the stock, deeper in it: by how many cards lie there"""
    match = middle(thirteen.GAME, thirteen.Options(rounds=1), 4, seed)
    memory, state = match.memory(viewer), match.state
    others = [seat for seat in range(4) if seat != viewer]
    places = {
        **{f"hand {seat}": len(state.hands[seat]) for seat in others},
        "top": 1,
        "stock": len(state.stock) - 1,
    }
    hidden = Counter[str]([*state.stock, *(card for seat in others for card in state.hands[seat])])
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        imagined = thirteen.GAME.imagine(memory, SeededChance("middle", number))
        found.update((card, f"hand {seat}") for seat in others for card in imagined.hands[seat])
        found.update((card, "stock" if place else "top") for place, card in enumerate(imagined.stock))

    assert state.stock
    assert evenly(hidden, places, found) > 1e-5


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_friday13_unseen_cards_lie_anywhere(seed: int, viewer: Viewer) -> None:
    """in the hands of others, in the hand put away"""
    match = middle(friday13.GAME, friday13.Options(rounds=1), 3, seed)
    memory, state = match.memory(viewer), match.state
    others = [seat for seat in range(3) if seat != viewer]
    places = {**{f"hand {seat}": len(state.hands[seat]) for seat in others}, "away": len(state.away)}
    hidden = Counter[str]([*state.away, *(card for seat in others for card in state.hands[seat])])
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        imagined = friday13.GAME.imagine(memory, SeededChance("middle", number))
        found.update((card, f"hand {seat}") for seat in others for card in imagined.hands[seat])
        found.update((card, "away") for card in imagined.away)

    assert evenly(hidden, places, found) > 1e-5


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_push_unseen_cards_lie_anywhere_in_the_stock(seed: int, viewer: Viewer) -> None:
    """on top, at the bottom, and between"""
    match = middle(push.GAME, push.Options(), 4, seed)
    memory, hidden = match.memory(viewer), match.state.stock
    size = len(hidden)
    places = {"top": 1, "bottom": 1, "between": size - 2}
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        stock = push.GAME.imagine(memory, SeededChance("middle", number)).stock
        found[stock[0], "top"] += 1
        found[stock[-1], "bottom"] += 1
        found.update((card, "between") for card in stock[1:-1])

    assert size > 10
    assert evenly(Counter(hidden), places, found) > 1e-5


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_biberbande_unseen_cards_that_nobody_kept_lie_anywhere(seed: int, viewer: Viewer) -> None:
    """before a card is kept: in any row, on top of the stock, deeper in it"""
    match = next(
        match
        for match in steps_at_random(biberbande.GAME, 4, biberbande.Options(), f"middle {seed}")
        if match.view(None).phase == "choosing" and match.view(None).turns == 0
    )
    memory, state = match.memory(viewer), match.state
    unseen = [
        (seat, position)
        for seat, row in enumerate(memory.state.rows)
        for position, card in enumerate(row)
        if isinstance(card, Unseen)
    ]
    places = {
        **{f"{seat}.{position}": 1 for seat, position in unseen},
        "top": 1,
        "stock": len(state.stock) - 1,
    }
    hidden = Counter[str]([*state.stock, *(state.rows[seat][position] for seat, position in unseen)])
    found = Counter[tuple[str, str]]()
    for number in range(TIMES):
        imagined = biberbande.GAME.imagine(memory, SeededChance("middle", number))
        found.update((imagined.rows[seat][position], f"{seat}.{position}") for seat, position in unseen)
        found.update((card, "stock" if place else "top") for place, card in enumerate(imagined.stock))

    assert evenly(hidden, places, found) > 1e-5


def test_a_place_that_draws_a_card_to_it_is_found() -> None:
    """one more time in twenty is too often"""
    hidden, places = Counter(a=2, b=2), {"hand": 2, "stock": 2}

    found = Counter({("a", "hand"): 1050, ("a", "stock"): 950, ("b", "hand"): 950, ("b", "stock"): 1050})

    assert evenly(hidden, places, found) < 1e-1
    assert evenly(hidden, places, Counter({pair: 10 * times for pair, times in found.items()})) < 1e-5
