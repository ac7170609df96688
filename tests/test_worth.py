"""What a match is worth: by rank, by points, shared by all."""

import attrs
import pytest

import cardkit
from cardkit.rejections import BrokenGame, Invalid
from cardkit.seats import Outcome, ranked
from cardkit.worth import Worth, by_options, by_points, by_rank, is_sound

OUTCOME = ranked((3, -8, 20), (3, -8, 20))


def test_by_rank_counts_who_did_worse_and_half_of_who_did_as_well() -> None:
    assert by_rank(Outcome((1, 2, 2, 3), (1, 2, 2, 4), (0,))) == (1, 0.5, 0.5, 0)


def test_a_game_that_says_nothing_is_worth_its_ranks() -> None:
    game = cardkit.game("push")

    assert game.worth is by_rank
    assert not game.shared


def test_points_are_worth_their_part_of_the_way_from_the_worst_to_the_best() -> None:
    assert by_points(-13, 9)(ranked((-13, -2, 9), (0, 0, 0))) == (0, 0.5, 1)


def test_points_beyond_the_bounds_are_worth_no_more_than_the_bound() -> None:
    assert by_points(0, 10)(OUTCOME) == (0.3, 0, 1)


def test_fewer_points_are_better_where_the_best_is_less_than_the_worst() -> None:
    assert by_points(20, 0)(OUTCOME) == (0.85, 1, 0)


@pytest.mark.parametrize(("worst", "best"), [(0.5, 3), (0, "13"), (False, True), (4, 4)])
def test_bounds_are_two_whole_numbers(worst: int, best: int) -> None:
    with pytest.raises(Invalid, match=r"^(worst|best): "):
        by_points(worst, best)


def test_a_worth_by_options_is_asked_for_with_options() -> None:
    def bounds(options: object) -> Worth:
        return by_points(0, 10 if options is True else 20)

    game = attrs.evolve(cardkit.game("push"), worth=by_options(bounds))

    assert game.worth_with(True)(OUTCOME) == by_points(0, 10)(OUTCOME)
    assert game.worth_with(False)(OUTCOME) == by_points(0, 20)(OUTCOME)
    with pytest.raises(BrokenGame, match=r"depends on its options here; call game\.worth_with\(options\)"):
        game.worth(OUTCOME)


def test_a_worth_without_options_is_the_same_for_all() -> None:
    game = cardkit.game("push")

    assert game.worth_with(game.options()) is game.worth


def test_a_shared_result_cant_be_worth_its_rank() -> None:
    with pytest.raises(BrokenGame, match=r"push is shared, but its worth is by rank.*add worth=by_points"):
        attrs.evolve(cardkit.game("push"), shared=True)


@pytest.mark.parametrize("wrong", [1, None, (), (1.0,), (0.5, 1.5), (0.5, "1"), [0.5, 0.5]])
def test_what_isnt_a_number_from_0_to_1_for_each_seat_is_not_sound(wrong: object) -> None:
    assert is_sound((0, 1.0), 2)
    assert not is_sound(wrong, 2)
