"""Whose eyes look at a match: `--as 0`, `--as spectator`, `--as owner`."""

from difflib import get_close_matches
from typing import TypeAlias

from cardkit.match import AnyMatch
from cardkit.rejections import NoSuchViewer
from cardkit.seats import OWNER, Owner, Viewer
from cardkit_cli.failures import Usage

__all__ = ["Eyes", "eyes", "seat"]

Eyes: TypeAlias = Viewer | Owner


def eyes(text: str | None, match: AnyMatch) -> Eyes:
    """The viewer that is meant; without a word, a spectator. `NoSuchViewer` for a seat that isn't there."""
    if text is None or text == "spectator":
        return None
    if text == "owner":
        return OWNER
    viewer, seats = _number(text), match.header.seats
    if viewer >= seats:
        raise NoSuchViewer(f"--as {text}: the match has seats 0 to {seats - 1}")
    return viewer


def seat(text: str | None) -> int | None:
    """The seat that is meant, where only a seat can be meant."""
    return None if text is None else _number(text)


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    near = get_close_matches(text, ["spectator", "owner"], 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise Usage(f"--as {text!r}: expected a seat (0 is the first), spectator or owner{hint}")
