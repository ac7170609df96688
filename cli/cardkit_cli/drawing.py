"""A match as people see it on a terminal or on paper."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cardkit.language import Language, in_language
from cardkit.match import AnyMatch
from cardkit.rejections import Invalid
from cardkit.seats import OWNER, Viewer
from cardkit_cli.eyes import Eyes

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from cardkit.drawing import Scene

__all__ = ["called", "picture", "standing", "status", "table"]

WIDEST: Final = 160
"""No table is wider than this: the eye has to find its way back."""

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "seat": "seat",
        "version": "version",
        "over": "over",
        "won": "won by",
        "to_move": "to move",
        "and": "and",
    },
    "de": {
        "seat": "Platz",
        "version": "Version",
        "over": "zu Ende",
        "won": "gewonnen von",
        "to_move": "am Zug",
        "and": "und",
    },
    "nl": {
        "seat": "plaats",
        "version": "versie",
        "over": "afgelopen",
        "won": "gewonnen door",
        "to_move": "aan zet",
        "and": "en",
    },
}


def called(match: AnyMatch, language: Language, names: str | None) -> tuple[str, ...]:
    """The names of the seats: as given, separated by commas, or "seat 0" and so on."""
    seats = match.header.seats
    if names is None:
        return tuple(f"{in_language(_WORDS, language)['seat']} {seat}" for seat in range(seats))
    given = tuple(name.strip() for name in names.split(","))
    if len(given) != seats or not all(given):
        raise Invalid("names", names, f"{seats} names, separated by commas")
    return given


def status(match: AnyMatch, language: Language, names: Sequence[str]) -> str:
    """One line: which game, how far it is, and who is to move or has won."""
    outcome = match.outcome
    winners = None if outcome is None else outcome.winners
    return standing(match.game.title, match.version, match.actors, winners, language, names)


def standing(
    title: str,
    version: int,
    actors: Sequence[int],
    winners: Sequence[int] | None,
    language: Language,
    names: Sequence[str],
) -> str:
    """The same of a match that isn't at hand. `winners` is `None` until it is over."""
    words = in_language(_WORDS, language)
    if winners is None:
        now = f"{_listed(names, actors, words['and'])} {words['to_move']}"
    else:
        now = f"{words['over']}, {words['won']} {_listed(names, winners, words['and'])}"
    return f"{title}, {words['version']} {version}: {now}"


def _listed(names: Sequence[str], seats: Sequence[int], word: str) -> str:
    *most, last = (names[seat] for seat in seats)
    return f"{', '.join(most)} {word} {last}" if most else last


def picture(
    match: AnyMatch, eyes: Eyes, language: Language, names: Sequence[str], console: "Console"
) -> "RenderableType":
    """The table as the viewer sees it; for the owner, as each seat sees it."""
    from rich.console import Group

    from cardkit.drawing import scene

    def seen(viewer: Viewer) -> "Text":
        return table(scene(match.game, match.view(viewer), viewer, names, language), console)

    if eyes is not OWNER:
        return seen(eyes)
    drawn: list[RenderableType] = []
    for seat, name in enumerate(names):
        drawn += [f"--- {name}", seen(seat)]
    return Group(*drawn)


def table(scene: "Scene", console: "Console") -> "Text":
    """A scene for this terminal, in its width and colours; in ASCII, if the terminal has no other signs."""
    from rich.ansi import AnsiDecoder
    from rich.text import Text

    from cardkit.drawing import text
    from cardkit_cli.signs import fitted

    width = min(console.width, WIDEST)
    drawn = text(scene, width, colour=True)
    if fitted(drawn, console.encoding) != drawn:
        drawn = text(scene, width, colour=True, ascii=True)
    return Text("\n", no_wrap=True, overflow="ignore").join(AnsiDecoder().decode(drawn))
