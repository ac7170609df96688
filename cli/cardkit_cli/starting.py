"""`cardkit new` and `branch`: matches come to be."""

from collections.abc import Sequence

import cardkit
from cardkit.chance import new_seed
from cardkit.documents import Document, progress_document
from cardkit.match import AnyMatch
from cardkit_cli.drawing import called, status
from cardkit_cli.exits import Exit
from cardkit_cli.files import STDIN, create, read
from cardkit_cli.house_rules import entropy_of, options_of
from cardkit_cli.output import Format, emit, say
from cardkit_cli.own_code import find_game

__all__ = ["branch", "new"]


def new(
    key: str,
    seats: int,
    seed: str | None,
    options: Sequence[str],
    entropy: Sequence[str],
    path: str,
    format: Format,
) -> Exit:
    """A new match in a new file. The seed is repeated only where it was given: it stands in the file."""
    match = cardkit.start(find_game(key), seats, options_of(options), seed, entropy_of(entropy))
    return _made(match, path, seed, format)


def branch(source: str, at: int, seed: str | None, path: str, format: Format) -> Exit:
    """The match as it was, to be played on with other chance, in a new file."""
    match = read(source).branch(at, new_seed() if seed is None else seed)
    return _made(match, path, seed, format)


def _made(match: AnyMatch, path: str, seed: str | None, format: Format) -> Exit:
    create(path, match)
    if path == STDIN:
        return Exit.FINE
    document: Document = {
        "file": path,
        "game": match.game.key,
        "seats": match.header.seats,
        "commitment": match.header.commitment,
        **({} if seed is None else {"seed": seed}),
        **progress_document(match),
    }

    def table() -> None:
        say(f"{path}: {status(match, 'en', called(match, 'en', None))}")
        say(f"commitment {match.header.commitment}")
        if seed is not None:
            say(f"seed {seed}")

    emit(document, format, table)
    return Exit.FINE
