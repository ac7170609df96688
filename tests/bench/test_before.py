"""Two commits' bots are compared in the same deals."""

from pathlib import Path

import pytest

from bench.before import ROOT, differences, main
from bench.strength import Kept

ROW = "push, 2 seats: strong:10ms against greedy"


def kept(*standings: float) -> Kept:
    there = Kept(None)
    for deal, standing in enumerate(standings):
        there.add(ROW, deal, standing)
    return there


def test_the_difference_is_that_of_the_deals_that_both_played() -> None:
    before, now = kept(0.5, 0.25, 1.0), kept(0.75, 0.5, 1.0, 0.0)
    (line,) = differences(before, now)
    assert line.startswith(f"{ROW}: before 0.583, now 0.750, difference +0.1667 ± ")
    assert line.endswith("(3 deals, 1 alike)")


def test_deals_that_only_one_played_are_not_compared() -> None:
    now = kept(0.75)
    now.add(ROW.replace("2 seats", "3 seats"), 0, 0.5)
    assert list(differences(Kept(None), now)) == []
    assert len(list(differences(kept(0.5), now))) == 1


def test_a_commit_beside_itself_plays_all_deals_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["greedy", "random", "--games", "push", "--seats", "2", "--deals", "2"]
    main([str(ROOT), *words, "--keep", str(tmp_path)])
    assert "difference +0.0000 ± " in (told := capsys.readouterr().out)
    assert told.endswith("(2 deals, 2 alike)\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["before.jsonl", "now.jsonl"]
