"""The bots that Hanabi brings along: they play for the common score, and use the hints that they got."""

from statistics import mean
from typing import Final

from cardkit.bots import bot, play_out
from cardkit.bots.chance import RunningChance
from cardkit.hidden import Memory, Unseen
from cardkit.opening import begin
from examples.games.hanabi import GAME, Hint, Options, Play, State
from examples.games.hanabi_bots import thumb

SMALL: Final = Options(colours=2, ranks=3)


def score(name: str, match: int, options: Options, seats: int = 3) -> int:
    """Return what a team of this bot scores."""
    team = [bot(name, GAME)] * seats
    own = [RunningChance(f"{match} {seat}") for seat in range(seats)]
    last, _ = play_out(GAME, options, team, RunningChance(str(match)), own)
    result = GAME.outcome(last)
    assert result is not None
    return result.totals[0]


def test_the_rule_of_thumb_builds_two_thirds_of_the_fireworks() -> None:
    assert mean(score("random", match, Options()) for match in range(20)) < 1
    assert 15 < mean(score("greedy", match, Options()) for match in range(20)) < 20


def test_the_search_plays_on_by_it_for_the_score() -> None:
    """Three colours, so 15 points at most. At random it is none."""
    options = Options(colours=3)

    assert mean(score("ismcts:10", match, options, 2) for match in range(2)) >= 7


def test_a_card_that_was_told_to_fit_is_played_and_one_that_fits_is_told() -> None:
    match = begin(GAME, 3, SMALL, "hints", None)
    told = thumb(match.view(0), 0, match.legal(0))
    assert isinstance(told, Hint)
    assert any(told.hint in card for card in match.state.hands[told.to] if card[1] == "1")

    known: Memory[State[Unseen]] = match.play(Hint(1, "1")).memory(1)
    places = [place for place, symbols in enumerate(known.state.told[1]) if symbols == "1"]
    legal = tuple(map(Play, range(5)))

    assert thumb(known.state, 1, legal) == (Play(places[0]) if places else legal[-1])
