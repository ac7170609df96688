"""A view while it is laid out: its parts, what is said about it, and what its viewer can do."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from attrs import frozen

from cardkit.drawing.build.faces import Faces
from cardkit.drawing.build.parts import MISSING, part_of
from cardkit.drawing.layout import Layout, Line, Target
from cardkit.game import AnyGame
from cardkit.rejections import BrokenGame
from cardkit.seats import Seat, Viewer

__all__ = ["Spot", "Viewpoint"]

LONGEST_NAME: Final = 16
"""The length to which names in sentences are cut."""

Spot: TypeAlias = tuple[str, str, object, object]
"""What a move is about: the part, how it is named in it (`card`, `at` or `whole`), by what value, and another seat."""

_CARD: Final = Target(part="", card="card")


@frozen(eq=False)
class Viewpoint:
    """What one viewer sees."""

    game: AnyGame
    layout: Layout[object]
    view: object
    viewer: Viewer
    names: tuple[str, ...]
    faces: Faces
    words: Mapping[str, str]
    known: object
    """What the viewer remembers of the state, or `MISSING`."""
    moves: tuple[object, ...]
    before: object
    """What the viewer saw before the last move, or `MISSING`."""

    @cached_property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move. A derived game's own `actors` returns them, because its views are states with unseen
        cards.
        """
        ask = self.layout.to_move
        if ask is None and type(self.view) is type(self.game.initial):
            ask = self.game.actors
        return () if ask is None else ask(self.view)

    def is_now(self, when: str) -> bool:
        """Return whether something of this stage is shown now."""
        return when in ("always", "playing" if self.to_move else "over")

    def word(self, key: str) -> str:
        """Return the words with this key. Raise `BrokenGame` if there are none."""
        if not key or key in self.words:
            return self.words[key] if key else ""
        language = self.faces.language
        raise BrokenGame(f"game {self.game.key}: its layout has no words {key!r} in language {language}")

    def say(self, line: Line) -> str:
        """Return the words with names and numbers filled in."""
        name, other = (None if seat is None else _short(self.names[seat]) for seat in (line.name, line.other))
        return self.word(line.words).format(name=name, other=other, number=line.number, of=line.of)

    @cached_property
    def said(self) -> Mapping[tuple[str, int], Line]:
        """What is said at places."""
        return self.layout.said(self.view)

    def part(self, name: str) -> object:
        """Return a part of the view, or `MISSING` if it has none at this moment."""
        if name not in self._parts:
            self._parts[name] = self._part_of(self.view, name)
        return self._parts[name]

    @cached_property
    def _parts(self) -> dict[str, object]:
        """The parts that were asked for: players ask once for each seat."""
        return {}

    def part_before(self, name: str) -> object:
        """Return a part of what the viewer saw before the last move, or `MISSING`."""
        return MISSING if self.before is MISSING else self._part_of(self.before, name)

    def _part_of(self, view: object, name: str) -> object:
        compute = self.layout.computed.get(name)
        return part_of(view, name) if compute is None else compute(view)

    def known_part(self, name: str) -> object:
        """Return what the viewer remembers of a part."""
        return part_of(self.known, name)

    @cached_property
    def targets(self) -> Mapping[Spot, tuple[str, ...]]:
        """The texts of the viewer's moves, by what they begin with."""
        return self._texts(lambda targets: targets[:1])

    @cached_property
    def completed(self) -> Mapping[Spot, tuple[str, ...]]:
        """The texts of the viewer's moves, by what completes them."""
        return self._texts(lambda targets: targets[1:])

    def _texts(self, some: Callable[[tuple[Target, ...]], tuple[Target, ...]]) -> dict[Spot, tuple[str, ...]]:
        found: dict[Spot, list[str]] = {}
        for move in self.moves:
            given = self.layout.targets.get(type(move), _CARD)
            for target in some(given if isinstance(given, tuple) else (given,)):
                for spot in self._spots(move, target):
                    found.setdefault(spot, []).append(self.game.say(move))
        return {spot: tuple(texts) for spot, texts in found.items()}

    def _spots(self, move: object, target: Target) -> Iterator[Spot]:
        """Yield what the move is about: a card, a number, or the part as a whole."""
        seat: object = getattr(move, target.seat, None) if target.seat else None
        if not target.card and not target.at:
            yield target.part, "whole", None, seat
        for how, name in (("card", target.card), ("at", target.at)):
            value: object = getattr(move, name, MISSING) if name else MISSING
            if how == "at":
                value = self._number(target, value)
            if value is not MISSING:
                yield target.part, how, value, seat

    def _number(self, target: Target, value: object) -> object:
        """Return the number that a field of a move holds, or that of the pile with this caption."""
        if isinstance(value, int):
            return value - target.first
        for place in self.layout.places:
            if place.part == target.part and isinstance(place.caption, tuple) and value in place.caption:
                return place.caption.index(value)
        return value


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
