"""Phrases that sentences of different games share."""

from collections.abc import Sequence
from typing import Final, Literal

from cardkit.language import Language, in_language

__all__ = ["by_name", "counted"]

_COUNTED: Final[dict[Language, dict[str, tuple[str, str]]]] = {
    "en": {"rounds": ("1 round", "{} rounds"), "cards": ("1 card", "{} cards")},
    "de": {"rounds": ("1 Runde", "{} Runden"), "cards": ("1 Karte", "{} Karten")},
    "nl": {"rounds": ("1 ronde", "{} rondes"), "cards": ("1 kaart", "{} kaarten")},
}


def counted(number: int, things: Literal["rounds", "cards"], language: Language) -> str:
    """Return a number of things in words: "1 card", "3 cards"."""
    one, many = in_language(_COUNTED, language)[things]
    return one if number == 1 else many.format(number)


def by_name(names: Sequence[str], values: Sequence[int]) -> str:
    """Return a number for each seat: "Ann 3, Ben 0"."""
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
