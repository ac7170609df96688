"""Results use the game's own worth of a match: by points, and shared by all seats."""

import json
from functools import cache
from html import escape
from pathlib import Path
from random import Random

import attrs
import pytest

from cardkit.arena import Arena, Facts, RunSpec, Simulation, Tally, rate, simulate
from cardkit.arena.arena import deals_for
from cardkit.arena.execution.chunks import MatchFailed, MatchRunner
from cardkit.arena.lineups import lineups
from cardkit.arena.measures.facts import PARTS
from cardkit.arena.measures.gains import Gains
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.measures.seats import Seats
from cardkit.arena.plan import Plan
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import arena_page, simulation_page
from cardkit.arena.report.tables import rating_rows
from cardkit.arena.storage.folder import OtherRun
from cardkit.game import AnyGame, any_game
from cardkit.rejections import Invalid
from cardkit.seats import ranked
from cardkit.worth import Worth, by_options, by_points, by_rank
from cardkit_cli.exit_codes import Exit
from tests.arena.scenes import clocked, first_of
from tests.bots.hints import HINTS
from tests.bots.poker import POKER
from tests.cli.running import run

POKER_AT = "tests.bots.poker:POKER"
BY_RANK_AT = "tests.bots.poker:BY_RANK"
HINTS_AT = "tests.bots.hints:HINTS"
CALLING, FOLDING = "tests.bots.poker:calling", "tests.bots.poker:folding"


@cache
def poker(place: str = POKER_AT) -> Arena:
    """Return an arena in which bot 0 never folds. Bot 1 folds low cards, and comes second more often."""
    return rate(RunSpec(place, [CALLING, FOLDING], 800, seed="worth", workers=1))


@cache
def team_play() -> Arena:
    return rate(RunSpec(HINTS_AT, ["random", "ismcts:30", "random"], 90, seed="worth", workers=1))


def told(game: AnyGame, lineup: tuple[int, ...], worth: tuple[float, ...], *, last: bool) -> Facts:
    totals = tuple(round(100 * one) for one in worth)
    return Facts(0, 0, last, game, None, lineup, (), (), (), None, ranked(totals, totals), worth)


def test_who_loses_less_is_rated_higher_though_it_wins_less_often() -> None:
    by_chips, by_wins = poker(), poker(BY_RANK_AT)

    assert [rating.bot for rating in by_chips.ratings] == [1, 0]
    assert by_chips.ratings[0].low > 0
    assert [rating.bot for rating in by_wins.ratings] == [0, 1]
    assert by_wins.ratings[0].low > 0


SMALL_HANABI = {"colours": 1, "ranks": 2, "hints": 2}


@cache
def small_hanabi() -> Simulation:
    """Play for two points at most."""
    spec = RunSpec(
        "examples.games.hanabi:GAME", ["greedy"], 20, seats=2, options=SMALL_HANABI, seed="worth", workers=1
    )
    return simulate(spec)


def test_a_worth_that_depends_on_options_is_that_of_the_runs_options() -> None:
    seats = small_hanabi().seats

    assert seats.bot(0).mean_worth() == pytest.approx(seats.seat(0).scores.mean / 2)
    assert seats.bot(0).mean_worth() > 2 / 25


def test_a_kept_run_and_its_report_name_the_worth_with_these_options() -> None:
    run = small_hanabi()

    assert run.plan.identity()["worth"] == "by_points(0, 2)"
    assert "what a match is worth, from 0 to 1: by_points(0, 2)." in simulation_page(run)


def test_teams_are_compared_by_the_worth_with_these_options() -> None:
    spec = RunSpec(
        "examples.games.hanabi:GAME", ["greedy", "random"], 8, options=SMALL_HANABI, seed="worth", workers=1
    )

    found = rate(spec)

    gained = [found.run.seats.bot(bot).mean_worth() for bot in (0, 1)]
    share = found.share(0, 1)
    assert share is not None
    assert share.lead.value == pytest.approx(gained[0] - gained[1], abs=1e-6)
    assert gained[0] > 2 / 25


def test_ranks_that_options_choose_are_places_in_a_comparison() -> None:
    """How many places lie between two seats doesn't count."""
    ranked_by_options, pairs, plain = (
        attrs.evolve(any_game(POKER), worth=by_options(lambda options: by_rank)),
        Pairs(),
        Pairs(),
    )

    pairs.add(told(ranked_by_options, (0, 1, 2), (1.0, 0.5, 0.0), last=True))
    plain.add(told(attrs.evolve(any_game(POKER), worth=by_rank), (0, 1, 2), (1.0, 0.5, 0.0), last=True))

    assert pairs.dump() == plain.dump()


def test_what_is_said_of_two_bots_is_by_how_much_more_a_match_is_worth() -> None:
    found = poker()
    share, worths = found.share(1, 0), [found.run.seats.bot(bot).mean_worth() for bot in (0, 1)]

    assert share is not None
    assert share.lead.value == pytest.approx(worths[1] - worths[0], abs=1e-6)
    assert found.sentences[0].startswith(
        f"{FOLDING} is stronger than {CALLING}: {share.lead.value:+.3f} of worth a match ("
    )


