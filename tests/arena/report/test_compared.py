"""Two kept runs beside each other."""

import json
import re
import shlex
from functools import cache
from html import unescape
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from attrs import evolve

from cardkit.arena import RunSpec, rate, simulate
from cardkit.arena.comparison import Comparison, Difference, compare
from cardkit.arena.report.compared import comparison_page, comparison_sentences
from cardkit.arena.saved import load_run
from cardkit.arena.statistics.intervals import t_quantile
from cardkit.arena.storage.json_values import Damaged
from cardkit.rejections import Invalid
from cardkit_cli.exit_codes import Exit
from tests.cli.running import run as cli

SHORT = {"rounds": 1}
FOLDER = TemporaryDirectory()
"""Removed when the tests end."""


@cache
def runs() -> Path:
    """Make a folder of runs: two variants of one seed, one of another seed, an arena, and another game."""
    folder = Path(FOLDER.name)
    plain = RunSpec("push", ["random", "greedy"], 20, seats=3, seed="c", workers=1, out=folder / "plain")
    simulate(plain)
    simulate(evolve(plain, options={"risk": True}, out=folder / "risky"))
    simulate(evolve(plain, out=folder / "again"))
    simulate(evolve(plain, seed="d", out=folder / "other"))
    rate(evolve(plain, out=folder / "arena"))
    simulate(RunSpec("thirteen", ["random"], 5, seats=3, options=SHORT, workers=1, out=folder / "thirteen"))
    return folder


def compared(first: str, second: str) -> Comparison:
    return compare(runs() / first, runs() / second)


def named(found: Comparison, name: str) -> Difference:
    return next(one for one in found.differences if one.name == name)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (runs() / name / "matches.jsonl").read_text().splitlines()]


def test_a_kept_run_is_read_again_as_it_was() -> None:
    for name in ("plain", "risky", "arena"):
        saved = json.loads((runs() / name / "run.json").read_text())
        found = load_run(runs() / name)

        assert found.exact()["counted"] == saved["counted"]
        assert found.plan.identity() == saved["spec"]


def test_with_one_seed_each_deal_is_compared_with_the_same_deal() -> None:
    found = compared("plain", "risky")
    apart = [
        mean(other["totals"]) - mean(one["totals"])
        for one, other in zip(lines("plain"), lines("risky"), strict=True)
    ]
    score = named(found, "score")
    half = t_quantile(0.99, 19) * stdev(apart) / sqrt(20)

    assert found.paired
    assert (score.value, score.low, score.high) == pytest.approx(
        (mean(apart), mean(apart) - half, mean(apart) + half)
    )
    assert score.value == pytest.approx(score.second - score.first)


def test_of_two_lengths_the_deals_of_both_are_compared() -> None:
    longer = runs() / "longer"
    simulate(RunSpec("push", ["random", "greedy"], 30, seats=3, seed="c", workers=1, out=longer))
    found = compared("longer", "plain")

    assert found.variations == {"matches": (30, 20)}
    assert all((one.value, one.first) == (0, one.second) for one in found.differences)


def test_with_two_seeds_both_runs_vary_by_themselves() -> None:
    found = compared("plain", "other")
    one, other = ([line["length"] for line in lines(name)] for name in ("plain", "other"))
    moves = named(found, "moves")
    half = t_quantile(0.99, 19) * sqrt(stdev(one) ** 2 / 20 + stdev(other) ** 2 / 20)

    assert not found.paired
    assert moves.high - moves.value == pytest.approx(half)
    assert moves.value == pytest.approx(mean(other) - mean(one))


def test_the_matches_of_a_deal_count_as_one() -> None:
    """In an arena they have the same cards."""
    found = compared("arena", "arena")
    deals = {line["deal"]: line for line in lines("arena")}

    assert len(deals) * 3 == len(lines("arena"))
    assert all((one.value, one.low, one.high) == (0, 0, 0) for one in found.differences)


def test_a_run_does_not_differ_from_itself() -> None:
    found = compared("plain", "again")

    assert found.variations == {}
    assert comparison_sentences(found) == [
        "Both were asked for the same.",
        "The two can't be told apart by any of these numbers.",
    ]


def test_it_says_what_was_asked_for_differently_and_what_follows() -> None:
    told = comparison_sentences(compared("plain", "risky"))

    assert told[0] == "risk: false in plain, true in risky."
    assert any(
        re.fullmatch(r"In risky, a seat scores [\d.]+ fewer points \(.*, 99 % sure\)\.", one) for one in told
    )
    assert comparison_sentences(compared("plain", "other"))[0] == "seed: c in plain, d in other."


def test_how_often_each_bot_wins_is_compared() -> None:
    found = compared("plain", "risky")

    assert named(found, "wins of greedy").is_share
    assert {one.name for one in found.differences} >= {"wins of seat 2", "score of random", "margin"}


def test_runs_of_two_games_are_not_compared() -> None:
    with pytest.raises(Invalid, match="a run of push, not of thirteen"):
        compared("plain", "thirteen")


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="a folder of a run"):
        compare(tmp_path, runs() / "plain")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    for name in ("run.json", "matches.jsonl"):
        (tmp_path / name).write_text((runs() / "plain" / name).read_text())
    (tmp_path / "matches.jsonl").write_text("{\n")

    with pytest.raises(Damaged, match=r"matches\.jsonl: isn't JSON"):
        compare(tmp_path, runs() / "plain")


def test_both_runs_have_the_same_charts_on_the_same_scales() -> None:
    page = comparison_page(compared("plain", "risky"))
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    marks = [re.findall(r'<text x="([\d.]+)" y="203[^>]*>([^<]*)<', chart) for chart in charts[:2]]

    assert marks[0] == marks[1] != []
    assert 'class="bar second"' not in charts[0]
    assert 'class="bar second"' in charts[1]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    commands = [shlex.split(unescape(command)) for command in re.findall(r"<code>(.*?)</code>", page)]
    assert [command[:3] for command in commands] == [["cardkit", "simulate", "push"]] * 2
    assert "risk=true" in commands[1]


def test_the_command_compares_in_a_table_in_json_and_on_a_page() -> None:
    folders = str(runs() / "plain"), str(runs() / "risky")
    table, document, page = (
        cli("compare", *folders, *more) for more in ((), ("--format", "json"), ("--html",))
    )

    assert "risk: false in plain, true in risky." in table.out
    assert [line.split()[0] for line in table.out.splitlines() if line.startswith("moves")] == ["moves"]
    assert json.loads(document.out)["differences"][0]["name"] == "moves"
    assert page.out.startswith("<!doctype html>")
    assert cli("compare", *folders, "--html", "--format", "json").code == Exit.USAGE
