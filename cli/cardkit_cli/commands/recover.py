"""`cardkit recover`: the complete part of a log that was cut off."""

from cardkit.documents import Document, progress_document
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN, create_log, recover_match
from cardkit_cli.files.players_file import copy_players
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import FormatOption, LogFile, NewFile

__all__ = ["recover"]


def recover(file: LogFile, output: NewFile, format: FormatOption = "table") -> int:
    """Save what a crash left of a log.

    The complete part goes to a new file. The damaged file stays as it is.

    Example: cardkit recover game.log -o saved.log
    """
    found = recover_match(file)
    create_log(output, found.match)
    if output == STDIN:
        return Exit.FINE
    copy_players(file, output)
    document: Document = {
        "file": output,
        "dropped": len(found.dropped),
        "reason": found.reason,
        **progress_document(found.match),
    }

    def table() -> None:
        lines = len(found.dropped)
        say(f"{output}: {found.match.game.title}, complete up to version {found.match.version}")
        say(
            f"{lines} {'line' if lines == 1 else 'lines'} left out: {found.reason}"
            if lines
            else "nothing was missing"
        )

    emit(document, format, table)
    return Exit.FINE
