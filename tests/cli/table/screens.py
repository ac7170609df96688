"""Golden screens: tables as they look, in files beside this one.

`python -m tests.cli.table.screens` writes them anew, to be looked at in a diff.
"""

from pathlib import Path
from typing import Final

from tests.cli.table.scenes import Scene, drawn, played

__all__ = ["SCENES", "path", "screen"]

FOLDER: Final = Path(__file__).parent / "screens"

SCENES: Final = (
    Scene("thirteen_in_the_middle", "thirteen", 4, 12),
    Scene("thirteen_six_seats_second_round", "thirteen", 6, 70, viewer=3),
    Scene("thirteen_over", "thirteen", 3, 1000, (("rounds", 1),)),
    Scene("friday13_begins", "friday13", 3, 2),
    Scene("friday13_six_seats_last_cards", "friday13", 6, 99, viewer=5),
    Scene("biberbande_looking", "biberbande", 2, 1, viewer=1),
    Scene("biberbande_six_seats_remembered", "biberbande", 6, 45, viewer=2, remember=True),
    Scene("biberbande_over", "biberbande", 3, 1000, (("rounds", 1), ("turn_limit", 4))),
    Scene("push_a_card_is_up", "push", 2, 31, (("direction_cards", False),)),
    Scene("push_six_seats_at_risk", "push", 6, 150, (("risk", True),), viewer=None),
    Scene("push_over", "push", 4, 1000),
)


def path(scene: Scene, *, colour: bool) -> Path:
    """`.txt` without colours, `.ansi` with them."""
    return FOLDER / f"{scene.name}.{'ansi' if colour else 'txt'}"


def screen(scene: Scene, *, colour: bool) -> str:
    """What is drawn now."""
    return drawn(played(scene), scene.viewer, colour=colour, remember=scene.remember)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for scene in SCENES:
        for colour in (False, True):
            path(scene, colour=colour).write_text(screen(scene, colour=colour), encoding="utf-8")


if __name__ == "__main__":
    main()
