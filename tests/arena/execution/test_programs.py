"""Programs as bots in long runs: what one has seen, how often it may fail, and how it ends."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.arena import RunSpec, rate, simulate
from cardkit.arena.report.tables import rating_rows, simulation_rows
from cardkit.bots import AnyBot, AnyObservation, Bot, Faults
from cardkit.bots.programs.program import MOST_FAILURES, MOST_FAULTS
from cardkit.game import AnyGame
from cardkit.rejections import Invalid
from tests.arena.scenes import Shuffled

TABLE = ["random", "random"]
TRIES = 2

SPY = """
import json, os, sys, uuid
me = uuid.uuid4().hex
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif asked["type"] == "turn":
        with open(sys.argv[1], "a") as file:
            file.write(json.dumps([me, asked["seat"], asked["since"]]) + "\\n")
        print(asked["moves"][0]["number"], flush=True)
"""

MENDER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif asked["type"] == "turn" and "refused" in asked:
        print(asked["moves"][0]["number"], flush=True)
    elif asked["type"] == "turn":
        with open(sys.argv[1], "a") as file:
            file.write("junk\\n")
        print('"junk"', flush=True)
"""

LATE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif asked["type"] == "turn":
        if asked["turn"] == 1:
            sys.exit()
        print(asked["moves"][0]["number"], flush=True)
