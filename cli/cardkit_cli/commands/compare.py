"""`cardkit compare`: two kept runs of a game beside each other."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardkit.arena.comparison import Comparison
from cardkit.arena.comparison import compare as compare_runs
from cardkit.arena.report.compared import comparison_page, comparison_sentences, difference_rows
from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import add_working_folder
from cardkit_cli.output import columns, emit, say

__all__ = ["compare"]


def compare(
    first: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a run, as --out made it.")],
    second: Annotated[str, typer.Argument(metavar="DIR", help="The folder of the run to compare with it.")],
    format: Annotated[
        Literal["table", "json"], typer.Option("--format", help="A table for people, or JSON for programs.")
    ] = "table",
    html: Annotated[
        bool, typer.Option("--html", help="Print a page for browsers, with the charts of both runs.")
    ] = False,
) -> int:
    """Compare two runs of a game.

    They may be of two variants, or of other bots. Give both the same seed. Then each deal is compared with the same
    deal, and small differences show sooner.

    Example: cardkit compare plain risky --html > compared.html
    """
    if html and format != "table":
        raise UsageError(f"--html prints a page, so --format {format} can't be used with it")
    add_working_folder()
    found = compare_runs(Path(first), Path(second))
    if html:
        say(comparison_page(found).rstrip("\n"))
    else:
        emit(found.document(), format, lambda: _table(found))
    return Exit.FINE


def _table(found: Comparison) -> None:
    for sentence in comparison_sentences(found):
        say(sentence)
    say("")
    say(columns(("a match", *found.names, "difference", "99 % interval"), difference_rows(found)))
