"""What went wrong, for people and for programs: a sentence or a document on stderr, and the exit code."""

import errno
import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardkit.rejections import BrokenGame, CardkitError, LogError, Rejected, shown
from cardkit_cli.exits import Exit

if TYPE_CHECKING:
    from cardkit.documents import Document

__all__ = [
    "CutOff",
    "FileTrouble",
    "MoveRefused",
    "NotInstalled",
    "Refused",
    "ServerTrouble",
    "Usage",
    "code_of",
    "file_trouble",
    "report",
    "told",
]


class Usage(CardkitError):
    """A command line that can't be understood."""

    code = "usage"


class FileTrouble(CardkitError):
    """A file that can't be read or written."""

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


class CutOff(LogError):
    """A log whose end is missing: up to `version` it is whole."""

    def __init__(self, line: int, reason: str, file: str, version: int) -> None:
        super().__init__(line, reason.partition(": ")[2])
        self.file = file
        self.version = version


class MoveRefused(Rejected):
    """A refused move, with its place among those that were given, and what would be legal there."""

    def __init__(
        self, error: CardkitError, place: int, given: str, legal: Sequence[str], *, alone: bool
    ) -> None:
        super().__init__(error.code, str(error) if alone else f"move {place}, {shown(given)}: {error}")
        self.place = place
        self.given = given
        self.legal = tuple(legal)


class Refused(CardkitError):
    """A server's refusal: its code, its sentence, and what else its problem document says."""

    def __init__(self, code: str, message: str, more: "Document | None" = None) -> None:
        super().__init__(message)
        self.code = code
        self.more = dict(more or {})


class ServerTrouble(CardkitError):
    """A server that can't be reached, that failed, or that can't begin to serve."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotInstalled(CardkitError):
    """What is asked for needs more than is installed."""

    code = "not_installed"


_SHOWN: Final = 24
"""More legal moves than these aren't listed for people."""


def code_of(error: CardkitError) -> Exit:
    """The exit code that goes with an error."""
    match error:
        case Usage():
            return Exit.USAGE
        case LogError():
            return Exit.DAMAGED
        case FileTrouble():
            return Exit.FILE
        case ServerTrouble():
            return Exit.SERVER
        case BrokenGame():
            return Exit.BUG
        case _:
            return Exit.REFUSED


def document(error: CardkitError) -> "Document":
    """The error as a document: `code`, `message`, and what else helps."""
    from cardkit.documents import error_document

    made = error_document(error)
    match error:
        case MoveRefused(place=place, given=given, legal=legal):
            made |= {"place": place, "given": given, "legal": [*legal]}
        case CutOff(file=file, version=version):
            made |= {"file": file, "recoverable": version}
        case FileTrouble(path=path):
            made |= {"file": path}
        case Refused(more=more):
            made |= more
        case _:
            pass
    return made


def told(error: CardkitError) -> str:
    """The error for people: what is wrong, and what can be done."""
    first = f"cardkit: {error} ({error.code})"
    match error:
        case MoveRefused(legal=legal) if legal:
            some = ", ".join(legal[:_SHOWN])
            more = f", and {len(legal) - _SHOWN} more: see `cardkit moves`" if len(legal) > _SHOWN else ""
            return f"{first}\nlegal: {some}{more}"
        case CutOff(file=file, version=version):
            return (
                f"{first}\nIts end is missing, and up to version {version} it is whole. The file was left as it is;"
                f"\n`cardkit recover {file} -o NEW` writes its whole part to another file."
            )
        case LogError():
            return f"{first}\nThe file was left as it is."
        case _:
            return first


def report(error: CardkitError, *, as_document: bool) -> Exit:
    """Say it on stderr. The exit code that goes with it."""
    line = (
        json.dumps(document(error), ensure_ascii=False, separators=(",", ":")) if as_document else told(error)
    )
    print(line, file=sys.stderr, flush=True)
    return code_of(error)


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room left. Without a name it is about what is printed."""


def file_trouble(error: OSError, path: str | None = None, *, writing: bool = False) -> FileTrouble:
    """What the system says about a file, with the nearest name where there is no such file."""
    name = path or str(error.filename or "")
    if not name and error.errno in _FULL:
        return FileTrouble("unwritable_file", "", f"what is printed can't be written: {error.strerror}")
    reason = error.strerror or str(error)
    match error:
        case FileNotFoundError() if not Path(name).parent.is_dir():
            return FileTrouble("no_such_file", name, f"{name}: there is no folder {Path(name).parent}")
        case FileNotFoundError():
            near = _nearest(Path(name))
            hint = f"; did you mean {near}?" if near else ""
            return FileTrouble("no_such_file", name, f"{name}: there is no such file{hint}")
        case FileExistsError():
            return FileTrouble("file_exists", name, f"{name}: is there already, and is not overwritten")
        case _:
            code = "unwritable_file" if writing else "unreadable_file"
            return FileTrouble(code, name, f"{name}: {reason[:1].lower()}{reason[1:]}")


def _nearest(path: Path) -> str | None:
    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.is_file())
    except OSError:
        return None
    near = get_close_matches(path.name, names, 1, 0.75)
    return str(path.with_name(near[0])) if near else None
