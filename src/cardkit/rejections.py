"""The errors that cardkit raises: one base class, and `Rejected` with its codes."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Final

from cardkit.language import Language, Part, Sentence

__all__ = [
    "ENGINE_CODES",
    "BrokenGame",
    "CardkitError",
    "Invalid",
    "InvalidOption",
    "LogError",
    "NoSuchVersion",
    "NoSuchViewer",
    "NotRevealed",
    "Rejected",
    "SeedMissing",
    "UnknownGame",
    "UnknownOption",
    "WireError",
    "failure",
    "nearest_of",
    "shown",
    "where",
    "why",
]


class CardkitError(Exception):
    """The base of all errors that cardkit raises on purpose. The text says what is wrong and what to do."""

    code: str = "error"
    """The kind of error, for programs. A code never changes its meaning."""

    def __reduce__(self) -> tuple[Callable[..., "CardkitError"], tuple[object, ...]]:
        """Pickle the error with its text, code and attributes. A value that can't be pickled becomes its text."""
        args = tuple(map(_sendable, self.args))
        return _received, (type(self), args, {name: _sendable(value) for name, value in vars(self).items()})


ENGINE_CODES: Final = {
    "not_your_turn": "another seat is to move",
    "match_over": "the match is over: nobody moves any more",
    "seat_needed": "several seats may move; name one",
    "no_such_seat": "the match has no such seat",
    "stale_version": "the seat has moved since the version that it saw, or its view or its legal moves have changed",
    "not_a_move": "the value isn't a move of this game",
    "not_legal": "the move isn't among those that the seat may make now",
    "not_undoable": "the last move can't be taken back",
    "unreadable": "the text isn't a move of this game",
}
"""The codes that all games share. A game adds its own in `Game.rejections`."""


class Rejected(CardkitError):
    """A refused move. `code` is stable and for programs, the sentence is for people. The match is unchanged.

    `says` is the sentence: a text, or a template for each language, which `parts` fill (`cardkit.language.Sentence`).
    """

    def __init__(self, code: str, says: str | Mapping[Language, str] | Sentence, /, **parts: Part) -> None:
        self.says: Sentence = says if isinstance(says, Sentence) else Sentence(says, parts)
        super().__init__(self.says.text())
        self.code = code

    def sentence(self, language: Language = "en", names: Sequence[str] | None = None) -> str:
        """Return the text in the closest language, with the names of the seats. `str(error)` is in English."""
        return self.says.text(language, names)


class Invalid(CardkitError):
    """An invalid value: the `field`, the `value`, and what is `accepted` there. Nothing was created.

    If the value is a secret, pass its class instead. The text then says "this value".
    """

    code = "invalid"

    def __init__(self, field: str, value: object, accepted: str, message: str | None = None) -> None:
        found = "this value" if isinstance(value, type) else shown(value)
        super().__init__(message or f"{field}: {found} is invalid; expected {accepted}")
        self.field = field
        self.value = value
        self.accepted = accepted


class InvalidOption(Invalid):
    """An option that the game doesn't have, or an invalid value of one."""

    code = "invalid_option"


class UnknownOption(InvalidOption):
    """An unknown option. `accepted` names the options of the game."""

    def __init__(self, name: str, value: object, game: str, known: Sequence[str]) -> None:
        message = f"unknown option {shown(name)}; {nearest_of(game, name, known, 'options')}"
        super().__init__(name, value, ", ".join(known) or "no options", message)


def nearest_of(owner: str, unknown: str, known: Sequence[str], what: str) -> str:
    """Return a hint about an unknown name: the nearest one, and all known names."""
    near = get_close_matches(unknown, known, n=1)
    hint = f"did you mean {shown(near[0])}? " if near else ""
    return hint + (f"{owner} has: {', '.join(known)}" if known else f"{owner} has no {what}")


