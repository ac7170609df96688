"""`cardkit verify` and `recover`: whether a log is what it was, and what is left of one that was cut off."""

import sys
from io import BytesIO
from pathlib import Path

from cardkit.documents import Document, progress_document
from cardkit.log import LogReader
from cardkit.verify import Check, report_on
from cardkit_cli.exits import Exit
from cardkit_cli.failures import file_trouble
from cardkit_cli.files import STDIN, create, saved
from cardkit_cli.locks import locked
from cardkit_cli.output import Format, emit, emit_all, note, say
from cardkit_cli.own_code import find_game
from cardkit_cli.remote.tickets import check_log

__all__ = ["recover", "verify"]


def verify(path: str, format: Format) -> Exit:
    """Every line and every draw. What couldn't be checked is said, and isn't a failure."""
    report = report_on(LogReader(BytesIO(_bytes(path)), find_game))
    if not report.ok:
        check_log(path)
    emit_all(map(_document, report.checks), format, lambda: say(str(report)))
    unchecked = sum(check.passed is None for check in report.checks)
    if report.complete:
        note("all checked, all in order")
    elif report.ok:
        note(f"what was checked is in order; {unchecked} of {len(report.checks)} checks could not be made")
    else:
        note(f"{len(report.failures)} of {len(report.checks)} checks failed")
    return Exit.FINE if report.ok else Exit.FAILED


def recover(path: str, target: str, format: Format) -> Exit:
    """The whole part of a log whose end is missing, in a new file. The damaged file stays as it is."""
    found = saved(path)
    create(target, found.match)
    if target == STDIN:
        return Exit.FINE
    document: Document = {
        "file": target,
        "dropped": len(found.dropped),
        "reason": found.reason,
        **progress_document(found.match),
    }

    def table() -> None:
        say(f"{target}: {found.match.game.title}, whole up to version {found.match.version}")
        say(
            f"{len(found.dropped)} lines left out: {found.reason}" if found.dropped else "nothing was missing"
        )

    emit(document, format, table)
    return Exit.FINE


def _document(check: Check) -> Document:
    return {"line": check.line, "subject": check.subject, "passed": check.passed, "note": check.note}


def _bytes(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        with Path(path).open("rb") as stream, locked(stream.fileno(), path, shared=True):
            return stream.read()
    except OSError as error:
        raise file_trouble(error, path) from error
