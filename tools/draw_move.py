"""Draw docs/images/move.svg: the way of a move over HTTP, from Ann's request to Ben's stream.

The picture has the steps of the table in docs/architecture.md, with their numbers. A test compares the modules of each
step with the lines that its arrow touches.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from attrs import frozen

from tools.svg import ARROW_HEAD, document, text

__all__ = ["LINES", "MESSAGES", "PICTURE", "Message", "picture"]

PICTURE: Final = Path(__file__).resolve().parent.parent / "docs" / "images" / "move.svg"

LineName: TypeAlias = Literal["Ann", "guard", "route", "service", "engine", "store", "stream", "Ben"]

LINES: Final[Mapping[LineName, tuple[str, ...]]] = {
    "Ann": (),
    "guard": ("cardkit_api/guard.py", "cardkit_api/caller.py"),
    "route": ("cardkit_api/routes/", "cardkit_api/responses.py"),
    "service": ("cardkit_api/service/",),
    "engine": ("cardkit/",),
    "store": ("cardkit_api/stores/",),
    "stream": ("cardkit_api/streams.py", "cardkit_api/service/events.py"),
    "Ben": (),
}
"""The lines of the picture, from left to right, and the modules or folders that each stands for."""


@frozen
class Message:
    """An arrow from one line to another, or from a line to itself. An answer is dashed."""

    here: LineName
    there: LineName
    words: str
    step: int | None = None
    """The row of the table."""
    answer: bool = False


MESSAGES: Final = (
    Message("Ann", "guard", "POST b7", 1),
    Message("guard", "service", "which match is it?", 2),
    Message("service", "store", "read it, if it isn't in memory"),
    Message("guard", "guard", "count the request", 3),
    Message("guard", "route", "let Ann in", 4),
    Message("route", "service", "try the move", 5),
    Message("service", "service", "is it stale? read b7", 6),
    Message("service", "engine", "play b7", 7),
    Message("engine", "service", "a new match", answer=True),
    Message("service", "engine", "Ann's glimpses", 8),
    Message("service", "store", "commit the new lines", 9),
    Message("store", "store", "one transaction", 10),
    Message("store", "service", "on the disk", answer=True),
    Message("service", "stream", "wake the streams", 11),
    Message("route", "Ann", "glimpses and version", 12, answer=True),
    Message("stream", "engine", "Ben's glimpses", 13),
    Message("stream", "Ben", "send", 14),
)
AGAIN: Final = (6, 10)
"""The steps that begin again if the store refuses the change."""

WIDTH, TOP, ROW, LEFT, GAP = 720, 46, 34, 34, 93
LIGHT: Final = (
    ".life{stroke:#cbd5e1;stroke-dasharray:2 3}.label{fill:#0f172a;stroke:#fff;stroke-width:4;paint-order:stroke}"
    ".again{fill:#f8fafc;stroke:#94a3b8;stroke-dasharray:5 4}.answer{stroke-dasharray:5 3}"
    ".step{fill:#475569}.number{fill:#fff}"
)
DARK: Final = (
    ".life{stroke:#475569}.label{fill:#f8fafc;stroke:#131416}.again{fill:#181a1e;stroke:#64748b}"
    ".step{fill:#cbd5e1}.number{fill:#131416}"
)


def picture() -> str:
    """Return the picture, as SVG."""
    last = TOP + ROW * len(MESSAGES)
    parts = (_draw_again(), *_draw_lines(last), *(_draw(n, one) for n, one in enumerate(MESSAGES)))
    title = "The way of a move over HTTP"
    return document(title, _in_words(), (WIDTH, last + 24), parts, LIGHT, DARK)


def _x(line: LineName) -> int:
    return LEFT + GAP * [*LINES].index(line)


def _y(number: int) -> int:
    return TOP + ROW * number + 26


def _draw_lines(last: int) -> Iterator[str]:
    for line in LINES:
        x, name = _x(line), "Ben's stream" if line == "stream" else line
        yield f'<path class="life" d="M{x} {TOP - 8}V{last + 12}"/>'
        wide = 7 * len(name) + 16
        yield f'<rect class="room" x="{x - wide // 2}" y="12" width="{wide}" height="26" rx="6"/>'
        yield text("name", 12, x, 29, name, bold=True, middle=True)


def _draw_again() -> str:
    """Draw a frame around the steps that may be repeated."""
    first, last = (next(n for n, one in enumerate(MESSAGES) if one.step == step) for step in AGAIN)
    x, y, bottom = _x("service") - 46, _y(first) - 24, _y(last + 1)
    size = f'width="{WIDTH - x - 60}" height="{bottom - y + 16}"'
    words = enumerate(("again from 6, if another", "change comes first"))
    return f'<rect class="again" x="{x}" y="{y}" {size} rx="8"/>' + "".join(
        text("small", 11, _x("store") + 16, bottom - 6 + 14 * n, line) for n, line in words
    )


def _draw(number: int, message: Message) -> str:
    x, to, y = _x(message.here), _x(message.there), _y(number)
    kind = "arrow answer" if message.answer else "arrow"
    if x == to:
        path = f"M{x + 8} {y - 6}h14v12h-11"
        label = text("label", 11, x + 28, y + 4, message.words)
    else:
        path = f"M{x} {y}H{to - 3 if to > x else to + 3}"
        aside = 0 if message.step is None else 4 if to > x else -4
        label = text("label", 11, (x + to) // 2 + aside, y - 6, message.words, middle=True)
    return "".join((f'<path class="{kind}" d="{path}" {ARROW_HEAD}/>', label, _draw_step(message, x, y)))


def _draw_step(message: Message, x: int, y: int) -> str:
    if message.step is None:
        return ""
    circle = f'<circle class="step" cx="{x}" cy="{y}" r="9"/>'
    return circle + text("number", 11, x, y + 4, str(message.step), bold=True, middle=True)


def _in_words() -> str:
    return "; ".join(f"{one.here} to {one.there}: {one.words}" for one in MESSAGES)


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