def test_in_json_and_csv_the_number_has_a_name_of_its_own() -> None:
    found = poker()
    table = found.document()["table"]
    assert isinstance(table, dict)
    row, mirrored = table[FOLDING], table[CALLING]
    assert isinstance(row, dict)
    assert isinstance(mirrored, dict)
    cell, other = row[CALLING], mirrored[FOLDING]
    assert isinstance(cell, dict)
    assert isinstance(other, dict)

    assert [*cell] == ["worth_more", "low", "high"]
    assert cell["worth_more"] == pytest.approx(-float(f"{other['worth_more']}"))
    head, best, _ = rating_rows(found)
    assert head[-2:] == [f"worth more than to {FOLDING}", f"worth more than to {CALLING}"]
    assert best[-1] == f"{cell['worth_more']:.6f}"


@pytest.mark.parametrize(
    ("worth", "nets"),
    [(by_rank, (PARTS, PARTS, PARTS)), (by_points(0, 100), (0.3 * PARTS, 0.4 * PARTS, 0.1 * PARTS))],
)
def test_by_rank_it_counts_who_is_ahead_and_by_points_by_how_much(
    worth: Worth, nets: tuple[float, ...]
) -> None:
    game, pairs = attrs.evolve(any_game(POKER), worth=worth), Pairs()
    outcome = ranked((70, 40, 30), (70, 40, 30))
    pairs.add(attrs.evolve(told(game, (0, 1, 2), game.worth(outcome), last=True), outcome=outcome))

    assert pairs.net == {(0, 1): nets[0], (0, 2): nets[1], (1, 2): nets[2]}
    assert pairs.ahead == {(0, 1): 1, (0, 2): 1, (1, 2): 1}


def test_an_arena_of_a_shared_game_has_each_deal_played_by_a_team_of_each_bot() -> None:
    spec = Plan(HINTS_AT, 2, {}, ("random",) * 3, "teams", True, True)

    assert lineups(spec, 5) == [(0, 0), (1, 1), (2, 2)]
    assert spec.matches_per_deal == 3
    assert deals_for(spec, 100) == 34
    assert len({match.events[0] for match in MatchRunner(spec).matches(7)}) == 1


def test_in_a_team_each_seat_has_a_bot_of_its_own_where_it_may_know_more_than_it_is_shown() -> None:
    table = MatchRunner(Plan(HINTS_AT, 2, {}, ("random", clocked), "teams", True, True, repeatable=False))

    assert [*map(len, table.copies)] == [1, 2]


def test_teams_are_compared_deal_by_deal() -> None:
    """Worth 0.5 and 0.25 in the one deal, 0.75 and 0.75 in the other."""
    game, pairs = any_game(HINTS), Pairs()
    for one, other in ((0.5, 0.25), (0.75, 0.75)):
        pairs.add(told(game, (0, 0), (one, one), last=False))
        pairs.add(told(game, (1, 1), (other, other), last=True))

    assert pairs.met == pairs.deals_of == {(0, 1): 2}
    assert pairs.net == {(0, 1): 0.25 * PARTS}
    assert (pairs.ahead, pairs.tied) == ({(0, 1): 1}, {(0, 1): 1})


def test_who_plays_better_with_itself_is_rated_higher_where_all_share_the_result() -> None:
    found = team_play()
    best, *others = found.ratings

    assert best.bot == 1
    assert all(best.low > other.high for other in others)
    assert found.sentences[0].startswith("ismcts:30 is stronger than random#2: +0.")
    assert "random#2 and random#1 can't be told apart" in found.sentences[2]


def test_a_game_for_one_can_be_rated_where_points_count() -> None:
    found = rate(RunSpec("tests.arena.scenes:PATIENCE", ["random", first_of], 40, seed="alone", workers=1))

    assert found.run.matches == 40
    assert found.sentences[0].startswith("tests.arena.scenes:first_of is stronger than random: +0.")


def test_a_report_says_that_the_result_is_shared_and_nothing_of_seats() -> None:
    page = arena_page(team_play())

    assert "All seats share one result." in page
    assert "What do all score together?" in page
    assert "each deal is played by a team of each bot" in page
    assert "Does a seat have an advantage?" not in page
    assert "How close is it?" not in page
    assert "All seats share one result: " in findings(team_play().run)[1]


def test_a_report_of_a_game_by_points_tells_worth_with_intervals() -> None:
    page, found = arena_page(poker()), poker().run

    assert "by_points(-4, 4)" in page
    assert escape("a match is worth 0.28 more") in page
    assert "What is a match worth to bots?" in page
    assert "what a match is worth, with 99 % intervals of all at once" in simulation_page(found)
    assert "share of wins" not in page


