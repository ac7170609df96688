"""A game without words of its own is told in readable English, made from its classes and their fields."""

from enum import Enum, StrEnum

import pytest
from attrs import frozen

from cardkit.hidden import UNSEEN, Unseen
from cardkit.seats import Seat, Viewer
from cardkit.sentences import field_texts, plain_sentence

NAMES = ("Ann", "Ben", "Cleo")


@frozen
class Zones:
    hand: tuple[Unseen, ...]
    stock: tuple[Unseen, ...]


def test_many_unseen_cards_are_counted_and_few_are_shown() -> None:
    assert field_texts(Zones((UNSEEN,) * 6, (UNSEEN,) * 35), NAMES) == {
        "hand": "? ? ? ? ? ?",
        "stock": "35 face down",
    }


class Suit(StrEnum):
    HEARTS = "hearts"


class Phase(Enum):
    LAST_ROUND = 3


@frozen
class Card:
    value: int
    suit: Suit

    def __str__(self) -> str:
        return f"{self.value} of {self.suit}"


@frozen
class Bid:
    by: Seat
    points: int


@frozen
class Played:
    seat: Seat
    card: Card
    taker: Seat | None
    points: int


@frozen
class HandDealt:
    first: Seat
    hand: tuple[Card, ...]
    others: tuple[Seat, ...]


@frozen
class RoundOver:
    doubled: bool
    won_by: tuple[Seat, int]
    bids: tuple[Bid, ...]
    hands: tuple[tuple[str, ...], ...]
    phase: Phase
    left: tuple[str, ...]
    last: bool = False


SEVEN = Card(7, Suit.HEARTS)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Played(0, SEVEN, 2, 4), "Ann: played, card 7 of hearts, taker Cleo, points 4."),
        (Played(1, SEVEN, None, 0), "Ben: played, card 7 of hearts, points 0."),
        (
            HandDealt(1, (SEVEN, SEVEN), (2, 0)),
            "Hand dealt, first Ben, hand 7 of hearts | 7 of hearts, others Cleo Ann.",
        ),
        (
            RoundOver(True, (2, 1), (Bid(0, 5), Bid(1, 7)), (("a", "b"), ()), Phase.LAST_ROUND, ()),
            (
                "Round over, doubled, won by Cleo 1, bids by Ann, points 5 | by Ben, points 7, "
                "hands a b | –, phase last round, no left, not last."
            ),
        ),
        (Played(5, SEVEN, None, 0), "seat 5: played, card 7 of hearts, points 0."),
        ("rained off", "rained off"),
    ],
)
def test_players_are_named_and_fields_are_told_in_order(event: object, sentence: str) -> None:
    assert plain_sentence(event, "en", NAMES) == sentence


def test_a_view_is_told_field_by_field() -> None:
    @frozen
    class View:
        you: Viewer
        to_move: Seat
        table_is_open: bool

    assert field_texts(View(None, 1, True), NAMES) == {"you": "–", "to move": "Ben", "table is open": "yes"}
    assert field_texts("bare", NAMES) == {"str": "bare"}
