"""Laws 5, 6 and 7 without samples: of small decks all deals are gone through, for every viewer, at every step."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Final, Never

import pytest
from attrs import frozen

from cardkit.families.limited_piles.messages import C, K, Play
from cardkit.families.limited_piles.messages import State as Table
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.seats import Seat
from tests.secrecy.deals import Deals, Walk

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
WALKS: Final = 10 if SOAK else 1
MOST: Final = 20_000 if SOAK else 1_200
"""The most worlds: reshuffles and dice make more of them."""


@frozen
class Found:
    """Of one walk through all deals: what leaked, what was wrongly imagined or judged, and how much was compared."""

    leaks: tuple[str, ...]
    crooked: tuple[str, ...]
    misjudged: tuple[str, ...]
    steps: int
    deals: int
    undone: int


def one_way(state: object, seat: Seat, move: object) -> int:
    return 1


def walked(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    seats: int,
    number: int,
    steps: int,
    leave_out: Sequence[Move] = (),
    ways: Callable[[State, Seat, Move], int] = one_way,
) -> Found:
    """Walk through all worlds of the deck, along the moves that chance picks."""
    random = Random(f"{game.key} {number}")
    deals = Deals(game, seats, options, ways)
    walk, first = Walk(deals, random), len(deals.worlds)
    leaks, crooked, misjudged, step = list[str](), list[str](), list[str](), 0
    while step < steps and len(deals.worlds) <= MOST:
        for viewer in deals.viewers:
            leaks += (
                f"step {step}, viewer {viewer}: {what} is {texts}" for what, texts in deals.leaks(viewer)
            )
            wrong = deals.wrongly_imagined(viewer, random)
            crooked += [f"step {step}, viewer {viewer}: {wrong}"] if wrong else []
        misjudged += (f"step {step}: {verdict}" for verdict in deals.wrong_verdicts())
        step += 1
        if not walk.step(leave_out):
            break
    undone = (
        sum(type(seen).__name__ == "Undone" for seen in deals.worlds[0].shown[None]) if deals.worlds else 0
    )
    return Found(tuple(leaks), tuple(crooked), tuple(misjudged), step, first, undone)


def set_deck(monkeypatch: pytest.MonkeyPatch, game: str, modules: str, cards: str) -> None:
    """Set this deck, wherever the game knows of its own."""
    for module in modules.split():
        monkeypatch.setattr(import_module(f"cardkit.games.{game}.{module}"), "DECK", tuple(cards.split()))


def twins(state: Table[C, Never], seat: Seat, move: Play[C, K]) -> int:
    return state.hands[seat].count(move.card)


def thirteen_with(cards: str, hand: int, monkeypatch: pytest.MonkeyPatch, number: int) -> Found:
    monkeypatch.setattr(thirteen.RULES, "deck", tuple(cards.split()))
    monkeypatch.setattr(thirteen.RULES, "hand", hand)
    return walked(thirteen.GAME, thirteen.Options(rounds=1), 3, number, 20, ways=twins)


def friday13_with(cards: str, monkeypatch: pytest.MonkeyPatch, number: int) -> Found:
    monkeypatch.setattr(friday13.RULES, "deck", tuple(cards.split()))
    return walked(friday13.GAME, friday13.Options(rounds=1), 3, number, 20, ways=twins)


def push_with(cards: str, monkeypatch: pytest.MonkeyPatch, number: int) -> Found:
    small = tuple(cards.split())

    def small_deck(*, direction_cards: bool) -> tuple[str, ...]:
        return small

    for module in ("cardkit.games.push", "cardkit.games.push.decide"):
        monkeypatch.setattr(import_module(module), "deck", small_deck)
    options = push.Options(risk=number % 2 == 1)
    return walked(push.GAME, options, 2, number, 40)


EARLY: Final[tuple[biberbande.Move, ...]] = (biberbande.Knock(), *map(biberbande.Take, (1, 2, 3)))
"""Knocking ends the match. Seats that seldom take the open card draw more, so special cards come up early."""


def biberbande_with(cards: str, monkeypatch: pytest.MonkeyPatch, number: int) -> Found:
    set_deck(monkeypatch, "biberbande", "rounds", cards)
    options = biberbande.Options(rounds=1, turn_limit=9)
    steps, leave_out = (30, EARLY[:1]) if SOAK else (20, EARLY)
    return walked(biberbande.GAME, options, 2, number, steps, leave_out)


SMALL: Final[dict[str, Callable[[pytest.MonkeyPatch, int], Found]]] = {
    "thirteen, hands of one": partial(thirteen_with, "b7 b7 y2 n4 n4 g5", 1),
    "thirteen, hands of two": partial(thirteen_with, "b7 b7 b7 n4 n4 g5 g5", 2),
    "friday13, one card away": partial(friday13_with, "c7 c7 f4 m5 m5 m5 l1"),
    "friday13, two cards away": partial(friday13_with, "c7 c7 c7 f4 f4 m5 m5 l1"),
    "push, a die card and a direction card": partial(push_with, "r1 r1 die turn y2"),
    "push, busts": partial(push_with, "r1 r1 r1 r1 b2 die"),
    "biberbande, a swap": partial(biberbande_with, "5 5 5 5 5 5 5 5 5 swap 9"),
    "biberbande, a peek": partial(biberbande_with, "5 5 5 5 5 5 5 5 5 peek 0"),
    "biberbande, draw twos": partial(biberbande_with, "5 5 5 5 5 5 5 5 5 draw2 draw2"),
}
LARGER: Final[dict[str, Callable[[pytest.MonkeyPatch, int], Found]]] = {
    "thirteen, hands of two, hardly any twins": partial(thirteen_with, "b7 b7 y7 n4 n4 g5 g7", 2),
    "friday13, hardly any twins": partial(friday13_with, "c7 c7 f4 f4 m5 m7 l1"),
    "push, three rows": partial(push_with, "r1 r1 r1 b1 g1 die turn"),
    "biberbande, a swap and a peek": partial(biberbande_with, "5 5 5 5 5 5 5 5 swap peek 9"),
    "biberbande, numbers and a swap": partial(biberbande_with, "5 5 5 5 5 5 5 5 0 9 swap"),
}
DECKS: Final = {**SMALL, **LARGER} if SOAK else SMALL

FOUND: Final[dict[tuple[str, int], Found]] = {}


def looked_through(deck: str, number: int, monkeypatch: pytest.MonkeyPatch) -> Found:
    """Return what that walk found: it is made once, though two tests ask."""
    if (deck, number) not in FOUND:
        FOUND[deck, number] = DECKS[deck](monkeypatch, number)
    return FOUND[deck, number]


@pytest.mark.parametrize("number", range(WALKS))
@pytest.mark.parametrize("deck", DECKS)
def test_deals_that_a_viewer_cannot_tell_apart_look_the_same_to_it_and_are_what_it_imagines(
    deck: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """every text and document, and what can be undone, byte for byte; each world as often as it comes"""
    found = looked_through(deck, number, monkeypatch)

    assert found.leaks == ()
    assert found.crooked == ()
    assert found.misjudged == ()
    assert found.deals >= 30
    assert found.steps > 5


def test_moves_are_undone_on_these_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """so that what was undone is among what has been compared"""
    assert any(looked_through("push, busts", number, monkeypatch).undone for number in range(2))
