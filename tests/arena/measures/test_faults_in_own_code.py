"""If a user's own bot or measure fails, the error says which one, in which match, and why."""

import re
import sys
from pathlib import Path

import pytest

from cardkit.arena import Numbers, RunSpec, Simulation, Tally, simulate
from cardkit.arena.execution.chunks import MatchFailed
from cardkit.arena.measures.tally import MeasureFailed
from cardkit.arena.report.tables import simulation_rows
from cardkit.arena.storage.folder import MATCHES
from cardkit.game import Json
from cardkit.rejections import Invalid
from cardkit_cli.exit_codes import Exit
from tests.arena.faulty import (
    Forgetful,
    Halves,
    Late,
    Leaving,
    Nameless,
    Refusing,
    Speechless,
    Twos,
    Undumped,
    Unmade,
    Zero,
    homebound,
    leaving,
    unready,
)
from tests.arena.scenes import Shuffled
from tests.cli.running import run


def measured(measure: type[Tally], workers: int = 1, out: Path | None = None) -> Simulation:
    return simulate(
        RunSpec(
            "push",
            ["random"],
            4,
            seats=2,
            seed="s",
            workers=workers,
            chunk_size=2,
            measures=[measure],
            out=out,
        )
    )


FAULTS = [
    (Zero, r"match 2 of seed s \(random, random\): measure zero: ZeroDivisionError: integer division"),
    (Refusing, r"match 0 of seed s \(random, random\): measure refusing: seat 1 is to move"),
    (Leaving, r"match 0 of seed s \(random, random\): measure leaving: SystemExit: 0"),
    (Halves, r"match 0 of seed s .*: measure halves: number: \d+\.\d is invalid; expected a whole"),
    (
        Undumped,
        r"deals 0 to 1 of seed s: measure undumped: `dump` failed: TypeError: .* not JSON serializable",
    ),
    (Forgetful, r"deals 0 to 1: measure forgetful: `load` or `merge` failed: expected a list of 4, not \{\}"),
]


@pytest.mark.parametrize(("measure", "told"), FAULTS)
def test_what_is_wrong_with_a_measure_is_told_with_its_match(measure: type[Tally], told: str) -> None:
    with pytest.raises(MeasureFailed, match=told):
        measured(measure)


def test_it_is_told_alike_by_workers() -> None:
    measure, told = FAULTS[0]

    with pytest.raises(MeasureFailed, match=told):
        measured(measure, workers=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_exits_doesnt_end_the_run_as_if_all_were_well(workers: int) -> None:
    with pytest.raises(MatchFailed, match=r"match 0 of seed s \(.*leaving, random\): SystemExit: 0"):
        simulate(RunSpec("push", [leaving, "random"], 4, seats=2, seed="s", workers=workers, chunk_size=2))


@pytest.mark.parametrize("seed", range(4))
def test_the_first_match_that_failed_is_told_in_whatever_order_chunks_are_done(
    seed: int, tmp_path: Path
) -> None:
    """And the chunks before it are counted."""
    with Shuffled(seed) as executor, pytest.raises(MeasureFailed, match="match 5 of seed s"):
        simulate(
            RunSpec(
                "push",
                ["random"],
                12,
                seats=2,
                seed="s",
                measures=[Late],
                executor=executor,
                in_flight=8,
                chunk_size=1,
                out=tmp_path,
            )
        )

    assert len((tmp_path / MATCHES).read_text().splitlines()) == 5


def test_a_bot_that_only_workers_cant_make_is_named_by_them() -> None:
    with pytest.raises(
        Invalid,
        match=r"homebound.*\(FileNotFoundError: the weights are not here .*: on .*, where it is to play$",
    ):
        simulate(RunSpec("push", [homebound], 4, workers=2))


def test_a_folder_is_left_as_it_was_before_the_fault(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(MeasureFailed, match="match 2 of seed s"):
            measured(Zero, out=tmp_path)


def test_a_measure_that_was_changed_and_cant_load_what_was_saved_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(Twos, out=tmp_path)

    def changed(document: Json) -> Twos:
        raise KeyError("twos")

    monkeypatch.setattr(Twos, "load", changed)
    with pytest.raises(
        MeasureFailed, match="measure twos: `load` of its saved counts failed: KeyError: 'twos'"
    ):
        measured(Twos, out=tmp_path)


def test_a_measure_that_cant_sum_up_is_named() -> None:
    told = "measure speechless: `summary` failed: ZeroDivisionError: division by zero"
    with pytest.raises(MeasureFailed, match=told):
        measured(Speechless).document()
    with pytest.raises(MeasureFailed, match=told):
        simulation_rows(measured(Speechless))


def test_a_measure_is_a_class_that_is_made_of_nothing() -> None:
    with pytest.raises(Invalid, match=r"measure: 'tests.arena.faulty:Unmade' .*'limit'"):
        measured(Unmade)
    with pytest.raises(Invalid, match=r"measure: 'tests.arena.faulty:Nameless' .*Tally"):
        measured(Nameless)  # type: ignore[arg-type]  # it is none


def test_numbers_are_whole() -> None:
    numbers = Numbers()
    for number in (0.5, 1.0, "3", None, float("nan")):
        with pytest.raises(Invalid, match=r"number: .* a whole number"):
            numbers.add(number)  # type: ignore[arg-type]  # it is none
    numbers.add(True)

    assert numbers.dump() == [0, 0, {"1": 1}, []]


def test_a_function_that_makes_no_bot_says_why() -> None:
    why = r"\(ValueError: the budget must be positive \(tests\.arena\.faulty, line \d+\)\)"
    told = f"bot: 'tests.arena.faulty:unready' .*{why}"
    for bot in (unready, "tests.arena.faulty:unready"):
        with pytest.raises(Invalid, match=told):
            simulate(RunSpec("push", [bot], 1, workers=1))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def f(:", r"SyntaxError: .*\(mine\.py, line 1\)"),
        ("\n1 / 0", r"ZeroDivisionError: division by zero \(mine, line 2\)"),
        ("import sys; sys.exit(2)", "SystemExit: 2"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("", "AttributeError: module 'mine' has no attribute 'f'"),
    ],
)
@pytest.mark.parametrize("what", ["bot", "measure"])
def test_a_module_that_cant_be_imported_is_named_with_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, code: str, told: str
) -> None:
    (tmp_path / "mine.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    more = ("--bots", "mine:f") if what == "bot" else ("--bots", "random", "--measure", "mine:f")

    ran = run("simulate", "push", "-n", "1", "--workers", "1", *more)

    assert ran.code == Exit.REFUSED
    assert re.search(told, ran.err)
    assert f"{what}: 'mine:f' is invalid" in ran.err
