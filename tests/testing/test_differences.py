"""How a difference is told: where it is, and the two values; no word is cut."""

import pytest

from cardkit.rejections import BrokenGame
from cardkit.testing import Law, examine
from cardkit.testing.differences import describe_difference, describe_text_difference
from tests.testing.plants import variant
from tests.testing.tiny import Memory, State, Throw, Thrown
from tests.testing.tiny import cards as tiny_cards


def test_a_difference_is_told_by_its_path_and_the_two_values() -> None:
    one, other = State(hands=((1, 2), (3, 4))), State(hands=((1, 2), (3, 5)))

    assert describe_difference(one, other, "here", "there") == "hands[1][1] is 4 here and 5 there"


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ((1,), (1, 2), "[1] is missing here and 2 there"),
        (None, 7, "it is None here and 7 there"),
        (([1, 2], 3), ((1, 2), 3), "[0] is a list here and a tuple there"),
        (((), 3), ([1], 3), "[0] is a tuple here and a list there"),
        ((None,), ([1],), "[0] is None here and a list there"),
        (([1],), ([2],), "[0] is [1] here and [2] there"),
        (Throw(), Thrown(0, 1), "seat is missing here and 0 there"),
    ],
)
def test_what_is_missing_and_what_is_of_another_kind_is_told_too(
    one: object, other: object, told: str
) -> None:
    assert describe_difference(one, other, "here", "there") == told


def test_texts_that_part_are_told_in_whole_words() -> None:
    start = "a player who has followed: there is nothing to pay, so that they may well "
    one, other = f"{start}fold, which costs nothing more at all today", f"{start}call"

    told = describe_text_difference(one, other)

    assert told == (
        "'...nothing to pay, so that they may well fold, which costs nothing more at all today'"
        " or '...nothing to pay, so that they may well call'"
    )
    assert describe_text_difference(other, f"{one}, and for the rest of the week").startswith("'...nothing")


def test_an_exception_in_a_games_function_is_told_with_its_place() -> None:
    def failing(memory: Memory, chance: object) -> State:
        raise LookupError("no such card")

    broken = examine(variant(imagine=failing), matches=2, cards=tiny_cards).broken

    assert [one.law for one in broken] == [Law.PROJECTION]
    assert "raised LookupError('no such card') (tests.testing.test_differences, line " in broken[0].reason


def test_what_cardkit_says_about_a_mistake_is_not_cut() -> None:
    """The end of such a sentence is the remedy."""
    told = "tiny: the deck has a card that no zone of the state holds; put it into a zone, or take it out of the deck"

    def failing(memory: Memory, chance: object) -> State:
        raise BrokenGame(told)

    broken = examine(variant(imagine=failing), matches=2, cards=tiny_cards).broken

    assert broken[0].reason.endswith(f"raised BrokenGame: {told}")
