"""Who looks at a match: `--as 0`, `--as spectator`, `--as owner`."""

from difflib import get_close_matches
from typing import TypeAlias

from cardkit.rejections import NoSuchViewer
from cardkit.seats import OWNER, Owner, Seat, Viewer
from cardkit_cli.errors import UsageError

__all__ = ["SPECTATOR", "AnyViewer", "parse_seat", "parse_viewer", "seat_number"]

SPECTATOR = "spectator"
AnyViewer: TypeAlias = Viewer | Owner


def parse_viewer(text: str | None, seats: int) -> AnyViewer:
    """Return the viewer that `--as` names; a spectator without it. Raise `NoSuchViewer` if there is no such seat."""
    if text is None or text == SPECTATOR:
        return None
    if text == "owner":
        return OWNER
    viewer = seat_number(text, SPECTATOR, "owner")
    if viewer >= seats:
        raise NoSuchViewer(f"--as {text}: the match has seats 0 to {seats - 1}")
    return viewer


def parse_seat(text: str | None) -> Seat | None:
    """Return the seat that `--as` names, if any."""
    return None if text is None else seat_number(text)


def seat_number(text: str, *others: str) -> Seat:
    """Return the seat that `--as` names. An error names what else it takes here."""
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    near = get_close_matches(text, others, 1)
    *most, last = "a seat (0 is the first)", *others
    known = f"{', '.join(most)} or {last}" if most else last
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UsageError(f"--as {text}: expected {known}{hint}")
