"""The messages of the HTTP API: requests and answers, each a flat class. Documents of matches are the library's own."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardkit.documents import Document
from cardkit.game import Json
from cardkit.quick import quick
from cardkit.seats import Seat

__all__ = [
    "BotFor",
    "Created",
    "EventPage",
    "GameEntry",
    "GameList",
    "GameSheet",
    "Health",
    "Invitation",
    "Joined",
    "LegalMove",
    "LegalMoves",
    "MatchPage",
    "MatchStatus",
    "Moved",
    "NewMatch",
    "NewMove",
    "NewPlayer",
    "Outcome",
    "Resignation",
    "SeatStatus",
    "SeenEvent",
    "Start",
    "Status",
    "TakebackStatus",
    "Undo",
    "Undone",
    "View",
    "legal_moves",
    "seen_events",
]

Status: TypeAlias = Literal["open", "running", "over"]

# --- requests

_TYPED: Final[Json] = {
    "type": "object",
    "properties": {"type": {"type": "string"}},
    "required": ["type"],
    "additionalProperties": True,
}
_NAME: Final[Json] = {"type": "string", "minLength": 1, "maxLength": 40}


@frozen
class BotFor:
    """A seat that a bot plays."""

    seat: Seat
    bot: str


@frozen(kw_only=True)
class NewMatch:
    """A match to be made."""

    game: str
    seats: int
    options: dict[str, Json] = field(factory=dict[str, Json])
    bots: tuple[BotFor, ...] = ()
    public: bool = False
    """Listed for everybody, joined and watched without invitation."""
    name: str | None = None
    """Sits down at once, on the first free seat, under this name."""
    entropy: str | None = None
    """What goes into the seed for that seat."""


@frozen(kw_only=True)
class NewPlayer:
    """Somebody who joins a match."""

    name: str = field(metadata={"schema": _NAME})
    invitation: str | None = None
    seat: Seat | None = None
    """Which seat, where there is a choice; the first free one otherwise."""
    entropy: str | None = None


@frozen(kw_only=True)
class Start:
    """The owner starts the match, with a bot on each seat that is free."""

    bot: str | None = None
    """The first of the game's bots, unless said otherwise."""


@frozen(kw_only=True)
class NewMove:
    """A move: its number, its text, or its JSON object."""

    move: Json = field(
        metadata={
            "schema": {
                "anyOf": [
                    {"type": "integer", "minimum": 0},
                    {"type": "string", "maxLength": 100},
                    _TYPED,
                ]
            }
        }
    )


@frozen(kw_only=True)
class Undo:
    """Takes a seat's last move back, or agrees that another seat does."""

    of: Seat | None = None
    """Whose move: one's own, unless said otherwise."""


@frozen(kw_only=True)
class Resignation:
    """Leaves a seat to a bot, for good."""

    bot: str | None = None


# --- answers


@frozen
class Health:
    """How the server is."""

    status: str


@frozen
class GameEntry:
    """A game in the list of games."""

    key: str
    title: str
    least_seats: int
    most_seats: int
    rules_version: int
    links: dict[str, str]


@frozen
class GameList:
    """All games that this server offers."""

    games: list[GameEntry]


@frozen
class GameSheet:
    """All that a client needs to know about a game: `schema` is the JSON Schema of its documents."""

    key: str
    title: str
    least_seats: int
    most_seats: int
    rules_version: int
    options: dict[str, Json]
    """The JSON Schema of the options."""
    schema: dict[str, Json]
    rejections: dict[str, str]
    bots: list[str]
    links: dict[str, str]


@frozen
class SeatStatus:
    """Who sits on a seat."""

    seat: Seat
    holder: Literal["nobody", "person", "bot"]
    name: str
    bot: str
    resigned: bool


@frozen
class Outcome:
    """How a match ended, by seat."""

    totals: list[int]
    ranks: list[int]
    winners: list[Seat]


@frozen
class TakebackStatus:
    """A seat has asked to take its last move back."""

    by: Seat
    version: int
    agreed: list[Seat]


@frozen(kw_only=True)
class MatchStatus:
    """A match from outside."""

    id: str
    game: str
    status: Status
    public: bool
    seats: list[SeatStatus]
    options: dict[str, Json]
    commitment: str
    version: int
    """0 before the start."""
    actors: list[Seat]
    outcome: Outcome | None
    takeback: TakebackStatus | None
    created: float
    links: dict[str, str]


@frozen
class Invitation:
    """What somebody needs to take a seat in a match that isn't public."""

    seat: Seat
    invitation: str


@frozen
class Joined:
    """A seat, and the token that acts for it: shown once."""

    seat: Seat
    token: str
    match: MatchStatus


@frozen
class Created:
    """A new match: the tokens are shown once."""

    match: MatchStatus
    owner: str
    """The token that starts and deletes the match. It shows no cards."""
    watcher: str
    """The token to watch with, where the match isn't public."""
    invitations: list[Invitation]
    seat: Seat | None
    """The seat that the maker of the match took, and its token."""
    token: str | None


@frozen
class MatchPage:
    """Some matches, the newest first; `next` continues, where there are more."""

    matches: list[MatchStatus]
    next: str | None


@frozen
class View:
    """What lies before the viewer's eyes at that version."""

    version: int
    seat: Seat | None
    view: dict[str, Json]


@frozen
class LegalMove:
    """A legal move, named three ways."""

    number: int
    text: str
    move: dict[str, Json] = field(metadata={"schema": _TYPED})


@frozen
class LegalMoves:
    """All legal moves of the seat, in a stable order."""

    version: int
    seat: Seat
    moves: list[LegalMove]


def legal_moves(documents: Iterable[Document]) -> list[LegalMove]:
    """Return the library's documents of moves as messages."""
    moves: list[LegalMove] = []
    for document in documents:
        match document:
            case {"number": int(number), "text": str(text), "move": dict(move)}:
                moves.append(LegalMove(number, text, move))
            case _:
                raise TypeError("a move's document has number, text and move")
    return moves


@quick
@frozen
class SeenEvent:
    """What the viewer saw of event `n`, as JSON and as a sentence."""

    n: int
    glimpse: dict[str, Json] = field(metadata={"schema": _TYPED})
    text: str


def seen_events(documents: Iterable[Document]) -> list[SeenEvent]:
    """Return the library's documents of glimpses as messages."""
    events: list[SeenEvent] = []
    for document in documents:
        n, glimpse, text = document["n"], document["glimpse"], document["text"]
        if not isinstance(n, int) or not isinstance(glimpse, dict) or not isinstance(text, str):
            raise TypeError("a glimpse's document has n, glimpse and text")
        events.append(SeenEvent(n, glimpse, text))
    return events


@frozen
class EventPage:
    """Glimpses in order. There is more to come after `next` as long as the match isn't `over` and read to its end."""

    events: list[SeenEvent]
    next: int
    version: int
    over: bool


@quick
@frozen
class Moved:
    """The move was played: the match has a new version, and this is what the mover saw."""

    version: int
    events: list[SeenEvent]


@frozen
class Undone:
    """The move was taken back, or all that is missing is that everybody agrees."""

    done: bool
    version: int
    reason: str
    waiting_for: list[Seat]
