"""Draw docs/images/rooms.svg: the rooms of the source tree, and which room imports which.

Everything is read from the sources. A room is a folder, and an arrow is an import at the top of a module. Imports that
run only when a function is called aren't drawn. An arrow is left out if a longer way implies it. Where rooms import
each other, the arrow to the modules at the package's root is drawn, else the one with more imports. The picture lists
the others at its foot.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Final, TypeAlias

from attrs import frozen

from tools.svg import ARROW_HEAD, document, text

__all__ = ["PICTURE", "Room", "count_imports", "picture", "rooms"]

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURE: Final = ROOT / "docs" / "images" / "rooms.svg"
TREES: Final = {"cardkit_cli": ROOT / "cli", "cardkit_api": ROOT / "src", "cardkit": ROOT / "src"}
PARTS_OF_GAMES: Final = ("bots", "layout")
"""A game's bots and layout lie in its folder. They are rooms of their own, because its rules don't import them."""

Arrow: TypeAlias = tuple[str, str]
"""The room that imports, and the room that is imported."""

WIDTH, HEIGHT, RISE = 126, 30, 34
BEND: Final = 14
"""The width that an arrow takes in a row that it passes."""
MARGIN, HEAD, TOTAL = 12, 28, 720


@frozen
class Room:
    """A folder of the source tree."""

    package: str
    name: str
    """The folder inside the package, or the package's own name for the modules at its root."""


@frozen
class _Panel:
    """A package in the picture: its place, and the places of its rooms."""

    package: str
    x: int
    y: int
    width: int
    height: int
    places: Mapping[str, tuple[int, int]]
    """The middle of the upper edge of each room, and of each bend of an arrow."""
    ways: Sequence[Sequence[str]]
    """The way of each arrow: a room, bends in the rows between, a room."""


def rooms() -> dict[str, Room]:
    """Return all rooms by their full name, such as `cardkit/log`."""
    names = {_room_of(_module_name(path)) for path in _sources()}
    return {name: Room(_package(name), name.partition("/")[2] or name) for name in sorted(names)}


def count_imports() -> Counter[Arrow]:
    """Return how many imports lead from each room to each other room."""
    known = {_module_name(path) for path in _sources()}
    counts: Counter[Arrow] = Counter()
    for path in _sources():
        here = _room_of(_module_name(path))
        there = (_room_of(name) for name in {*_imported(path)} & known)
        counts.update((here, room) for room in there if room != here)
    return counts


def picture() -> str:
    """Return the picture, as SVG."""
    counts, all_rooms = count_imports(), rooms()
    inner = Counter({arrow: n for arrow, n in counts.items() if _package(arrow[0]) == _package(arrow[1])})
    kept, backward = _without_cycles(inner)
    panels = _panels(all_rooms, _reduced(kept))
    lines = wrap(_foot(backward), 116) if backward else []
    bottom = max(panel.y + panel.height for panel in panels) + MARGIN
    height = bottom + 16 * len(lines) + (MARGIN if lines else 0)
    parts = (
        *(_draw_panel(panel, all_rooms) for panel in panels),
        *_draw_doors(panels, counts),
        *(text("small", 11, MARGIN, bottom + 12 + 16 * n, line) for n, line in enumerate(lines)),
    )
    title = "The rooms of cardkit, and which room imports which"
    return document(title, _in_words(kept), (TOTAL, height), parts)


def _sources() -> Iterator[Path]:
    for package, root in TREES.items():
        yield from sorted((root / package).rglob("*.py"))


def _module_name(path: Path) -> str:
    root = next(root for package, root in TREES.items() if path.is_relative_to(root / package))
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room_of(module: str) -> str:
    """Return the folder that a module lies in, one level below its package."""
    package, *inner = module.split(".")
    if not inner or not (TREES[package] / package / inner[0]).is_dir():
        return package
    if inner[0] in ("games", "families") and len(inner) > 2 and inner[2] in PARTS_OF_GAMES:
        return f"{package}/games/*/{inner[2]}"
    return f"{package}/{inner[0]}"


def _package(room: str) -> str:
    return room.partition("/")[0]


