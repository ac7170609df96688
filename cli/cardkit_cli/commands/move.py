"""`cardkit move`: play moves."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from cardkit.documents import Document
from cardkit_cli import completion
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN
from cardkit_cli.match_source import sentences_in
from cardkit_cli.open_match import open_match
from cardkit_cli.output import emit_each, say, say_sentence
from cardkit_cli.parameters import AsSeat, ChangedFile, Expect, FormatOption, LanguageOption, Names
from cardkit_cli.status import status_line

__all__ = ["move"]


def move(
    context: typer.Context,
    file: ChangedFile,
    moves: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE",
            help="A text such as b7, a number such as #12, or JSON; - reads moves from stdin, one a line.",
            autocompletion=completion.moves,
        ),
    ],
    seat: AsSeat = None,
    expect: Expect = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
) -> int:
    """Make one or more moves.

    All moves are made, or none if one is refused. The output is what a spectator saw of them, or the seat that --as
    names. On a server, each is made when it's your turn, and the moves before a refused one stay.

    Example: cardkit move game.log b7 g3
    """
    texts = [*_read_texts(moves)]
    with open_match(context, file, language, names, patient=len(texts) > 1) as match:
        emit_each(match.play(texts, seat, expect), format, _print)
        if format == "table":
            say(status_line(match.status(), language))
    return Exit.FINE


def _print(moved: Document) -> None:
    for sentence in sentences_in(moved):
        say_sentence(sentence)


def _read_texts(given: Sequence[str]) -> Iterator[str]:
    """Yield the moves; in place of `-`, the lines of stdin."""
    for text in given:
        if text == STDIN:
            yield from (line.strip() for line in sys.stdin if line.strip())
        else:
            yield text
