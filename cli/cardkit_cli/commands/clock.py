"""`cardkit clock`: the clock of a match on a server, and what players can do with it."""

from typing import Annotated

import typer

from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import columns, emit, say
from cardkit_cli.parameters import ClockAct, FormatOption, LanguageOption, TicketOrId
from cardkit_cli.server.open_ticket import open_acts
from cardkit_cli.times import parse_time

__all__ = ["clock"]


def clock(
    context: typer.Context,
    match: TicketOrId,
    act: Annotated[
        ClockAct | None,
        typer.Argument(metavar="ACT", help="What to do, as above. Without it, see the clock."),
    ] = None,
    number: Annotated[
        int | None, typer.Argument(metavar="SEAT", min=0, help="The seat to give time to, or to replace.")
    ] = None,
    time: Annotated[
        str | None, typer.Argument(metavar="TIME", help="The time to give, such as 30s or 1m30s.")
    ] = None,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Show the clock of a match on a server, or act on it.

    \b
    return          come back to your seat after your time ran out
    pause           ask for a pause, or agree to one; resume ends it
    give SEAT TIME  give another player time
    replace SEAT    agree that a bot plays a seat that ran out of time

    Example: cardkit clock match.json give 2 30s
    """  # noqa: D301 (after this character, lines stay as they are)
    milliseconds = None if time is None else parse_time(time)
    if time is not None and not milliseconds:
        raise UsageError(f"{time}: expected a time, such as 30s or 1m30s")
    with open_acts(context, match, language) as acts:
        from cardkit_cli.server.acts import clock_document  # loads an HTTP client
        from cardkit_cli.server.clock import clock_sentences, clock_texts

        status = acts.status() if act is None else acts.on_clock(act, number, milliseconds)
    document = clock_document(status)

    def table() -> None:
        shown = clock_texts(status, language)
        if shown:
            say(columns(("seat", "player", "time", ""), shown))
        for sentence in clock_sentences(status, language):
            say(sentence)

    emit(document, format, table)
    return Exit.FINE
