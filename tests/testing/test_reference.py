"""A game beside a reference implementation: what is compared, and what a difference looks like."""

from collections.abc import Sequence

import pytest

from cardkit.seats import Seat
from cardkit.testing import Differs, beside, replay
from tests.testing.bids import BIDS, Event, Opened, Options, Revealed


class Plain:
    """The game of bids, written anew: mutable, and without a word of cardkit's but its events."""

    def __init__(self, seats: int, options: Options, events: Sequence[Event]) -> None:
        (opened,) = events
        assert isinstance(opened, Opened)
        self.hands = [[*range(1, options.cards + 1)] for _ in range(seats)]
        self.prize: int | None = opened.prize
        self.bids: dict[int, int] = {}
        self.points = [0] * (seats + 1)
        """By seat; at last what nobody took."""

    def actors(self) -> list[Seat]:
        return [seat for seat in range(len(self.hands)) if seat not in self.bids] if self.prize else []

    def legal(self, seat: Seat) -> list[str]:
        return [f"bid {card}" for card in reversed(self.hands[seat])]

    def play(self, seat: Seat, move: str, events: Sequence[Event]) -> None:
        card = int(move.removeprefix("bid "))
        self.hands[seat].remove(card)
        self.bids[seat] = card
        if len(self.bids) == len(self.hands):
            self.points[self.taker()] += self.prize or 0
            self.bids = {}
            (self.prize,) = (event.prize for event in events if isinstance(event, Revealed))

    def taker(self) -> Seat:
        best = max(self.bids.values())
        takers = [seat for seat, bid in self.bids.items() if bid == best]
        return takers[0] if len(takers) == 1 else -1

    def totals(self) -> list[int] | None:
        return self.points[:-1] if self.prize is None else None


class FirstTakesTies(Plain):
    def taker(self) -> Seat:
        return min(self.bids, key=lambda seat: (-self.bids[seat], seat))


class Forgetful(Plain):
    def legal(self, seat: Seat) -> list[str]:
        return [f"bid {card}" for card in (*self.hands[seat], 9)]


def test_a_correct_reference_plays_along() -> None:
    compared = beside(BIDS, Plain, options=[Options(cards=3), Options(cards=5)], matches=20)

    assert compared.matches == 20
    assert compared.moves > 100


def test_a_reference_with_another_rule_differs_and_the_match_that_shows_it_can_be_played_again() -> None:
    with pytest.raises(Differs, match=r"totals: \[\d\] is \d in bids and \d in the reference") as caught:
        beside(BIDS, FirstTakesTies, seats=[2], options=[Options(cards=2)], matches=20)

    match = replay(BIDS, 2, Options(cards=2), caught.value.seed, caught.value.turns)
    assert match.outcome is not None
    assert 'replay(GAME, 2, Options(cards=2), "beside ' in str(caught.value)


def test_a_move_that_only_one_of_them_lists_is_named() -> None:
    with pytest.raises(Differs) as caught:
        beside(BIDS, Forgetful)

    assert caught.value.reason == "legal moves of seat 0: bid 9 only in the reference"
    assert caught.value.turns == ()


def test_of_all_matches_that_differ_the_shortest_is_told() -> None:
    """a tie takes two moves at least"""

    class Tired(FirstTakesTies):
        def actors(self) -> list[Seat]:
            return [] if sum(self.points) else super().actors()

    with pytest.raises(Differs, match="seats to move") as caught:
        beside(BIDS, Tired, matches=30)

    assert len(caught.value.turns) == 2


def test_what_a_reference_raises_is_told_with_its_place() -> None:
    class Broken(Plain):
        def play(self, seat: Seat, move: str, events: Sequence[Event]) -> None:
            raise LookupError("no such card")

    with pytest.raises(
        Differs, match=r"LookupError\('no such card'\) \(tests\.testing\.test_reference, line"
    ):
        beside(BIDS, Broken)
