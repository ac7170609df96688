"""`cardkit moves`: the legal moves."""

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.open_match import open_match
from cardkit_cli.output import columns, emit_all, note, say
from cardkit_cli.parameters import AsSeat, File, FormatOption

__all__ = ["moves"]


def moves(context: typer.Context, file: File, seat: AsSeat = None, format: FormatOption = "table") -> int:
    """List the legal moves.

    It lists the moves of the seat to move, or of the seat that --as names. They reveal cards in its hand.

    Example: cardkit moves game.log
    """
    with open_match(context, file) as match:
        who, legal = match.moves(seat)
        over = not legal and match.status().outcome is not None

    def table() -> None:
        if legal:
            say(columns(("number", "move"), ((one["number"], one["text"]) for one in legal)))
        else:
            note("no moves: the match is over" if over else f"no moves: it isn't seat {who}'s turn")

    emit_all(legal, format, table)
    return Exit.FINE
