"""`cardkit verify`: check a log."""

from io import BytesIO

from cardkit.documents import Document
from cardkit.log import LogReader
from cardkit.verify import Check, report_on
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import read_bytes
from cardkit_cli.files.players_file import names_of
from cardkit_cli.games import find_game
from cardkit_cli.output import emit_all, note, say
from cardkit_cli.parameters import FormatOption, LogFile, Names
from cardkit_cli.server.tickets import refuse_ticket

__all__ = ["verify"]


def verify(file: LogFile, names: Names = None, format: FormatOption = "table") -> int:
    """Check a log line by line.

    It checks that the log wasn't changed, and that chance follows from its seed. The exit code is 4 if a check fails.

    Example: cardkit verify game.log
    """

    def called(seats: int) -> tuple[str, ...]:
        return names_of(file, seats, "en", names)

    report = report_on(LogReader(BytesIO(read_bytes(file)), find_game), called)
    if not report.ok:
        refuse_ticket(file)
    emit_all(map(_document, report.checks), format, lambda: say(str(report)))
    checks, unchecked = len(report.checks), sum(check.passed is None for check in report.checks)
    if report.complete:
        note(f"all {checks} checks passed")
    elif report.ok:
        note(f"{checks - unchecked} of {checks} checks passed; the others could not be made")
    else:
        note(f"{len(report.failures)} of {checks} checks failed")
    return Exit.FINE if report.ok else Exit.FAILED


def _document(check: Check) -> Document:
    return {"line": check.line, "subject": check.subject, "passed": check.passed, "note": check.note}
