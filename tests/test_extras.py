"""What somebody sees who lacks an extra: one sentence, with the command that installs it."""

import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError

import pytest

from cardkit_api import store

WITHOUT = "import sys; sys.modules[{missing!r}] = None; {statement}"
CASES = [
    (
        "uvicorn",
        "import runpy; sys.argv[1:] = []; runpy.run_module('cardkit_api', run_name='__main__')",
        "api",
    ),
    ("litestar", "import cardkit_api; cardkit_api.create_app", "api"),
    ("asyncpg", "import cardkit_api; cardkit_api.store('postgresql://here')", "postgres"),
    (
        "asyncpg",
        "from cardkit_api.server import serve; from cardkit_api.settings import Settings; serve(Settings(database='postgresql://here'))",
        "postgres",
    ),
    ("httpx", "import cardkit_api.client", "client"),
    ("hypothesis", "import cardkit.testing.strategies", "testing"),
]


@cache
def run_without(missing: str, statement: str) -> "subprocess.CompletedProcess[str]":
    """Run the statement in a Python that lacks a module."""
    script = WITHOUT.format(missing=missing, statement=statement)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(("missing", "statement", "extra"), CASES, ids=[case[1] for case in CASES])
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    missing: str, statement: str, extra: str
) -> None:
    done = run_without(missing, statement)

    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith(f"{missing} isn't installed; install it: pip install 'cardkit[{extra}]'")


def test_where_only_the_sources_are_the_command_installs_the_package_for_this_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`make run` serves from the sources, in an environment of its own without asyncpg."""

    def find(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", find)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "cardkit_api.stores.postgres", raising=False)
    for name in [name for name in sys.modules if name.startswith("cardkit_api.stores.postgres.")]:
        monkeypatch.delitem(sys.modules, name)

    with pytest.raises(ModuleNotFoundError) as refused:
        store("postgresql://here")

    assert str(refused.value) == (
        f"asyncpg isn't installed; install it: {sys.executable} -m pip install asyncpg"
    )


@pytest.mark.parametrize(
    ("missing", "command", "extra"),
    [
        ("typer", "cardkit games", "cli"),
        ("rich", "cardkit games", "cli"),
        ("uvicorn", "cardkit serve", "api"),
        ("httpx", "cardkit --server http://127.0.0.1:1 show AAAAAAAAAAAAAAAAAAAAAA", "client"),
    ],
)
def test_the_command_line_says_the_same_sentence(missing: str, command: str, extra: str) -> None:
    statement = f"sys.argv = {command.split()}; from cardkit_cli.entry import main; sys.exit(main())"
    done = run_without(missing, statement)

    assert done.returncode != 0
    code = "" if extra == "cli" else " (not_installed)"
    assert done.stderr == (
        f"cardkit: {missing} isn't installed; install it: pip install 'cardkit[{extra}]'{code}\n"
    )


def test_a_program_says_nothing_but_that_sentence() -> None:
    done = run_without(CASES[0][0], CASES[0][1])

    assert done.stderr == "error: uvicorn isn't installed; install it: pip install 'cardkit[api]'\n"


def test_a_module_of_ours_that_is_missing_is_no_extra() -> None:
    done = run_without("cardkit_api.guard", "import cardkit_api; cardkit_api.create_app")

    assert "pip install" not in done.stderr
