"""A replay on a terminal, led by keys."""

from rich.console import Console, Group

from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit_cli.files.source import events_seen_by, match_seen_by
from cardkit_cli.output import console
from cardkit_cli.phrases import phrase
from cardkit_cli.status import status_line, status_of
from cardkit_cli.terminal.keys import raw_keys
from cardkit_cli.terminal.picture import draw_match
from cardkit_cli.viewers import AnyViewer

__all__ = ["ReplayPlayer"]


class ReplayPlayer:
    """A replay on a terminal: the step that is shown, and whether it runs by itself."""

    def __init__(
        self,
        steps: list[AnyMatch],
        viewer: AnyViewer,
        speed: float | None,
        language: Language,
        names: tuple[str, ...],
    ) -> None:
        self.steps = steps
        self.viewer: AnyViewer = viewer
        self.speed = speed or 1.0
        self.running = speed is not None
        self.language: Language = language
        self.names = names
        self.place = 0

    def run(self) -> None:
        """Show step after step until the user quits."""
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
        """Obey a key. No key means the next step of a replay that runs."""
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

    def _frame(self, screen: Console) -> Group:
        step = self.steps[self.place]
        last, viewer = step.previous, self.viewer
        since, before = (0, None) if last is None else (last.version, match_seen_by(last, viewer))
        events = events_seen_by(step, viewer, since, self.language, self.names)
        seen = match_seen_by(step, viewer)
        return Group(
            status_line(status_of(step, self.names), self.language),
            draw_match(step.game, seen, self.language, self.names, screen, before),
            *(str(event["text"]) for event in events),
            "",
            phrase("keys", self.language),
        )
