"""The rules of 13, chapters 1 to 3: cards, players and set-up."""

from collections import Counter
from typing import Final, Never

import pytest

from cardkit.games.thirteen import RULES, Card, Dealt
from cardkit.games.thirteen.cards import DECK, TARGETS
from tests.families.limited_piles.scenes import piles
from tests.games.thirteen.scenes import THIRTEEN, fold, scene, start, steps

COLOURED: Final[list[Card]] = [card for card in DECK if card != "n4"]


def deals(seats: int, **options: object) -> list[Dealt[Card, Never]]:
    return THIRTEEN.deals(steps(start(seats, options))[-1])


def test_the_deck_has_50_cards_42_coloured_and_eight_nasty_fours() -> None:
    """rules 1.1"""
    assert (len(DECK), len(COLOURED), DECK.count("n4")) == (50, 42, 8)


def test_the_colours_are_blue_yellow_and_green_with_14_cards_each() -> None:
    """rules 1.2"""
    colours = Counter(RULES.piles_of(card) for card in COLOURED)

    assert colours == {("blue",): 14, ("yellow",): 14, ("green",): 14}
    assert all(card[0] == RULES.piles_of(card)[0][0] for card in COLOURED)


@pytest.mark.parametrize("colour", ["blue", "yellow", "green"])
def test_each_colour_has_two_fours_and_three_each_of_1_2_5_and_7(colour: str) -> None:
    """rules 1.3"""
    values = Counter(RULES.value[card] for card in COLOURED if colour in RULES.piles_of(card))

    assert values == {1: 3, 2: 3, 4: 2, 5: 3, 7: 3}


def test_nasty_fours_have_the_value_4_and_belong_to_no_colour() -> None:
    """rules 1.4"""
    assert RULES.value["n4"] == 4
    assert RULES.piles_of("n4") == TARGETS


def test_there_are_three_targets_one_for_each_colour() -> None:
    """rules 1.5"""
    assert TARGETS == ("blue", "yellow", "green")
    assert start().view(None).piles == ((), (), ())


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_match_has_as_many_rounds_as_players_so_each_player_deals_once(seats: int) -> None:
    """rules 2.2"""
    made = deals(seats)

    assert [deal.round for deal in made] == [*range(1, seats + 1)]
    assert sorted(deal.leader for deal in made) == [*range(seats)]


def test_with_three_players_each_deals_twice_which_makes_six_rounds() -> None:
    """rules 2.3"""
    made = deals(3)

    assert [deal.round for deal in made] == [1, 2, 3, 4, 5, 6]
    assert Counter(deal.leader for deal in made) == {0: 2, 1: 2, 2: 2}


def test_at_the_start_of_every_round_all_50_cards_are_shuffled() -> None:
    """rules 3.1"""
    orders = [(*(card for hand in deal.hands for card in hand), *deal.rest) for deal in deals(6)]

    assert all(Counter(order) == Counter(DECK) for order in orders)
    assert len({*orders}) == 6
    assert DECK not in orders


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_player_is_dealt_a_hand_of_five_cards(seats: int) -> None:
    """rules 3.2"""
    assert [len(hand) for deal in deals(seats) for hand in deal.hands] == [5] * (seats * len(deals(seats)))


@pytest.mark.parametrize(("seats", "stock"), [(3, 35), (4, 30), (5, 25), (6, 20)])
def test_the_other_cards_are_the_face_down_stock(seats: int, stock: int) -> None:
    """rules 3.3"""
    match = start(seats)

    assert len(match.state.stock) == stock
    assert [len(match.view(viewer).stock) for viewer in (None, *range(seats))] == [stock] * (seats + 1)


def test_all_three_targets_start_a_round_empty_and_nobody_has_taken_cards() -> None:
    """rules 3.4"""
    ended = scene("", "", "", blue="b7", yellow="n4", green="g1 g2", taken=("b1", "", "n4 n4"))
    deal = deals(3, rounds=1)[0]

    state = fold(ended, [deal])

    assert piles(state) == (((), 0), ((), 0), ((), 0))
    assert state.taken == ((), (), ())


@pytest.mark.parametrize("seats", [3, 6])
def test_from_round_to_round_the_deal_passes_to_the_next_player_clockwise(seats: int) -> None:
    """rules 3.5"""
    dealers = [deal.leader for deal in deals(seats, rounds=7, first_dealer=1)]

    assert dealers == [(1 + step) % seats for step in range(7)]