def test_a_seat_with_an_advantage_in_points_is_named() -> None:
    unfair = simulate(RunSpec(POKER_AT, ["random"], 1500, seed="worth", workers=1))
    fair = simulate(RunSpec("tests.arena.scenes:TAKE_ALL", ["random"], 40, seats=2, seed="worth", workers=1))

    assert "To seat 0 a match is worth more: 0.5" in findings(unfair)[2]
    assert "No seat shows an advantage. If a match is worth more or less" in findings(fair)[2]


@pytest.mark.parametrize("place", [POKER_AT, HINTS_AT])
def test_the_result_is_the_same_for_any_chunks(place: str) -> None:
    def rated(chunk: int) -> str:
        found = rate(
            RunSpec(place, ["random", "ismcts:5", "random"], 40, seed="s", workers=1, chunk_size=chunk)
        )
        return json.dumps([found.run.exact(), found.document()])

    assert rated(1) == rated(3) == rated(100)


@pytest.mark.parametrize("measure", [Pairs, Seats])
@pytest.mark.parametrize("place", [POKER_AT, HINTS_AT])
def test_what_was_dumped_is_loaded_again(place: str, measure: type[Tally]) -> None:
    table, tally = MatchRunner(Plan(place, 2, {}, ("random",) * 3, "tally", True, True)), measure()
    for deal in range(9):
        for facts in table.matches(deal):
            tally.add(facts)

    again = measure.load(json.loads(json.dumps(tally.dump())))
    assert json.dumps(again.dump()) == json.dumps(tally.dump())
    assert again.summary() == tally.summary()


@pytest.mark.parametrize("luck", [0.0, 0.4])
def test_the_interval_of_worth_holds_the_truth_as_often_as_it_says(luck: float) -> None:
    """In 400 runs of 60 deals of two matches, which agree by more or less luck; a match is worth 0.35 on average."""
    random, holds = Random(13), 0
    for _ in range(400):
        gains = Gains()
        for _ in range(60):
            first = random.choice((0, 10, 25, 40, 100))
            second = first if random.random() < luck else random.choice((0, 10, 25, 40, 100))
            gains.add(first + second, 2)
        holds += not gains.share(100, 0.9).excludes(0.35)

    assert 0.86 < holds / 400 < 0.96


def kept(place: str, out: Path) -> Simulation:
    return simulate(RunSpec(place, ["random"], 3, seats=2, seed="kept", workers=1, out=out))


def test_a_kept_run_doesnt_go_on_with_another_worth(tmp_path: Path) -> None:
    kept("tests.arena.scenes:TAKE_ALL", tmp_path)
    run_json = tmp_path / "run.json"
    saved = run_json.read_text()
    assert '"worth":"tests.arena.scenes:winner_takes_all","shared":false' in saved
    run_json.write_text(saved.replace("tests.arena.scenes:winner_takes_all", "by_points(0, 100)"))

    with pytest.raises(OtherRun, match=r"worth by_points\(0, 100\), not tests.arena.scenes:winner_takes_all"):
        kept("tests.arena.scenes:TAKE_ALL", tmp_path)


def test_nor_with_one_that_was_kept_before_there_was_any(tmp_path: Path) -> None:
    kept("push", tmp_path)
    run_json = tmp_path / "run.json"
    saved = json.loads(run_json.read_text())
    del saved["spec"]["worth"], saved["spec"]["shared"]
    run_json.write_text(json.dumps(saved))

    with pytest.raises(OtherRun, match="holds a different run: worth"):
        kept("push", tmp_path)


def test_a_worth_that_isnt_found_again_by_its_name_isnt_kept(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"^worth: .*functools:partial.*define this one in a module"):
        kept("tests.arena.scenes:NAMELESS", tmp_path)


def test_a_worth_beyond_its_bounds_ends_the_run() -> None:
    with pytest.raises(
        MatchFailed, match=r"worth gives \(2.0, 2.0\), not a number from 0 to 1 for each of 2 seats"
    ):
        simulate(RunSpec("tests.arena.scenes:TOO_MUCH", ["random"], 3, seats=2, workers=1))


def test_the_command_line_shows_worth_in_the_place_of_wins_and_ranks() -> None:
    common = ("--bots", "random", "--seed", "s", "--workers", "1")
    rated = run("arena", HINTS_AT, *common, "--bots", "ismcts:20", "-n", "60")
    alike, by_seat = (run("simulate", place, *common, "-n", "40") for place in (HINTS_AT, POKER_AT))

    assert {rated.code, alike.code, by_seat.code} == {Exit.FINE}
    assert "All seats share one result. Results count what a match is worth" in rated.out
    assert "worth more than to" in rated.out
    assert "wins" not in rated.out
    assert "mean rank" not in rated.out
    assert "seat " not in alike.out
    assert "by_points(-4, 4)" in by_seat.out
    assert "worth  99 % interval" in by_seat.out
