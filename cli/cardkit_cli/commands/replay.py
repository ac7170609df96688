"""`cardkit replay`: a match once more, move by move."""

import sys
from typing import Annotated

import typer

from cardkit.documents import Document, progress_document
from cardkit.history import steps_since
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.seats import OWNER
from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN
from cardkit_cli.files.players_file import names_of
from cardkit_cli.files.source import events_seen_by, match_seen_by
from cardkit_cli.open_match import read_log
from cardkit_cli.output import emit_all, is_terminal, say, say_sentence
from cardkit_cli.parameters import AsViewer, FormatOption, LanguageOption, LogFile, Names
from cardkit_cli.status import status_line, status_of
from cardkit_cli.viewers import AnyViewer, parse_viewer

__all__ = ["replay"]


def replay(
    file: LogFile,
    viewer: AsViewer = None,
    speed: Annotated[
        float | None,
        typer.Option(
            "--speed", min=0.0625, max=64, metavar="N", help="On a terminal: play N moves a second."
        ),
    ] = None,
    language: LanguageOption = "en",
    names: Names = None,
    format: FormatOption = "table",
    html: Annotated[
        bool, typer.Option("--html", help="Print a page for browsers that holds the whole match.")
    ] = False,
) -> int:
    """Replay a match.

    On a terminal, keys step through it. Elsewhere it runs from beginning to end. It shows what a spectator saw, unless
    --as names another viewer. With --html, it prints a page that holds what that viewer saw, and nothing else.

    Example: cardkit replay game.log --as 0 --speed 2
    """
    match = read_log(file)
    who = parse_viewer(viewer, match.header.seats)
    people = names_of(file, match.header.seats, language, names)
    if html:
        _print_page(match, who, language, people, format)
        return Exit.FINE
    steps = [*steps_since(match, 0)][::-1]
    if format == "table" and file != STDIN and sys.stdin.isatty() and is_terminal():
        from cardkit_cli.terminal.player import ReplayPlayer  # imports Rich

        ReplayPlayer(steps, who, speed, language, people).run()
        return Exit.FINE

    def table() -> None:
        for step in steps:
            say(status_line(status_of(step, people), language))
            for event in events_seen_by(step, who, _before(step), language, people):
                say_sentence(str(event["text"]), "  ")

    emit_all((_document(step, who, language, people) for step in steps), format, table)
    return Exit.FINE


def _print_page(
    match: AnyMatch, viewer: AnyViewer, language: Language, names: tuple[str, ...], format: str
) -> None:
    """Print the match as a page for browsers."""
    from cardkit.drawing import replay as page_of  # the other ways to replay don't need it

    if viewer is OWNER:
        raise UsageError("--as owner: a page shows what one viewer saw; name a seat, or spectator")
    if format != "table":
        raise UsageError(f"--html prints a page, so --format {format} can't be used with it")
    say(page_of(match, viewer, names, language).rstrip("\n"))


def _before(step: AnyMatch) -> int:
    return 0 if step.previous is None else step.previous.version


def _document(step: AnyMatch, viewer: AnyViewer, language: Language, names: tuple[str, ...]) -> Document:
    seen = match_seen_by(step, viewer)
    return {
        "by": step.by,
        **progress_document(step),
        **{name: value for name, value in seen.items() if name in ("seat", "view", "views")},
        "glimpses": [*events_seen_by(step, viewer, _before(step), language, names)],
    }
