"""The layout of a game without one of its own, made from the fields of its view and their marks."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TypeGuard

import attrs

from cardkit.drawing.layout import Arranged, Column, Layout, Place
from cardkit.fields import is_tuple
from cardkit.game import AnyGame
from cardkit.hidden import Unseen
from cardkit.hidden.marks import ByPlace
from cardkit.hidden.zones import Zone, zones_of
from cardkit.rejections import BrokenGame
from cardkit.sentences import seat_fields

__all__ = ["generic_layout"]

_OPEN: Final[tuple[Arranged, ...]] = ("row", "list", "pile")
"""How open cards lie, by the depth of their field: a card, a tuple of cards, a tuple of tuples."""


def generic_layout(game: AnyGame, view: object, seats: int) -> Layout[object]:
    """Lay out a derived game's cards by their marks. Show numbers by seat in columns, and all else in words."""
    kind = type(view)
    if not attrs.has(kind):
        return Layout(places=(), details=(kind.__name__,))
    zones: Mapping[str, Zone] = _zones(kind) if kind is type(game.initial) else {}
    places, columns, details = list[Place](), list[Column](), list[str]()
    for field in attrs.fields(kind):
        value: object = getattr(view, field.name)
        zone = zones.get(field.name)
        if zone is not None:
            for found in _laid(zone, value, seats):
                if isinstance(found, Place):
                    places.append(found)
                else:
                    columns.append(found)
        elif _is_numbers(value) and len(value) == seats and field.name not in seat_fields(kind):
            columns.append(Column(part=field.name, caption=field.name))
        elif value != () and not isinstance(value, game.options):
            details.append(field.name)
    words = {field.name: field.name.strip("_").replace("_", " ") for field in attrs.fields(kind)}
    return Layout(places=tuple(places), columns=tuple(columns), details=tuple(details), words={"en": words})


@cache
def _zones(kind: type) -> Mapping[str, Zone]:
    """Return the fields with cards, by name. A game that isn't derived has none."""
    try:
        return {zone.name: zone for zone in zones_of(kind)}
    except BrokenGame:
        return {}


def _laid(zone: Zone, value: object, seats: int) -> Iterator[Place | Column]:
    """Yield where the cards of a field lie."""
    name = zone.name
    by_seat = isinstance(zone.mark, ByPlace) or (zone.depth == 2 and is_tuple(value) and len(value) == seats)
    if not by_seat:
        face_down = zone.depth == 1 and is_tuple(value) and len(value) > 1 and _all_unseen(value)
        yield Place(
            part=name, arranged="stack" if face_down else _OPEN[zone.depth], caption=name, when="always"
        )
    elif isinstance(zone.mark, ByPlace) and not zone.mark.others and zone.depth == 2:
        yield Column(part=name, caption=name)
        yield Place(part=name, arranged="hand", whose="viewer", when="always")
    else:
        yield Column(part=name, told="cards", caption=name)


def _is_numbers(value: object) -> TypeGuard[tuple[int, ...]]:
    return is_tuple(value) and all(type(item) is int for item in value)


def _all_unseen(cards: tuple[object, ...]) -> bool:
    return all(isinstance(card, Unseen) for card in cards)
