"""A run that is kept goes on with the same bots and measures, or not at all."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen

from cardkit.arena import Contender, Facts, RunSpec, Simulation, Tally, Values, processes, rate, simulate
from cardkit.arena.execution.executors import stop
from cardkit.arena.storage.folder import MATCHES, RUN, OtherRun
from cardkit.bots import AnyBot, bot
from cardkit.game import AnyGame
from cardkit.rejections import Invalid
from tests.arena.scenes import Thirteens, first_of


def played(
    contender: Contender,
    out: Path | None = None,
    matches: int = 3,
    executor: Executor | None = None,
    measures: Iterable[type[Tally]] = (),
) -> Simulation:
    return simulate(
        RunSpec(
            "push",
            [contender],
            matches,
            seats=2,
            seed="s",
            workers=1,
            out=out,
            measures=[*measures],
            executor=executor,
        )
    )


@pytest.fixture(scope="module")
def other_process() -> Iterator[Executor]:
    executor = processes(2)
    yield executor
    stop(executor)


def called(game: AnyGame, name: str) -> AnyBot:
    return bot(name, game)


def family(name: str) -> Callable[[AnyGame], AnyBot]:
    def make(game: AnyGame) -> AnyBot:
        return bot(name, game)

    return make


@frozen
class Made:
    """Makes bots, in all the ways in which a class can."""

    name: str = "greedy"

    def method(self, game: AnyGame) -> AnyBot:
        return bot(self.name, game)

    def __call__(self, game: AnyGame) -> AnyBot:
        return self.method(game)

    @classmethod
    def of_class(cls, game: AnyGame) -> AnyBot:
        return bot("greedy", game)

    @staticmethod
    def static(game: AnyGame) -> AnyBot:
        return bot("greedy", game)


class Heir(Made):
    """Its methods have the qualified names of its parent's."""


class Shadow:
    """Pretends to be a function that is elsewhere."""

    __module__ = "tests.arena.scenes"
    __qualname__ = "first_of"

    def __call__(self, game: AnyGame) -> AnyBot:
        return bot("random", game)


shadow = Shadow()
vars(shadow).update(__module__="tests.arena.scenes", __qualname__="first_of")
greedy_here = partial(called, name="greedy")
unnamed: Callable[[AnyGame], AnyBot] = lambda game: bot("greedy", game)  # noqa: E731  # such as somebody may write

NOT_FOUND: list[Callable[[AnyGame], AnyBot]] = [
    unnamed,
    family("greedy"),
    partial(called, name="greedy"),
    greedy_here,
    Made("greedy").method,
    Made("greedy"),
    Heir.of_class,
    shadow,
]


@pytest.mark.parametrize("contender", NOT_FOUND, ids=range(len(NOT_FOUND)))
def test_a_bot_that_is_not_found_again_by_its_name_plays_where_nothing_is_kept(
    tmp_path: Path, contender: Callable[[AnyGame], AnyBot]
) -> None:
    """Two such bots may have the same name, and one would go on with the run of the other."""
    folder = tmp_path / "run"
    with pytest.raises(Invalid, match=r"imported by its name.* package.module:name") as refused:
        played(contender, folder)
    with pytest.raises(Invalid, match="imported by its name"):
        rate(RunSpec("push", ["random", contender], 4, seats=2, workers=1, out=folder))

    assert refused.value.field == "bot"
    assert not folder.exists()
    assert played(contender).matches == 3


def test_a_measure_that_is_not_found_again_by_its_name_counts_where_nothing_is_kept(tmp_path: Path) -> None:
    class Twos(Values):
        name: ClassVar[str] = "twos"

        def values(self, facts: Facts) -> Iterable[int]:
            return (2,)

    with pytest.raises(Invalid, match="imported by its name") as refused:
        played("random", tmp_path / "run", measures=[Twos])

    assert refused.value.field == "measure"
    assert played("random", measures=[Twos]).of(Twos).numbers.total == 6


@pytest.mark.parametrize(
    "contender",
    [first_of, Made.of_class, Made.static, "tests.arena.storage.test_identity:greedy_here"],
    ids=["function", "class method", "static method", "place"],
)
def test_what_is_found_again_goes_on(tmp_path: Path, contender: Contender) -> None:
    first = played(contender, tmp_path, measures=[Thirteens])

    longer = played(contender, tmp_path, matches=6, measures=[Thirteens])

    assert (first.matches, longer.matches) == (3, 6)
    assert longer.exact()["counted"] == played(contender, matches=6, measures=[Thirteens]).exact()["counted"]


