"""One screen: the table, what has happened, what may be done."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.text import Text

from cardkit.drawing import scene
from cardkit.game import AnyGame, Language
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit_cli.drawing import table
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.playing.who import Table

__all__ = ["happened", "moves_listed", "told", "whole_screen"]

MANY = 12
"""More moves of a kind than these are told by the first and the last of them."""


def told(match: AnyMatch, viewer: Viewer, seated: Table, since: int) -> tuple[str, ...]:
    """What the viewer saw after that version, in sentences; the seed's commitment is left for `cardkit log`."""
    sentences = match.sentences(viewer, seated.language, seated.names, since)
    return sentences[1:] if since == 0 else sentences


def happened(
    sentences: Sequence[str], language: Language, console: Console, room: int | None = None
) -> list[Text]:
    """The sentences as lines; the latest of them, where there is no room for all."""
    lines = [line for sentence in sentences for line in _hanging(sentence, console)]
    if room is not None and len(lines) > room:
        lines = [Text(f" {phrase('earlier', language)}", "italic"), *lines[len(lines) - max(room - 1, 1) :]]
    return lines


def _hanging(sentence: str, console: Console) -> list[Text]:
    wrapped = Text(sentence).wrap(console, console.width - 4)
    return [Text.assemble("   " if place else " · ", line) for place, line in enumerate(wrapped)]


def moves_listed(
    moves: Sequence[str], language: Language, width: int, *, all_of_them: bool = False
) -> list[Text]:
    """The moves with their numbers; many of a kind in one entry, unless all are asked for."""
    numbered = [*enumerate(moves, 1)]
    entries: list[str] = []
    for _, group in groupby(numbered, key=lambda entry: entry[1].split()[0].partition(">")[0]):
        alike = [*group]
        if len(alike) > MANY and not all_of_them:
            (first, text), (last, until) = alike[0], alike[-1]
            entries.append(phrase("many", language, first=first, last=last, text=text, until=until))
        else:
            entries.extend(f"{number} {text}" for number, text in alike)
    return _in_lines(entries, width)


def _in_lines(entries: Iterable[str], width: int) -> list[Text]:
    lines = [""]
    for entry in entries:
        if lines[-1] and len(lines[-1]) + len(entry) + 4 > width:
            lines.append("")
        lines[-1] += f"   {entry}" if lines[-1] else f" {entry}"
    return [_bold_numbers(line) for line in lines if line]


def _bold_numbers(line: str) -> Text:
    text = Text(line)
    text.highlight_regex(r"(?:^| )( \d+(?:-\d+)?) ", "bold cyan")
    return text


def whole_screen(
    game: AnyGame,
    view: object,
    viewer: Viewer,
    seated: Table,
    console: Console,
    *,
    sentences: Sequence[str],
    moves: Sequence[object],
    memory: object,
    message: str,
    lines: int | None,
) -> RenderableType:
    """The table, then as many of the latest sentences as `lines` leave room for, the moves, a message."""
    language, width = seated.language, console.width
    drawn = table(scene(game, view, viewer, seated.names, language, memory=memory, moves=moves), console)
    below = moves_listed([game.say(move) for move in moves], language, width)
    said = Text(f" {message}", "bold yellow").wrap(console, width) if message else ()
    used = drawn.plain.count("\n") + 1 + len(below) + len(said)
    story = happened(sentences, language, console, None if lines is None else max(lines - used, 2))
    return Group(drawn, *story, *below, *said)
