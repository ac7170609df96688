"""One screen: the table, what has happened, what may be done."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from cardkit.drawing import Cell, Heading, Scene
from cardkit.game import Language
from cardkit_cli.phrases import phrase
from cardkit_cli.terminal.picture import draw_scene
from cardkit_cli.terminal.signs import fit_sentence

__all__ = [
    "FAINT",
    "TYPED",
    "WARNING",
    "Screen",
    "event_lines",
    "in_order_of_table",
    "lines_of",
    "move_lines",
    "scores",
    "with_times",
]

MANY: Final = 12
"""If there are more moves of a kind, only the first and the last of them are listed."""
WIDE: Final = 110
"""From this width on, the story is beside the table."""
TABLE: Final = 80
"""The width of the table if the story is beside it."""
GAP: Final = 2
TYPED: Final = "bold color(29)"
"""The style of what can be typed. These colours can be read on black and on white, and bold doesn't brighten them."""
WARNING: Final = "color(131)"
FAINT: Final = "not bold color(243)"


@frozen
class Screen:
    """All that is on a screen. It is drawn again whenever the size of the terminal changes."""

    scene: Scene
    sentences: Sequence[str] = ()
    """What has happened since the viewer's last move."""
    latest: int = 0
    """How many of the last sentences tell the last move. They are highlighted."""
    moves: Sequence[str] = ()
    hints: Mapping[str, str] = MappingProxyType({})
    """Warnings beside moves, by the texts of the moves."""
    message: str = ""
    status: str = ""
    """Who is to move, if it isn't the viewer."""

    def draw(self, console: Console, lines: int | None = None) -> RenderableType:
        """Draw the table, the moves, a message, and as many of the latest sentences as `lines` leave room for."""
        width, language, encoding = console.width, self.scene.language, console.encoding
        below = move_lines(
            [fit_sentence(text, encoding) for text in self.moves],
            {fit_sentence(text, encoding): fit_sentence(hint, encoding) for text, hint in self.hints.items()},
            language,
            width,
            encoding=encoding,
        )
        said = (
            _indented(Text(fit_sentence(self.message, encoding), f"bold {WARNING}"), console)
            if self.message
            else []
        )
        if self.status:
            said += _indented(Text(fit_sentence(self.status, encoding), "italic"), console)
        wide = width >= WIDE
        drawn = draw_scene(self.scene, console, TABLE if wide else None)
        used = len(below) + len(said) + (0 if wide else drawn.plain.count("\n") + 1)
        room = None if lines is None else max(lines - used, 2)
        beside = width - TABLE - GAP if wide else width
        story = event_lines(self.sentences, language, console, beside, room, latest=self.latest)
        if not wide:
            return Group(drawn, *story, *below, *said)
        both = Table.grid(padding=(0, GAP, 0, 0))
        both.add_column(width=TABLE, no_wrap=True)
        both.add_column()
        both.add_row(drawn, Group("", *story))
        return Group(both, *below, *said)


def scores(scene: Scene, title: str) -> Scene:
    """Return the scores alone: the list of players."""
    return evolve(scene, areas=(), prompt=(), details=(), notes=(title,))


def with_times(scene: Scene, times: Sequence[tuple[str, str]]) -> Scene:
    """Return the scene with a time and a note for each seat in the list of players."""
    if not times:
        return scene
    heading = Heading(phrase("time", scene.language), "number")
    players = tuple(
        evolve(
            player,
            notes=(*player.notes, times[player.seat][1]) if times[player.seat][1] else player.notes,
            cells=(*player.cells, Cell(times[player.seat][0])),
        )
        for player in scene.players
    )
    return evolve(scene, headings=(*scene.headings, heading), players=players)


def event_lines(
    sentences: Sequence[str],
    language: Language,
    console: Console,
    width: int,
    room: int | None = None,
    *,
    latest: int = 0,
) -> list[Text]:
    """Return the sentences as lines; only the latest if there is no room for all. Highlight the `latest` ones."""
    old = len(sentences) - latest
    lines = [
        line
        for place, sentence in enumerate(sentences)
        for line in _hanging(Text(sentence, "" if place < old else "bold"), console, width)
    ]
    if room is not None and len(lines) > room:
        lines = [Text(f" {phrase('earlier', language)}", "italic"), *lines[len(lines) - max(room - 1, 1) :]]
    return lines


def _indented(text: Text, console: Console) -> list[Text]:
    return [Text.assemble(" ", line) for line in text.wrap(console, console.width - 1)]


def _hanging(sentence: Text, console: Console, width: int) -> list[Text]:
    sentence.plain = fit_sentence(sentence.plain, console.encoding)
    wrapped = sentence.wrap(console, width - 4)
    return [Text.assemble("   " if place else " · ", line) for place, line in enumerate(wrapped)]


def in_order_of_table(moves: Sequence[str], scene: Scene) -> list[str]:
    """Return the moves in the order of the cards and piles that they are about. The others follow."""
    places: dict[str, int] = {}
    for area in scene.areas:
        for texts in (*(card.moves for card in area.cards), area.moves):
            for text in texts:
                places.setdefault(text, len(places))
    return sorted(moves, key=lambda text: places.get(text, len(places)))


def move_lines(
    moves: Sequence[str],
    hints: Mapping[str, str],
    language: Language,
    width: int,
    *,
    all_of_them: bool = False,
    encoding: str = "utf-8",
) -> list[Text]:
    """Return the moves after a heading; many of a kind as one entry, unless `all_of_them` are wanted."""
    if not moves:
        return []
    entries: list[Text] = []
    for _, group in groupby(moves, key=lambda text: text.split()[0].partition(">")[0]):
        alike = [*group]
        if len(alike) > MANY and not all_of_them:
            entries.append(Text(phrase("many", language, first=alike[0], last=alike[-1], number=len(alike))))
        else:
            entries.extend(_entry(text, hints.get(text, "")) for text in alike)
    if len(moves) == 1:
        entries[0].append(f" ({phrase('enter', language)})", FAINT)
    return lines_of(entries, width, fit_sentence(f" {phrase('moves', language)} ", encoding))


def _entry(text: str, hint: str) -> Text:
    entry = Text(text, TYPED)
    return entry.append(f" ({hint})", f"not bold {WARNING}") if hint else entry


def lines_of(entries: Iterable[Text | str], width: int, head: str = "   ") -> list[Text]:
    """Return the entries in lines after a heading. No entry is cut in two."""
    lines = [Text(head)]
    for entry in entries:
        if len(lines[-1]) > len(head) and len(lines[-1]) + len(entry) + 3 > width:
            lines.append(Text(" " * len(head)))
        lines[-1].append("   " if len(lines[-1]) > len(head) else "").append(entry)
    return lines
