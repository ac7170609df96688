"""The rules of Leduc poker, a sentence each."""

from typing import Final, Never

import pytest

import cardkit
from cardkit.hidden import UNSEEN
from cardkit.seats import Seat
from examples.games.leduc import GAME, Bet, Dealt, State, deck
from tests.examples.scenes import after

FOLD: Final = Bet("fold")
CALL: Final = Bet("call")
RAISE: Final = Bet("raise")


def dealt(hands: str, stock: str, first: Seat = 0) -> State[Never]:
    return GAME.evolve(GAME.initial, Dealt(first, tuple(hands), tuple(stock)))


def played(state: State[Never], *bets: Bet) -> State[Never]:
    for bet in bets:
        state = after(GAME, state, (GAME.actors(state)[0], bet))
    return state


def test_two_players_play_with_two_jacks_two_queens_and_two_kings() -> None:
    assert deck(2) == ("J", "J", "Q", "Q", "K", "K")


@pytest.mark.parametrize("seats", GAME.seats)
def test_n_players_play_with_two_cards_of_n_and_one_ranks(seats: int) -> None:
    assert len(deck(seats)) == 2 * (seats + 1)
    assert len({*deck(seats)}) == seats + 1


def test_everybody_pays_one_chip_to_begin_with() -> None:
    assert dealt("JQK", "JQK35").chips == (1, 1, 1)


def test_the_option_says_who_begins() -> None:
    assert cardkit.start(GAME, seats=3, options={"first_player": 2}).actors == (2,)


def test_a_player_may_fold_only_if_somebody_has_paid_more() -> None:
    state = dealt("JQ", "JQKK")

    assert GAME.legal(state, 0) == (CALL, RAISE)
    assert GAME.legal(played(state, RAISE), 1) == (FOLD, CALL, RAISE)


def test_a_raise_is_two_chips_in_the_first_round_and_four_in_the_second() -> None:
    first = played(dealt("JQ", "JQKK"), RAISE)
    second = played(first, CALL, RAISE)

    assert first.chips == (3, 1)
    assert second.chips == (7, 3)


def test_there_are_two_raises_in_a_round_at_most() -> None:
    state = played(dealt("JQ", "JQKK"), RAISE, RAISE)

    assert GAME.legal(state, 0) == (FOLD, CALL)
    assert GAME.legal(played(state, CALL), 0) == (CALL, RAISE)


def test_a_round_ends_when_all_have_checked() -> None:
    assert played(dealt("JQK", "35JQK"), CALL, CALL).board == ()
    assert played(dealt("JQK", "35JQK"), CALL, CALL, CALL).board == ("3",)


def test_all_others_who_are_in_answer_a_raise() -> None:
    state = played(dealt("JQK", "35JQK"), CALL, RAISE)

    assert state.waiting == (2, 0)
    assert played(state, FOLD, CALL).board == ("3",)


def test_who_began_begins_the_second_round_or_the_next_who_is_in() -> None:
    state = dealt("JQK", "35JQK", first=1)

    assert GAME.actors(played(state, CALL, CALL, CALL)) == (1,)
    assert GAME.actors(played(state, CALL, RAISE, CALL, FOLD)) == (2,)


def test_who_is_left_alone_takes_the_pot_and_shows_nothing() -> None:
    state = played(dealt("JQK", "35JQK"), RAISE, FOLD, FOLD)

    assert state.points == (4, -2, -2)
    assert GAME.actors(state) == ()
    assert GAME.outcome(state) is not None


def test_a_pair_with_the_card_for_all_beats_a_higher_card() -> None:
    assert played(dealt("JK", "JQQK"), CALL, CALL, CALL, CALL).points == (2, -2)


def test_else_the_highest_card_wins() -> None:
    assert played(dealt("JK", "QJQK"), CALL, CALL, RAISE, CALL).points == (-10, 10)


def test_equal_cards_share_the_pot_and_an_odd_one_is_halved() -> None:
    state = played(dealt("KJK", "35JQQ"), CALL, CALL, CALL, CALL, CALL, CALL)

    assert state.points == (1, -2, 1)


def test_folded_cards_stay_hidden_at_the_end() -> None:
    match = cardkit.start(GAME, seats=3, seed="leduc")
    for bet in (RAISE, FOLD, CALL, CALL, CALL):
        match = match.play(bet)

    memory = match.memory(None)

    assert match.outcome is not None
    assert memory.state.hands == (match.state.hands[0], UNSEEN, match.state.hands[2])


def test_points_are_worth_their_part_of_all_that_could_be_staked() -> None:
    state = played(dealt("JQK", "35JQK"), RAISE, FOLD, FOLD)
    outcome = GAME.outcome(state)
    assert outcome is not None

    assert GAME.worth(outcome) == pytest.approx((30 / 78, 24 / 78, 24 / 78))
