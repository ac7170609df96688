"""`cardkit rematch`: another match of the same players on a server."""

from typing import Annotated

import typer

from cardkit.documents import Document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import emit, note, say
from cardkit_cli.parameters import FormatOption, LanguageOption, TicketOrId
from cardkit_cli.phrases import phrase
from cardkit_cli.server.open_ticket import open_acts
from cardkit_cli.status import status_line

__all__ = ["rematch"]


def rematch(
    context: typer.Context,
    match: TicketOrId,
    no: Annotated[bool, typer.Option("--no", help="Take your agreement back.")] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait until all have agreed, and follow to the next match.")
    ] = False,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Agree to another match of the same players.

    As soon as all people have agreed, your ticket becomes that of the next match. The ticket of the match before is
    kept beside it. Until then, run this again to see who is missing, or use --wait.

    Example: cardkit rematch match.json --wait
    """
    with open_acts(context, match, language, patient=wait) as acts:
        from cardkit_cli.server.rematch import (  # loads an HTTP client
            ask_rematch,
            await_rematch,
            follow_rematch,
        )
        from cardkit_cli.server.status import names_of, status_of

        client, ticket = acts.client, acts.ticket
        asked = ask_rematch(client, ticket, agreed=not no)
        names = names_of(acts.status())

        def missing() -> str:
            return phrase("agree", language, names=", ".join(names[seat] for seat in asked.waiting_for))

        if wait and not no and asked.match is None:
            note(missing())
            asked = await_rematch(client, ticket)
        followed = None if asked.match is None else follow_rematch(client, ticket, asked)
    document: Document = {"agreed": [*asked.agreed], "waiting_for": [*asked.waiting_for]}
    if followed is not None:
        ours = followed.document if not followed.kept else {"file": ticket.word, "kept": followed.kept}
        document |= {"match": followed.match.id, "seat": asked.seat, "status": followed.match.status, **ours}

    def table() -> None:
        if followed is None:
            say(missing())
            return
        say(f"{ticket.word}: {status_line(status_of(followed.match), language)}")
        for name in ("match", "seat", "token", "owner", "kept"):
            if document.get(name) is not None:
                say(f"{name} {document[name]}")

    emit(document, format, table)
    return Exit.FINE
