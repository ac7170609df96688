"""The rules of Push, chapters 1 to 3: cards, players and set-up."""

from collections import Counter

import pytest

from cardkit.games.push import GAME, Opened
from cardkit.games.push.cards import CARDS, COLOURS, DECK, FACES, NUMBERS, SHAPE, SUIT, VALUE
from cardkit.opening import begin
from cardkit.rejections import Invalid
from tests.games.push.scenes import all_cards, events, start, steps


def test_the_deck_has_90_numbers_18_die_cards_and_12_direction_cards() -> None:
    """rules 1.1"""
    kinds = Counter(card if card in ("die", "turn") else "number" for card in DECK)

    assert kinds == {"number": 90, "die": 18, "turn": 12}
    assert len(DECK) == 120


def test_the_numbers_are_1_to_6_in_five_colours_three_of_each() -> None:
    """rules 1.2"""
    faces = Counter((COLOURS[SUIT[card]], VALUE[card]) for card in DECK if card != "die" and card != "turn")

    assert faces == {(colour, number): 3 for colour in COLOURS for number in range(1, 7)}
    assert all(card == f"{COLOURS[SUIT[card]][0]}{VALUE[card]}" for card in NUMBERS)
    assert len({*CARDS}) == len(CARDS) == 32


def test_the_five_colours_have_a_shape_each() -> None:
    """rules 1.3"""
    assert COLOURS == ("red", "blue", "green", "yellow", "purple")
    assert {*SHAPE} == {*COLOURS}
    assert len({*SHAPE.values()}) == 5


def test_the_die_has_the_five_colours_and_a_star() -> None:
    """rules 1.4"""
    assert (*COLOURS, "star") == FACES


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_players_take_part(seats: int) -> None:
    """rules 2.1"""
    assert len(start(seats).view(None).open) == seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_single_player_or_more_than_six_cannot_play(seats: int) -> None:
    """rules 2.1"""
    with pytest.raises(Invalid, match=rf"^seats: {seats} is invalid; expected .* from 2 to 6$"):
        begin(GAME, seats, None, "a seed", None)


def test_a_match_is_one_game_through_the_whole_stock() -> None:
    """rules 2.2, 5.1"""
    made = steps(start(4))
    sizes = [len(step.view(None).stock) for step in made]

    assert (sizes[0], sizes[-1]) == (120, 0)
    assert sizes == sorted(sizes, reverse=True)
    assert [type(event) for event in events(made[-1])].count(Opened) == 1


def test_all_cards_are_shuffled_into_one_stock() -> None:
    """rules 3.1"""
    (first,), (second,) = (events(start(5, seed=seed)) for seed in ("one", "two"))

    assert isinstance(first, Opened)
    assert isinstance(second, Opened)
    assert Counter(first.stock) == Counter(second.stock) == Counter(DECK)
    assert first.stock != second.stock
    assert first.stock != DECK


def test_nobody_owns_cards_yet() -> None:
    """rules 3.2"""
    match = start(6)

    assert match.view(None).open == ((),) * 6
    assert match.view(None).secured == ((),) * 6
    assert Counter(all_cards(match.state)) == Counter(match.state.stock)


def test_the_first_player_begins() -> None:
    """rules 3.3"""
    assert [start(4, {"first_player": seat}).actors for seat in range(4)] == [(0,), (1,), (2,), (3,)]
