"""What went wrong, for people and for programs: a sentence or a document on stderr, and the exit code."""

import errno
import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardkit.language import Language
from cardkit.rejections import BrokenGame, CardkitError, LogError, Rejected, shown
from cardkit_cli.exit_codes import Exit
from cardkit_cli.phrases import phrase

if TYPE_CHECKING:
    from cardkit.documents import Document

__all__ = [
    "CutOff",
    "FileError",
    "MoveRefused",
    "NotInstalled",
    "ServerError",
    "ServerRefusal",
    "UsageError",
    "exit_code_of",
    "file_error",
    "in_words",
    "report",
    "sentences_of",
]


class UsageError(CardkitError):
    """A wrong command line."""

    code = "usage"


class FileError(CardkitError):
    """A file that can't be read or written."""

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


class CutOff(LogError):
    """A log whose end is missing. It is complete up to `version`."""

    def __init__(self, line: int, reason: str, file: str, version: int) -> None:
        super().__init__(line, reason.partition(": ")[2])
        self.file = file
        self.version = version


class MoveRefused(Rejected):
    """A refused move, with its place among the given ones, and the moves that would be legal there."""

    def __init__(
        self,
        error: CardkitError,
        place: int,
        given: str,
        legal: Sequence[str],
        language: Language = "en",
        names: Sequence[str] | None = None,
        *,
        alone: bool,
    ) -> None:
        text = error.sentence(language, names) if isinstance(error, Rejected) else str(error)
        if not alone:
            text = phrase("refused move", language, place=place, given=shown(given), error=text)
        super().__init__(error.code, text)
        self.language = language
        self.place = place
        self.given = given
        self.legal = tuple(legal)


class ServerRefusal(CardkitError):
    """A server's refusal: its code, its sentence, and what else its problem document says."""

    def __init__(self, code: str, message: str, more: "Document | None" = None) -> None:
        super().__init__(message)
        self.code = code
        self.more = dict(more or {})


class ServerError(CardkitError):
    """A server that can't be reached, has failed, or can't start."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotInstalled(CardkitError):
    """A command that needs an extra which isn't installed."""

    code = "not_installed"


def in_words(refused: Rejected, language: Language, names: Sequence[str] | None) -> Rejected:
    """Return the refusal with its sentence in the language, and with the names of the seats."""
    return Rejected(refused.code, refused.sentence(language, names))


_MOST_MOVES: Final = 24
"""The most legal moves that an error lists for people."""


def exit_code_of(error: CardkitError) -> Exit:
    """Return the exit code that goes with an error."""
    match error:
        case UsageError():
            return Exit.USAGE
        case LogError():
            return Exit.DAMAGED
        case FileError():
            return Exit.FILE
        case ServerError():
            return Exit.SERVER
        case BrokenGame():
            return Exit.BUG
        case _:
            return Exit.REFUSED


def document_of(error: CardkitError) -> "Document":
    """Return the error as a document: `code`, `message`, and further details."""
    from cardkit.documents import error_document

    document = error_document(error)
    match error:
        case MoveRefused(place=place, given=given, legal=legal):
            document |= {"place": place, "given": given, "legal": [*legal]}
        case CutOff(file=file, version=version):
            document |= {"file": file, "recoverable": version}
        case FileError(path=path):
            document |= {"file": path}
        case ServerRefusal(more=more):
            document |= more
        case _:
            pass
    return document


def sentences_of(error: CardkitError) -> str:
    """Return the error for people: what is wrong, and what to do."""
    first = f"cardkit: {error} ({error.code})"
    match error:
        case MoveRefused(legal=legal, language=language) if legal:
            some, more = ", ".join(legal[:_MOST_MOVES]), len(legal) - _MOST_MOVES
            key = "legal, of many" if more > 0 else "legal"
            return f"{first}\n{phrase(key, language, legal=some, more=more)}"
        case CutOff(file=file, version=version):
            return (
                f"{first}\nThe end of the file is missing. The log is complete up to version {version}, and the file "
                f"was left as it is.\n`cardkit recover {file} -o NEW` saves the complete part in another file."
            )
        case LogError():
            return f"{first}\nThe file was left as it is."
        case _:
            return first


def report(error: CardkitError, *, as_document: bool) -> Exit:
    """Print the error on stderr. Return the exit code that goes with it."""
    text = (
        json.dumps(document_of(error), ensure_ascii=False, separators=(",", ":"))
        if as_document
        else sentences_of(error)
    )
    print(text, file=sys.stderr, flush=True)
    return exit_code_of(error)


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says if there is no room left. Without a file's name it is about what is printed."""


def file_error(error: OSError, path: str | None = None, *, writing: bool = False) -> FileError:
    """Return the system's error about a file as a sentence; if there is no such file, with the nearest name."""
    name = path or str(error.filename or "")
    if not name and error.errno in _FULL:
        return FileError("unwritable_file", "", f"the output can't be written: {error.strerror}")
    reason = error.strerror or str(error)
    match error:
        case FileNotFoundError() if not Path(name).parent.is_dir():
            return FileError("no_such_file", name, f"{name}: there is no folder {Path(name).parent}")
        case FileNotFoundError():
            near = _nearest(Path(name))
            hint = f"; did you mean {near}?" if near else ""
            return FileError("no_such_file", name, f"{name}: there is no such file{hint}")
        case FileExistsError():
            message = f"{name}: the file exists and is not overwritten; choose another name"
            return FileError("file_exists", name, message)
        case _:
            code = "unwritable_file" if writing else "unreadable_file"
            return FileError(code, name, f"{name}: {reason[:1].lower()}{reason[1:]}")


def _nearest(path: Path) -> str | None:
    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.is_file())
    except OSError:
        return None
    near = get_close_matches(path.name, names, 1, 0.75)
    return str(path.with_name(near[0])) if near else None
