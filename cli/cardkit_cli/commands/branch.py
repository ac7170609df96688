"""`cardkit branch`: another match, from an earlier version of one."""

from typing import Annotated

import typer

from cardkit.chance import new_seed
from cardkit_cli import completion
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN
from cardkit_cli.files.new_log import save_new_log
from cardkit_cli.files.players_file import copy_players
from cardkit_cli.open_match import read_log
from cardkit_cli.parameters import FormatOption, LogFile, NewFile, Seed

__all__ = ["branch"]


def branch(
    file: LogFile,
    at: Annotated[
        int,
        typer.Option(
            "--at",
            metavar="VERSION",
            help="The version to branch off from.",
            autocompletion=completion.versions,
        ),
    ],
    output: NewFile,
    seed: Seed = None,
    format: FormatOption = "table",
) -> int:
    """Play on from an earlier version.

    The new file continues the match with a new seed, to show what might have been.

    Example: cardkit branch game.log --at 12 -o what-if.log
    """
    match = read_log(file).branch(at, new_seed() if seed is None else seed)
    save_new_log(output, match, seed, format)
    if output != STDIN:
        copy_players(file, output)
    return Exit.FINE
