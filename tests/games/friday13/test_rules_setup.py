"""The rules of Friday 13, chapters 1 to 3: cards, players and set-up."""

from collections import Counter
from itertools import pairwise
from typing import Final, Never

import pytest

from cardkit.games.friday13 import RULES, Card, Dealt, Played
from cardkit.games.friday13.cards import DECK, PILES
from tests.families.limited_piles.scenes import piles
from tests.games.friday13.scenes import FRIDAY13, events, fold, scene, start, steps

BAD_LUCK: Final[list[Card]] = [card for card in DECK if card != "f4"]

HANDS: Final = [
    (3, [14, 13, 13], 13),
    (4, [14, 13, 13, 13], 0),
    (5, [11, 11, 11, 10, 10], 0),
    (6, [9, 9, 9, 9, 9, 8], 0),
]
"""Players, their hands from the first player of the round on, and how many cards are put away."""


def deals(seats: int, **options: object) -> list[Dealt[Card, Never]]:
    return FRIDAY13.deals(steps(start(seats, options))[-1])


def test_the_deck_has_53_cards_45_of_bad_luck_and_eight_fridays() -> None:
    """rules 1.1"""
    assert (len(DECK), len(BAD_LUCK), DECK.count("f4")) == (53, 45, 8)


def test_the_kinds_are_cats_mirrors_and_ladders_with_15_cards_each() -> None:
    """rules 1.2"""
    kinds = Counter(RULES.piles_of(card) for card in BAD_LUCK)

    assert kinds == {("cats",): 15, ("mirrors",): 15, ("ladders",): 15}
    assert all(card[0] == RULES.piles_of(card)[0][0] for card in BAD_LUCK)


@pytest.mark.parametrize("kind", ["cats", "mirrors", "ladders"])
def test_each_kind_has_one_zero_two_fours_and_three_each_of_1_2_5_and_7(kind: str) -> None:
    """rules 1.3"""
    values = Counter(RULES.value[card] for card in BAD_LUCK if kind in RULES.piles_of(card))

    assert values == {0: 1, 1: 3, 2: 3, 4: 2, 5: 3, 7: 3}


def test_fridays_have_the_value_4_and_belong_to_no_kind() -> None:
    """rules 1.4"""
    assert RULES.value["f4"] == 4
    assert RULES.piles_of("f4") == PILES


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_has_four_rounds_whatever_the_number_of_players(seats: int) -> None:
    """rules 2.2"""
    assert [deal.round for deal in deals(seats)] == [1, 2, 3, 4]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_the_start_of_every_round_all_53_cards_are_shuffled_and_dealt_out(seats: int) -> None:
    """rules 3.1"""
    made = deals(seats, rounds=6)
    dealt = [(*(card for hand in deal.hands for card in hand), *deal.rest) for deal in made]

    assert all(Counter(cards) == Counter(DECK) for cards in dealt)
    assert len({deal.hands for deal in made}) == 6


@pytest.mark.parametrize(("seats", "sizes", "away"), HANDS)
def test_cards_are_dealt_as_evenly_as_possible(seats: int, sizes: list[int], away: int) -> None:
    """rules 3.1: no hand, not even one put away, is more than a card larger than another"""
    for deal in deals(seats):
        dealt = [len(hand) for hand in deal.hands] + [len(deal.rest)] * (away > 0)
        assert max(dealt) - min(dealt) == 1
        assert sum(dealt) == 53


@pytest.mark.parametrize(("seats", "sizes", "away"), HANDS)
@pytest.mark.parametrize("first", [0, 2])
def test_the_first_players_of_the_round_have_one_card_more_than_the_last(
    seats: int, sizes: list[int], away: int, first: int
) -> None:
    """rules 3.2, 3.6: for each seat that can begin the round"""
    for deal in deals(seats, first_player=first):
        dealt = [len(deal.hands[(deal.leader + step) % seats]) for step in range(seats)]
        assert dealt == sizes
        assert len(deal.rest) == away


def test_with_three_players_a_fourth_hand_is_put_away_unseen() -> None:
    """rules 3.3: nobody sees more of it than its size"""
    match = start(3)

    assert len(match.state.away) == 13
    assert [len(match.view(viewer).away) for viewer in (None, 0, 1, 2)] == [13] * 4


def test_the_hand_that_was_put_away_is_not_used() -> None:
    """rules 3.3: what is played in a round is what the players hold"""
    held: list[Counter[Card]] = []
    used: list[Counter[Card]] = []
    for event in events(steps(start(3))[-1]):
        if isinstance(event, Dealt):
            held.append(Counter(card for hand in event.hands for card in hand))
            used.append(Counter())
        if isinstance(event, Played):
            used[-1][event.card] += 1

    assert used == held
    assert [sum(cards.values()) for cards in used] == [40] * 4


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_with_more_players_no_hand_is_put_away(seats: int) -> None:
    """rules 3.3, 3.6"""
    assert start(seats).state.away == ()
    assert start(seats).view(0).away == ()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_there_is_no_stock_and_nobody_draws(seats: int) -> None:
    """rules 3.4: a hand only ever shrinks, by the card that was played"""
    for before, after in pairwise(steps(start(seats, {"rounds": 1}))):
        event = after.events[0]
        assert isinstance(event, Played)
        left = [Counter(hand) for hand in before.state.hands]
        left[event.seat][event.card] -= 1
        assert [Counter(hand) for hand in after.state.hands] == left


def test_the_three_piles_one_for_each_kind_start_a_round_empty() -> None:
    """rules 3.5: and nobody has taken cards yet"""
    ended = scene("", "", "", cats="c7", mirrors="f4", ladders="l1 l2", taken=("c1", "", "f4 f4"))
    deal = deals(3, rounds=1)[0]

    state = fold(ended, [deal])

    assert PILES == ("cats", "mirrors", "ladders")
    assert piles(state) == (((), 0), ((), 0), ((), 0))
    assert state.taken == ((), (), ())
