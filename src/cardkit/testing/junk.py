"""Values that aren't moves: what a careless or hostile caller might pass."""

from collections.abc import Callable, Iterator, Sequence
from math import inf, nan
from typing import Final, TypeVar

import attrs

from cardkit.testing.differences import fields_of

__all__ = ["JUNK", "JUNK_TEXTS", "LIAR", "anything", "is_listed", "misshapen", "with_liars"]


Answer = TypeVar("Answer")


class Liar:
    """Claims to equal anything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "<liar>"


LIAR: Final = Liar()


class Unspeakable:
    """Can't be hashed or printed."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        raise RuntimeError("printed an unspeakable thing")


# There are no texts, because a match reads those. Law 9 tries them.
JUNK: Final[tuple[object, ...]] = (
    None, True, 0, -1, 2**70, 1.0, nan, inf, 1j,
    b"", b"b7", bytearray(b"b7"),
    (), ("b7", "blue"), [], ["b7"], {}, {"type": "play"}, set[str](), frozenset[str](), range(3),
    object(), object, type, len, ..., NotImplemented, LIAR, Unspeakable(), ValueError("no move"),
)  # fmt: skip

_FIELDS: Final[tuple[object, ...]] = (
    None, True, -1, 2**70, 1.5, nan, "", "nonsense", b"b7", (), ("b7",), [], {}, object(), Unspeakable(),
)  # fmt: skip
"""The values that spoil a field of a move."""

JUNK_TEXTS: Final[tuple[object, ...]] = (
    "", " ", "\n", "nonsense", "0", "-1", "None", "\x00", "\ud800", "é", "\N{SNOWMAN}" * 3, "a" * 10_000,
    None, True, 7, 1.5, nan, b"b7", (), [], {}, object(),
)  # fmt: skip


def misshapen(moves: Sequence[object]) -> Iterator[object]:
    """Yield moves of each class with one spoiled field, if the constructor allows it, and lookalikes of the class."""
    for move in _one_of_each_class(moves):
        yield from _spoiled(move, _FIELDS)
        yield from _impostors(move)


def with_liars(moves: Sequence[object]) -> Iterator[object]:
    """Yield moves of each class with a field that claims to equal anything."""
    for move in _one_of_each_class(moves):
        yield from _spoiled(move, (LIAR,))


def is_listed(move: object, listed: Sequence[object]) -> bool:
    """Return whether the list has an equal move of the same class."""
    return any(type(move) is type(other) and move == other for other in listed)


def _one_of_each_class(moves: Sequence[object]) -> list[object]:
    return [*{type(move): move for move in reversed(moves)}.values()]


def _spoiled(move: object, values: Sequence[object]) -> Iterator[object]:
    make: Callable[..., object] = type(move)
    fields = {name.lstrip("_"): part for name, part in (fields_of(move) or {}).items()}
    for name in fields:
        for value in values:
            try:
                yield make(**{**fields, name: value})
            except Exception:  # the constructor refuses the value, as it should
                continue


def _impostors(move: object) -> Iterator[object]:
    """Yield the move's class itself, and a move of another class with the same name and fields."""
    yield type(move)
    fields = fields_of(move)
    if fields is not None:
        lookalike: Callable[..., object] = attrs.make_class(type(move).__name__, [*fields], frozen=True)
        yield lookalike(*fields.values())


def anything(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the function with the types of its arguments erased, as untyped code calls it."""
    return function
