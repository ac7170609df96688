"""`cardkit moves`: the legal moves."""

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.open_match import open_match
from cardkit_cli.output import columns, emit_all, note, say
from cardkit_cli.parameters import AsSeat, File, FormatOption, Names

__all__ = ["moves"]


def moves(
    context: typer.Context,
    file: File,
    seat: AsSeat = None,
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """List the legal moves.

    It lists the moves of the seat to move, or of the seat that --as names. They reveal cards in its hand.

    Example: cardkit moves game.log
    """
    with open_match(context, file, names=names) as match:
        who, legal = match.moves(seat)
        status = match.status()
    whose = "your" if who is None else f"{status.names[who]}'s"

    def table() -> None:
        if legal:
            say(columns(("number", "move"), ((one["number"], one["text"]) for one in legal)))
        elif status.outcome is not None:
            note("no moves: the match is over")
        else:
            note(f"no moves: it isn't {whose} turn")

    emit_all(legal, format, table)
    return Exit.FINE
