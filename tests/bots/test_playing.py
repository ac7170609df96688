"""Bots play whole matches, the same ones again from the same seeds, and the better ones do better."""

from collections.abc import Callable
from typing import Final

import attrs
import pytest

import cardkit
from cardkit.arena.execution.match import play_match
from cardkit.bots import AnyBot, Bot, Iterations, Milliseconds, Player, bot, ismcts, observe, play_out, turns
from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance
from cardkit.game import AnyGame
from cardkit.games.push import Stop
from cardkit.match import AnyMatch
from tests.bots.scenes import GAMES, after


def options(game: AnyGame) -> object:
    return game.options(turn_limit=20) if game.key == "biberbande" else game.options()  # type: ignore[call-arg]  # its own


def own(seats: int) -> list[RunningChance]:
    return [RunningChance(f"own {seat}") for seat in range(seats)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_chance_gives_the_same_match_by_every_loop(game: str, name: str) -> None:
    rules = cardkit.game(game)
    bots = [bot(name, rules)] * 3
    last, moves = play_out(rules, options(rules), bots, RunningChance("deal"), own(3))
    again, _ = play_out(rules, options(rules), bots, RunningChance("deal"), own(3))
    slowly = [*turns(rules, options(rules), bots, RunningChance("deal"), own(3))]
    assert last == again
    assert len(slowly) == moves
    assert slowly[-1].before != last
    assert rules.actors(last) == ()


def in_a_loop(rules: AnyGame, bots: list[AnyBot]) -> object:
    return play_out(rules, options(rules), bots, RunningChance("deal"), own(3))


def turn_by_turn(rules: AnyGame, bots: list[AnyBot]) -> object:
    return [*turns(rules, options(rules), bots, RunningChance("deal"), own(3))]


def in_an_arena(rules: AnyGame, bots: list[AnyBot]) -> object:
    return play_match(rules, options(rules), bots, RunningChance("deal"), own(3))


LOOPS: Final = (in_a_loop, turn_by_turn, in_an_arena)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("answer", "code"), [(Stop(), "not_now"), (None, "not_a_move"), ("stp", "unreadable")]
)
def test_what_a_bot_may_not_do_is_refused_in_every_loop(
    loop: Callable[[AnyGame, list[AnyBot]], object], answer: object, code: str
) -> None:
    """the first turn begins: there is nothing to stop"""
    rules = cardkit.game("push")

    with pytest.raises(cardkit.Rejected) as refused:
        loop(rules, [Bot("answering", lambda observation: answer, needs=frozenset())] * 3)

    assert refused.value.code == code


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["ismcts:15", "strong:30"])
def test_same_seed_and_budget_in_iterations_same_moves(game: str, name: str) -> None:
    def moves() -> list[object]:
        match = after(8, game)
        players = [Player(bot(name, match.game), match, seat, RunningChance(f"{seat}")) for seat in range(3)]
        made: list[object] = []
        while match.actors and len(made) < 12:
            made.append(players[match.actors[0]].move(match))
            match = match.play(made[-1])
        return made

    assert moves() == moves()


def test_a_player_with_a_pure_chance_draws_anew_at_each_move() -> None:
    """Or a bot that moves at random would pick the same place among its moves for ever."""
    match = after(0, "push")
    players = [Player(bot("random", match.game), match, seat, SeededChance(f"{seat}")) for seat in range(3)]
    places: dict[int, set[int]] = {}
    while match.actors and match.version < 60:
        seat, legal = match.actors[0], match.legal()
        move = players[seat].move(match)
        if len(legal) == 2:
            places.setdefault(seat, set()).add(legal.index(move))
        match = match.play(move)

    assert all(chosen == {0, 1} for chosen in places.values())
    assert places


DEALS: Final = 3


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES for seats in cardkit.game(game).seats]
)
def test_greedy_beats_random(game: str, seats: int) -> None:
    rules = cardkit.game(game)
    rank = 0.0
    for deal in range(DEALS):
        for seat in range(seats):
            bots = [bot("greedy" if place == seat else "random", rules) for place in range(seats)]
            last, _ = play_out(rules, options(rules), bots, RunningChance(f"deal {deal}"), own(seats))
            outcome = rules.outcome(last)
            assert outcome is not None
            rank += rules.worth(outcome)[seat]
    assert rank / (DEALS * seats) > 0.9


def test_a_tree_search_needs_nothing_but_the_contract() -> None:
    """No rule of thumb, no horizon: to the end of the match, where ranks count."""
    match = after(30, "thirteen")
    searching = ismcts(match.game, Iterations(10))
    move = searching.choose(observe(match, match.actors[0], RunningChance("own")))
    assert move in match.legal()


def test_a_game_without_bots_of_its_own_is_played_at_random_and_by_search() -> None:
    stranger = attrs.evolve(cardkit.game("thirteen"), key="stranger", bots=None)
    match = cardkit.start(stranger, 3, {"rounds": 1}, seed="stranger")
    assert bot("greedy", stranger).name == "greedy (random)"
    assert bot("strong:20", stranger).name == "ismcts:20"
    for name in ("greedy", "strong:5"):
        assert bot(name, stranger).choose(observe(match, 1, RunningChance("own"))) in match.legal()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["ismcts", "strong"])
def test_a_budget_in_milliseconds_goes_by_the_clock_it_is_handed(game: str, kind: str) -> None:
    ticks = iter(range(10_000))
    match = choosing(game)
    searching = bot(f"{kind}:10ms", match.game, clock=lambda: next(ticks) / 1000)
    searching.choose(observe(match, match.actors[0], RunningChance("own")))
    assert next(ticks) < 30
    searching.choose(observe(match, match.actors[0], RunningChance("own"), seconds=0.002))
    assert next(ticks) < 40


def choosing(game: str) -> AnyMatch:
    """Return a moment with something to choose."""
    return next(match for match in (after(moves, game) for moves in range(8, 30)) if len(match.legal()) > 1)


def test_a_budget_is_a_whole_number_from_1() -> None:
    for wrong in (lambda: Iterations(0), lambda: Milliseconds(0, lambda: 0.0)):
        with pytest.raises(cardkit.Invalid):
            wrong()
