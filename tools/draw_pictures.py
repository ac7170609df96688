"""Draw the pictures of README and docs with the functions that users have: `make pictures`.

A test fails if one is out of date.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Final

from attrs import evolve
from rich.console import Console

import cardkit
from cardkit.arena import RunSpec, simulate
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.leads import Leads
from cardkit.arena.report.page import simulation_page
from cardkit.chance import SeededChance
from cardkit.drawing import animated_svg, replay, scene_of, scenes_of, svg
from cardkit.match import AnyMatch
from cardkit_cli.terminal.screen import Screen, in_order_of_table
from tools.terminal_picture import terminal_picture

__all__ = ["PICTURES"]

IMAGES: Final = Path(__file__).resolve().parent.parent / "docs" / "images"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dora")
COLUMNS: Final = 80


@cache
def played(game: str, seats: int, moves: int, options: tuple[tuple[str, object], ...] = ()) -> AnyMatch:
    """Play moves that chance picks."""
    match = cardkit.start(game, seats, dict(options), "pictures")
    for number in range(moves):
        if not match.actors:
            break
        seat = match.actors[0]
        legal = match.legal(seat)
        match = match.play(legal[SeededChance("pictures", number).below("move", len(legal))], seat)
    return match


def table(
    game: str, seats: int, moves: int, viewer: int, options: tuple[tuple[str, object], ...] = ()
) -> str:
    """Draw a game's table as the viewer sees it."""
    match = played(game, seats, moves, options)
    return svg(scene_of(match, viewer, NAMES[:seats], remember=game == "biberbande"))


def moves() -> str:
    """Draw some moves, one after the other."""
    scenes = scenes_of(played("thirteen", 3, 11), 0, NAMES[:3])
    return animated_svg(scenes[-6:], 640, seconds=2.5)


def whole_match() -> str:
    """Return a whole match as a page."""
    return replay(played("thirteen", 3, 1000, (("rounds", 1),)), 0, NAMES[:3])


def report() -> str:
    """Return the report of a simulation."""
    spec = RunSpec(
        "push", ["random", "greedy"], 100, seats=4, seed="pictures", measures=[Choices, Leads], workers=1
    )
    return simulation_page(simulate(spec))


def terminal() -> str:
    """Draw a screen of `cardkit play`."""
    match, names = played("thirteen", 4, 12), NAMES
    console = Console(file=StringIO(), width=COLUMNS, force_terminal=True, color_system="256")
    viewer = match.actors[0]
    seen = scene_of(match, viewer, names)
    screen = Screen(
        evolve(seen, story=()),
        match.sentences(viewer, "en", names, since=match.version - 3),
        moves=in_order_of_table([match.game.say(move) for move in match.legal(viewer)], seen),
    ).draw(console)
    return terminal_picture("cardkit play thirteen", console.render_lines(screen), COLUMNS)


PICTURES: Final[Mapping[str, Callable[[], str]]] = {
    "thirteen.svg": partial(table, "thirteen", 4, 22, 2),
    "friday13.svg": partial(table, "friday13", 4, 8, 0),
    "biberbande.svg": partial(table, "biberbande", 3, 21, 0),
    "push.svg": partial(table, "push", 3, 43, 0),
    "five_moves.svg": moves,
    "replay.html": whole_match,
    "report.html": report,
    "play.svg": terminal,
}


def main() -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        (IMAGES / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
