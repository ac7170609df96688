"""`cardkit order`: the next move of a seat on a server, played if nothing unforeseen happens before."""

from typing import Annotated

import typer

from cardkit.documents import Document
from cardkit_cli import completion
from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import FormatOption, LanguageOption, TicketOrId
from cardkit_cli.server.open_ticket import open_acts

__all__ = ["order"]


def order(
    context: typer.Context,
    match: TicketOrId,
    move: Annotated[
        str | None,
        typer.Argument(
            metavar="MOVE",
            help="A text such as b7, a number such as #12, or JSON. Without it, see the order.",
        ),
    ] = None,
    foreseen: Annotated[
        list[str] | None,
        typer.Option(
            "--if",
            metavar="EVENT",
            help="What may happen until your turn: the type of an event, or JSON with some of its fields. May be"
            " repeated; anything else drops the order.",
            autocompletion=completion.events,
        ),
    ] = None,
    whatever: Annotated[
        bool, typer.Option("--whatever", help="Play the move whatever happens until your turn.")
    ] = False,
    expect: Annotated[
        int | None,
        typer.Option(
            "--expect", metavar="VERSION", min=0, help="The version that you saw, where --if begins."
        ),
    ] = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Withdraw the order. The exit code is 4 if it was played.")
    ] = False,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Show your order for your next turn in a match on a server, or give one.

    An order is a move that the server plays for you as soon as it's your turn, if all that happens until then was
    foreseen. Nobody else learns of it. A new order replaces the old one. `cardkit log --format jsonl` shows events
    with their types and fields.

    Example: cardkit order match.json b7 --if played --expect 12
    """
    _check(match, move, foreseen, expect, whatever=whatever, withdraw=withdraw)
    with open_acts(context, match, language) as acts:
        from cardkit_cli.server.orders import (  # loads an HTTP client
            give_order,
            order_document,
            order_lines,
            parse_pattern,
        )

        patterns: list[Document] = [{}] if whatever else [parse_pattern(text) for text in foreseen or ()]
        if withdraw:
            shown = acts.player.withdraw_order()
        elif move is None:
            shown = acts.player.order()
        else:
            shown = give_order(acts.player, move, patterns, expect)

    def table() -> None:
        for line in order_lines(shown, language):
            say(line)

    emit(order_document(acts.ticket.match, shown), format, table)
    played = shown.last is not None and shown.last.code == "played"
    if withdraw:
        return Exit.FAILED if played else Exit.FINE
    return Exit.FAILED if move is not None and shown.order is None and not played else Exit.FINE


def _check(
    match: str,
    move: str | None,
    foreseen: list[str] | None,
    expect: int | None,
    *,
    whatever: bool,
    withdraw: bool,
) -> None:
    """Refuse words that don't go together."""
    if move is None or withdraw:
        given = (("--if", foreseen), ("--whatever", whatever), ("--expect", expect is not None))
        for name, value in given:
            if value:
                raise UsageError(f"{name}: only with a move to order, as in `cardkit order MATCH MOVE ...`")
        if move is not None:
            raise UsageError("--withdraw: leave the move out")
    elif whatever and foreseen:
        raise UsageError("--whatever: it allows all events; leave out --if")
    elif not whatever and not foreseen:
        raise UsageError(f"{move}: name what may happen until your turn with --if EVENT, or add --whatever")
    elif foreseen and expect is None:
        raise UsageError(
            f"--if: name the version that you saw, with --expect VERSION; `cardkit show {match}` shows it"
        )
