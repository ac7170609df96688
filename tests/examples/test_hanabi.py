"""The rules of Hanabi, a sentence each."""

from collections import Counter
from typing import Never

import pytest

import cardkit
from cardkit.hidden import UNSEEN
from examples.games.hanabi import GAME, Dealt, Discard, Drawn, Hint, Options, Play, State, Turn, deck, fits
from tests.examples.scenes import CHANCE, after


def at_table(
    *hands: str, stock: str = "R2 R3 Y2 Y3", hints: int = 4, lives: int = 2, options: Options | None = None
) -> State[Never]:
    """Return a state in which seat 0 is to move."""
    rules = options or Options(colours=2, ranks=3, hints=5, lives=2)
    cards = tuple(tuple(hand.split()) for hand in hands)
    return GAME.evolve(
        GAME.initial, Dealt(rules, cards, tuple(stock.split()), Turn(0, hints, lives, len(hands)))
    )


def test_of_each_colour_there_are_three_ones_one_highest_and_two_of_every_other_rank() -> None:
    assert Counter(deck(Options(colours=1, ranks=5))) == {"R1": 3, "R2": 2, "R3": 2, "R4": 2, "R5": 1}
    assert Counter(deck(Options(colours=2, ranks=2))) == {"R1": 3, "R2": 1, "Y1": 3, "Y2": 1}
    assert len(deck(Options())) == 50


