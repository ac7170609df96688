"""Who leads when, as the game's own score says."""

import json
from functools import cache
from itertools import accumulate, islice
from pathlib import Path

import pytest
from attrs import evolve

import cardkit
from cardkit.arena import Facts, RunSpec, Simulation, simulate
from cardkit.arena.execution.chunks import MatchRunner
from cardkit.arena.measures.leads import Leads
from cardkit.arena.plan import Plan
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import simulation_page
from cardkit.seats import Outcome, ranked
from cardkit.testing.trial import play_at_random
from tests.cli.running import run as cli
from tests.drawing.scenes import ALL_GAMES, game_of

GAMES = tuple(game for game in ALL_GAMES if game_of(game).score is not None)
NO_SCORE = evolve(cardkit.game("push"), score=None)
"""A game in which only the end counts."""


@cache
def run() -> Simulation:
    return simulate(RunSpec("push", ["random"], 20, seats=3, seed="l", measures=[Leads], workers=1))


def take_event(state: object, event: object) -> object:
    """Return the event, which is the next state."""
    return event


def leads_of(*totals: tuple[int, ...]) -> Leads:
    """Return the tally of one match with these totals after each of its events, most points first."""
    results = {of_each: ranked(of_each, of_each) for of_each in totals}

    def score(state: object) -> Outcome | None:
        return next((result for of_each, result in results.items() if of_each == state), None)

    game = evolve(cardkit.game("push"), initial=(0, 0, 0), evolve=take_event, score=score)
    outcome = ranked(totals[-1], totals[-1])
    tally = Leads()
    tally.add(Facts(0, 0, True, game, None, (0, 0, 0), (), (), totals, totals[-1], outcome, (0.0, 0.0, 0.0)))
    return tally


def test_the_four_games_have_a_score() -> None:
    assert GAMES == ("thirteen", "friday13", "biberbande", "push")


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_the_score_is_the_outcome(game: str) -> None:
    rules = game_of(game)
    for seats in (rules.seats[0], 3):
        match = play_at_random(rules, seats, rules.options(), f"scores {seats}").steps[-1]

        assert match.outcome is not None
        assert rules.score is not None
        assert rules.score(match.state) == match.outcome


def test_a_tie_takes_the_lead_from_nobody() -> None:
    assert leads_of((1, 0, 0), (1, 1, 0), (2, 1, 0)).changes.bins == {0: 1}
    assert leads_of((1, 0, 0), (1, 1, 0), (1, 2, 0), (3, 2, 0)).changes.bins == {2: 1}


def test_the_lead_is_taken_for_good_where_the_winner_was_behind_for_the_last_time() -> None:
    assert leads_of((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)).settled.bins == {0: 1}
    assert leads_of((1, 0, 0), (1, 2, 0), (3, 2, 0), (4, 2, 0)).settled.bins == {50: 1}
    assert leads_of((1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 2, 0)).settled.bins == {75: 1}
    assert leads_of((1, 0, 0), (2, 2, 0)).settled.bins == {}, "a shared win was taken by nobody"


def test_who_leads_early_may_lose() -> None:
    tally = leads_of(*((1, 0, 0),) * 6, *((1, 2, 0),) * 4)

    assert tally.led == [1] * 9
    assert tally.won == [0] * 6 + [1] * 3


def test_nobody_leads_before_anything_counts() -> None:
    tally = leads_of(*((0, 0, 0),) * 5, *((1, 0, 0),) * 5)

    assert tally.led == tally.won == [0] * 5 + [1] * 4
    assert tally.settled.bins == {50: 1}


def test_leads_are_counted_in_whole_matches() -> None:
    """Against a count of its own, by the score of each state."""
    changes = list[int]()
    table = MatchRunner(Plan("push", 3, {}, ("random",), "l"))
    for deal in range(20):
        for facts in table.matches(deal):
            changes.append(0)
            leader = None
            for state in islice(
                accumulate(facts.events, facts.game.evolve, initial=facts.game.initial), 1, None
            ):
                assert facts.game.score is not None
                now = facts.game.score(state)
                if now is not None and len(now.winners) == 1:
                    changes[-1] += leader not in (None, now.winners[0])
                    leader = now.winners[0]

    leads = run().leads
    assert leads is not None
    assert sorted(changes) == [
        value for value, times in sorted(leads.changes.bins.items()) for _ in range(times)
    ]


def test_what_was_counted_can_be_sent_and_merged() -> None:
    leads = run().leads
    assert leads is not None
    same, both = Leads.load(json.loads(json.dumps(leads.dump()))), Leads()
    both.merge(leads)
    both.merge(same)

    assert same.dump() == leads.dump()
    assert both.led == [2 * led for led in leads.led]
    assert both.changes.count == 40


def test_a_report_tells_of_leads_only_where_they_were_counted() -> None:
    plain = simulate(RunSpec("push", ["random"], 2, seats=3, seed="l", workers=1))
    without = simulate(
        RunSpec(f"{__name__}:NO_SCORE", ["random"], 2, seats=3, seed="l", measures=[Leads], workers=1)
    )

    assert plain.leads is None
    for said in ("How often does the leader win?", "The lead changes", "--leads"):
        assert said in simulation_page(run())
        assert said not in simulation_page(plain)
    assert "the game has no `score`" in " ".join(findings(without))
    assert "How often does the leader win?" not in simulation_page(without)


def test_the_command_counts_leads(tmp_path: Path) -> None:
    words = "simulate push --bots random --seats 3 -n 20 --seed l --workers 1 --leads".split()

    assert "The lead changes" in cli(*words, "--out", tmp_path / "run").out
    again = cli(*words, "--out", tmp_path / "run", "--format", "json")
    assert json.loads(again.out)["leads"] == json.loads(json.dumps(run().document()))["leads"]