@pytest.mark.parametrize(
    "contender",
    [partial(called, name="greedy"), Made("greedy").method, Made("greedy")],
    ids=["partial", "method", "object"],
)
def test_what_can_be_sent_to_other_processes_is(contender: Contender, other_process: Executor) -> None:
    assert played(contender, executor=other_process).exact() == played(contender).exact()


def test_a_run_of_another_version_of_cardkit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = played("random", tmp_path).document()["cardkit"]
    monkeypatch.setattr("cardkit.arena.plan.cardkit_version", lambda: "9.9")

    with pytest.raises(OtherRun, match=rf"cardkit {known}, not 9\.9$"):
        played("random", tmp_path)


PROGRAM = """#!{python} -S
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    move = {{"protocol": 1}} if asked["type"] == "hello" else {{"move": asked["moves"][{place}]["number"]}}
    print(json.dumps(move), flush=True)
"""

FIRST, LAST = 0, -1
"""With its last move a match of push is short."""


def program(path: Path, place: int) -> Path:
    path.write_text(PROGRAM.format(python=sys.executable, place=place))
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", ["{}", "exec:{}", "exec:{} --fast", f"exec:{sys.executable} {{}} --fast"])
def test_a_program_must_be_as_it_was(tmp_path: Path, name: str) -> None:
    path, folder = tmp_path / "mine", tmp_path / "run"
    command = name.format(program(path, LAST))
    played(command, folder, matches=1)
    assert played(command, folder, matches=2).matches == 2
    program(path, FIRST)

    with pytest.raises(OtherRun, match=r"programs .*, not "):
        played(command, folder, matches=3)

    program(path, LAST)
    assert played(command, folder, matches=3).matches == 3


def test_a_program_may_write_to_a_file_that_it_is_told(tmp_path: Path) -> None:
    path, log = program(tmp_path / "mine", LAST), tmp_path / "log"
    for matches in (1, 2):
        assert played(f"exec:{path} --log {log}", tmp_path / "run", matches=matches).matches == matches
        log.write_text(f"{matches} matches")


def test_a_kept_arena_is_found_by_the_names_that_it_was_kept_with(tmp_path: Path) -> None:
    """Classes may move to other modules; folders of runs say what they said before."""
    rate(
        RunSpec(
            "push", ["random", "greedy"], 2, seats=2, seed="s", workers=1, out=tmp_path, measures=[Thirteens]
        )
    )

    spec = json.loads((tmp_path / RUN).read_text(encoding="utf-8"))["spec"]
    assert [*spec] == [
        *"cardkit game rules_version worth shared seats options bots programs script".split(),
        *"seed paired rotate measures records moves".split(),
    ]
    assert spec["measures"] == ["cardkit.arena.pairs:Pairs", "tests.arena.scenes:Thirteens"]


SCRIPT = """
import sys
from cardkit.arena import RunSpec, Values, simulate
from cardkit.bots import bot

def mine(game):
    return bot("random", game)

class Twos(Values):
    name = "twos"
    def values(self, facts):
        return (2,)

if __name__ == "__main__":
    simulate(RunSpec("push", [mine, "greedy"], 8, seats=2, seed="s", chunk_size=4, measures=[Twos],
        workers=int(sys.argv[1]), out=sys.argv[2]))
"""


def run_script(script: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run the script as somebody would, in its own folder."""
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, str(script), *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A script that has run once, alone, and has kept its run in `run1` beside it."""
    script = tmp_path_factory.mktemp("script") / "mine.py"
    script.write_text(SCRIPT)
    ran = run_script(script, 1, script.with_name("run1"))
    assert (ran.returncode, ran.stderr) == (0, "")
    return script


def test_a_bot_of_a_script_has_one_name_in_all_processes(script: Path) -> None:
    ran = run_script(script, 2, script.with_name("run2"))

    assert (ran.returncode, ran.stderr) == (0, "")
    alone, together = ((script.with_name(run) / MATCHES).read_text().splitlines() for run in ("run1", "run2"))
    assert alone == together
    assert {*json.loads(alone[0])["bots"]} == {"__main__:mine", "greedy"}


def test_a_run_of_another_script_is_refused(script: Path) -> None:
    """Whatever is called alike in both."""
    other = script.with_name("other.py")
    other.write_text(SCRIPT)

    assert run_script(script, 1, script.with_name("run1")).returncode == 0
    ran = run_script(other, 1, script.with_name("run1"))

    assert ran.returncode == 1
    assert "script mine.py, not other.py" in ran.stderr
