"""`cardkit say`: a word to the others in a match on a server."""

from typing import Annotated, Literal

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import emit
from cardkit_cli.output import say as print_line
from cardkit_cli.parameters import FormatOption, LanguageOption, TicketOrId
from cardkit_cli.server.open_ticket import open_acts

__all__ = ["say"]


def say(
    context: typer.Context,
    match: TicketOrId,
    word: Annotated[
        Literal["hello", "well_played", "thanks", "oops", "sorry", "thinking"],
        typer.Argument(metavar="WORD", help="hello, well_played, thanks, oops, sorry or thinking."),
    ],
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Say a word to those who follow the match.

    Only those who play or watch at the moment hear it.

    Example: cardkit say match.json well_played
    """
    with open_acts(context, match, language) as acts:
        said = acts.player.react(word)
    emit(
        {"seat": said.seat, "reaction": said.reaction, "text": said.text},
        format,
        lambda: print_line(said.text),
    )
    return Exit.FINE
