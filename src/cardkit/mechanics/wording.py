"""Phrases that sentences of different games share."""

from collections.abc import Sequence
from typing import Literal

from cardkit.language import Language, in_language
from cardkit.phrases import SAYS

__all__ = ["by_name", "counted"]


def counted(number: int, things: Literal["rounds", "cards"], language: Language) -> str:
    """Return a number of things in words: "1 card", "3 cards"."""
    key = things.removesuffix("s") if number == 1 else things
    return in_language(SAYS[key], language).format(number=number)


def by_name(names: Sequence[str], values: Sequence[int]) -> str:
    """Return a number for each seat: "Ann 3, Ben 0"."""
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