@pytest.mark.parametrize(("seats", "cards"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_two_or_three_players_hold_five_cards_more_players_four(seats: int, cards: int) -> None:
    assert [len(hand) for hand in cardkit.start(GAME, seats=seats).state.hands] == [cards] * seats


def test_where_cards_are_few_everybody_holds_as_many_as_there_are_for_all() -> None:
    state = cardkit.start(GAME, seats=5, options=Options(colours=2, ranks=2)).state

    assert [len(hand) for hand in state.hands] == [1] * 5
    assert len(state.stock) == 3


def test_everybody_sees_all_hands_but_their_own_and_a_spectator_sees_none() -> None:
    state = at_table("R1 R2", "Y1 Y2")

    assert GAME.view(state, 0).hands == ((UNSEEN, UNSEEN), ("Y1", "Y2"))
    assert GAME.view(state, 1).hands == (("R1", "R2"), (UNSEEN, UNSEEN))
    assert GAME.view(state, None).hands == ((UNSEEN, UNSEEN), (UNSEEN, UNSEEN))


def test_the_others_see_a_card_that_is_drawn() -> None:
    drawn = Drawn[Never](1, "R1")

    assert [GAME.glimpse(drawn, viewer) for viewer in (0, 1, None)] == [
        drawn,
        Drawn(1, UNSEEN),
        Drawn(1, UNSEEN),
    ]


def test_a_card_that_comes_next_in_its_colour_joins_the_firework() -> None:
    state = after(GAME, at_table("R1 Y3", "R2 Y1"), (0, Play(0)), (1, Play(0)))

    assert state.fireworks == ("R1", "R2")
    assert (state.turn.hints, state.turn.lives) == (4, 2)


def test_any_other_card_is_discarded_and_costs_a_life() -> None:
    state = after(GAME, at_table("R2 Y3", "Y1 Y1"), (0, Play(0)))

    assert state.fireworks == ()
    assert state.discards == ("R2",)
    assert state.turn.lives == 1


def test_who_has_played_draws_a_card_which_comes_last() -> None:
    state = after(GAME, at_table("R1 Y3", "Y1 Y1"), (0, Play(0)))

    assert state.hands[0] == ("Y3", "R2")
    assert state.stock == ("R3", "Y2", "Y3")


def test_a_complete_firework_brings_a_hint_back_but_not_more_than_there_are() -> None:
    state = after(GAME, at_table("R1 R3", "R2 Y1"), (0, Play(0)), (1, Play(0)), (0, Play(0)))
    assert state.turn.hints == 5

    state = after(GAME, at_table("R1 R3", "R2 Y1", hints=5), (0, Play(0)), (1, Play(0)), (0, Play(0)))

    assert state.turn.hints == 5


def test_to_discard_brings_a_hint_back() -> None:
    state = after(GAME, at_table("R1 R3", "R2 Y1"), (0, Discard(1)))

    assert state.turn.hints == 5
    assert state.discards == ("R3",)


def test_nobody_may_discard_while_all_hints_are_there() -> None:
    assert Discard(0) in GAME.legal(at_table("R1", "Y1", hints=4), 0)
    assert Discard(0) not in GAME.legal(at_table("R1", "Y1", hints=5), 0)


def test_a_hint_names_a_colour_or_rank_that_another_player_holds() -> None:
    hints = [move for move in GAME.legal(at_table("R1 R2", "Y1 Y3"), 0) if isinstance(move, Hint)]

    assert hints == [Hint(1, "Y"), Hint(1, "1"), Hint(1, "3")]


def test_a_hint_costs_one_and_without_any_none_can_be_given() -> None:
    assert after(GAME, at_table("R1", "Y1"), (0, Hint(1, "Y"))).turn.hints == 3
    assert GAME.legal(at_table("R1", "Y1", hints=0), 0) == (Play(0), Discard(0))


def test_a_hint_tells_all_cards_that_it_is_true_of() -> None:
    state = after(GAME, at_table("R1 R2", "Y1 R1 Y3"), (0, Hint(1, "Y")))
    assert state.told[1] == ("Y", "", "Y")

    state = after(GAME, state, (1, Hint(0, "R")), (0, Hint(1, "1")))

    assert state.told == (("R", "R"), ("Y1", "1", "Y"))


def test_what_was_told_stays_with_its_card() -> None:
    state = after(GAME, at_table("R1 R2 R3", "Y1 Y2 Y3"), (0, Hint(1, "2")), (1, Play(0)))

    assert state.told[1] == ("2", "", "")


@pytest.mark.parametrize(
    ("card", "note", "may_be"),
    [
        ("R1", ("R", True), True),
        ("R1", ("R", False), False),
        ("Y2", ("R", False), True),
        ("Y2", ("1", True), False),
    ],
)
def test_a_hint_narrows_what_a_card_can_be(card: str, note: tuple[str, bool], may_be: bool) -> None:
    assert fits(card, note) is may_be


def test_when_the_stock_is_empty_everybody_has_one_more_turn() -> None:
    state = after(GAME, at_table("R1 R2", "Y3 Y1", stock="R3"), (0, Play(0)))
    assert state.stock == ()

    state = after(GAME, state, (1, Hint(0, "3")))
    assert GAME.actors(state) == (0,)

    assert GAME.actors(after(GAME, state, (0, Play(0)))) == ()


def test_the_match_ends_with_all_fireworks() -> None:
    options = Options(colours=1, ranks=2)
    state = after(GAME, at_table("R1", "R2", stock="R1 R1", options=options), (0, Play(0)), (1, Play(0)))

    assert GAME.actors(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.totals == (2, 2)


def test_the_match_ends_with_the_last_life_and_the_team_scores_nothing() -> None:
    state = after(GAME, at_table("R1 R3", "Y3 Y1", lives=1), (0, Play(0)), (1, Play(0)))

    assert GAME.actors(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.totals == (0, 0)


def test_all_share_the_result() -> None:
    state = after(GAME, at_table("R1", "R3", stock=""), (0, Play(0)), (1, Play(0)))
    outcome = GAME.outcome(state)
    assert outcome is not None

    assert outcome.totals == (1, 1)
    assert outcome.winners == (0, 1)
    assert GAME.shared
    assert GAME.worth_with(Options())(outcome) == (1 / 25, 1 / 25)
    assert GAME.worth_with(Options(colours=1, ranks=2))(outcome) == (1 / 2, 1 / 2)


def test_nothing_is_drawn_after_the_last_move() -> None:
    state = at_table("R3 R1", "Y1 Y2", lives=1)

    assert len(GAME.decide(state, 0, Play(0), CHANCE)) == 1
