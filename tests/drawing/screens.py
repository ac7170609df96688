"""Golden screens: tables as they look, in files beside this one.

`python -m tests.drawing.screens` writes them anew, to be looked at in a diff.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cardkit.drawing import scene_of, svg
from tests.drawing.scenes import LONG_NAMES, Setting, drawn, played

__all__ = ["FOLDER", "SETTINGS", "Kind", "kept", "path", "screen"]

FOLDER: Final = Path(__file__).parent / "screens"

Kind: TypeAlias = Literal["txt", "ansi", "ascii", "svg"]
TEXTS: Final[tuple[Kind, ...]] = ("txt", "ansi", "ascii")

SETTINGS: Final = (
    Setting("thirteen_in_the_middle", "thirteen", 4, 12),
    Setting("thirteen_six_seats_second_round", "thirteen", 6, 70, viewer=3),
    Setting("thirteen_wide", "thirteen", 6, 70, viewer=3, width=120),
    Setting("thirteen_over", "thirteen", 3, 1000, (("rounds", 1),)),
    Setting("friday13_begins", "friday13", 3, 2),
    Setting("friday13_six_seats_last_cards", "friday13", 6, 99, viewer=5),
    Setting("friday13_narrow", "friday13", 6, 99, viewer=5, width=40),
    Setting("biberbande_looking", "biberbande", 2, 1, viewer=1),
    Setting("biberbande_may_take", "biberbande", 3, 5, viewer=2),
    Setting("biberbande_six_seats_remembered", "biberbande", 6, 45, viewer=2, remember=True),
    Setting("biberbande_over", "biberbande", 3, 1000, (("rounds", 1), ("turn_limit", 4))),
    Setting("push_rows_to_take", "push", 2, 31, (("direction_cards", False),)),
    Setting("push_six_seats_at_risk", "push", 6, 150, (("risk", True),), viewer=None),
    Setting("push_over", "push", 4, 1000),
    Setting("goofspiel_without_a_layout", "goofspiel", 3, 7),
    Setting("leduc_second_round", "leduc", 3, 4, viewer=1),
    Setting("crazy_eights", "crazy_eights", 3, 13, viewer=1),
    Setting("hanabi", "hanabi", 3, 5, viewer=1),
)


PICTURED: Final = ("biberbande_looking", "leduc_second_round", "push_rows_to_take")
"""These are kept as SVG, too: they are small, and there is one of everything in them."""


def kept() -> Iterator[tuple[Setting, Kind]]:
    """Yield all files that are kept."""
    for setting in SETTINGS:
        for kind in TEXTS:
            yield setting, kind
        if setting.name in PICTURED:
            yield setting, "svg"


def path(setting: Setting, kind: Kind) -> Path:
    """Return the file: `.txt` without colours, `.ansi` with them, `.ascii` in ASCII only, `.svg` as a picture."""
    return FOLDER / f"{setting.name}.{kind}"


def screen(setting: Setting, kind: Kind) -> str:
    """Return what is drawn now. A picture is broken into lines, so that a diff of it can be read."""
    if kind == "svg":
        names = LONG_NAMES[: setting.seats]
        scene = scene_of(played(setting), setting.viewer, names, remember=setting.remember)
        return svg(scene).replace("><", ">\n<")
    return (
        drawn(
            played(setting),
            setting.viewer,
            width=setting.width,
            colour=kind == "ansi",
            ascii=kind == "ascii",
            remember=setting.remember,
        )
        + "\n"
    )


def main() -> None:
    """Write all of them."""
    for old in FOLDER.iterdir():
        old.unlink()
    for setting, kind in kept():
        path(setting, kind).write_text(screen(setting, kind), encoding="utf-8")


if __name__ == "__main__":
    main()
