"""The rules of Crazy Eights, a sentence each."""

from typing import Never

import pytest

import cardkit
from cardkit.hidden import UNSEEN
from cardkit.seats import Seat
from examples.games.crazy_eights import (
    DECK,
    GAME,
    Dealt,
    Draw,
    Drawn,
    Options,
    Pass,
    Play,
    Reshuffled,
    State,
    Turn,
    following,
)
from tests.examples.scenes import CHANCE, after

SPECIALS = Options(specials=True)


def at_table(
    *hands: str, up: str = "5D", stock: str = "3C 4C 6C 7C 9C TC", options: Options | None = None
) -> State[Never]:
    """Return a state in which seat 0 is to move."""
    cards = tuple(tuple(hand.split()) for hand in hands)
    return GAME.evolve(GAME.initial, Dealt(options or Options(), cards, up, tuple(stock.split()), Turn(0)))


def play(card: str, suit: str | None = None) -> Play:
    return Play(card, suit or card[1])


@pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (4, 5), (5, 5)])
def test_two_players_are_dealt_seven_cards_more_players_five(seats: int, cards: int) -> None:
    state = cardkit.start(GAME, seats=seats).state

    assert [len(hand) for hand in state.hands] == [cards] * seats
    assert sorted((*state.pile, *state.stock, *[card for hand in state.hands for card in hand])) == sorted(
        DECK
    )


def test_the_first_card_is_never_an_eight() -> None:
    assert all(cardkit.start(GAME, seats=2, seed=str(seed)).state.pile[0][0] != "8" for seed in range(60))


def test_the_player_on_the_dealers_left_begins() -> None:
    assert cardkit.start(GAME, seats=3, options={"dealer": 1}).actors == (2,)
    assert cardkit.start(GAME, seats=3, options={"dealer": 2}).actors == (0,)


def test_a_card_matches_by_suit_or_by_rank() -> None:
    state = at_table("2C 5S 9D KH", "AC")

    assert GAME.legal(state, 0) == (play("5S"), play("9D"), Draw())


def test_an_eight_matches_everything_and_names_the_suit_to_follow() -> None:
    state = at_table("2C 8S", "3H 3S")

    assert GAME.legal(state, 0) == (*(Play("8S", suit) for suit in "CDHS"), Draw())

    state = after(GAME, state, (0, play("8S", "H")))

    assert GAME.legal(state, 1) == (play("3H"), Draw())


def test_it_goes_clockwise() -> None:
    assert GAME.actors(after(GAME, at_table("5C 6C", "3C", "4C"), (0, play("5C")))) == (1,)


def test_a_player_may_draw_even_with_a_card_that_matches_up_to_the_limit_and_pass_then() -> None:
    state = after(GAME, at_table("5C KC", "3H", options=Options(draws=2)), (0, Draw()))
    assert GAME.legal(state, 0) == (play("5C"), Draw())

    state = after(GAME, state, (0, Draw()))

    assert GAME.legal(state, 0) == (play("5C"), Pass())
    assert GAME.actors(after(GAME, state, (0, Pass()))) == (1,)


def test_the_next_player_may_draw_up_to_the_limit_again() -> None:
    state = after(GAME, at_table("KC", "3H", options=Options(draws=1)), (0, Draw()), (0, Pass()))

    assert Draw() in GAME.legal(state, 1)


def test_who_finds_no_stock_may_pass() -> None:
    state = at_table("5C KC", "3H", stock="")

    assert GAME.legal(state, 0) == (play("5C"), Pass())


def test_only_who_draws_sees_the_card() -> None:
    drawn = Drawn[Never](1, "3C")

    assert GAME.glimpse(drawn, 1) == drawn
    assert [GAME.glimpse(drawn, viewer) for viewer in (0, None)] == [Drawn(1, UNSEEN)] * 2


def test_the_pile_but_its_top_card_is_reshuffled_when_the_last_card_is_drawn() -> None:
    state = at_table("KC 9D", "3H 4H", stock="2H 3C")
    state = after(GAME, state, (0, play("9D")), (1, Draw()), (1, Draw()))

    assert state.stock == ("5D",)
    assert state.pile == ("9D",)


def test_a_stock_that_could_not_be_refilled_is_refilled_by_the_next_card_that_is_played() -> None:
    state = after(GAME, at_table("KC 9D", "3H 4H", stock="2H"), (0, Draw()))
    assert state.stock == ()

    state = after(GAME, state, (0, play("9D")))

    assert state.stock == ("5D",)
    assert state.pile == ("9D",)


def test_without_reshuffling_the_stock_stays_empty() -> None:
    state = at_table("KC 9D", "3H 4H", stock="2H", options=Options(reshuffle=False))

    assert after(GAME, state, (0, play("9D")), (1, Draw())).stock == ()


def test_nobody_sees_the_order_of_a_reshuffled_stock() -> None:
    assert GAME.glimpse(Reshuffled(("5D", "6D")), 0) == Reshuffled((UNSEEN, UNSEEN))


def test_the_round_is_over_when_somebody_has_no_card_left() -> None:
    state = after(GAME, at_table("5C", "8H AS", "TD 9C KC"), (0, play("5C")))

    assert GAME.actors(state) == ()
    assert state.points == (0, 51, 29)


def test_an_eight_as_the_last_card_ends_the_round() -> None:
    assert GAME.actors(after(GAME, at_table("8C", "3H"), (0, play("8C", "H")))) == ()


