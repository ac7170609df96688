"""`cardkit replay`: a match once more, move by move."""

import sys
from typing import TYPE_CHECKING, Final

from cardkit.documents import Document, progress_document
from cardkit.language import Language, in_language
from cardkit.match import AnyMatch
from cardkit_cli.drawing import called, picture, status
from cardkit_cli.exits import Exit
from cardkit_cli.eyes import Eyes, eyes
from cardkit_cli.files import STDIN, read
from cardkit_cli.output import Format, console, emit_all, is_terminal, say
from cardkit_cli.showing import seen, sight

if TYPE_CHECKING:
    from rich.console import Console, Group

__all__ = ["replay"]

_KEYS: Final[dict[Language, str]] = {
    "en": "[→ space] next  [← b] back  [home] [end]  [p] play  [+ -] speed  [q] quit",
    "de": "[→ Leertaste] weiter  [← b] zurück  [Pos1] [Ende]  [p] abspielen  [+ -] Tempo  [q] Schluss",
    "nl": "[→ spatie] verder  [← b] terug  [home] [end]  [p] afspelen  [+ -] tempo  [q] stoppen",
}


def replay(
    path: str, viewer: str | None, speed: float | None, language: Language, names: str | None, format: Format
) -> Exit:
    """On a terminal: step and rewind with keys. Elsewhere: every position, one after the other."""
    match = read(path)
    who = eyes(viewer, match)
    people = called(match, language, names)
    steps = _steps(match)
    if format == "table" and path != STDIN and sys.stdin.isatty() and is_terminal():
        _Player(steps, who, speed, language, people).run()
        return Exit.FINE

    def table() -> None:
        for step in steps:
            since = 0 if step.previous is None else step.previous.version
            say(status(step, language, people))
            for document in seen(step, who, since, language, people):
                say(f"  {document['text']}")

    documents = (_document(step, who, language, people) for step in steps)
    emit_all(documents, format, table)
    return Exit.FINE


def _steps(match: AnyMatch) -> list[AnyMatch]:
    """The match after its opening, and after each move."""
    steps: list[AnyMatch] = []
    step: AnyMatch | None = match
    while step is not None:
        steps.append(step)
        step = step.previous
    return steps[::-1]


def _document(match: AnyMatch, who: Eyes, language: Language, names: tuple[str, ...]) -> Document:
    since = 0 if match.previous is None else match.previous.version
    sights = {name: value for name, value in sight(match, who).items() if name in ("seat", "view", "views")}
    return {
        "by": match.by,
        **progress_document(match),
        **sights,
        "glimpses": [*seen(match, who, since, language, names)],
    }


class _Player:
    """A replay on a terminal: where it stands, and whether it runs by itself."""

    def __init__(
        self,
        steps: list[AnyMatch],
        who: Eyes,
        speed: float | None,
        language: Language,
        names: tuple[str, ...],
    ) -> None:
        self.steps = steps
        self.who = who
        self.speed = speed or 1.0
        self.running = speed is not None
        self.language: Language = language
        self.names = names
        self.place = 0

    def run(self) -> None:
        """Until somebody quits, or Ctrl-C."""
        from cardkit_cli.keys import raw_keys

        screen = console()
        with raw_keys() as key, screen.screen(hide_cursor=True):
            while True:
                screen.clear()
                screen.print(self._frame(screen), end="")
                pressed = key(1 / self.speed if self.running else None)
                if pressed in ("q", "Q", "\x1b", "\x04"):
                    return
                self.press(pressed)

    def press(self, key: str | None) -> None:
        """Go where the key says; no key is the next step of a replay that runs."""
        match key:
            case None | "right" | " " | "n" | "\n" | "\r":
                self.running = self.running and key is None
                self.place += 1
            case "left" | "b" | "\x7f":
                self.running = False
                self.place -= 1
            case "home" | "0":
                self.running = False
                self.place = 0
            case "end" | "$":
                self.running = False
                self.place = len(self.steps)
            case "p":
                self.running = not self.running
            case "+":
                self.speed = min(64.0, self.speed * 2)
            case "-":
                self.speed = max(1 / 16, self.speed / 2)
            case _:
                pass
        self.place = min(max(self.place, 0), len(self.steps) - 1)
        if self.place == len(self.steps) - 1:
            self.running = False

    def _frame(self, screen: "Console") -> "Group":
        from rich.console import Group

        step = self.steps[self.place]
        since = 0 if step.previous is None else step.previous.version
        told = [str(one["text"]) for one in seen(step, self.who, since, self.language, self.names)]
        return Group(
            status(step, self.language, self.names),
            picture(step, self.who, self.language, self.names, screen),
            *told,
            "",
            in_language(_KEYS, self.language),
        )
