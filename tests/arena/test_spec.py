"""What a run may be asked for, and what is said when it can't be done."""

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from attrs import evolve

from cardkit.arena import Contender, Facts, RunSpec, SerialExecutor, Simulation, Values, rate, simulate
from cardkit.arena.execution import match
from cardkit.arena.execution.chunks import MatchFailed
from cardkit.arena.references import load_game, load_measure
from cardkit.arena.report.page import simulation_page
from cardkit.bots import AnyBot
from cardkit.game import AnyGame
from cardkit.games.push import GAME as PUSH
from cardkit.rejections import Invalid, UnknownGame, shown
from tests.arena import scenes
from tests.arena.scenes import Thirteens, Twin, clocked, failing, first_of, knocking_never, the_few


def one(
    bots: Sequence[str] = ("random",), game: str = "push", seats: int | None = 2, seed: str = "s"
) -> Simulation:
    return simulate(RunSpec(game, bots, 2, seats=seats, seed=seed, workers=1))


def test_a_measure_of_ones_own_is_counted() -> None:
    mine = the_few().of(Thirteens)

    assert mine.numbers.count == 30
    assert 0 < mine.numbers.mean < the_few().lengths.numbers.mean


def test_a_measure_that_was_not_asked_for_is_named() -> None:
    with pytest.raises(Invalid, match="moves of seat 0"):
        one().of(Thirteens)


def test_measures_have_names_of_their_own() -> None:
    with pytest.raises(Invalid, match="no other measure"):
        simulate(RunSpec("push", ["random"], 1, measures=(Twin,), workers=1))


def test_a_measure_has_no_name_that_means_something_else_in_the_result() -> None:
    for name in one().document():

        class Taken(Values):
            pass

        Taken.name = name
        with pytest.raises(Invalid, match=f"measures: {name!r} is invalid"):
            simulate(RunSpec("push", ["random"], 1, measures=(Taken,), workers=1))


def test_the_name_of_a_measure_is_text() -> None:
    class Numbered(Values):
        name: ClassVar[str] = 3  # type: ignore[assignment]  # it is none

    with pytest.raises(Invalid, match=r"measure: .* is invalid; .* has a text as its name"):
        simulate(RunSpec("push", ["random"], 1, measures=(Numbered,), workers=1))


def test_a_bot_may_be_a_function_or_the_reference_of_one() -> None:
    by_place = simulate(RunSpec("push", ["tests.arena.scenes:first_of"], 3, seed="s", workers=1))
    by_function = simulate(RunSpec("push", [first_of], 3, seed="s", workers=1))

    assert by_place.exact()["counted"] == by_function.exact()["counted"]
    assert by_function.bots == ["tests.arena.scenes:first_of"]


def test_what_other_processes_cant_import_is_refused_before_they_are_started() -> None:
    def local(game: AnyGame) -> AnyBot:
        return first_of(game)

    with pytest.raises(Invalid, match="workers=1"):
        simulate(RunSpec("push", [local], 3, workers=2))
    assert simulate(RunSpec("push", [local], 3, workers=1)).matches == 3


def test_a_match_that_fails_is_named_so_that_it_can_be_looked_at() -> None:
    told = r"match 0 of seed s \(random, tests.arena.scenes:failing\): ZeroDivisionError: a bug in a bot"
    with pytest.raises(MatchFailed, match=told):
        simulate(RunSpec("push", ["random", failing], 4, seats=2, seed="s", workers=1))


