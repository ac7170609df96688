"""The rules of Biberbande, chapter 4: a turn."""

from itertools import pairwise

import pytest

from cardkit.games.biberbande import (
    GAME,
    Card,
    Discarded,
    DrawTwoUsed,
    Drew,
    FirstDiscarded,
    Kept,
    Peeked,
    Reshuffled,
    Swapped,
    Took,
)
from cardkit.games.biberbande.cards import CARDS, NUMBERS
from cardkit.games.biberbande.words import with_article
from cardkit.hidden import UNSEEN
from cardkit.rejections import Rejected
from tests.games.biberbande.scenes import (
    FACE_DOWN,
    ROW,
    Stacked,
    after,
    cards,
    decided,
    fold,
    holding,
    in_hand,
    now,
    scene,
    slowly,
    start,
    steps,
    texts,
)

NUMBER = [card for card in CARDS if card in NUMBERS]
SPECIAL = [card for card in CARDS if card not in NUMBERS]
KEEPS = ["keep 0", "keep 1", "keep 2", "keep 3"]
PEEKS = ["peek 0", "peek 1", "peek 2", "peek 3"]
TAKES = ["take 0", "take 1", "take 2", "take 3"]


@pytest.mark.parametrize("dealer", range(3))
def test_the_dealers_left_neighbour_has_the_first_turn_and_turns_go_clockwise(dealer: int) -> None:
    """rules 4.1: looking goes round in the same way before"""
    made = steps(start(3, {"first_dealer": dealer, "turn_limit": 2, "rounds": 1}))

    turns = [step.actors[0] for step in made if step.state.phase == "choosing"]

    assert [step.actors for step in made[:3]] == [((dealer + 1 + lap) % 3,) for lap in range(3)]
    assert turns[:3] == [(dealer + 1 + lap) % 3 for lap in range(3)]
    assert all(second == (first + 1) % 3 for first, second in pairwise(turns))


def test_on_your_turn_you_do_exactly_one_of_two_things() -> None:
    """rules 4.2"""
    state = scene(ROW, ROW, discard="3")

    assert texts(state) == [*TAKES, "draw"]
    assert now(after(state, "take 0")) == ("choosing", 1)
    assert now(after(state, "draw", "discard")) == ("choosing", 1)


def test_nobody_else_may_move_meanwhile() -> None:
    """rules 4.2"""
    for step in steps(start(4, {"turn_limit": 2}), choose=slowly)[:-1]:
        (seat,) = step.actors
        assert step.legal(seat)
        assert not any(step.legal(other) for other in range(4) if other != seat)


@pytest.mark.parametrize("top", NUMBER)
def test_the_top_of_the_discard_pile_may_be_taken_if_it_is_a_number(top: Card) -> None:
    """rules 4.3"""
    state = scene("swap 1 2 3", ROW, discard=f"peek {top}")

    assert texts(state) == [*TAKES, "draw"]
    assert decided(state, "take 0") == (Took(0, 0, top, "swap", may_knock=False),)


@pytest.mark.parametrize("top", SPECIAL)
def test_a_special_on_top_of_the_discard_pile_cannot_be_taken(top: Card) -> None:
    """rules 4.3"""
    state = scene(ROW, ROW, discard=f"3 {top}")

    assert texts(state) == ["draw"]
    with pytest.raises(
        Rejected, match=f"the top of the discard pile is {with_article(top, 'en')}"
    ) as refused:
        decided(state, "take 0")
    assert refused.value.code == "not_a_number"


@pytest.mark.parametrize("position", range(4))
def test_a_taken_card_must_be_exchanged_for_one_of_your_four_whichever_you_like(position: int) -> None:
    """rules 4.4"""
    state = scene("4 5 6 7", ROW, discard="3")

    (took,) = decided(state, f"take {position}")

    assert took == Took(0, position, "3", cards("4 5 6 7")[position], may_knock=False)
    assert fold(state, [took]).rows[0][position] == "3"


@pytest.mark.parametrize("move", ["take 1", "keep 1"])
def test_you_may_not_look_at_the_card_in_your_row_before_you_exchange_it(move: str) -> None:
    """rules 4.5: what can be seen and done before doesn't depend on it"""
    hidden, other = (
        scene(row, ROW, discard="3") if move == "take 1" else holding("3", row, ROW)
        for row in ("4 5 6 7", "0 swap 9 draw2")
    )

    assert texts(hidden) == texts(other)
    assert GAME.view(hidden, 0) == GAME.view(other, 0)


