"""The engine, games and test kit are pure: no clock, network, process, environment or randomness of their own."""

import ast
import builtins
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

import cardkit

LIBRARY = Path(cardkit.__file__).parent
WORKSHOP: Final = ("bots", "arena")
"""Bots and arenas work beside the engine: they use clocks and processes, and nothing of the engine imports them."""
MODULES = sorted(
    path.relative_to(LIBRARY).as_posix()
    for path in LIBRARY.rglob("*.py")
    if path.relative_to(LIBRARY).parts[0] not in WORKSHOP
)

OUTSIDE: Final = frozenset(
    "asyncio atexit calendar concurrent contextvars ctypes datetime getpass glob http importlib locale mmap "
    "multiprocessing os pathlib platform random secrets select selectors shutil signal socket socketserver sqlite3 ssl "
    "subprocess sys tempfile threading time timeit urllib uuid zoneinfo".split()
)
"""Modules of the standard library that reach outside the program's values."""
BUILTINS: Final = frozenset("__import__ breakpoint compile eval exec input open print".split())
"""Built-in functions that do, or that run what no reader sees."""

REASONS: Final[Mapping[str, Mapping[str, str]]] = {
    "__main__.py": {
        "importlib.metadata.entry_points": "finds the command line, which the library doesn't import",
        "sys.exit": "`python -m cardkit` is that command",
    },
    "chance.py": {
        "os.urandom": "the one door for randomness: the seed of a match that is started without one"
    },
    "extras.py": {
        "importlib.metadata.PackageNotFoundError": "tells whether cardkit is installed",
        "importlib.metadata.distribution": "or runs from its sources",
        "sys.executable": "names the Python that lacks a package",
    },
    "game.py": {
        "importlib.resources.abc.Traversable": "a type",
        "importlib.resources.files": "a game's rules page lies beside its code",
    },
    "hidden/derive.py": {"open": "a parameter: the function of that name that the author gives"},
    "hidden/recorder.py": {
        "exec": "compiles one function from the author's, when a game's module is imported"
    },
    "hidden/access.py": {
        "compile": "compiles functions from the fields of a class, when a game is made",
        "exec": "makes them",
    },
    "lazy.py": {
        "importlib.import_module": "imports a module of a package when one of its names is used",
        "sys.modules": "keeps that name in the package",
    },
    "log/read.py": {"os.PathLike": "a type", "pathlib.Path": "reads the file that it is handed"},
    "log/write.py": {
        "os.PathLike": "a type",
        "os.fdopen": "writes the file that it is handed",
        "os.fsync": "waits until it is on the disk",
        "pathlib.Path": "names the file that it is handed",
        "tempfile.mkstemp": "writes beside that file first, so that it is replaced in one step",
    },
    "parts.py": {"importlib.import_module": "imports a game's part by the reference that the game gives"},
    "quick.py": {"exec": "compiles constructors from the fields of a class"},
    "registry.py": {
        "importlib.import_module": "imports a built-in game when it is asked for",
        "importlib.metadata.EntryPoint": "plug-ins",
        "importlib.metadata.entry_points": "plug-ins",
    },
    "rejections.py": {
        "sys.stdlib_module_names": "tells an author's code from Python's, to name the line that is at fault"
    },
    "testing/laws/repeatability.py": {
        "importlib.import_module": "law 10 plays the match again in another process, which finds the game by its name",
        "os.environ": "that process has the same environment, except for the seed of hashes",
        "os.pathsep": "and the same path",
        "subprocess.run": "starts it",
        "sys.executable": "the same Python",
        "sys.path": "with the same path",
        "sys.stdin": "what it is asked",
        "sys.stdout": "what it answers",
    },
}
"""What reaches outside nevertheless, by module, and why."""


def reaches(source: str) -> Iterator[str]:
    """Yield everything in a module that reaches outside, as a dotted name."""
    nodes = [*ast.walk(ast.parse(source))]
    modules: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in OUTSIDE:
                    modules[alias.asname or alias.name.partition(".")[0]] = (
                        alias.name if alias.asname else alias.name.partition(".")[0]
                    )
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OUTSIDE:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
    used = {node.value: node for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in modules:
            attribute = used.get(node)
            yield f"{modules[node.id]}.{attribute.attr}" if attribute else modules[node.id]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in BUILTINS:
            yield node.id


def test_nothing_reaches_outside_without_a_reason() -> None:
    found = {module: {*reaches((LIBRARY / module).read_text(encoding="utf-8"))} for module in MODULES}

    assert len(found) > 150
    assert {module: names for module, names in found.items() if names} == {
        module: {*reasons} for module, reasons in REASONS.items()
    }


def test_every_reason_is_for_a_module_that_there_is() -> None:
    assert {*REASONS} <= {*MODULES}
    assert {*dir(builtins)} >= BUILTINS


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time\ntime.time()", "time.time"),
        ("import time as t\nt.monotonic()", "time.monotonic"),
        ("def f():\n    from datetime import datetime", "datetime.datetime"),
        ("from os import environ", "os.environ"),
        ("import os\nclock = os", "os"),
        ("import os.path\nos.environ['A']", "os.environ"),
        ("from random import Random as R", "random.Random"),
        ("import urllib.request as get\nget.urlopen('x')", "urllib.request.urlopen"),
        ("__import__('time')", "__import__"),
        ("shout = print", "print"),
    ],
)
def test_what_reaches_outside_is_found(source: str, found: str) -> None:
    assert [*reaches(source)] == [found]


@pytest.mark.parametrize("source", ["time = 5\ntime.real", "import json\njson.loads('1')", "match.open()"])
def test_what_stays_inside_is_left_alone(source: str) -> None:
    assert [*reaches(source)] == []
