"""Piles whose sum is kept."""

from typing import Final

from cardkit.mechanics.piles import NO_PILE, Pile, placed

PILES: Final[tuple[Pile[str], ...]] = ((("b7", "b4"), 11), NO_PILE, (("g1",), 1))


def test_a_pile_starts_without_cards_and_with_sum_zero() -> None:
    assert NO_PILE == ((), 0)


def test_a_card_comes_to_lie_on_top_and_adds_its_value() -> None:
    assert placed(PILES, 0, "b2", 2, ()) == ((("b7", "b4", "b2"), 13), ((), 0), (("g1",), 1))


def test_a_card_on_an_empty_pile_lies_alone() -> None:
    assert placed(PILES, 1, "n4", 4, ()) == ((("b7", "b4"), 11), (("n4",), 4), (("g1",), 1))


def test_when_what_lay_there_was_taken_the_card_lies_alone() -> None:
    assert placed(PILES, 0, "b5", 5, ("b7", "b4")) == ((("b5",), 5), ((), 0), (("g1",), 1))


def test_a_negative_value_lowers_the_sum() -> None:
    assert placed(PILES, 0, "b-3", -3, ())[0] == (("b7", "b4", "b-3"), 8)


def test_the_piles_before_stay_as_they_were() -> None:
    before = repr(PILES)

    placed(PILES, 2, "g7", 7, ())

    assert repr(PILES) == before
