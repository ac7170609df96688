"""`cardkit undo`: take back the last move."""

from typing import Annotated

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.open_match import open_match
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import AsSeat, ChangedFile, Expect, FormatOption, LanguageOption, Names
from cardkit_cli.status import status_line

__all__ = ["undo"]


def undo(
    context: typer.Context,
    file: ChangedFile,
    seat: AsSeat = None,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="All seats agree: undo even if somebody has learned something.")
    ] = False,
    expect: Expect = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Take back the last move.

    You can do so if nobody has learned anything from it, or if all agree. On a server, the other
    players are asked if they need to agree. --as SEAT agrees to the undo that this seat has asked for.

    Example: cardkit undo game.log --as 2
    """
    with open_match(context, file, language, names) as match:
        document, sentences = match.undo(seat, expect, agreed=agreed)
        status = match.status()

    def table() -> None:
        for sentence in sentences:
            say(sentence)
        say(status_line(status, language))

    emit(document, format, table)
    return Exit.FINE
