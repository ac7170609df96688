"""How long a drawing takes: `python -m bench.drawing` prints milliseconds of processor time, and sizes.

All positions of a match of four are drawn, for each seat, from the match on: laying out the view is included.
"""

from collections.abc import Callable, Iterator
from statistics import mean
from time import process_time
from typing import Final

import cardkit
from cardkit.chance import SeededChance
from cardkit.drawing import html, replay, scene_of, svg, text
from cardkit.match import AnyMatch
from cardkit.seats import Viewer

__all__ = ["drawing"]

SEATS: Final = 4
MOVES: Final = 200
DRAWINGS: Final[dict[str, tuple[Callable[[AnyMatch, Viewer], str], float]]] = {
    "text": (lambda match, viewer: text(scene_of(match, viewer)), 3),
    "SVG": (lambda match, viewer: svg(scene_of(match, viewer)), 10),
    "HTML": (lambda match, viewer: html(scene_of(match, viewer)), 10),
}
"""The ways to draw a position, and the milliseconds that one may take."""


def steps(game: str) -> list[AnyMatch]:
    """Return a match after each of its first moves, which chance picks."""
    match = cardkit.start(game, SEATS, seed="drawing")
    found = [match]
    while match.actors and len(found) <= MOVES:
        seat = match.actors[0]
        legal = match.legal(seat)
        match = match.play(legal[SeededChance("drawing", len(found)).below("move", len(legal))], seat)
        found.append(match)
    return found


def drawing() -> Iterator[str]:
    """Yield the time and the size of each kind of drawing, for each game.

    The first drawing of a game loads its layout, so its time is a line of its own.
    """
    yield f"{'milliseconds of processor time':34}{'first':>8}{'mean':>8}{'most':>8}{'wanted':>8}{'kB':>8}"
    for game in ("thirteen", "friday13", "biberbande", "push"):
        played = steps(game)
        for name, (draw, wanted) in DRAWINGS.items():
            times, sizes = list[float](), list[int]()
            for match in played:
                for viewer in range(SEATS):
                    start = process_time()
                    drawn = draw(match, viewer)
                    times.append((process_time() - start) * 1000)
                    sizes.append(len(drawn.encode()))
            what = f"{game}, {SEATS} seats, {name}"
            first, *others = times
            told = f"{first:8.2f}{mean(others):8.2f}{max(others):8.2f}{wanted:8.0f}{max(sizes) / 1000:8.0f}"
            yield f"{what:34}{told}"
        start = process_time()
        page = replay(played[-1], 0)
        took = (process_time() - start) * 1000
        what = f"{game}, replay of {len(played) - 1} moves"
        yield f"{what:34}{took:8.0f}{'':24}{len(page.encode()) / 1000:8.0f}"


if __name__ == "__main__":
    print("\n".join(drawing()))