def _imported(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _without_cycles(counts: Counter[Arrow]) -> tuple[set[Arrow], list[Arrow]]:
    """Return the arrows that close no cycle, and the rest. Arrows to a package's root count most, then many imports."""
    kept: set[Arrow] = set()
    backward: list[Arrow] = []
    for here, there in sorted(counts, key=lambda arrow: ("/" in arrow[1], -counts[arrow], arrow)):
        if here in _reached(there, kept):
            backward.append((here, there))
        else:
            kept.add((here, there))
    return kept, sorted(backward)


def _foot(backward: Iterable[Arrow]) -> str:
    by_room: dict[str, list[str]] = {}
    for here, there in backward:
        by_room.setdefault(here, []).append(there.partition("/")[2])
    return (
        "Also, upwards: "
        + "; ".join(f"{here} imports {', '.join(names)}" for here, names in by_room.items())
        + "."
    )


def _reduced(arrows: Iterable[Arrow]) -> set[Arrow]:
    """Leave out each arrow that a longer way implies."""
    kept = {*arrows}
    for here, there in sorted(kept):
        if there in _reached(here, kept - {(here, there)}):
            kept.discard((here, there))
    return kept


def _reached(start: str, arrows: Iterable[Arrow]) -> set[str]:
    arrows, reached, new = [*arrows], {start}, {start}
    while new:
        new = {there for here, there in arrows if here in new} - reached
        reached |= new
    return reached - {start}


def _panels(all_rooms: Mapping[str, Room], arrows: set[Arrow]) -> list[_Panel]:
    """Place the command line and the API side by side, and the library below them."""
    cli, api, library = (
        _rows_and_ways([name for name, room in all_rooms.items() if room.package == package], arrows)
        for package in TREES
    )
    left, right = (max(sum(map(_width, row)) for row in rows) for rows, _ in (cli, api))
    middle = round((TOTAL - 3 * MARGIN) * left / (left + right))
    tall = max(len(cli[0]), len(api[0]))
    top = [
        _panel("cardkit_cli", *cli, (MARGIN, MARGIN, middle), tall),
        _panel("cardkit_api", *api, (2 * MARGIN + middle, MARGIN, TOTAL - middle - 3 * MARGIN), tall),
    ]
    y = top[0].y + top[0].height + RISE
    return [*top, _panel("cardkit", *library, (MARGIN, y, TOTAL - 2 * MARGIN), len(library[0]))]


def _rows_and_ways(names: Sequence[str], arrows: set[Arrow]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the rooms row by row, each above all that it imports, and the arrows' ways through the rows."""
    own = sorted((here, there) for here, there in arrows if here in names and there in names)
    height = dict.fromkeys(names, 0)
    for _ in names:
        for here, there in own:
            height[here] = max(height[here], height[there] + 1)
    rows = [[name for name in names if height[name] == row] for row in range(max(height.values()) + 1)]
    ways = [
        [here, *(f"{here} > {there} > {row}" for row in range(height[here] - 1, height[there], -1)), there]
        for here, there in own
    ]
    for way in ways:
        for bend in way[1:-1]:
            rows[int(bend.rpartition(" > ")[2])].append(bend)
    steps = {step for way in ways for step in pairwise(way)}
    centre: dict[str, float] = {}
    for row in [*rows, *rows[::-1], *rows]:
        row.sort(key=lambda name: (_mean_of_neighbours(name, steps, centre), name))
        centre |= {name: place - (len(row) - 1) / 2 for place, name in enumerate(row)}
    return rows[::-1], ways


def _mean_of_neighbours(name: str, steps: Iterable[Arrow], centre: Mapping[str, float]) -> float:
    beside = [here if there == name else there for here, there in steps if name in (here, there)]
    known = [centre[one] for one in beside if one in centre]
    return sum(known) / len(known) if known else 0.0


def _width(name: str) -> int:
    return BEND if " > " in name else WIDTH


def _panel(
    package: str, rows: list[list[str]], ways: list[list[str]], place: tuple[int, int, int], tall: int
) -> _Panel:
    x, y, width = place
    places: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        gap = (width - sum(map(_width, row))) / (len(row) + 1)
        left = x + gap
        for name in row:
            places[name] = (
                round(left + _width(name) / 2),
                y + HEAD + (tall - len(rows) + number) * (HEIGHT + RISE),
            )
            left += _width(name) + gap
    return _Panel(package, x, y, width, HEAD + tall * HEIGHT + (tall - 1) * RISE + MARGIN, places, ways)


def _draw_panel(panel: _Panel, all_rooms: Mapping[str, Room]) -> str:
    frame = f'<rect class="panel" x="{panel.x}" y="{panel.y}" width="{panel.width}" height="{panel.height}" rx="8"/>'
    arrows = [_arrow([panel.places[stop] for stop in way]) for way in panel.ways]
    boxes = [_box(all_rooms[name], *place) for name, place in panel.places.items() if name in all_rooms]
    return "\n".join(
        [frame, text("name", 14, panel.x + 10, panel.y + 20, panel.package, bold=True), *arrows, *boxes]
    )


def _draw_doors(panels: Sequence[_Panel], counts: Counter[Arrow]) -> Iterator[str]:
    """Draw one arrow from each door to the library, and one from the command line to the API's client."""
    cli, api, library = panels
    for door in (cli, api):
        used = sorted(
            {there.partition("/")[2] for here, there in counts if _leads(here, there, door, library)} - {""}
        )
        x, y = door.x + door.width // 2, door.y + door.height
        yield f'<path class="door" d="M{x} {y}V{library.y - 3}" {ARROW_HEAD}/>'
        yield text("small", 11, x + 8, y + 23, ", ".join(used))
    across = sorted(
        {there.partition("/")[2] or there for here, there in counts if _leads(here, there, cli, api)}
    )
    y = cli.y + 15
    yield f'<path class="door" d="M{cli.x + cli.width} {y}H{api.x - 3}" {ARROW_HEAD}/>'
    yield text("small", 11, api.x + 110, y + 4, f"used: {', '.join(across)}")


def _leads(here: str, there: str, start: _Panel, end: _Panel) -> bool:
    return _package(here) == start.package and _package(there) == end.package


def _arrow(stops: Sequence[tuple[int, int]]) -> str:
    """Draw an arrow from a room's lower edge, straight down through its bends, to another room's upper edge."""
    x, y = stops[0][0], stops[0][1] + HEIGHT
    path = f"M{x} {y}"
    for to_x, to_y in stops[1:]:
        half = (to_y - y) // 2
        path += f"C{x} {y + half} {to_x} {to_y - half} {to_x} {to_y - 2}"
        x, y = to_x, to_y + HEIGHT
        path += f"V{y}" if (to_x, to_y) != stops[-1] else ""
    return f'<path class="arrow" d="{path}" {ARROW_HEAD}/>'


def _box(room: Room, middle: int, y: int) -> str:
    x = middle - WIDTH // 2
    box = f'<rect class="room" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
    return box + text("name", 13, x + 9, y + 20, room.name, bold=True)


def _in_words(arrows: Iterable[Arrow]) -> str:
    return "; ".join(f"{here} imports {there}" for here, there in sorted(arrows))


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
