"""Whatever a package imports is declared in pyproject.toml: in the dependencies, or in the extra that it needs."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.sources import imported

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OUR_OWN: Final = {"cardkit", "cardkit_api", "cardkit_cli"}
EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "src/cardkit": (),
    "src/cardkit/testing": ("testing",),
    "src/cardkit/arena": ("dask", "parquet"),
    "src/cardkit_api": ("api", "otel", "postgres"),
    "src/cardkit_api/client": ("client",),
    "cli/cardkit_cli": ("cli",),
}
"""The extras of each folder, besides the dependencies. The longest path counts."""
NOT_IMPORTED: Final = {
    "httptools": "uvicorn uses it if it is there",
    "uvloop": "uvicorn uses it if it is there",
    "websockets": "uvicorn uses it for WebSockets",
    "dask": "the package of the extra's name; its workers need it",
}
IMPORTED_AS: Final = {"attr": "attrs", "opentelemetry": "opentelemetry_api"}


def declared(*extras: str) -> set[str]:
    """Return the packages of the dependencies and these extras, as they are imported."""
    lines = [*PROJECT["dependencies"]]
    for extra in extras:
        lines += PROJECT["optional-dependencies"][extra]
    return {re.split(r"[^A-Za-z0-9_-]", line)[0].replace("-", "_") for line in lines}


@cache
def third_party(path: Path) -> frozenset[str]:
    """Return the third-party packages that a module imports, wherever in it."""
    tops = {name.partition(".")[0] for name in (*imported(path), *imported_by_call(path))}
    return frozenset(IMPORTED_AS.get(top, top) for top in tops - OUR_OWN - sys.stdlib_module_names)


def imported_by_call(path: Path) -> Iterator[str]:
    """Yield the modules that `import_module` is given by name."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)) if "import_module" in source else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "import_module":
            yield from (
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def folder_of(path: Path) -> str:
    """Return the folder among `EXTRAS` that a module belongs to."""
    name = path.relative_to(ROOT).as_posix()
    return max((folder for folder in EXTRAS if name.startswith(f"{folder}/")), key=len)


def needed(folder: str) -> set[str]:
    """Return all third-party packages that the modules of a folder import."""
    paths = [path for path in (ROOT / folder).rglob("*.py") if folder_of(path) == folder]
    return {name for path in paths for name in third_party(path)}


@pytest.mark.parametrize("folder", EXTRAS)
def test_every_import_is_declared(folder: str) -> None:
    assert needed(folder) <= declared(*EXTRAS[folder])


def test_every_package_that_is_declared_is_imported() -> None:
    everything = {name for folder in EXTRAS for name in needed(folder)}

    assert declared(*PROJECT["optional-dependencies"]) - everything == {*NOT_IMPORTED}
