"""What cardkit raises: one base class, and `Rejected` with its codes."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

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
    "nearest_of",
    "shown",
    "where",
    "why",
]


class CardkitError(Exception):
    """Base of all that cardkit raises on purpose. Its text is one sentence or two that a person can act on."""

    code: str = "error"
    """What happened, for programs. A code never changes its meaning."""

    def __reduce__(self) -> tuple[Callable[..., "CardkitError"], tuple[object, ...]]:
        """As it is, to another process: text, code and all it holds. A value that can't go there is told in words."""
        args = tuple(map(_sendable, self.args))
        return _received, (type(self), args, {name: _sendable(value) for name, value in vars(self).items()})


ENGINE_CODES: Final = {
    "not_your_turn": "another seat is to move",
    "match_over": "the match is over: nobody moves any more",
    "seat_needed": "more than one seat may move: say which",
    "no_such_seat": "the match has no such seat",
    "stale_version": "the seat has moved since the version that it saw, or its view or its legal moves have changed",
    "not_a_move": "the value is no move of this game",
    "not_legal": "the move isn't among those that the seat may make now",
    "not_undoable": "the last move can't be taken back",
    "unreadable": "the text is no move of this game",
}
"""The codes that every game shares; a game adds its own, named in `Game.rejections`."""


class Rejected(CardkitError):
    """A refused move. `code` is stable and meant for programs, the text for people; the match is unchanged."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Invalid(CardkitError):
    """A value that can't be accepted: which `field`, which `value`, and what would be `accepted`. Nothing was made."""

    code = "invalid"

    def __init__(self, field: str, value: object, accepted: str, message: str | None = None) -> None:
        super().__init__(message or f"{field}: {shown(value)} is not accepted; it takes {accepted}")
        self.field = field
        self.value = value
        self.accepted = accepted


class InvalidOption(Invalid):
    """An option, or a value of one, that the game doesn't have."""

    code = "invalid_option"


class UnknownOption(InvalidOption):
    """A name that is no option of the game; `accepted` names those that it has."""

    def __init__(self, name: str, value: object, game: str, known: Sequence[str]) -> None:
        message = f"unknown option {shown(name)}; {nearest_of(game, name, known, 'options')}"
        super().__init__(name, value, ", ".join(known) or "no options", message)


def nearest_of(owner: str, unknown: str, known: Sequence[str], what: str) -> str:
    """Return what may have been meant by an unknown name, and which names there are."""
    near = get_close_matches(unknown, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return hint + (f"{owner} has: {', '.join(known)}" if known else f"{owner} has no {what}")


class UnknownGame(CardkitError):
    """No game has this key. `nearest` are the keys that look most like it."""

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
            f"game {shown(key)}: {f'its plug-in failed: {broken}' if broken else f'not known; {hint}'}"
        )


class NoSuchVersion(CardkitError):
    """The match has no such version, or it lies inside a move, which is told as one."""

    code = "no_such_version"


class NoSuchViewer(CardkitError):
    """Neither a seat of this match, nor a spectator (`None`), nor the owner: nobody who may see anything."""

    code = "no_such_viewer"


class SeedMissing(CardkitError):
    """The match was read from a log without its seed: it can be looked at, but not played on."""

    code = "seed_missing"


class NotRevealed(CardkitError):
    """The seed stays secret while the match runs."""

    code = "not_revealed"


class BrokenGame(CardkitError):
    """A game doesn't keep the contract: the fault is in the game's code, not in its caller's."""

    code = "broken_game"


class WireError(CardkitError):
    """A JSON document that isn't what it should be; `path` is the place (`$` is all of it)."""

    code = "malformed"

    def __init__(self, message: str, path: str = "$") -> None:
        super().__init__(f"{path}: {message}")
        self.message = message
        self.path = path


class LogError(CardkitError):
    """A log that can't be read. `line` counts from 1, `path` is the place in that line's JSON (`$` is all of it)."""

    code = "bad_log"

    def __init__(self, line: int, message: str, path: str = "$") -> None:
        super().__init__(f"line {line}: {message}" if path == "$" else f"line {line}, {path}: {message}")
        self.line = line
        self.path = path


def shown(value: object) -> str:
    """Return the value as an error may repeat it: short, and on one line. Never breaks, whatever `repr` does."""
    try:
        text = repr(value)
    except Exception:  # a caller's own __repr__ may do anything
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 60 else f"{text[:57]}..."


OTHERS: Final = frozenset({"cardkit", "cardkit_api", "cardkit_cli", *sys.stdlib_module_names})
"""Where somebody's own mistake comes to light, but isn't."""


def why(error: BaseException) -> str:
    """Return what went wrong, as another error may repeat it: a sentence of cardkit's own, or what Python says, and
    where.
    """
    return str(error) if isinstance(error, CardkitError) else f"{type(error).__name__}: {error}{where(error)}"


def where(error: BaseException) -> str:
    """Return the last line of somebody's own code that led to it, in brackets; nothing if there is none."""
    place, traceback = "", error.__traceback__
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__"))
        installed = "site-packages" in traceback.tb_frame.f_code.co_filename
        if module.partition(".")[0] not in OTHERS and not installed:
            place = f" ({module}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return place


def _sendable(value: object) -> object:
    from pickle import dumps, loads  # few errors go to another process

    try:
        loads(dumps(value))
    except Exception:  # a caller's own class may do anything
        return shown(value)
    return value


def _received(kind: type[CardkitError], args: tuple[object, ...], held: Mapping[str, object]) -> CardkitError:
    """Return the error, not made once more: each class is made in a way of its own."""
    error = kind.__new__(kind, *args)
    vars(error).update(held)
    return error