"""

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A bot's name for the Python program with this text."""

    def write(text: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        return f"exec:{sys.executable} -S {path} {tmp_path / 'noted'}"

    return write


def test_a_program_is_started_afresh_for_each_match_of_a_deal_that_it_meets_again(
    written: Written, tmp_path: Path
) -> None:
    """Else it would know what the others hold: it sat there a match ago."""
    rate(RunSpec("thirteen", [written(SPY), *TABLE], 6, seats=3, options={"rounds": 1}, seed="s", workers=1))

    noted = [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]
    runs = {run for run, _, _ in noted}
    assert len(runs) == 6
    assert [len({seat for run, seat, _ in noted if run == one}) for one in runs] == [1] * 6


@pytest.mark.parametrize("paired", [True, False])
def test_no_program_sits_in_two_seats_of_a_match(written: Written, tmp_path: Path, paired: bool) -> None:
    """It would see two hands. So where there are fewer bots than seats, each of its seats has a run of its own."""
    bots, rules = [written(SPY), "random"], {"rounds": 1}
    if paired:
        rate(RunSpec("thirteen", bots, 4, seats=4, options=rules, seed="s", workers=1))
    else:
        simulate(RunSpec("thirteen", bots, 1, seats=4, options=rules, seed="s", workers=1))

    noted = [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]
    seats = {run: {seat for other, seat, _ in noted if other == run} for run, _, _ in noted}
    assert len(seats) == (8 if paired else 2)
    assert all(len(sat) == 1 for sat in seats.values())


def test_where_no_deal_is_met_again_it_goes_on_from_match_to_match(written: Written, tmp_path: Path) -> None:
    simulate(
        RunSpec(
            "thirteen", [written(SPY), *TABLE], 6, options={"rounds": 1}, seed="s", workers=1, chunk_size=3
        )
    )

    noted = [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]
    assert len({run for run, _, _ in noted}) == 2
    assert [since for _, _, since in noted].count(0) == 6


def useless(tmp_path: Path) -> str:
    """Return a program that notes that it was started, and ends."""
    return f"exec:sh -c 'echo started >> {tmp_path / 'noted'}'"


@pytest.mark.parametrize("chunk", [1, 2, 10])
def test_a_program_is_given_up_once_in_a_run(chunk: int, tmp_path: Path) -> None:
    bot = useless(tmp_path)

    found = simulate(RunSpec("push", [bot, "random"], 10, seed="s", workers=1, chunk_size=chunk))

    assert found.matches == 10
    assert found.faults.found[bot].count == TRIES * MOST_FAILURES
    assert (tmp_path / "noted").read_text().count("started") == TRIES * MOST_FAILURES


def test_a_program_is_given_up_once_in_an_arena(tmp_path: Path) -> None:
    bot = useless(tmp_path)

    found = rate(RunSpec("push", [bot, "random"], 8, seed="s", workers=1, chunk_size=1))

    assert found.run.faults.found[bot].count == TRIES * MOST_FAILURES


def test_failures_are_counted_over_chunks_none_of_which_has_enough(written: Written) -> None:
    """Each chunk has a run of its own of this program, which fails its first move and no other."""
    bot = written(LATE)

    found = simulate(RunSpec("push", [bot, "random"], 6, seed="s", workers=1, chunk_size=1))

    assert found.faults.found[bot].count == TRIES * MOST_FAILURES


def test_a_run_that_goes_on_knows_of_failures_before(written: Written, tmp_path: Path) -> None:
    bot, out = written(LATE), tmp_path / "out"

    for matches in (2, 6):
        found = simulate(
            RunSpec("push", [bot, "random"], matches, seed="s", workers=1, chunk_size=1, out=out)
        )

    assert found.faults.found[bot].failed_moves == MOST_FAILURES
    assert found.faults.found[bot].count == TRIES * MOST_FAILURES


def test_bots_of_one_name_are_given_up_each_by_itself(written: Written) -> None:
    bot = written(LATE)

    found = simulate(RunSpec("push", [bot, bot], 1, seed="s", workers=1))

    assert {name: one.failed_moves for name, one in found.faults.found.items()} == {
        f"{bot}#1": 1,
        f"{bot}#2": 1,
    }
    assert not any("given up" in sentence for sentence in found.faults.sentences())


class Failing:
    """A bot of somebody's own that is made once, and has failed before."""

    def __init__(self, *, repeatable: bool) -> None:
        self.failed = 2
        self.bot: AnyBot = Bot("failing", self.choose, faults=self.faults, repeatable=repeatable)

    def choose(self, observation: AnyObservation) -> object:
        return observation.legal[-1]

    def faults(self) -> Faults:
        return Faults(self.failed, ("it happens",) * self.failed, self.failed)

    def make(self, game: AnyGame) -> AnyBot:
        return self.bot


@pytest.mark.parametrize("chunk", [1, 5])
def test_what_went_wrong_with_a_bot_is_counted_once(chunk: int) -> None:
    """However many chunks there are, and whatever happened before the run."""
    failing = Failing(repeatable=True)
    lengths = [
        simulate(
            RunSpec("push", [bot, "random"], 5, seats=2, seed="s", workers=1, chunk_size=chunk)
        ).lengths.dump()
        for bot in (failing.make, last_of)
    ]
    found = simulate(
        RunSpec("push", [failing.make, "random"], 5, seats=2, seed="s", workers=1, chunk_size=chunk)
    )

    assert found.faults.found == {}
    assert lengths[0] == lengths[1], "it was asked each time"


def test_a_bot_that_may_remember_cant_sit_in_two_seats() -> None:
    with pytest.raises(Invalid, match="a function that makes a new bot each time"):
        simulate(RunSpec("push", [Failing(repeatable=False).make], 1, seats=2, seed="s", workers=1))


def last_of(game: AnyGame) -> AnyBot:
    return Bot("last", lambda seen: seen.legal[-1])


def test_chunks_that_are_on_their_way_at_once_dont_know_of_each_other(tmp_path: Path) -> None:
    bot, ahead = useless(tmp_path), 4

    with Shuffled(1) as executor:
        found = simulate(
            RunSpec("push", [bot, "random"], 40, seed="s", chunk_size=1, executor=executor, in_flight=ahead)
        )

    assert found.faults.found[bot].count <= ahead * TRIES * MOST_FAILURES


def test_what_went_wrong_stands_in_the_csv_too(tmp_path: Path) -> None:
    bot = useless(tmp_path)
    found = rate(RunSpec("push", [bot, "random"], 3, seats=2, seed="s", workers=1))

    head, *rows = rating_rows(found)
    failed = {row[0]: row[head.index("failed moves")] for row in rows}
    assert failed == {bot: f"{MOST_FAILURES}", "random": "0"}
    assert simulation_rows(found.run)[-2:] == [
        ["faults", bot, "count", f"{TRIES * MOST_FAILURES}"],
        ["faults", bot, "failed_moves", f"{MOST_FAILURES}"],
    ]


@pytest.mark.parametrize("chunk", [1, 6])
def test_all_faults_are_counted_and_not_only_those_that_are_told(
    written: Written, tmp_path: Path, chunk: int
) -> None:
    bot = written(MENDER)

    found = simulate(
        RunSpec("thirteen", [bot, *TABLE], 6, options={"rounds": 1}, seed="s", workers=1, chunk_size=chunk)
    )

    faults = found.faults.found[bot]
    assert faults.count == (tmp_path / "noted").read_text().count("junk") > MOST_FAULTS
    assert len(faults.sentences) <= 5