def test_a_match_that_would_not_end_goes_on_with_random_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal bot that never knocks neither stalls a run nor ends it; and what was done about it is told."""
    monkeypatch.setattr(match, "PATIENCE", 300)
    bots = ["random", knocking_never]
    run = simulate(RunSpec("biberbande", [knocking_never, "random"], 3, seats=2, seed="s", workers=1))
    alone = simulate(RunSpec("biberbande", [knocking_never], 3, seats=2, seed="s", workers=1))
    limited = simulate(
        RunSpec("biberbande", [knocking_never], 3, seats=2, options={"turn_limit": 100}, seed="s", workers=1)
    )

    assert run.matches == alone.matches == len(bots) + 1
    assert 300 < alone.lengths.numbers.quantile(0) < 600
    (told,) = alone.faults.sentences()
    assert told == (
        "tests.arena.scenes:knocking_never: 3 times something went wrong, such as: "
        "a match wasn't over after 20,000 moves, and went on with random ones"
    )
    assert limited.lengths.numbers.quantile(0) > 600
    assert not [*limited.faults.sentences()]


@pytest.mark.parametrize("options", [{"first_player": 2}, {"first_player": 9}])
def test_house_rules_that_no_match_can_begin_with_are_refused_before_a_run_begins(
    options: dict[str, object], tmp_path: Path
) -> None:
    with pytest.raises(Invalid, match=r"^first_player: \d is invalid"):
        simulate(RunSpec("push", ["random"], 4, seats=2, options=options, workers=1, out=tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_bots_are_given_as_a_list() -> None:
    with pytest.raises(Invalid, match=r"^bots: 'random' is invalid; expected a list"):
        simulate(RunSpec("push", "random", 4, seats=2, workers=1))


def test_a_failed_match_travels_between_processes() -> None:
    error = pickle.loads(pickle.dumps(MatchFailed("match 3 of seed s")))

    assert isinstance(error, MatchFailed)
    assert str(error) == "match 3 of seed s"


@pytest.mark.parametrize(
    ("bots", "field"),
    [
        ([], "bots"),
        (["random"] * 3, "bots"),
        (["randon"], "bot"),
        (["./no-such-program"], "bot"),
        (["no.such.module:bot"], "bot"),
        (["tests.arena.scenes:no_such_bot"], "bot"),
        (["tests.arena.scenes:Twin"], "bot"),
        (["cardkit.games.push:Options"], "bot"),
    ],
)
def test_bots_must_be_there(bots: list[str], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        one(bots)
    assert refused.value.field == field


@pytest.mark.parametrize("seats", [1, 7, True])
def test_seats_must_be_those_of_the_game(seats: int) -> None:
    with pytest.raises(Invalid, match="seats"):
        one(seats=seats)


@pytest.mark.parametrize("seed", ["", "two\nlines", "\ud800", "x" * 1001])
def test_a_seed_is_a_line_of_text(seed: str) -> None:
    with pytest.raises(Invalid, match="seed"):
        one(seed=seed)


@pytest.mark.parametrize("name", ["ismcts:fast", "strong:fast", "strong:x1", "random:fast"])
def test_a_budget_that_is_none_is_no_module(name: str) -> None:
    with pytest.raises(Invalid, match=r"N is a whole number from 1|random has no budget") as refused:
        one([name])
    assert refused.value.field == "bot"


def test_without_a_seed_there_is_a_fresh_one() -> None:
    seeds = {simulate(RunSpec("push", ["random"], 1, workers=1)).plan.seed for _ in range(2)}

    assert len(seeds) == 2


@pytest.mark.parametrize("matches", [0, -3, True, 1.5])
def test_matches_are_a_whole_number_from_1(matches: int) -> None:
    with pytest.raises(Invalid, match="matches"):
        simulate(RunSpec("push", ["random"], matches, workers=1))
    with pytest.raises(Invalid, match="matches"):
        rate(RunSpec("push", ["random", "greedy"], matches, workers=1))


@pytest.mark.parametrize("chunk", [0, -1, True])
def test_chunks_have_a_match_at_least(chunk: int) -> None:
    with pytest.raises(Invalid, match="chunk"):
        simulate(RunSpec("push", ["random"], 3, workers=1, chunk_size=chunk))


@pytest.mark.parametrize("number", [0, -1, -3, True, 1.5, "2"])
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("field", ["workers", "in_flight"])
def test_so_many_workers_and_chunks_in_flight_as_can_be(field: str, own: bool, number: int) -> None:
    """However the work is done; and nothing is begun before."""
    workers, ahead = (number, None) if field == "workers" else (1, number)
    with pytest.raises(Invalid, match=f"{field}: {shown(number)} is invalid; expected a whole number from 1"):
        simulate(
            RunSpec(
                "push",
                ["random"],
                3,
                workers=workers,
                in_flight=ahead,
                executor=None if own else SerialExecutor(),
                watch=lambda pace: pytest.fail("something was played"),
            )
        )


def test_one_specification_serves_a_simulation_and_an_arena() -> None:
    bots: list[Contender] = ["random", "greedy"]
    spec = RunSpec("push", bots, 4, seats=2, seed="s", workers=1)
    bots.clear()

    assert spec.bots == ("random", "greedy")
    assert (simulate(spec).matches, rate(spec).run.matches) == (4, 4)
    assert simulate(evolve(spec, matches=5)).matches == 5


def test_a_specification_is_refused_at_once_whatever_its_game() -> None:
    with pytest.raises(Invalid, match=r"^matches: 0 "):
        RunSpec("no such game", ["random"], 0)
    with pytest.raises(Invalid, match=r"^keep_moves: .*folder"):
        RunSpec("no such game", ["random"], 1, keep_moves=True)


def test_an_arena_takes_two() -> None:
    with pytest.raises(Invalid, match="two or more"):
        rate(RunSpec("push", ["random"], 4, workers=1))


def test_house_rules_are_checked_and_kept_as_far_as_they_differ() -> None:
    found = simulate(RunSpec("thirteen", ["random"], 1, options={"rounds": 1, "first_dealer": 0}, workers=1))

    assert found.plan.options == {"rounds": 1}
    assert found.lengths.numbers.mean < 100
    with pytest.raises(Invalid, match="round"):
        simulate(RunSpec("thirteen", ["random"], 1, options={"round": 1}, workers=1))


def test_a_game_is_a_key_or_the_reference_of_one() -> None:
    assert load_game("cardkit.games.push:GAME") is load_game("push")
    with pytest.raises(UnknownGame, match="did you mean push"):
        load_game("pusch")
    with pytest.raises(Invalid, match="reference of a"):
        load_game("cardkit.games.push:Options")


def test_a_measure_is_at_its_place() -> None:
    assert load_measure("tests.arena.scenes:Thirteens") is Thirteens
    for place in ("Thirteens", "tests.arena.scenes:Shuffled", "tests.arena.nowhere:Thirteens"):
        with pytest.raises(Invalid, match="measure"):
            load_measure(place)


@pytest.mark.parametrize(
    ("name", "repeatable"),
    [
        ("tests.arena.scenes:first_of", True),
        ("tests.arena.scenes:clocked", False),
        (first_of, True),
        (clocked, False),
        ("random", True),
    ],
)
def test_a_run_can_be_repeated_if_its_bots_say_so(name: Contender, repeatable: bool) -> None:
    found = simulate(RunSpec("thirteen", ["greedy", name], 1, options={"rounds": 1}, workers=1))

    assert found.repeatable is found.document()["repeatable"] is repeatable
    assert ("another run will differ" in simulation_page(found)) is not repeatable


def test_equal_bots_are_told_apart_by_number() -> None:
    assert simulate(RunSpec("push", ["random", "greedy", "random"], 1, seats=3, workers=1)).bots == [
        "random#1",
        "greedy",
        "random#2",
    ]


def test_what_a_measure_is_told_is_the_whole_match() -> None:
    from cardkit.arena.execution.chunks import MatchRunner

    spec = one().plan
    (facts,) = MatchRunner(spec).matches(1)

    assert isinstance(facts, Facts)
    state = facts.game.initial
    for event in facts.events:
        state = facts.game.evolve(state, event)
    assert state == facts.state
    assert facts.outcome == facts.game.outcome(state)
    assert len(facts.movers) == len(facts.moves)
    assert (facts.number, facts.deal, facts.last_of_deal) == (1, 1, True)


def test_a_game_that_never_ends_is_broken_off() -> None:
    from attrs import evolve

    from cardkit.arena.execution.match import play_match
    from cardkit.bots.chance import RunningChance
    from cardkit.rejections import BrokenGame

    endless, push = evolve(load_game("push"), bound=_five), load_game("push")
    chance = RunningChance("s")
    with pytest.raises(BrokenGame, match="isn't over after 5 moves"):
        play_match(endless, push.options(), [first_of(push)] * 2, chance, [chance] * 2)


def _five(seats: int, options: object) -> int:
    return 5


def test_a_rule_of_thumb_that_there_isnt_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or one would think that it is worse than chance."""
    monkeypatch.setattr(scenes, "UNKNOWN", attrs.evolve(PUSH, key="mine", bots=None), raising=False)

    run = simulate(
        RunSpec("tests.arena.scenes:UNKNOWN", ["greedy", "random"], 2, seats=2, seed="s", workers=1)
    )

    assert run.bots == ["greedy (random)", "random"]
    assert simulate(RunSpec("push", ["greedy"], 1, seats=2, seed="s", workers=1)).bots == ["greedy"]


def test_a_game_is_told_by_name() -> None:
    with pytest.raises(Invalid, match=r"game: .* is invalid; expected a game's key, or its reference"):
        simulate(RunSpec(PUSH, ["random"], 1))  # type: ignore[arg-type]  # that is tried


def no_bot(game: AnyGame) -> None:
    """Make nothing."""


@pytest.mark.parametrize(
    ("bot", "told"),
    [(5, "a function that makes a bot for a game"), (no_bot, "a function that returns a cardkit.bots.Bot")],
)
def test_a_bot_is_a_name_or_a_function_that_makes_one(bot: Any, told: str) -> None:
    with pytest.raises(Invalid, match=told):
        simulate(RunSpec("push", [bot, "random"], 1, workers=1))
