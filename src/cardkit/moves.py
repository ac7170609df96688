"""All moves that a match can have. They are found by number, by text or by value."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Generic, TypeAlias, TypeVar

import attrs

from cardkit.fields import is_tuple
from cardkit.game_checks import check_text
from cardkit.language import Listed, Part
from cardkit.phrases import SAYS
from cardkit.rejections import Rejected, shown

__all__ = ["Moves", "text_of"]

Move = TypeVar("Move")

Exact: TypeAlias = tuple[object, ...]
"""A value with the class of each of its parts. Two are equal only if the classes of all parts are."""

NEIGHBOURS: Final = 128
"""An unknown text is compared with at most this many others, because comparing is slow."""
LONGEST: Final = 100
"""The number of characters of an unknown text that are compared."""


class Moves(Generic[Move]):
    """All moves of a game with some seats and options. A move's number is its place among them."""

    def __init__(self, key: str, in_order: tuple[Move, ...], say: Callable[[Move], str]) -> None:
        self.key = key
        self.in_order = in_order
        self._say = say

    @cached_property
    def numbers(self) -> Mapping[Move, int]:
        """The number of each move."""
        return {move: number for number, move in enumerate(self.in_order)}

    def read(self, text: object) -> Move:
        """Return the move with this text, else raise `Rejected` ("unreadable"), naming the nearest texts."""
        wanted = text_of(text)
        if wanted is None or wanted not in self._by_text:
            near = self._nearest((wanted or "").strip().lower()[:LONGEST])
            parts: dict[str, Part] = {"given": shown(text), "game": self.key}
            if near:
                raise Rejected("unreadable", SAYS["unreadable"], **parts, near=Listed(near, "or"))
            raise Rejected(
                "unreadable", SAYS["unreadable, nothing near"], **parts, example=next(iter(self._by_text))
            )
        return self._by_text[wanted]

    def find(self, value: object) -> Move | None:
        """Return the move that equals the value in every part and class, or `None`.

        No code of the value's own class runs: the class of each part is checked before the part is compared.
        """
        try:
            return self._exactly.get(self._exact(value))
        except (
            KeyError,
            AttributeError,
            RecursionError,
        ):  # another class, a field that was never set, too deep
            return None

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        texts = {move: self._say(move) for move in self.in_order}
        for move, text in texts.items():
            check_text(self.key, move, text)
        return {text: move for move, text in texts.items()}

    def _nearest(self, wanted: str) -> tuple[str, ...]:
        """Return the texts that begin like this one, or else those that look most like it."""
        known = [*self._by_text]
        if len(known) > NEIGHBOURS:
            place = bisect_left(self._sorted, wanted, key=str.lower)
            known = self._sorted[max(0, place - NEIGHBOURS // 2) : place + NEIGHBOURS // 2]
        begun = [text for text in known if wanted and text.lower().startswith(wanted)]
        return tuple(begun[:3] or get_close_matches(wanted, known, cutoff=0.5))

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._by_text, key=str.lower)

    @cached_property
    def _fields(self) -> dict[int, tuple[str, ...] | None]:
        """The names of the fields of each class in a move, by the class's identity; `None` if it has no fields."""
        found: dict[int, tuple[str, ...] | None] = {}
        parts: list[object] = [*self.in_order]
        while parts:
            part = parts.pop()
            kind = type(part)
            names = tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else None
            found[id(kind)] = names
            parts += part if is_tuple(part) else [getattr(part, name) for name in names or ()]
        return found

    @cached_property
    def _exactly(self) -> dict[Exact, Move]:
        return {self._exact(move): move for move in reversed(self.in_order)}

    def _exact(self, value: object) -> Exact:
        kind = id(type(value))
        names = self._fields[kind]
        if names is not None:
            return kind, *[self._exact(getattr(value, name)) for name in names]
        if is_tuple(value):
            return kind, *map(self._exact, value)
        return kind, value


def text_of(value: object) -> str | None:
    """Return the characters of a text, or `None` if the value isn't one. No method of a subclass of `str` runs."""
    if issubclass(type(value), str) and isinstance(value, str):  # a class may claim what its instances aren't
        return str.__str__(value)
    return None
