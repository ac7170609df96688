"""`cardkit log`: what has happened."""

from typing import Annotated

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.open_match import open_match
from cardkit_cli.output import emit_all, say_sentence
from cardkit_cli.parameters import AsViewer, File, FormatOption, LanguageOption, Names

__all__ = ["log"]


def log(
    context: typer.Context,
    file: File,
    viewer: AsViewer = None,
    since: Annotated[
        int, typer.Option("--since", metavar="VERSION", help="Show only what came after that version.")
    ] = 0,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """List what has happened.

    It shows what a spectator saw, unless --as names another viewer.

    Example: cardkit log game.log --as 1 --lang de
    """
    with open_match(context, file, language, names) as match:
        events = match.events(viewer, since)

    def table() -> None:
        width = len(str(since + len(events)))
        for event in events:
            say_sentence(str(event["text"]), f"{event['n']!s:>{width}}  ")

    emit_all(events, format, table)
    return Exit.FINE