class UnknownGame(CardkitError):
    """No game has this key. `nearest` are the most similar keys."""

    code = "unknown_game"

    def __init__(self, key: object, known: Iterable[str], broken: str | None = None) -> None:
        self.key = key
        names = sorted(known)
        self.nearest: tuple[str, ...] = (
            tuple(get_close_matches(str(key), names)) if isinstance(key, str) else ()
        )
        hint = (
            f"did you mean {' or '.join(self.nearest)}?"
            if self.nearest
            else f"known games: {', '.join(names)}"
        )
        super().__init__(
            f"the plug-in of game {shown(key)} failed: {broken}"
            if broken
            else f"unknown game {shown(key)}; {hint}"
        )


class NoSuchVersion(CardkitError):
    """The match has no such version, or the version lies inside a move."""

    code = "no_such_version"


class NoSuchViewer(CardkitError):
    """The viewer is neither a seat of this match, nor a spectator (`None`), nor the owner."""

    code = "no_such_viewer"


class SeedMissing(CardkitError):
    """The match was read from a log without its seed. It can be viewed, but not played on."""

    code = "seed_missing"


class NotRevealed(CardkitError):
    """The seed stays secret while the match runs."""

    code = "not_revealed"


class BrokenGame(CardkitError):
    """A game breaks the contract. The fault is in the game's code, not in its caller's."""

    code = "broken_game"


class WireError(CardkitError):
    """A malformed JSON document. `path` is the place (`$` is the whole document)."""

    code = "malformed"

    def __init__(self, message: str, path: str = "$") -> None:
        super().__init__(message if path == "$" else f"{path}: {message}")
        self.message = message
        self.path = path


class LogError(CardkitError):
    """A log that can't be read. `line` counts from 1, `path` is the place in its JSON (`$` is the whole line)."""

    code = "bad_log"

    def __init__(self, line: int, message: str, path: str = "$") -> None:
        super().__init__(f"line {line}: {message}" if path == "$" else f"line {line}, {path}: {message}")
        self.line = line
        self.path = path


_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")


def shown(value: object) -> str:
    """Return the value as an error repeats it: short, and on one line. It never raises, whatever `repr` does.

    It is written as in JSON, if it can be. A text is in single quotes if it has none itself. What can't be printed is
    escaped, and addresses in memory are left out.
    """
    try:
        if isinstance(value, str) and "'" not in value:
            text = f"'{value}'"
        else:
            text = _json(value) or _ADDRESS.sub("", repr(value))
    except Exception:  # a caller's own class may do anything
        text = f"<{type(value).__name__}>"
    printable = "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text[:61])
    return printable if len(printable) <= 60 else f"{printable[:57]}..."


def _json(value: object) -> str:
    """Return a value as JSON; an empty text if not all of it is JSON."""
    with suppress(TypeError, ValueError, RecursionError):
        return json.dumps(value, ensure_ascii=False)
    return ""


OTHERS: Final = frozenset({"cardkit", "cardkit_api", "cardkit_cli", *sys.stdlib_module_names})
"""Modules in which an error may appear, but which aren't to blame for it."""


def why(error: BaseException) -> str:
    """Return what went wrong, for another error to repeat: cardkit's own text, or Python's and the place."""
    return str(error) if isinstance(error, CardkitError) else f"{type(error).__name__}: {error}{where(error)}"


def failure(error: BaseException) -> str:
    """Return what went wrong, but show no value: cardkit's own text, or the kind and the place of Python's error."""
    return str(error) if isinstance(error, CardkitError) else f"{type(error).__name__}{where(error)}"


def where(error: BaseException) -> str:
    """Return the last line outside cardkit that led to the error, in brackets; empty if there is none."""
    place, traceback = "", error.__traceback__
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__"))
        installed = "site-packages" in traceback.tb_frame.f_code.co_filename
        if module.partition(".")[0] not in OTHERS and not installed:
            place = f" ({module}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return place


def _sendable(value: object) -> object:
    from pickle import dumps, loads  # errors rarely go to another process

    try:
        loads(dumps(value))
    except Exception:  # a caller's own class may do anything
        return shown(value)
    return value


def _received(kind: type[CardkitError], args: tuple[object, ...], held: Mapping[str, object]) -> CardkitError:
    """Return the error without calling its constructor, because each class has its own parameters."""
    error = kind.__new__(kind, *args)
    vars(error).update(held)
    return error
