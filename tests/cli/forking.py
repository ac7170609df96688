"""`cardkit` and `python -m cardkit_api` as processes that start quickly: a server forks them, with all imported."""

import atexit
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.cli import fork_client
from tests.cli.fork_client import Forked

__all__ = ["COMMAND", "Forked", "fork_api", "fork_cardkit", "surroundings"]

COMMAND: Final = str(Path(sys.executable).with_name("cardkit"))
"""The command as it is installed, which takes ten times as long to start."""
ROOT: Final = Path(__file__).parents[2]


def fork_cardkit(
    *words: str | Path,
    folder: Path,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Forked:
    """Start `cardkit` with these words. A stream that isn't given is empty."""
    return _forked(("cardkit", *words), folder, (stdin, stdout, stderr), environment)


def fork_api(*words: str, folder: Path, stderr: int, environment: Mapping[str, str]) -> Forked:
    """Start `python -m cardkit_api` with these words, of which only what it writes to stderr is kept."""
    return _forked(("cardkit_api", *words), folder, (None, None, stderr), environment)


def _forked(
    words: Sequence[str | Path],
    folder: Path,
    given: Sequence[int | None],
    environment: Mapping[str, str],
) -> Forked:
    empty = os.open(os.devnull, os.O_RDWR)
    streams = [empty if stream is None else stream for stream in given]
    forked = Forked(_server(), [str(word) for word in words], str(folder), environment, streams)
    os.close(empty)
    return forked


def surroundings() -> dict[str, str]:
    """Return the environment of a shell in which `cardkit` starts quickly."""
    path = os.pathsep.join((str(_folder_of_cardkit()), os.environ.get("PATH", "")))
    return {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"}


@cache
def _server() -> str:
    """Start the server. Return its address."""
    address = f"{_own_folder()}/socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(16)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.fork_server", str(listener.fileno())],
            stdin=subprocess.PIPE,
            cwd=ROOT,
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )
    atexit.register(process.communicate)  # this closes its stdin, and so ends it
    return address


@cache
def _folder_of_cardkit() -> Path:
    """Write a `cardkit` that asks the server. Return its folder."""
    folder = _own_folder()
    place = str(Path(fork_client.__file__).parent)
    (folder / "cardkit").write_text(
        f"#!{sys.executable} -IS\n"
        "import sys\n"
        f"sys.path.insert(0, {place!r})\n"
        "from fork_client import main\n"
        f"main({_server()!r})\n"
    )
    (folder / "cardkit").chmod(0o700)
    return folder


@cache
def _own_folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="cardkit")  # the name of a socket must be short
    atexit.register(folder.cleanup)
    return Path(folder.name)