@pytest.mark.parametrize(("move", "under"), [("take 2", "1"), ("keep 2", "1 3")])
def test_the_card_that_leaves_the_row_goes_on_the_discard_pile_and_the_new_one_in_its_place(
    move: str, under: str
) -> None:
    """rules 4.6, 4.9"""
    take = scene("4 5 6 7", ROW, discard="1 3")
    state = take if move == "take 2" else holding("3", "4 5 6 7", ROW, discard="1 3")

    done = after(state, move)

    assert done.rows == (cards("4 5 3 7"), cards(ROW))
    assert done.discard == cards(f"{under} 6")
    assert GAME.view(done, 1).discard[-1] == "6"
    assert GAME.view(done, 0).rows[0] == FACE_DOWN


def test_you_look_at_the_card_drawn() -> None:
    """rules 4.7"""
    drawn = after(scene(ROW, ROW, stock="5 8"), "draw")

    assert drawn.stock == cards("8")
    assert [GAME.view(drawn, viewer).drawn for viewer in (0, 1, None)] == ["5", UNSEEN, UNSEEN]


@pytest.mark.parametrize(
    ("card", "uses"), [*((card, KEEPS) for card in NUMBER), ("peek", PEEKS), ("draw2", ["draw2"])]
)
def test_then_you_do_exactly_one_of_what_follows(card: str, uses: list[str]) -> None:
    """rules 4.7, 4.8, 4.9, 4.10: discard it, exchange a number, carry out a special"""
    assert texts(holding(card, ROW, ROW)) == ["discard", *uses]


@pytest.mark.parametrize("card", CARDS)
def test_you_may_discard_the_card_drawn_and_a_special_has_no_effect_then(card: Card) -> None:
    """rules 4.8, 4.11: no special has to be carried out"""
    state = holding(card, "4 5 6 7", ROW, discard="3")

    brought = decided(state, "discard")
    done = fold(state, brought)

    assert brought == (Discarded(0, (card,), may_knock=False),)
    assert (done.rows, done.stock, done.discard) == (state.rows, state.stock, ("3", card))
    assert now(done) == ("choosing", 1)


@pytest.mark.parametrize("position", range(4))
def test_a_number_drawn_may_be_exchanged_for_one_of_your_four(position: int) -> None:
    """rules 4.9"""
    state = holding("3", "4 5 6 7", ROW)

    (kept,) = decided(state, f"keep {position}")

    assert kept == Kept(0, position, "3", (cards("4 5 6 7")[position],), may_knock=False)
    assert fold(state, [kept]).rows[0][position] == "3"


@pytest.mark.parametrize("card", SPECIAL)
def test_a_special_cannot_be_kept(card: str) -> None:
    """rules 4.9"""
    with pytest.raises(Rejected, match=r"^you drew the ") as refused:
        decided(holding(card, ROW, ROW), "keep 0")
    assert refused.value.code == "not_a_number"


@pytest.mark.parametrize(("card", "move"), [("swap", "swap 0>1.0"), ("peek", "peek 0")])
def test_a_special_may_be_carried_out_after_which_it_goes_on_the_discard_pile(card: str, move: str) -> None:
    """rules 4.10"""
    done = after(holding(card, ROW, ROW, discard="3"), move)

    assert done.discard == ("3", card)
    assert now(done) == ("choosing", 1)


@pytest.mark.parametrize(("card", "move"), [("swap", "swap 0>1.0"), ("peek", "peek 0"), ("draw2", "draw2")])
def test_a_special_acts_only_when_drawn_from_the_stock(card: str, move: str) -> None:
    """rules 4.11: not from a row, and not from the discard pile"""
    replaced = holding("3", f"{card} 1 2 4", ROW, discard=card)

    with pytest.raises(Rejected) as refused:
        decided(replaced, move)
    laid = after(replaced, "keep 0")

    assert refused.value.code == "wrong_special"
    assert (laid.discard, now(laid), texts(laid)) == ((card, card), ("choosing", 1), ["draw"])


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_swap_exchanges_one_of_your_cards_with_any_card_of_any_other_player(seats: int) -> None:
    """rules 4.12"""
    state = holding("swap", *[ROW] * seats)

    swaps = [
        f"swap {own}>{other}.{theirs}" for own in range(4) for other in range(1, seats) for theirs in range(4)
    ]

    assert texts(state) == ["discard", *swaps]


