"""What the arena takes in, and who takes in the arena."""

import subprocess
import sys
from pathlib import Path

import cardkit

LIBRARY = Path(cardkit.__file__).parent


def loaded(code: str) -> set[str]:
    shown = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import sys\n{code}\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    )
    return {*shown.stdout.split()}


def test_the_arena_needs_nothing_that_cardkit_does_not_need() -> None:
    found = {name.partition(".")[0] for name in loaded("import cardkit.arena, cardkit.arena.report.page")}

    assert not found & {
        "typer",
        "rich",
        "distributed",
        "dask",
        "pyarrow",
        "numpy",
        "cardkit_cli",
        "hypothesis",
    }


def test_importing_cardkit_does_not_import_the_arena() -> None:
    assert not [name for name in loaded("import cardkit") if name.startswith("cardkit.arena")]


def test_the_commands_are_listed_without_the_arena() -> None:
    names = loaded("from cardkit_cli.main import main\nmain(['--version'])")

    assert not [name for name in names if name.startswith(("cardkit.arena", "cardkit_cli.arenas"))]


def test_the_rest_of_the_library_does_not_know_the_arena() -> None:
    rest = [path for path in LIBRARY.rglob("*.py") if "arena" not in path.relative_to(LIBRARY).parts]

    assert len(rest) > 150
    assert [path for path in rest if "cardkit.arena" in path.read_text(encoding="utf-8")] == []
