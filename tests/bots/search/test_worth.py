"""A tree search plays for what the game says that a match is worth."""

import attrs
import pytest

import cardkit
from cardkit.bots import bot, observe, play_out
from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance
from cardkit.game import AnyGame, any_game
from cardkit.match import AnyMatch
from cardkit.testing import check_game
from cardkit.worth import Worth, by_options, by_rank
from tests.bots.hints import HINTS
from tests.bots.hints import Options as HintsOptions
from tests.bots.poker import BY_RANK, POKER, Act, State


def answers_to_a_bet(game: AnyGame, card: int) -> set[object]:
    """Return what seat 1 does with this card, in some matches."""
    begun = (cardkit.start(game, 2, seed=f"{number}") for number in range(60))
    bet_into = [match.play(Act("bet")) for match in begun if held(match) == card]
    search = bot("ismcts:200", game)
    return {search.choose(observe(match, 1, SeededChance("own"))) for match in bet_into[:5]}


def held(match: AnyMatch) -> int | None:
    assert isinstance(match.state, State)
    return match.state.cards[1]


@pytest.mark.parametrize("card", [1, 2])
def test_it_folds_a_hopeless_hand_where_points_count(card: int) -> None:
    assert answers_to_a_bet(any_game(POKER), card) == {Act("fold")}


def test_it_calls_with_a_good_hand() -> None:
    assert answers_to_a_bet(any_game(POKER), 6) == {Act("call")}


def test_where_ranks_count_it_calls_with_next_to_nothing() -> None:
    """A fold is the last rank for certain, and the second lowest card beats one of five."""
    assert answers_to_a_bet(any_game(BY_RANK), 2) == {Act("call")}


@pytest.mark.parametrize(
    ("worth", "answer"), [(POKER.worth, Act("fold")), (by_rank, Act("call"))], ids=["points", "rank"]
)
def test_it_plays_for_the_worth_that_the_options_choose(worth: Worth, answer: Act) -> None:
    game = attrs.evolve(POKER, worth=by_options(lambda options: worth))

    assert answers_to_a_bet(any_game(game), 2) == {answer}


def test_it_plays_for_the_result_that_all_share() -> None:
    def points(name: str) -> int:
        total, game = 0, any_game(HINTS)
        for deal in range(20):
            own = [RunningChance(f"own {deal} {seat}") for seat in range(2)]
            last, _ = play_out(game, HintsOptions(), [bot(name, game)] * 2, RunningChance(f"{deal}"), own)
            outcome = game.outcome(last)
            assert outcome is not None
            total += outcome.totals[0]
        return total

    assert points("ismcts:100") > 25 > -15 > points("random")


def test_the_games_of_these_tests_keep_the_laws() -> None:
    check_game(POKER, matches=1)
    check_game(HINTS, matches=1)
