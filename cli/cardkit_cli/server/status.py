"""How far a match on a server is: its status as the command line shows it."""

from cardkit.documents import Document, outcome_document
from cardkit.rejections import UnknownGame
from cardkit.seats import Outcome
from cardkit_api import messages
from cardkit_api.messages import Lobby, MatchStatus
from cardkit_cli.games import find_game
from cardkit_cli.status import Status

__all__ = ["names_of", "outcome_of", "progress_of", "status_of"]


def names_of(match: MatchStatus | Lobby) -> tuple[str, ...]:
    """Return what the seats are called, as the server's own sentences call them."""
    return tuple(
        seat.name or (f"{seat.bot} {seat.seat}" if seat.bot else f"seat {seat.seat}") for seat in match.seats
    )


def status_of(match: MatchStatus) -> Status:
    """Return how far the match is."""
    free = [seat.seat for seat in match.seats if seat.holder == "nobody"] if match.status == "open" else []
    return Status(
        _title(match.game),
        match.version,
        tuple(match.actors),
        outcome_of(match.outcome),
        names_of(match),
        tuple(free),
    )


def progress_of(match: MatchStatus) -> Document:
    """Return how far the match is, as the document of a match in a file says it."""
    outcome = outcome_of(match.outcome)
    return {
        "version": match.version,
        "actors": [*match.actors],
        "outcome": None if outcome is None else outcome_document(outcome),
    }


def outcome_of(outcome: messages.Outcome | None) -> Outcome | None:
    """Return the outcome as the library has it."""
    if outcome is None:
        return None
    return Outcome(tuple(outcome.totals), tuple(outcome.ranks), tuple(outcome.winners))


def _title(key: str) -> str:
    """Return the game's title, or its key if the game isn't installed here."""
    try:
        return find_game(key).title
    except UnknownGame:
        return key
