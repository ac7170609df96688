"""`cardkit doctor`: what is installed, and what is broken."""

import platform
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from cardkit.documents import Document
from cardkit.registry import BUILT_IN
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import load_games
from cardkit_cli.output import columns, emit_all, is_terminal, say
from cardkit_cli.parameters import FormatOption

__all__ = ["doctor"]

_NEEDED = ("cardkit", "attrs", "cattrs", "typer", "rich")
_EXTRAS = {
    "api": ("litestar", "uvicorn", "httptools", "websockets", "prometheus-client"),
    "client": ("httpx",),
    "dask": ("dask", "distributed"),
    "otel": ("opentelemetry-api",),
    "parquet": ("pyarrow",),
    "postgres": ("asyncpg",),
    "testing": ("hypothesis",),
}


def doctor(format: FormatOption = "table") -> int:
    """Check the installation.

    The exit code is 4 if something is broken. A missing extra isn't a failure.

    Example: cardkit doctor
    """
    documents = [*_system(), *_packages(), *_games()]
    rows = [(one["what"], one["name"], one["state"], one["found"]) for one in documents]
    emit_all(documents, format, lambda: say(columns(("what", "name", "state", "found"), rows)))
    return Exit.FAILED if any(one["state"] == "broken" for one in documents) else Exit.FINE


def _line(what: str, name: str, state: str, found: str) -> Document:
    return {"what": what, "name": name, "state": state, "found": found}


def _system() -> Iterator[Document]:
    yield _line("system", "python", "ok", f"{platform.python_implementation()} {platform.python_version()}")
    yield _line("system", "platform", "ok", f"{platform.system()} {platform.machine()}")
    size = shutil.get_terminal_size()
    seen = f"{size.columns}x{size.lines}" if is_terminal() else "none: stdout is not a terminal"
    yield _line("system", "terminal", "ok", seen)
    yield _line("system", "encoding", "ok", str(getattr(sys.stdout, "encoding", None) or "unknown"))


def _packages() -> Iterator[Document]:
    for name in _NEEDED:
        found = _version(name)
        yield _line("package", name, "ok" if found else "broken", found or "not installed")
    for extra, names in _EXTRAS.items():
        for name in names:
            found = _version(name)
            yield _line(
                f"cardkit[{extra}]",
                name,
                "ok" if found else "absent",
                found or f"pip install 'cardkit[{extra}]'",
            )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _games() -> Iterator[Document]:
    found, _ = load_games()
    for key, game in found.items():
        what = "game" if key in BUILT_IN else "plug-in"
        yield _line(what, key, "ok", f"{game.title}, rules version {game.rules_version}")
    for name, trouble in found.broken.items():
        yield _line("plug-in", name, "broken", trouble)
