"""All of a view is on the table: change any of it, and the drawing changes."""

from collections.abc import Iterator
from copy import copy

import attrs
import pytest

import cardkit
from tests.cli.table.scenes import GAMES, printed, steps

SEATS = 3
SEAT_FIELDS = {"you", "turn", "dealer", "starter", "player", "to_move", "knocker"}
ONLY_AT_THE_END = {"turned_up", "points", "owned"}
FACES: dict[str, list[object]] = {
    "row": [(None, "3", None, None), (None, None, None, "peek")],
    "drawn": ["7", "swap"],
    "turned_up": [(("r1",), (), ("b2", "b3")), ((), (), ())],
}
"""For fields that rarely hold anything, or once in a match."""
SHORT = {"thirteen": (("rounds", 3),), "friday13": (), "biberbande": (("turn_limit", 5),), "push": ()}


def views(game: str) -> list[object]:
    """As seat 0 sees the table, all through a match."""
    matches = steps(game, SEATS, SHORT[game])
    return [match.view(0) for match in (*matches[:-1:11], matches[-1])]


def fields(game: str) -> list[str]:
    kind = type(views(game)[0])
    assert attrs.has(kind)
    return [field.name for field in attrs.fields(kind)]


@pytest.mark.parametrize(("game", "field"), [(game, field) for game in GAMES for field in fields(game)])
def test_what_changes_in_a_view_changes_on_the_table(game: str, field: str) -> None:
    seen = views(game)
    values = [getattr(one, field) for one in seen]
    tried = 0
    for view in seen:
        now = getattr(view, field)
        others = [other for other in _others(field, now, values) if _shows(view, field)]
        for other in others[:1]:
            tried += 1
            changed = copy(view)
            object.__setattr__(changed, field, other)
            rules = cardkit.game(game)
            assert printed(rules, changed, SEATS) != printed(rules, view, SEATS), (now, other)

    assert tried


def _shows(view: object, field: str) -> bool:
    """Some fields mean something at some times only."""
    over = getattr(view, "turn", None) is None and getattr(view, "moment", "over") == "over"
    if field in ONLY_AT_THE_END:
        return over
    if field.startswith("last_"):
        return bool(getattr(view, "last_points", ()))
    if field == "choices":
        return bool(getattr(view, "choices", ()))
    if field == "player":
        return getattr(view, "moment", "") == "taking"
    return not over


def _others(field: str, now: object, values: list[object]) -> Iterator[object]:
    """What else may stand there: something that was seen there, or the next number, or another seat."""
    if field in SEAT_FIELDS:
        yield from (seat for seat in range(SEATS) if seat != now)
    elif field in FACES:
        yield from (face for face in FACES[field] if face != now)
    elif field in ("points", "owned"):
        yield (61, 62, 63)
    elif field == "seats":
        yield SEATS - 1
    elif isinstance(now, bool):
        yield not now
    elif isinstance(now, int):
        yield now + 1
    else:
        yield from (value for value in values if value != now and _alike(value, now))


def _alike(value: object, now: object) -> bool:
    """Whether one can stand in the place of the other, where there is one thing for each seat or pile."""
    return (value is None) == (now is None) and bool(value) == bool(now)
