"""What a server says of a match from outside, for people and as documents."""

from collections.abc import Sequence

from cardkit.documents import Document
from cardkit.game import Language
from cardkit.rejections import Rejected, UnknownGame
from cardkit_api.messages import MatchStatus, Outcome
from cardkit_cli.drawing import standing
from cardkit_cli.eyes import seat as seat_meant
from cardkit_cli.own_code import find_game
from cardkit_cli.playing.phrases import phrase

__all__ = ["check_seat", "described", "names_of", "outcome_document", "progress"]


def names_of(status: MatchStatus) -> tuple[str, ...]:
    """What the seats are called, as the server's own sentences call them."""
    return tuple(
        seat.name or (f"{seat.bot} {seat.seat}" if seat.bot else f"seat {seat.seat}") for seat in status.seats
    )


def _title(key: str) -> str:
    """The game's title; its key, where the game isn't installed here."""
    try:
        return find_game(key).title
    except UnknownGame:
        return key


def progress(status: MatchStatus) -> Document:
    """How far the match is: as a match in a file tells it."""
    return {
        "version": status.version,
        "actors": [*status.actors],
        "outcome": None if status.outcome is None else outcome_document(status.outcome),
    }


def outcome_document(outcome: Outcome) -> Document:
    """How it ended."""
    return {"totals": [*outcome.totals], "ranks": [*outcome.ranks], "winners": [*outcome.winners]}


def described(status: MatchStatus, language: Language) -> str:
    """One line: which game, how far it is, and who is to move or has won."""
    title = _title(status.game)
    if status.status == "open":
        free = [names_of(status)[seat.seat] for seat in status.seats if seat.holder == "nobody"]
        return phrase("not begun", language, title=title, seats=_listed(free, language))
    winners: Sequence[int] | None = None if status.outcome is None else status.outcome.winners
    return standing(title, status.version, status.actors, winners, language, names_of(status))


def _listed(words: list[str], language: Language) -> str:
    *most, last = words
    return f"{', '.join(most)} {phrase('and', language)} {last}" if most else last


def check_seat(wanted: str | None, seat: int | None) -> None:
    """Refuse if another seat is wanted than that of the token."""
    if wanted is None or wanted == "spectator" or seat_meant(wanted) == seat:
        return
    whose = "a spectator's" if seat is None else f"that of seat {seat}"
    raise Rejected("not_allowed", f"--as {wanted}: the token is {whose}, and shows nobody else's cards")
