"""How far a match is, in one line, and what its seats are called."""

from typing import Final

from attrs import frozen

from cardkit import telling
from cardkit.language import Language, listed
from cardkit.match import AnyMatch
from cardkit.rejections import Invalid
from cardkit.seats import Outcome, Seat
from cardkit_cli.phrases import phrase

__all__ = ["Status", "is_name", "seat_names", "status_line", "status_of"]

_LONGEST: Final = 40
"""The most characters of a name, as on a server."""


@frozen
class Status:
    """How far a match is."""

    title: str
    version: int
    actors: tuple[Seat, ...]
    outcome: Outcome | None
    names: tuple[str, ...]
    free: tuple[Seat, ...] = ()
    """The seats that nobody has taken yet, if the match hasn't begun."""


def is_name(name: str) -> bool:
    """Return whether the text can be shown as a name."""
    return 0 < len(name) <= _LONGEST and name.isprintable()


def seat_names(seats: int, language: Language, names: str | None = None) -> tuple[str, ...]:
    """Return the names of the seats: as given, separated by commas, or "seat 0" and so on."""
    if names is None:
        return telling.seat_names(seats, None, language)
    given = tuple(name.strip() for name in names.split(","))
    if len(given) != seats or not all(given):
        raise Invalid("--names", names, f"{seats} names, separated by commas")
    if not all(map(is_name, given)):
        raise Invalid("--names", names, f"names of 1 to {_LONGEST} printable characters")
    return given


def status_of(match: AnyMatch, names: tuple[str, ...]) -> Status:
    """Return how far the match is."""
    return Status(match.game.title, match.version, match.actors, match.outcome, names)


def status_line(status: Status, language: Language) -> str:
    """Return one line: which game, how far it is, and who is to move or has won."""
    if status.free:
        free = listed([status.names[seat] for seat in status.free], language)
        return phrase("not begun", language, title=status.title, seats=free)
    if not status.version:
        return phrase("not started", language, title=status.title)
    seats = status.actors if status.outcome is None else status.outcome.winners
    names = listed([status.names[seat] for seat in seats], language)
    now = phrase("to move" if status.outcome is None else "won by", language, names=names)
    return phrase("status", language, title=status.title, version=status.version, now=now)
