"""What a player has typed: a move, a command, or neither."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeAlias

from attrs import frozen

from cardkit.drawing.as_text.signs import in_ascii
from cardkit.language import Language, in_language, listed
from cardkit_cli.phrases import COMMANDS, SERVED_COMMANDS, phrase

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
    """A line that is neither a move nor a command, and the answer to it."""

    answer: str


@frozen
class Nothing:
    """An empty line."""


Typed: TypeAlias = Picked | Command | Unclear | Nothing

_PART: Final = re.compile(r"[^\W\d_]+|\d+")
"""A word or a number in the text of a move."""


def parse_line(
    line: str,
    legal: Sequence[str],
    language: Language,
    numbers: Callable[[], Sequence[int]] | None = None,
    *,
    own: Sequence[str] = (),
    served: bool = False,
) -> Typed:
    """Return the move or the command that the line names.

    A move is named by its text, or by a beginning or a part of it that no other legal move has; `#4` names it by its
    number in this match, if `numbers` returns those of the legal moves. `own` are the same moves in the game's own
    texts, which work in every language. A match that is `served` has more commands.
    """
    words = line.split()
    text = " ".join(words).lower()
    if not text:
        return Nothing()
    close = text.replace(" ", "")
    for texts in (legal, own):
        for place, move in enumerate(texts):
            if close in (shut := move.replace(" ", "").lower(), in_ascii(shut)):
                return Picked(place)
    if text[0] == "#" and text[1:].isascii() and text[1:].isdigit() and numbers and len(text) < 10:
        known = numbers()
        if int(text[1:]) in known:
            return Picked(known.index(int(text[1:])))
    commands = _commands(language, served=served)
    name = commands.get(words[0].lower())
    if name is not None:
        return Command(name, " ".join(words[1:]))
    fitting = _fitting(text, legal)
    for texts, found in ((legal, fitting), (own, _fitting(text, own))):
        if len(found) == 1:
            return Picked(texts.index(found[0]))
    return Unclear(_answer(text, fitting, legal, language, commands))


def _commands(language: Language, *, served: bool) -> dict[str, str]:
    """Return the commands by the words that name them: those of the language, and the English ones."""
    known = {**COMMANDS["en"], **in_language(COMMANDS, language)}
    return {**SERVED_COMMANDS["en"], **in_language(SERVED_COMMANDS, language), **known} if served else known


def _fitting(text: str, legal: Sequence[str]) -> list[str]:
    """Return the moves that begin with the text, or else those that have it as a part: a word, or a whole number."""
    begun = [move for move in legal if move.lower().startswith(text)]
    if text.isdigit():
        return [move for move in legal if text in _PART.findall(move)]
    return begun or [
        move for move in legal if any(part.startswith(text) for part in _PART.findall(move.lower()))
    ]


def _answer(
    text: str, fitting: Sequence[str], legal: Sequence[str], language: Language, commands: Mapping[str, str]
) -> str:
    """Return a sentence with the nearest legal moves and commands, or with all legal moves."""
    spoken = {**in_language(SERVED_COMMANDS, language), **in_language(COMMANDS, language)}
    own = {name: word for word, name in reversed(spoken.items())}
    meant = [own[commands[word]] for word in get_close_matches(text, commands, 1)]
    near = fitting[:3] or get_close_matches(text, legal, 3) or meant
    if near:
        hint = phrase("mean", language, near=listed(near, language, "or"))
    elif legal:
        shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        hint = phrase("legal", language, legal=shown)
    else:
        hint = phrase("none legal", language)
    short = text if len(text) <= 40 else f"{text[:37]}..."
    readable = "".join(char if char.isprintable() else "?" for char in short)
    return phrase("unknown", language, text=readable, hint=hint)
