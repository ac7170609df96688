"""The screens on the page `docs/play.md`, as a terminal of 80 columns and 24 lines shows them.

`python -m tests.cli.play.captures` writes them anew, to be looked at in a diff.
"""

import re
import tempfile
from pathlib import Path
from typing import Final

from attrs import frozen

from tests.cli.play.person import Person

__all__ = ["CAPTURES", "PAGE", "Capture", "captured", "on_the_page"]

PAGE: Final = Path(__file__).parents[3] / "docs" / "play.md"
FENCE: Final = re.compile(
    r"(?P<before>% screen: (?P<name>\S+)\n\n```text\n)(?P<screen>.*?)(?=```)", re.DOTALL
)


@frozen
class Capture:
    """What is called, and what is typed then."""

    name: str
    words: tuple[str, ...]
    typed: tuple[str, ...]


CAPTURES: Final = (
    Capture(
        "thirteen",
        (
            "play",
            "thirteen",
            "--seats",
            "ann=you,random,random,random",
            "--seed",
            "screens",
            "-o",
            "evening.jsonl",
        ),
        ("b2", "g7", "b4"),
    ),
    Capture(
        "biberbande",
        (
            "play",
            "biberbande",
            "--seats",
            "ann=you,random",
            "--seed",
            "screens",
            "-o",
            "b.jsonl",
            "--remember",
        ),
        ("look", "", "take 1", "pass", "", "draw"),
    ),
    Capture(
        "several",
        ("play", "push", "--seats", "ann=you,ben=you", "--seed", "screens", "-o", "p.jsonl"),
        (),
    ),
)


def captured(capture: Capture) -> str:
    """Return the screen after what was typed."""
    with tempfile.TemporaryDirectory() as folder, Person(Path(folder), *capture.words) as person:
        person.types(*capture.typed)
        return "".join(f"{line}\n" for line in person.text.splitlines())


def on_the_page() -> dict[str, str]:
    """Return the screens on the page, by name."""
    return {found["name"]: found["screen"] for found in FENCE.finditer(PAGE.read_text(encoding="utf-8"))}


def main() -> None:
    """Put the screens on the page."""
    screens = {capture.name: captured(capture) for capture in CAPTURES}
    page = PAGE.read_text(encoding="utf-8")
    new = FENCE.sub(lambda found: f"{found['before']}{screens[found['name']]}", page)
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
