"""The rules of Biberbande, chapters 1 to 3: cards, players and set-up."""

from collections import Counter
from typing import Never

import pytest

from cardkit.games.biberbande import GAME, Dealt, Event, Looked, RoundScored
from cardkit.games.biberbande.cards import CARDS, DECK, NUMBERS, VALUE
from cardkit.hidden import UNSEEN
from cardkit.opening import begin
from cardkit.rejections import Invalid
from tests.games.biberbande.scenes import (
    FACE_DOWN,
    ROW,
    after,
    all_cards,
    cards,
    decided,
    events,
    now,
    scene,
    scored,
    slowly,
    start,
    steps,
    texts,
)


def deals(seats: int, **options: object) -> list[Dealt[Never]]:
    match = steps(start(seats, {"turn_limit": 3, **options}))[-1]
    return [event for event in events(match) if isinstance(event, Dealt)]


def test_the_deck_has_66_cards_45_numbers_and_21_specials() -> None:
    """rules 1.1"""
    numbers = [card for card in DECK if card in NUMBERS]

    assert (len(DECK), len(numbers), len(DECK) - len(numbers)) == (66, 45, 21)


def test_the_numbers_0_to_8_are_there_four_times_each_and_the_9_nine_times() -> None:
    """rules 1.2"""
    assert [DECK.count(card) for card in CARDS if card in NUMBERS] == [4] * 9 + [9]
    assert [VALUE[card] for card in CARDS if card in NUMBERS] == [*range(10)]


def test_the_specials_are_nine_swap_seven_peek_and_five_draw_two() -> None:
    """rules 1.3"""
    specials = Counter(card for card in DECK if card not in NUMBERS)

    assert specials == {"swap": 9, "peek": 7, "draw2": 5}


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
def test_a_special_has_no_value_in_points(special: str) -> None:
    """rules 1.4: a row scores what replaces it, and nothing more"""
    assert scored(f"1 {special} 2 3", ROW, stock="0").points[0] == 6


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_players_take_part(seats: int) -> None:
    """rules 2.1"""
    match = start(seats)

    assert len(match.state.rows) == match.view(None).table.seats == seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_players_cannot_play(seats: int) -> None:
    """rules 2.1"""
    with pytest.raises(Invalid, match=rf"^seats: {seats} is invalid; expected .* from 2 to 6$"):
        begin(GAME, seats, None, "a seed", None)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_has_as_many_rounds_as_players(seats: int) -> None:
    """rules 2.2"""
    assert [deal.round for deal in deals(seats)] == [*range(1, seats + 1)]


def test_with_two_players_it_has_four_rounds() -> None:
    """rules 2.3"""
    assert [deal.round for deal in deals(2)] == [1, 2, 3, 4]


def test_at_the_start_of_every_round_all_66_cards_are_shuffled() -> None:
    """rules 3.1"""
    made = deals(4)

    for deal in made:
        assert Counter(
            [card for row in deal.rows for card in row] + [*deal.stock, deal.turned_up]
        ) == Counter(DECK)
    assert len({deal.stock for deal in made}) == 4


@pytest.mark.parametrize("seats", [2, 6])
def test_every_player_is_dealt_a_row_of_four_cards_face_down_and_unseen(seats: int) -> None:
    """rules 3.2"""
    match = start(seats)

    assert [len(row) for row in match.state.rows] == [4] * seats
    for viewer in (None, *range(seats)):
        assert match.view(viewer).rows == (FACE_DOWN,) * seats


def test_the_positions_of_a_row_are_0_to_3_from_its_owners_left_to_right() -> None:
    """rules 3.3"""
    state = scene("4 5 6 7", ROW, discard="1")

    rows = [after(state, f"take {position}").rows[0] for position in range(4)]

    assert texts(state) == ["take 0", "take 1", "take 2", "take 3", "draw"]
    assert rows == [cards("1 5 6 7"), cards("4 1 6 7"), cards("4 5 1 7"), cards("4 5 6 1")]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_other_cards_are_the_stock_and_its_top_card_begins_the_discard_pile(seats: int) -> None:
    """rules 3.4, 3.5"""
    match = start(seats)
    (deal,) = (event for event in events(match) if isinstance(event, Dealt))

    for viewer in (None, *range(seats)):
        view = match.view(viewer)
        assert view.stock == (UNSEEN,) * (66 - 4 * seats - 1)
        assert view.discard == (deal.turned_up,)
    assert Counter(all_cards(match.state)) == Counter(DECK)


def test_each_player_looks_at_the_two_outer_cards_of_the_own_row() -> None:
    """rules 3.6"""
    state = scene("1 2 3 4", "5 6 7 8", "9 0 9 swap", phase="looking")
    looks: list[Event] = []
    for _ in range(3):
        assert texts(state) == ["look"]
        (event,) = decided(state, "look")
        looks.append(event)
        state = GAME.evolve(state, event)

    assert looks == [Looked(0, cards("1 4")), Looked(1, cards("5 8")), Looked(2, cards("9 swap"))]
    unseen = Looked(1, (UNSEEN, UNSEEN))
    assert [GAME.glimpse(looks[1], viewer) for viewer in (0, 1, 2, None)] == [
        unseen,
        looks[1],
        unseen,
        unseen,
    ]
    assert now(state) == ("choosing", 0)


def test_the_outer_cards_are_put_back() -> None:
    """rules 3.6: nothing of the position changes but who is to look next"""
    state = scene("1 2 3 4", "5 6 7 8", phase="looking", stock="0 1", discard="2")

    looked = after(state, "look")

    assert (looked.rows, looked.stock, looked.discard) == (state.rows, state.stock, state.discard)
    assert now(looked) == ("looking", 1)


def test_specials_may_lie_in_a_row_from_the_start_later_on_and_at_the_end() -> None:
    """rules 3.7"""
    start_of_round, later, end = set[str](), set[str](), set[str]()
    for seed in range(12):
        for step in steps(start(3, {"turn_limit": 6}, str(seed)), seed, slowly):
            for event in step.events:
                if isinstance(event, Dealt):
                    start_of_round.update(card for row in event.rows for card in row)
                if isinstance(event, RoundScored):
                    end.update(card for row in event.rows for card in row)
            if step.state.turns > 5:
                later.update(card for row in step.state.rows for card in row)

    assert start_of_round == later == end == {*CARDS}
