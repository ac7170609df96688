"""`cardkit show`: a match as a viewer sees it."""

from typing import Annotated

import typer

from cardkit_cli import completion
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import find_game
from cardkit_cli.open_match import open_match
from cardkit_cli.output import console, emit, say
from cardkit_cli.parameters import AsViewer, File, FormatOption, LanguageOption, Names
from cardkit_cli.status import status_line

__all__ = ["show"]


def show(
    context: typer.Context,
    file: File,
    viewer: AsViewer = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            metavar="VERSION",
            help="Show the match as it was at that version.",
            autocompletion=completion.versions,
        ),
    ] = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Show the table.

    It shows what a spectator sees, unless --as names another viewer.

    Example: cardkit show game.log --as 0
    """
    with open_match(context, file, language, names) as match:
        status, seen = match.show(viewer, at)

    def table() -> None:
        from cardkit_cli.terminal.picture import draw_match  # imports Rich

        screen = console()
        game = find_game(str(seen["game"]))
        say(status_line(status, language))
        screen.print(draw_match(game, seen, language, status.names, screen))

    emit(seen, format, table)
    return Exit.FINE
