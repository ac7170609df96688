"""Are the rules and the secrecy layer tested? Change them in one place at a time, and see whether a test notices.

mutmut makes the changes: a copy of the tree, in `mutants/`, in which each function stands beside all its changed
versions, the mutants; MUTANT_UNDER_TEST names the one to run. Here each is tried in a process of its own, with all
the tests of its scope. cardkit isn't imported before. So a mutant also changes what a module computes at its
import, and finds no results that another mutant left in a cache.

    .venv-mutants/bin/python tools/mutants.py [--sample N] [--seed TEXT] [SCOPE or part of a mutant's name ...]
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
COPY: Final = ROOT / "mutants"
SOURCES: Final = {
    "mechanics": ("mechanics/*.py",),
    "hidden": ("hidden/*.py", "fields.py"),
    "limited_piles": ("families/limited_piles/*.py", "games/thirteen/*.py", "games/friday13/*.py"),
    "biberbande": ("games/biberbande/*.py",),
    "push": ("games/push/*.py",),
}
"""The scopes, and where their code is."""
TESTS: Final = {
    "mechanics": ("tests/mechanics",),
    "hidden": ("tests/hidden",),
    "limited_piles": ("tests/families/limited_piles", "tests/games/thirteen", "tests/games/friday13"),
    "biberbande": ("tests/games/biberbande",),
    "push": ("tests/games/push",),
}
TOO_SLOW: Final = "test_laws.py"

MEMORY: Final = 4 << 30
VERDICTS: Final = {0: "survived", 1: "killed", 2: "killed", 3: "killed", -signal.SIGXCPU: "timeout"}
"""What pytest's exit tells: tests passed, a test failed, the tests couldn't be imported, pytest itself broke."""

PRELOADED: Final = (
    "attrs",
    "cattrs",
    "cattrs.preconf.json",
    "hypothesis.strategies",
    "sybil",
    "unittest.mock",
)
QUIET: Final = ("-x", "-q", "-p", "xdist", "-n0", "-p", "no:cacheprovider", "--assert=plain", "--tb=no")


def main() -> None:
    """Try the mutants, and tell how many each scope's tests notice."""
    parser = argparse.ArgumentParser(
        description="Change the rules, or the layer, in one place at a time: do tests notice?"
    )
    parser.add_argument("scopes", nargs="*", help="scopes, or parts of mutants' names (all)")
    parser.add_argument(
        "--sample", type=int, help="the number of mutants to try of each scope, chosen at random"
    )
    parser.add_argument("--seed", default="13", help="what that choice depends on (13)")
    wanted = parser.parse_args()
    make_mutants()
    sys.dont_write_bytecode = False  # else each process compiles everything anew
    for module in PRELOADED:
        import_module(module)
    for scope in TESTS:
        names = [name for name in mutants(scope) if is_wanted(name, scope, wanted.scopes)]
        if wanted.sample is not None and wanted.sample < len(names):
            names = Random(f"{wanted.seed} {scope}").sample(names, wanted.sample)
        if names:
            try_all(scope, names)


def make_mutants() -> None:
    """Let mutmut write `mutants/`. It has no command that does only this: it also tries seven of them."""
    shutil.rmtree(COPY, ignore_errors=True)
    mutmut = Path(sys.executable).with_name("mutmut")
    done = subprocess.run(
        [mutmut, "run", "--max-children", "1", "cardkit.mechanics.majority.*"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"error: mutmut made no mutants\n{done.stdout[-2000:]}")


def mutants(scope: str) -> Iterator[str]:
    """Yield the names of the mutants of a scope, as mutmut gives them."""
    for source in SOURCES[scope]:
        for meta in sorted((COPY / "src/cardkit").glob(f"{source}.meta")):
            yield from json.loads(meta.read_text("utf-8"))["exit_code_by_key"]


def is_wanted(name: str, scope: str, asked: Sequence[str]) -> bool:
    return not asked or any(scope == part or (part not in TESTS and part in name) for part in asked)


def try_all(scope: str, names: Sequence[str]) -> None:
    """Try these mutants; print those that weren't killed, and how many were, even if Ctrl-C stops the run."""
    started, took, count = time.monotonic(), durations(TESTS[scope]), Counter[str]()
    quickest_first = sorted(took, key=lambda file: took[file])
    patience = 5 + int(3 * sum(took.values()))
    try:
        for name in names:
            verdict = tried(name, quickest_first, patience)
            count[verdict] += 1
            if verdict != "killed":
                print(f"{verdict:9} {readable(name)}", flush=True)
    finally:
        killed, survived, timeouts = count["killed"], count["survived"], count["timeout"]
        print(
            f"{scope}: {(total := count.total())} mutants, {killed} killed, {survived} survived, {timeouts} timeouts:"
            f" {100 * (killed + timeouts) / max(1, total):.1f} % in {time.monotonic() - started:.0f} s",
            flush=True,
        )


def durations(folders: Sequence[str]) -> dict[Path, float]:
    """Return the seconds of computing by file. Without mutants, all tests must pass, or failures would mean nothing."""
    took: dict[Path, float] = {}
    files = {file for folder in folders for file in (ROOT / folder).glob("test_*.py")}
    for file in sorted(file for file in files if file.name != TOO_SLOW):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if (verdict := tried("", [file])) != "survived":
            sys.exit(f"error: {file} should pass without any mutant; but: {verdict}")
        took[file] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return took


def tried(name: str, files: Sequence[Path], seconds: int = 60) -> str:
    """Try a mutant in a process of its own, and return the verdict. Limit its processor time to these seconds."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        os._exit(tested(name, files))
    _, status = os.waitpid(child, 0)
    return VERDICTS.get(code := os.waitstatus_to_exitcode(status), f"exit {code}")


def tested(name: str, files: Sequence[Path]) -> int:
    """Return how pytest ends, with the first file of which a test fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    os.chdir(COPY)
    sys.path[:0] = [str(COPY), str(COPY / "src")]
    os.environ |= {"MUTANT_UNDER_TEST": name, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ends = (int(pytest.main([*QUIET, "--rootdir=.", str(file.relative_to(ROOT))])) for file in files)
    return next((end for end in ends if end), 0)


def readable(name: str) -> str:
    """Return a name that `mutmut show` takes, without the folders that all have in common."""
    return re.sub(r"^cardkit\.(games\.|families\.)?", "", name)


if __name__ == "__main__":
    main()
