"""`cardkit fetch`: the log of a match on a server, in a file."""

import typer

import cardkit
from cardkit.documents import Document, progress_document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN, create_log
from cardkit_cli.files.new_log import described
from cardkit_cli.files.players_file import SavedPlayers, save_players
from cardkit_cli.games import find_game
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import FormatOption, NewFile, TicketOrId
from cardkit_cli.server.open_ticket import open_server_match
from cardkit_cli.status import is_name

__all__ = ["fetch"]


def fetch(context: typer.Context, match: TicketOrId, output: NewFile, format: FormatOption = "table") -> int:
    """Save the log of a match on a server.

    The match must be over. The log reveals the seed, and `cardkit verify` checks everything that happened.

    Example: cardkit fetch match.json -o game.log
    """
    with open_server_match(context, match) as remote:
        text, key = remote.log()
        names = remote.status().names
    fetched = cardkit.loads(text, find_game(key))
    create_log(output, fetched)
    if output == STDIN:
        return Exit.FINE
    if all(map(is_name, names)):
        save_players(output, SavedPlayers("", "en", names))
    document: Document = {"file": output, **progress_document(fetched)}
    emit(document, format, lambda: say(described(output, fetched, names)))
    return Exit.FINE
