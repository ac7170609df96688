"""What players could choose from is counted beside what they chose."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

from cardkit.arena import RunSpec, Simulation, simulate
from cardkit.arena.execution.chunks import MatchRunner
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.facts import move_name
from cardkit.arena.plan import Plan
from cardkit.arena.report.findings import findings
from cardkit.arena.report.page import simulation_page
from tests.cli.running import run as cli


@cache
def run() -> Simulation:
    return simulate(RunSpec("push", ["random"], 10, seats=2, seed="c", measures=[Choices], workers=1))


def test_each_move_is_one_of_those_that_were_legal() -> None:
    for facts in MatchRunner(Plan("push", 2, {}, ("random", "greedy"), "c")).matches(0):
        assert len(facts.legal) == len(facts.moves) > 100
        assert all(move in legal for move, legal in zip(facts.moves, facts.legal, strict=True))


def test_turns_and_moves_are_counted() -> None:
    """Against a count of its own, over the same matches."""
    table = MatchRunner(Plan("push", 2, {}, ("random",), "c"))
    sizes, possible = Counter[int](), Counter[str]()
    for deal in range(10):
        for facts in table.matches(deal):
            for legal in facts.legal:
                sizes[len(legal)] += 1
                possible.update(f"{move_name(facts.game, move)} {facts.game.say(move)}" for move in legal)

    choices = run().choices
    assert choices is not None
    assert choices.sizes.bins == sizes
    assert {name: one.times for name, one in choices.named.items()} == possible
    assert choices.forced == sizes[1] / sizes.total()
    rates = choices.rates(run().moves.named)
    assert rates["push.stop stop"] == run().moves.named["push.stop stop"].times / possible["push.stop stop"]
    assert all(0 <= rate <= 1 for rate in rates.values())


def test_a_move_that_nobody_makes_has_the_rate_0() -> None:
    made = {name: one for name, one in run().moves.named.items() if name != "push.stop stop"}

    choices = run().choices
    assert choices is not None
    assert choices.rates(made)["push.stop stop"] == 0


def test_a_report_tells_of_choices_only_where_they_were_counted() -> None:
    plain = simulate(RunSpec("push", ["random"], 2, seats=2, seed="c", workers=1))

    assert plain.choices is None
    for said in ("legal move", "when they are possible", "--choices"):
        assert said in simulation_page(run())
        assert said not in simulation_page(plain)
    assert re.search(r"A turn has \d legal moves? \(median\)", " ".join(findings(run())))


def test_the_command_shows_what_is_made_when_possible(tmp_path: Path) -> None:
    words = "simulate push --bots random --seats 2 -n 10 --seed c --workers 1".split()

    ran = cli(*words, "--choices", "--out", tmp_path / "run")
    again = cli(*words, "--choices", "--out", tmp_path / "run", "--format", "json")

    assert "made when possible" in ran.out
    assert "made when possible" not in cli(*words).out
    assert json.loads(again.out)["choices"] == json.loads(json.dumps(run().document()))["choices"]