def test_the_round_is_over_when_all_pass_in_a_row_because_nothing_is_left_to_draw() -> None:
    state = at_table("5C KC", "3H", "4H", stock="")
    state = after(GAME, state, (0, Pass()), (1, Pass()))
    assert GAME.actors(state) == (2,)

    state = after(GAME, state, (2, Pass()))

    assert GAME.actors(state) == ()
    assert state.points == (15, 3, 4)


def test_a_card_that_is_played_between_them_begins_the_passes_anew() -> None:
    state = at_table("5C KC 7S", "3H 5S", stock="", options=Options(reshuffle=False))

    state = after(GAME, state, (0, Pass()), (1, play("5S")), (0, Pass()))

    assert GAME.actors(state) == (1,)


def test_the_round_is_over_after_as_many_plays_as_the_option_says() -> None:
    state = at_table("5C KC", "3C 4H", options=Options(plays=2))

    state = after(GAME, state, (0, play("5C")), (1, play("3C")))

    assert GAME.actors(state) == ()


@pytest.mark.parametrize(
    ("card", "cost"),
    [("AC", 1), ("2C", 2), ("7C", 7), ("8C", 50), ("9C", 9), ("TC", 10), ("JC", 10), ("KC", 10)],
)
def test_cards_in_hand_cost_points(card: str, cost: int) -> None:
    assert after(GAME, at_table("5C", card), (0, play("5C"))).points == (0, cost)


def test_the_fewest_points_win() -> None:
    outcome = GAME.outcome(after(GAME, at_table("5C", "2H", "AH AS"), (0, play("5C"))))

    assert outcome is not None
    assert outcome.totals == (0, 2, 2)
    assert outcome.ranks == (1, 2, 2)


@pytest.mark.parametrize("options", [Options(), SPECIALS])
def test_a_queen_an_ace_and_a_two_are_special_only_by_the_option(options: Options) -> None:
    special = options.specials

    assert following("QC", 0, 4, Turn(0), options, True) == Turn(2 if special else 1)
    assert following("AC", 0, 4, Turn(0), options, True) == (Turn(3, -1) if special else Turn(1))
    assert following("2C", 0, 4, Turn(0), options, True) == Turn(1, 1, 2 if special else 0)


def test_a_queen_skips_the_next_player_in_either_direction() -> None:
    assert following("QC", 0, 5, Turn(0, -1), SPECIALS, True) == Turn(3, -1)
    assert following("QC", 1, 2, Turn(1), SPECIALS, True) == Turn(1)


def test_the_first_card_works_as_if_the_dealer_had_played_it() -> None:
    turns = dict[str, tuple[Seat | None, int, int]]()
    for seed in range(80):
        state = cardkit.start(GAME, seats=4, options=Options(specials=True, dealer=0), seed=str(seed)).state
        turns[state.pile[0][0]] = state.turn.seat, state.turn.direction, state.turn.owed

    assert (turns["Q"], turns["A"], turns["2"], turns["5"]) == ((2, 1, 0), (3, -1, 0), (1, 1, 2), (1, 1, 0))


def test_after_a_two_a_player_draws_two_and_loses_the_turn() -> None:
    state = after(GAME, at_table("2D KC", "5H 9H", "4H", options=SPECIALS), (0, play("2D")))
    assert GAME.legal(state, 1) == (Draw(),)

    state = after(GAME, state, (1, Draw()))

    assert state.hands[1] == ("3C", "4C", "5H", "9H")
    assert GAME.actors(state) == (2,)
    assert state.turn.owed == 0


def test_or_passes_four_on_with_a_two() -> None:
    state = after(GAME, at_table("2D KC", "2H 9H", "4H", options=SPECIALS), (0, play("2D")))
    assert GAME.legal(state, 1) == (play("2H"), Draw())

    state = after(GAME, state, (1, play("2H")), (2, Draw()))

    assert state.hands[2] == ("3C", "4C", "4H", "6C", "7C")


def test_what_the_stock_has_not_got_need_not_be_drawn() -> None:
    options = Options(specials=True, reshuffle=False)
    state = at_table("2D KC", "5H 9H", "4H", stock="3C", options=options)

    state = after(GAME, state, (0, play("2D")), (1, Draw()))

    assert state.hands[1] == ("3C", "5H", "9H")
    assert GAME.actors(state) == (2,)


def test_cards_for_a_two_are_drawn_from_the_reshuffled_stock_too() -> None:
    state = at_table("2D KC", "5H 9H", "4H", stock="3C", options=SPECIALS)

    state = after(GAME, state, (0, play("2D")), (1, Draw()))

    assert state.hands[1] == ("3C", "5D", "5H", "9H")


def test_without_a_stock_a_two_is_a_card_like_others() -> None:
    options = Options(specials=True, reshuffle=False)

    state = after(GAME, at_table("2D KC", "5H 9H", "4H", stock="", options=options), (0, play("2D")))

    assert state.turn.owed == 0


def test_a_two_that_refills_an_empty_stock_binds_the_next_player() -> None:
    state = at_table("2D KC", "5H 9H", "4H", stock="", options=SPECIALS)

    state = after(GAME, state, (0, play("2D")))

    assert state.stock == ("5D",)
    assert state.turn.owed == 2


def test_hands_are_shown_at_the_end() -> None:
    *_, scored = GAME.decide(at_table("5C", "2H 3H"), 0, play("5C"), CHANCE)

    assert GAME.glimpse(scored, None) == scored
