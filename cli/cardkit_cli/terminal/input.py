"""What a player has typed: a move, a command, or neither."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TypeAlias

from attrs import frozen

from cardkit.language import Language, listed
from cardkit_cli.phrases import COMMANDS, phrase

__all__ = ["Command", "Nothing", "Picked", "Typed", "Unclear", "parse_line"]


@frozen
class Picked:
    """A legal move, by its place in the list."""

    place: int


@frozen
class Command:
    """Something other than a move."""

    name: str
    more: str


@frozen
class Unclear:
    """Neither, and the answer to it."""

    answer: str


@frozen
class Nothing:
    """An empty line."""


Typed: TypeAlias = Picked | Command | Unclear | Nothing


def parse_line(line: str, legal: Sequence[str], language: Language) -> Typed:
    """Return the move with that text, or that number in the list (from 1); else the command. Moves go first."""
    words = line.split()
    text = " ".join(words).lower()
    if not text:
        return Nothing()
    close = text.replace(" ", "")
    for place, move in enumerate(legal):
        if close == move.replace(" ", "").lower():
            return Picked(place)
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= len(legal):
        return Picked(int(text) - 1)
    name = COMMANDS.get(words[0].lower())
    if name is not None:
        return Command(name, " ".join(words[1:]))
    return Unclear(_answer(text, legal, language))


def _answer(text: str, legal: Sequence[str], language: Language) -> str:
    """Return a sentence with the nearest legal moves and commands, or with all legal moves."""
    begun = [move for move in legal if move.startswith(text)]
    near = begun[:3] or get_close_matches(text, legal, 3) or get_close_matches(text, COMMANDS, 1)
    if near:
        hint = phrase("mean", language, near=listed(near, language, "or"))
    else:
        shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        hint = phrase("legal", language, legal=shown)
    short = text if len(text) <= 40 else f"{text[:37]}..."
    readable = "".join(char if char.isprintable() else "?" for char in short)
    return phrase("unknown", language, text=readable, hint=hint)
