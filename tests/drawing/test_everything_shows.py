"""All of a view is on the table: change any of it, and the drawing changes."""

import os
from collections.abc import Iterator
from copy import copy
from functools import cache, reduce
from typing import Final

import attrs
import pytest

import cardkit
from cardkit.drawing import scene
from cardkit.games.push.state import Over
from cardkit.hidden import UNSEEN
from tests.drawing.pictures import KINDS
from tests.drawing.scenes import GAMES, LONG_NAMES, steps

SEATS = 3
STRIDE: Final = 11 if os.environ.get("CARDKIT_SOAK") else 17
SEAT_FIELDS = {"you", "turn", "dealer", "table.dealer", "table.leader", "seat", "knocker"}
FACES: dict[str, list[object]] = {
    "drawn": ["7", "swap"],
    "away": [(UNSEEN,) * 5],
    "directions": [("turn",), ("turn", "turn")],
    "aside": [("draw2",), ("draw2", "draw2")],
}
"""For fields that rarely hold anything, once in a match, or the same all through it."""
NOT_DRAWN: Final = {
    ("thirteen", "away"): "nothing is ever put away",
    ("friday13", "stock"): "there is none",
    ("push", "setup.direction_cards"): "the number of cards in the stock tells",
    **{(game, "you"): "who looks is told beside the view" for game in GAMES},
    **{(game, "table.seats"): "there is a row for each" for game in ("thirteen", "friday13", "biberbande")},
    **{(game, "table.first"): "who leads now is drawn" for game in ("thirteen", "friday13")},
    ("biberbande", "table.first_dealer"): "who deals now is drawn",
    ("biberbande", "table.rotate_dealer"): "who deals now is drawn",
    ("biberbande", "sight"): "what is looked at lies open in the row",
    **{(game, "sums"): "they are what the cards on the piles add up to" for game in ("thirteen", "friday13")},
}
SHORT = {"thirteen": (("rounds", 3),), "friday13": (), "biberbande": (("turn_limit", 5),), "push": ()}


@cache
def views(game: str) -> tuple[tuple[object, dict[str, str]], ...]:
    """Return how seat 0 sees the table, all through a match, and how that is drawn."""
    matches = steps(game, SEATS, SHORT[game])
    seen = (match.view(0) for match in (*matches[:-1:STRIDE], matches[-1]))
    return tuple((view, drawn(game, view)) for view in seen)


def fields(game: str) -> list[str]:
    return [
        field
        for field in paths(cardkit.start(game, SEATS, seed="scenes").view(0))
        if (game, field) not in NOT_DRAWN
    ]


def paths(part: object) -> list[str]:
    """Return the fields of a view; those of its `table` as `table.round`, and of its `setup`."""
    kind = type(part)
    assert attrs.has(kind)
    found = list[str]()
    for field in attrs.fields(kind):
        inner = paths(getattr(part, field.name)) if field.name in ("table", "setup") else []
        found += [f"{field.name}.{name}" for name in inner] or [field.name]
    return found


def value_of(view: object, path: str) -> object:
    return reduce(getattr, path.split("."), view)


def changed(view: object, path: str, value: object) -> object:
    """Return the view with another value there."""
    name, _, rest = path.partition(".")
    other = copy(view)
    object.__setattr__(other, name, changed(getattr(view, name), rest, value) if rest else value)
    return other


@pytest.mark.parametrize(("game", "field"), [(game, field) for game in GAMES for field in fields(game)])
def test_what_changes_in_a_view_changes_on_the_table(game: str, field: str) -> None:
    seen = views(game)
    values = [value_of(one, field) for one, _ in seen]
    tried = 0
    for view, drawing in seen:
        now = value_of(view, field)
        others = [other for other in _others(field, now, values) if _shows(view, field)]
        for other in others[:2]:
            tried += 1
            other_drawing = drawn(game, changed(view, field, other))
            for kind in KINDS:
                assert other_drawing[kind] != drawing[kind], (now, other)

    assert tried


def drawn(game: str, view: object) -> dict[str, str]:
    """Return the view in each kind of drawing."""
    laid_out = scene(cardkit.game(game), view, 0, LONG_NAMES[:SEATS])
    return {kind: draw(laid_out) for kind, draw in KINDS.items()}


def _shows(view: object, field: str) -> bool:
    """Return whether the field is shown now. Some have a meaning at some times only."""
    mover = getattr(view, "turn", getattr(view, "seat", None))
    over = mover is None and getattr(view, "moment", "over") == "over"
    if field.startswith("table.last_"):
        return bool(value_of(view, "table.last_points"))
    return not over or isinstance(value_of(view, field), Over)


def _others(field: str, now: object, values: list[object]) -> Iterator[object]:
    """Yield what else may stand there: something that was seen there, or the next number, or another seat."""
    if field in SEAT_FIELDS:
        yield from (seat for seat in range(SEATS) if seat != now)
    elif field in FACES:
        yield from (face for face in FACES[field] if face != now)
    elif isinstance(now, Over):
        yield from (Over((61, 62, 63), now.owned), Over(now.points, (61, 62, 63)))
    elif field == "seats":
        yield SEATS - 1
    elif isinstance(now, bool):
        yield not now
    elif isinstance(now, int):
        yield now + 1
    else:
        yield from (value for value in values if value != now and _alike(value, now))


def _alike(value: object, now: object) -> bool:
    """Return whether one value can replace the other in a tuple with one value for each seat or pile."""
    return (value is None) == (now is None) and bool(value) == bool(now)
