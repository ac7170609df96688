"""One match, in a file and on a server, as the command line names it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from tests.cli.running import rows, run
from tests.cli.server.house import made

__all__ = ["SOURCES", "Named", "in_a_file", "on_a_server"]

Named: TypeAlias = Callable[[int], list[str]]
"""The words that name the match for a seat: a file with `--as`, or that seat's ticket."""


def in_a_file(game: str, *options: str) -> Named:
    """Return a match for three in a file of the working folder."""
    rows("new", game, "--seats", "3", "-o", "game.log", *options)
    return lambda seat: ["game.log", "--as", str(seat)]


def on_a_server(base: str, game: str, *options: str) -> Named:
    """Return a match for three on that server, and the tickets of all seats in the working folder."""
    made(base, game, "--seats", "3", "--name", "Ann", "-o", "0.json", *options)
    for seat in (1, 2):
        ran = run("join", "0.json", "--name", f"player {seat}", "-o", f"{seat}.json")
        assert ran.code == 0, ran.err
    return lambda seat: [str(Path(f"{seat}.json"))]


SOURCES: Final = ("file", "server")
