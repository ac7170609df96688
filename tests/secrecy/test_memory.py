"""A viewer remembers just what it has seen: by an obvious reckoning with single cards, each with who has seen it.

Biberbande, where cards are moved face down, has its own (`tests/games/biberbande/test_memory.py`).
"""

import os
from collections.abc import Iterable
from typing import Final

import pytest
from attrs import define, field

from cardkit.chance import SeededChance
from cardkit.engine_events import EngineEvent
from cardkit.families.limited_piles.messages import C, Dealt, K, Played
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import friday13, push, thirteen
from cardkit.games.friday13.cards import DECK as FRIDAY13_DECK
from cardkit.games.thirteen.cards import DECK as THIRTEEN_DECK
from cardkit.hidden import UNSEEN, faces
from cardkit.match import Match
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from cardkit.testing.trial import steps_at_random
from tests.families.limited_piles.scenes import PileGame
from tests.games.push.scenes import covered

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
MATCHES: Final = 1000 if SOAK else 8


@define(eq=False)
class Single:
    """One single card. When all cards are gathered and dealt, it is a new one."""

    face: str
    seen_by: set[Viewer] = field(factory=set[Viewer])


@define
class Cards:
    """Where each card lies. What is open has been seen by all."""

    everybody: frozenset[Viewer]
    hands: list[list[Single]] = field(factory=list[list[Single]])
    hidden: list[Single] = field(factory=list[Single])
    open: list[Single] = field(factory=list[Single])

    def deal(self, hands: Iterable[Iterable[str]], hidden: Iterable[str]) -> None:
        self.hands = [[Single(face, {seat}) for face in hand] for seat, hand in enumerate(hands)]
        self.hidden, self.open = [*map(Single, hidden)], []

    def play(self, seat: int, face: str) -> None:
        card = next(card for card in self.hands[seat] if card.face == face)
        self.hands[seat].remove(card)
        self.show(card)

    def draw(self, seat: int, face: str) -> None:
        card = self.hidden.pop(0)
        assert card.face == face
        card.seen_by.add(seat)
        self.hands[seat].append(card)

    def turn_up(self, face: str) -> None:
        card = self.hidden.pop(0)
        assert card.face == face
        self.show(card)

    def show(self, card: Single) -> None:
        card.seen_by |= self.everybody
        self.open.append(card)

    def unseen_by(self, viewer: Viewer) -> list[str]:
        """Return the faces that the viewer has still to see, wherever they lie."""
        cards = (*self.hidden, *self.open, *(card for hand in self.hands for card in hand))
        return sorted(card.face for card in cards if viewer not in card.seen_by)

    def held_by(self, viewer: Viewer) -> list[str]:
        return [] if viewer is None or not self.hands else sorted(card.face for card in self.hands[viewer])

    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.hands))


def at_random(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], rules: tuple[Options, ...], number: int
) -> tuple[Match[Move, Event, State, View, Glimpse, Memory, Options], ...]:
    seats = game.seats[number % len(game.seats)]
    return steps_at_random(game, seats, rules[number % len(rules)], f"memory {number}")


def limited_piles_are_remembered(
    game: PileGame[C, K, Options], deck: tuple[C, ...], rules: tuple[Options, ...], number: int
) -> None:
    steps = at_random(game, rules, number)
    viewers = (*range(steps[0].header.seats), None)
    cards = Cards(frozenset(viewers))
    memories = {viewer: game.blank(viewer) for viewer in viewers}
    for match in steps:
        for event in match.events:
            match event:
                case Dealt(_, _, hands, rest):
                    cards.deal(hands, rest)
                case Played(seat, card, _, _, drawn):
                    cards.play(seat, card)
                    if drawn is not None:
                        cards.draw(seat, drawn)
                case _:
                    pass
            if not isinstance(event, EngineEvent):
                for viewer in viewers:
                    memories[viewer] = game.remember(memories[viewer], game.glimpse(event, viewer))
        for viewer, memory in memories.items():
            known = memory.state
            own = () if viewer is None or not known.hands else faces(known.hands[viewer])
            assert sorted(own) == cards.held_by(viewer)
            assert sum(len(faces(hand)) for hand in known.hands) == len(own)
            assert tuple(map(len, known.hands)) == cards.sizes()
            assert known.stock + known.away == (UNSEEN,) * len(cards.hidden)
            assert (known.piles, known.taken) == (match.state.piles, match.state.taken)
            missing = unseen(deck, own, *known.piles, *(faces(heap) for heap in known.taken))
            assert sorted(missing) == cards.unseen_by(viewer)


@pytest.mark.parametrize("number", range(MATCHES))
def test_in_thirteen_a_viewer_knows_its_hand_all_that_was_played_and_which_cards_are_missing(
    number: int,
) -> None:
    rules = thirteen.Options(), thirteen.Options(rounds=1), thirteen.Options(first_dealer="random", rounds=2)
    limited_piles_are_remembered(thirteen.GAME, THIRTEEN_DECK, rules, number)


@pytest.mark.parametrize("number", range(MATCHES))
def test_in_friday13_a_viewer_knows_its_hand_all_that_was_played_and_which_cards_are_missing(
    number: int,
) -> None:
    rules = friday13.Options(), friday13.Options(rounds=1), friday13.Options(first_player="random", rounds=2)
    limited_piles_are_remembered(friday13.GAME, FRIDAY13_DECK, rules, number)


@pytest.mark.parametrize("number", range(MATCHES))
def test_in_push_everybody_knows_all_but_the_order_of_the_stock(number: int) -> None:
    """also what was secured face down, for all had seen it"""
    rules = push.Options(), push.Options(risk=True), push.Options(first_player="random")
    steps = at_random(push.GAME, rules, number)
    viewers = (*range(steps[0].header.seats), None)
    cards = Cards(frozenset(viewers))
    memories = {viewer: push.GAME.blank(viewer) for viewer in viewers}
    for match in steps:
        for event in match.events:
            match event:
                case push.Opened():
                    cards.deal((), event.stock)
                case push.Revealed() | push.Busted():
                    cards.turn_up(event.card)
                case push.DirectionRevealed():
                    cards.turn_up("turn")
                case _:
                    pass
            if not isinstance(event, EngineEvent):
                for viewer in viewers:
                    memories[viewer] = push.GAME.remember(memories[viewer], push.GAME.glimpse(event, viewer))
        for viewer, memory in memories.items():
            assert memory.state == covered(match.state)
            assert sorted(push.GAME.imagine(memory, SeededChance("x")).stock) == cards.unseen_by(viewer)
