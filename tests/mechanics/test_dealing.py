"""Dealing, and what may lie where it can't be seen."""

from collections import Counter
from itertools import permutations

import pytest

from cardkit.chance import Chance, SeededChance
from cardkit.mechanics.dealing import dealt, replaced, scattered, unseen


@pytest.mark.parametrize(
    ("deck", "first", "seats", "hands"),
    [
        ("abcdef", 0, 3, ("ad", "be", "cf")),
        ("abcdef", 1, 3, ("cf", "ad", "be")),
        ("abcdef", 2, 3, ("be", "cf", "ad")),
        ("abcdef", 0, 2, ("ace", "bdf")),
        ("abcdefg", 0, 3, ("adg", "be", "cf")),
        ("abcdefg", 2, 3, ("be", "cf", "adg")),
        ("ab", 2, 4, ("", "", "a", "b")),
        ("", 0, 3, ("", "", "")),
    ],
)
def test_cards_are_dealt_singly_and_clockwise(
    deck: str, first: int, seats: int, hands: tuple[str, ...]
) -> None:
    assert dealt(deck, first, seats) == tuple(tuple(hand) for hand in hands)


def test_a_deal_told_card_by_card_is_the_same() -> None:
    for seats in range(1, 7):
        for first in range(seats):
            hands: list[list[int]] = [[] for _ in range(seats)]
            for card in range(23):
                hands[(first + card) % seats].append(card)
            assert dealt(range(23), first, seats) == tuple(tuple(hand) for hand in hands)


def test_one_place_is_replaced_and_the_rest_stays() -> None:
    values = ("a", "b", "c")

    assert [replaced(values, place, "x") for place in range(3)] == [
        ("x", "b", "c"),
        ("a", "x", "c"),
        ("a", "b", "x"),
    ]
    assert values == ("a", "b", "c")


@pytest.mark.parametrize(
    ("deck", "seen", "rest"),
    [
        ("aabbc", (), "aabbc"),
        ("aabbc", ("a",), "abbc"),
        ("aabbc", ("a", "ab"), "bc"),
        ("abab", ("b",), "aab"),
        ("aabbc", ("cbbaa",), ""),
        ("", (), ""),
    ],
)
def test_unseen_is_the_deck_less_what_was_seen_in_the_order_of_the_deck(
    deck: str, seen: tuple[str, ...], rest: str
) -> None:
    assert unseen(deck, *seen) == tuple(rest)


def test_heaps_have_the_sizes_asked_for_and_hold_each_card_once() -> None:
    heaps = scattered("abcdefg", (2, 0, 4, 1), SeededChance("a seed"), "heaps")

    assert [len(heap) for heap in heaps] == [2, 0, 4, 1]
    assert sorted(card for heap in heaps for card in heap) == [*"abcdefg"]


def test_cards_that_no_heap_has_room_for_stay_out() -> None:
    assert [len(heap) for heap in scattered("abc", (1, 0), SeededChance("a seed"), "heaps")] == [1, 0]


def test_the_same_chance_and_label_scatter_alike_and_others_do_not() -> None:
    def ways(chance: Chance, label: str) -> tuple[tuple[int, ...], ...]:
        return scattered(range(30), (10, 20), chance, label)

    assert ways(SeededChance("a"), "x") == ways(SeededChance("a"), "x")
    assert (
        len(
            {
                ways(SeededChance("a"), "x"),
                ways(SeededChance("a"), "y"),
                ways(SeededChance("b"), "x"),
                ways(SeededChance("a", 1), "x"),
            }
        )
        == 4
    )


def test_every_way_to_lay_the_cards_is_as_likely() -> None:
    """χ² over the six ways to lay three cards"""
    tries = 1200
    seen = Counter(scattered("abc", (1, 2), SeededChance(str(number)), "heaps") for number in range(tries))

    expected = {((first,), rest) for first, *others in permutations("abc") for rest in [tuple(others)]}
    assert {*seen} == expected
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 20.5  # 5 degrees, one in a thousand
