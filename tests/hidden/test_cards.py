"""Cards that aren't seen, and what `evolve` may do with them."""

import copy
import pickle
from collections.abc import Callable

import pytest

from cardkit.hidden import UNSEEN, Unseen, exchanged, including, noted, ordered, seen, without
from cardkit.hidden.cards import FRESH, REST, unseen_of
from cardkit.rejections import BrokenGame


def test_unseen_cards_of_which_the_same_is_known_are_one_object() -> None:
    assert Unseen() is UNSEEN
    assert unseen_of(3, frozenset({"low"})) is unseen_of(3, frozenset({"low"}))
    assert unseen_of(3) is not unseen_of(4)
    assert unseen_of(3) is not unseen_of(3, frozenset({"low"}))


@pytest.mark.parametrize("card", [UNSEEN, unseen_of(2, frozenset({"low", "odd"}))], ids=repr)
def test_a_copy_of_an_unseen_card_is_the_card(card: Unseen) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy((card,))[0] is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_an_unseen_card_can_not_be_changed() -> None:
    with pytest.raises(AttributeError, match=r"^an unseen card can't be changed$"):
        UNSEEN.batch = 1
    with pytest.raises(AttributeError, match=r"^an unseen card can't be changed$"):
        del UNSEEN.notes
    with pytest.raises(AttributeError):
        UNSEEN.face = 1


def test_an_unseen_card_tells_its_batch_and_its_notes() -> None:
    assert repr(UNSEEN) == "?"
    assert repr(unseen_of(1)) == "?1"
    assert repr(unseen_of(2, frozenset({"odd", "low"}))) == "?2(low, odd)"
    assert repr(FRESH) == "?"


def test_unseen_cards_come_after_faces_and_by_batch_and_notes() -> None:
    low, odd = unseen_of(0, frozenset({"low"})), unseen_of(0, frozenset({"odd"}))
    cards = (unseen_of(1), 3, odd, UNSEEN, 1, low)

    assert ordered(cards) == (1, 3, UNSEEN, low, odd, unseen_of(1))
    assert ordered(reversed(cards)) == ordered(cards)
    assert ordered((UNSEEN, "b", "a")) == ("a", "b", UNSEEN)
    assert not UNSEEN < 1
    assert UNSEEN > 1
    assert not low < UNSEEN
    assert not UNSEEN < UNSEEN
    assert not UNSEEN > UNSEEN


@pytest.mark.parametrize("hand", [(), (1,), (1, 3, 3, 7), (3, UNSEEN), (1, unseen_of(1)), (UNSEEN, UNSEEN)])
@pytest.mark.parametrize("card", [0, 3, 9, UNSEEN, unseen_of(1)])
@pytest.mark.parametrize("order", [None, int.__neg__])
def test_one_more_card_lies_where_sorting_would_lay_it(
    hand: tuple[int | Unseen, ...], card: int | Unseen, order: Callable[[int], int] | None
) -> None:
    hand = ordered(hand, order)

    assert including(hand, card, order) == ordered((*hand, card), order)


@pytest.mark.parametrize("hand", [(1,), (1, 3, 3, 7), (3, UNSEEN), (UNSEEN, UNSEEN)])
@pytest.mark.parametrize("card", [1, 3, UNSEEN])
@pytest.mark.parametrize("new", [0, 3, 9, UNSEEN])
@pytest.mark.parametrize("order", [None, int.__neg__])
def test_a_card_that_another_one_replaces_is_taken_out_and_the_other_inserted(
    hand: tuple[int | Unseen, ...], card: int | Unseen, new: int | Unseen, order: Callable[[int], int] | None
) -> None:
    hand = ordered(hand, order)
    if card not in hand and UNSEEN not in hand and card is not UNSEEN:
        with pytest.raises(BrokenGame, match="isn't among the cards"):
            exchanged(hand, card, new, order)
        return

    assert exchanged(hand, card, new, order) == including(without(hand, card), new, order)


def test_unseen_cards_come_last_in_whatever_order_faces_are() -> None:
    low = unseen_of(0, frozenset({"low"}))
    assert ordered((low, 1, UNSEEN, 3, 2), lambda face: -face) == (3, 2, 1, UNSEEN, low)


def test_a_card_that_is_shown_is_known_and_else_what_was_known_of_it_stays() -> None:
    assert seen(UNSEEN, 5) == 5
    assert seen(5, UNSEEN) == 5
    assert seen(unseen_of(2), UNSEEN) is unseen_of(2)


def test_a_note_is_added_to_what_is_noted_and_a_face_needs_none() -> None:
    low = noted(UNSEEN, "low")

    assert low is unseen_of(0, frozenset({"low"}))
    assert noted(low, "odd") is unseen_of(0, frozenset({"low", "odd"}))
    assert noted(low, "low") is low
    assert noted(5, "low") == 5


def test_a_known_card_that_goes_is_the_one_that_goes() -> None:
    assert without((1, 2, 3), 2) == (1, 3)
    assert without((2, 2, 3), 2) == (2, 3)
    assert without((1, 2, UNSEEN), 2) == (1, UNSEEN)
    assert without((1, UNSEEN, UNSEEN), 1) == (UNSEEN, UNSEEN)


def test_a_card_that_is_not_known_to_be_there_was_an_unseen_one() -> None:
    assert without((UNSEEN, UNSEEN), 2) == (UNSEEN,)
    assert without((1, 3, UNSEEN), 2) == (1, 3)
    assert without((1, UNSEEN, UNSEEN, 3), 2) == (1, UNSEEN, 3)


def test_where_an_unseen_card_goes_the_rest_is_mixed_unless_all_are_alike() -> None:
    assert without((1, 2, UNSEEN), UNSEEN) == (REST, REST)
    assert without((UNSEEN, UNSEEN), FRESH) == (UNSEEN,)
    assert without((7,), UNSEEN) == ()
    assert without((7, 7), UNSEEN) == (7,)
    assert without((REST, REST), FRESH) == (REST,)


def test_of_several_kinds_the_one_mixed_last_goes_and_the_others_are_noted_as_guessed() -> None:
    left = without((1, UNSEEN, unseen_of(1), unseen_of(1)), 5)

    assert repr(left) == "(1, ?(guessed), ?1)"


@pytest.mark.parametrize("cards", [(), (1, 2), (7,), (7, 7)], ids=str)
def test_a_card_that_can_not_be_there_can_not_go(cards: tuple[int, ...]) -> None:
    with pytest.raises(BrokenGame, match=r"^without: 9 isn't among the cards, and none of them is unseen$"):
        without(cards, 9)
