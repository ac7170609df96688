"""`cardkit verify`: check logs."""

from collections.abc import Sequence
from io import BytesIO
from typing import Annotated

import typer
from attrs import frozen

from cardkit.documents import Document
from cardkit.log import LogReader
from cardkit.rejections import CardkitError
from cardkit.verify import Report, report_on
from cardkit_cli.errors import exit_code_of
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import read_bytes
from cardkit_cli.files.players_file import names_of
from cardkit_cli.games import find_game
from cardkit_cli.output import Format, emit_all, note, say
from cardkit_cli.parameters import FormatOption, Names
from cardkit_cli.server.tickets import refuse_ticket

__all__ = ["verify"]


@frozen
class _Checked:
    """A file, and its report or why there is none."""

    file: str
    found: Report | CardkitError

    @property
    def code(self) -> Exit:
        """The exit code for this file alone."""
        if isinstance(self.found, CardkitError):
            return exit_code_of(self.found)
        return Exit.FINE if self.found.ok else Exit.FAILED

    @property
    def verdict(self) -> str:
        """One line for people."""
        if isinstance(self.found, CardkitError):
            return f"not checked: {str(self.found).removeprefix(f'{self.file}: ')}"
        return _verdict(self.found)


def verify(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="The logs; - is stdin. Of several, each gets one line."),
    ],
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Show only what is wrong.", show_default=False)
    ] = False,
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Check logs line by line.

    It checks that a log wasn't changed, and that chance follows from its seed. The exit code is 4 if a check fails in
    any of the files, else 5 if a file can't be read.

    Example: cardkit verify *.log
    """
    if len(files) == 1:
        return _verify_one(files[0], names, format, quiet=quiet)
    checked = [_check(file, names) for file in files]
    for one in checked:
        if format == "table" and not (quiet and one.code is Exit.FINE):
            say(f"{one.file}: {one.verdict}")
    if format != "table":
        emit_all((line for one in checked for line in _documents(one, quiet=quiet)), format, lambda: None)
    fine = sum(one.code is Exit.FINE for one in checked)
    if not quiet or fine < len(checked):
        note(f"{fine} of {len(checked)} logs are in order")
    codes = {one.code for one in checked}
    return next((code for code in (Exit.FAILED, Exit.FILE) if code in codes), max(codes))


def _verify_one(file: str, names: Names, format: Format, *, quiet: bool) -> Exit:
    """Show all checks of a file."""
    report = _report(file, names)
    checked = _Checked(file, report)
    lines = [*_documents(checked, quiet=quiet)]
    if format != "table":
        emit_all(lines, format, lambda: None)
    elif lines:
        say("\n".join(map(str, report.failures if quiet else report.checks)))
    if lines or not quiet:
        note(checked.verdict)
    return checked.code


def _report(file: str, names: Names) -> Report:
    def called(seats: int) -> tuple[str, ...]:
        return names_of(file, seats, "en", names)

    report = report_on(LogReader(BytesIO(read_bytes(file)), find_game), called)
    if not report.ok:
        refuse_ticket(file)
    return report


def _check(file: str, names: Names) -> _Checked:
    try:
        return _Checked(file, _report(file, names))
    except CardkitError as error:
        return _Checked(file, error)


def _verdict(report: Report) -> str:
    checks, unchecked = len(report.checks), sum(check.passed is None for check in report.checks)
    if report.complete:
        return f"all {checks} checks passed"
    if report.ok:
        return f"{checks - unchecked} of {checks} checks passed; the others could not be made"
    return f"{len(report.failures)} of {checks} checks failed"


def _documents(checked: _Checked, *, quiet: bool) -> Sequence[Document]:
    """Return a document for each check, or one that says why the file can't be checked."""
    file, found = checked.file, checked.found
    if isinstance(found, CardkitError):
        return [{"file": file, "line": None, "subject": "file", "passed": False, "note": str(found)}]
    return [
        {
            "file": file,
            "line": check.line,
            "subject": check.subject,
            "passed": check.passed,
            "note": check.note,
        }
        for check in (found.failures if quiet else found.checks)
    ]