def test_swapped_cards_take_each_others_place_and_nobody_looks_at_them() -> None:
    """rules 4.12"""
    state = holding("swap", "4 5 6 7", ROW, "0 1 2 3", discard="8")

    brought = decided(state, "swap 1>2.3")
    done = fold(state, brought)

    assert brought == (Swapped(0, 1, 2, 3, ("swap",), may_knock=False),)
    assert done.rows == (cards("4 3 6 7"), cards(ROW), cards("0 1 2 5"))
    for viewer in (0, 1, 2):
        assert GAME.glimpse(brought[0], viewer) == brought[0]
        assert GAME.view(done, viewer).rows == (FACE_DOWN,) * 3


@pytest.mark.parametrize("position", range(4))
def test_a_peek_looks_at_one_of_your_own_four_and_puts_it_back_in_its_place(position: int) -> None:
    """rules 4.13"""
    state = holding("peek", "4 5 6 7", ROW)

    (peeked,) = decided(state, f"peek {position}")

    assert peeked == Peeked(0, position, cards("4 5 6 7")[position], ("peek",), may_knock=False)
    assert fold(state, [peeked]).rows == state.rows


def test_a_draw_two_draws_the_top_card_of_the_stock_and_looks_at_it() -> None:
    """rules 4.14"""
    state = holding("draw2", ROW, ROW, stock="5 8")

    brought = decided(state, "draw2")
    drawn = fold(state, brought)

    assert brought == (DrawTwoUsed(0), Drew(0, "5"))
    assert in_hand(drawn) == (0, "5", 1, True)
    assert (drawn.stock, GAME.view(drawn, 0).drawn) == (cards("8"), "5")


@pytest.mark.parametrize(
    ("first", "move", "laid"),
    [("5", "keep 1", "1 draw2"), ("peek", "peek 1", "peek draw2"), ("swap", "swap 1>1.1", "swap draw2")],
)
def test_the_first_card_may_be_used_and_your_action_is_over(first: str, move: str, laid: str) -> None:
    """rules 4.15"""
    state = holding(first, "0 1 2 3", ROW, draw_twos=1, first=True, discard="9")

    done = after(state, move)

    assert move in texts(state)
    assert (done.discard, now(done)) == (cards(f"9 {laid}"), ("choosing", 1))


@pytest.mark.parametrize("first", CARDS)
def test_otherwise_you_discard_it_and_draw_a_second_card(first: Card) -> None:
    """rules 4.16"""
    state = holding(first, ROW, ROW, draw_twos=1, first=True, discard="0", stock="5 8")

    brought = decided(state, "discard")
    drawn = fold(state, brought)

    assert brought == (FirstDiscarded(0, first), Drew(0, "5"))
    assert in_hand(drawn) == (0, "5", 1, False)
    assert (drawn.discard, drawn.stock) == (("0", first), cards("8"))


@pytest.mark.parametrize(
    ("second", "uses"), [("5", KEEPS), ("peek", PEEKS), ("draw2", ["draw2"]), ("swap", ["swap 0>1.0"])]
)
def test_the_second_card_you_must_deal_with_as_with_any_card_drawn(second: str, uses: list[str]) -> None:
    """rules 4.16"""
    state = holding(second, ROW, ROW, draw_twos=1, first=False)

    assert texts(state)[: len(uses) + 1] == ["discard", *uses]
    assert now(after(state, "discard")) == ("choosing", 1)


@pytest.mark.parametrize("first", [True, False])
def test_a_draw_two_drawn_in_a_draw_two_may_itself_be_carried_out(first: bool) -> None:
    """rules 4.17"""
    state = holding("draw2", ROW, ROW, draw_twos=1, first=first, stock="5 8")

    drawn = after(state, "draw2")

    assert in_hand(drawn) == (0, "5", 2, True)


def test_when_the_stock_is_used_up_the_discard_pile_is_shuffled_and_becomes_the_stock() -> None:
    """rules 4.18"""
    state = scene(ROW, ROW, stock="", discard="1 peek 3 5")
    chance = Stacked(reshuffle=["3 5 1 peek"])

    brought = decided(state, "draw", chance)
    drawn = fold(state, brought)

    assert chance.was_given == [cards("1 peek 3 5")]
    assert brought == (Reshuffled(cards("3 5 1 peek")), Drew(0, "3"))
    assert (drawn.stock, drawn.discard) == (cards("5 1 peek"), ())


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_you_may_knock_after_your_action_if_every_player_has_had_a_turn(seats: int) -> None:
    """rules 4.19: the one that you are taking counts"""
    state = scene(*[ROW] * seats, dealer=seats - 1)
    offered: list[bool] = []
    for seat in range(seats):
        state = after(state, "take 0")
        offered.append(state.phase == "knocking")
        assert state.turns == seat + 1

    assert offered == [False] * (seats - 1) + [True]
    assert texts(state) == ["pass", "knock"]
