"""`cardkit seat`: who sits where in a match on a server, and what can be done with a seat."""

from typing import Annotated, Final

import typer

from cardkit.documents import Document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import columns, emit, say
from cardkit_cli.parameters import FormatOption, SeatAct, TicketOrId
from cardkit_cli.server.open_ticket import open_acts

__all__ = ["seat"]

_ENDINGS: Final = {"leave": "You have left your seat.", "token": "Your old token has ended. The new one:"}
"""Sentences for acts that end the token of the ticket."""


def seat(
    context: typer.Context,
    match: TicketOrId,
    act: Annotated[
        SeatAct | None,
        typer.Argument(metavar="ACT", help="What to do, as above. Without it, see who sits where."),
    ] = None,
    number: Annotated[
        int | None, typer.Argument(metavar="SEAT", min=0, help="The seat to free, or to invite to.")
    ] = None,
    format: FormatOption = "table",
) -> int:
    """Show the seats of a match on a server, or change one.

    \b
    ready        say that you are ready for the start; unready takes it back
    leave        leave your seat before the start
    resign       let a bot play your seat, for good
    token        get a new token into the ticket; the old one ends
    free SEAT    as the owner, free a seat before the start
    invite SEAT  as the owner, get a new invitation to a free seat

    Example: cardkit seat match.json invite 2
    """  # noqa: D301 (after this character, lines stay as they are)
    with open_acts(context, match) as acts:
        from cardkit_cli.server.acts import seats_document  # loads an HTTP client

        more = {} if act is None else acts.on_seat(act, number)
        # owners may have freed their own seat
        looking = acts.owner if act in ("free", "invite") else acts.player
        seats = None if act in _ENDINGS else seats_document(looking.status())
    document: Document = {"match": acts.ticket.match, **(seats or {}), **more}

    def table() -> None:
        if seats is not None:
            say(_rows(seats))
        elif act is not None:
            say(_ENDINGS[act])
        for name, value in more.items():
            say(f"{name} {value}")

    emit(document, format, table)
    return Exit.FINE


def _rows(seats: Document) -> str:
    listed = seats["seats"]
    rows = [
        (
            one["seat"],
            "–" if one["holder"] == "nobody" else one["name"],
            _note(one, begun=seats["status"] != "open"),
        )
        for one in (listed if isinstance(listed, list) else ())
        if isinstance(one, dict)
    ]
    return columns(("seat", "player", ""), rows)


def _note(one: Document, *, begun: bool) -> str:
    match one:
        case {"holder": "nobody"}:
            return "free"
        case {"resigned": True, "bot": bot}:
            return f"has resigned; the bot {bot} plays"
        case {"holder": "bot", "bot": bot}:
            return f"the bot {bot}"
        case {"bot": str(bot)} if bot:
            return f"out of time; the bot {bot} plays"
        case {"ready": True} if not begun:
            return "ready"
        case _:
            return ""
