"""A match that is saved in a new log file, and what is printed about it."""

from cardkit.documents import Document, progress_document
from cardkit.match import AnyMatch
from cardkit_cli.files.log_file import STDIN, create_log
from cardkit_cli.output import Format, emit, say
from cardkit_cli.status import seat_names, status_line, status_of

__all__ = ["described", "new_log_document", "save_new_log"]


def save_new_log(path: str, match: AnyMatch, seed: str | None, format: Format) -> None:
    """Save the match in a new file and print what it is. Its seed is only printed if it was given."""
    create_log(path, match)
    if path == STDIN:
        return

    def table() -> None:
        say(described(path, match))
        say(f"commitment {match.header.commitment}")
        if seed is not None:
            say(f"seed {seed}")

    emit(new_log_document(path, match, seed), format, table)


def new_log_document(path: str, match: AnyMatch, seed: str | None) -> Document:
    """Return a description of a new log. It has the seed only if the user chose it."""
    return {
        "file": path,
        "game": match.game.key,
        "seats": match.header.seats,
        "commitment": match.header.commitment,
        **({} if seed is None else {"seed": seed}),
        **progress_document(match),
    }


def described(path: str, match: AnyMatch, names: tuple[str, ...] | None = None) -> str:
    """Return one line: the file, and how far its match is."""
    names = names or seat_names(match.header.seats, "en")
    return f"{path}: {status_line(status_of(match, names), 'en')}"
