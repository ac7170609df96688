"""`cardkit watch`: what is seen of a match on a server, as it happens."""

from typing import Annotated

import typer

from cardkit.documents import Document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import emit_each, say, say_sentence
from cardkit_cli.parameters import AsViewer, FormatOption, LanguageOption, TicketOrId
from cardkit_cli.server.open_ticket import open_server_match
from cardkit_cli.status import status_line

__all__ = ["watch"]


def watch(
    context: typer.Context,
    match: TicketOrId,
    viewer: AsViewer = None,
    since: Annotated[
        int | None,
        typer.Option(
            "--since", metavar="VERSION", min=0, help="Show only what came after that version. [default: all]"
        ),
    ] = None,
    turn: Annotated[
        bool,
        typer.Option("--turn", help="Stop when it's your turn. The exit code is 4 if the match is over."),
    ] = False,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Follow a match on a server.

    It prints what happens until the match is over, also to the clock, and what players say. A lost connection is
    restored, and no event is missed or repeated.

    Example: cardkit watch match.json --format jsonl
    """
    with open_server_match(context, match, language, patient=True) as remote:

        def table(event: Document) -> None:
            if "n" in event:
                say_sentence(str(event["text"]), f"{event['n']}  ")
            elif "text" in event:
                say_sentence(str(event["text"]), "·  ")
            else:
                say(status_line(remote.status(), language))

        events = emit_each(remote.watch(viewer, since, until_turn=turn), format, table)
    over = bool(events) and events[-1].get("type") == "match_over"
    return Exit.FAILED if turn and over else Exit.FINE
