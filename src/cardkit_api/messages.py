"""The messages of the HTTP API: requests and answers, each a flat class. Documents of matches are the library's own."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from attrs import field, frozen

from cardkit.clock import Control
from cardkit.game import Json
from cardkit.quick import quick
from cardkit.seats import Seat

__all__ = [
    "LONGEST_DELAY",
    "LONGEST_NAME",
    "MOST_PATTERNS",
    "ORDER_CODES",
    "REACTIONS",
    "BotFor",
    "ClockAct",
    "ClockLine",
    "ClockStatus",
    "Created",
    "EndedOrder",
    "EventPage",
    "GameEntry",
    "GameList",
    "GameSheet",
    "Gift",
    "Health",
    "Invitation",
    "Joined",
    "LegalMove",
    "LegalMoves",
    "Lobby",
    "MatchDeleted",
    "MatchOver",
    "MatchPage",
    "MatchStatus",
    "Moved",
    "MyMatch",
    "MyMatches",
    "NewClock",
    "NewInvitation",
    "NewMatch",
    "NewMove",
    "NewOrder",
    "NewPlayer",
    "NewReaction",
    "NewRematch",
    "NewTerms",
    "NewTicket",
    "NewToken",
    "NewWebhook",
    "NewWebhookSecret",
    "NewWebhookTest",
    "OrderCode",
    "OrderEnded",
    "OrderStatus",
    "Outcome",
    "Players",
    "Presence",
    "Reaction",
    "ReactionKey",
    "Readiness",
    "Rematch",
    "Resignation",
    "Scene",
    "SceneMove",
    "SeatPresence",
    "SeatStatus",
    "SeatTime",
    "SeatToken",
    "SeenEvent",
    "SocketMove",
    "Spectators",
    "StandingOrder",
    "Start",
    "Starts",
    "Status",
    "Table",
    "TakebackStatus",
    "Takebacks",
    "Ticket",
    "Timing",
    "Undo",
    "Undone",
    "View",
    "ViewerMemory",
    "WebhookEvent",
    "WebhookKind",
    "WebhookMessage",
    "WebhookSecret",
    "WebhookStatus",
    "WebhookSubject",
]

Status: TypeAlias = Literal["open", "running", "over"]

Takebacks: TypeAlias = Literal["ask", "free", "none"]
"""Whether moves can be taken back.

`ask`: at once if nobody has learned anything from it, else when all agree. `free`: at once by any seat. `none`: never.
"""

Starts: TypeAlias = Literal["full", "ready", "owner"]
"""When a match starts by itself, besides when its owner starts it.

`full`: with its last player. `ready`: when all seats are taken and all players are ready. `owner`: never.
"""

Spectators: TypeAlias = Literal["public", "delayed", "after", "none"]
"""What those who have no seat are shown of a running match.

`public`: what is open to all. `delayed`: the same, a number of events later. `after`: nothing before it is over.
`none`: nothing, even then.
"""

ReactionKey: TypeAlias = Literal["hello", "well_played", "thanks", "oops", "sorry", "thinking"]
"""What players can say to each other."""

REACTIONS: Final[Mapping[str, ReactionKey]] = {key: key for key in get_args(ReactionKey)}

OrderCode: TypeAlias = Literal[
    "played",
    "withdrawn",
    "unforeseen",
    "taken_back",
    "moved",
    "not_legal",
    "too_late",
    "players_changed",
    "resigned",
    "out_of_time",
    "match_over",
    "failed",
]
"""What became of a standing order.

`played` and `withdrawn` are what the seat wanted. All others say why it was dropped. `unforeseen`: an event fits no
pattern. `taken_back`: a move was taken back. `moved`: the seat itself has moved. `not_legal`: the move isn't, now that
the turn has come. `too_late`: the turn is over. `players_changed`: a bot took over another seat, or its player ran out
of time or came back. `resigned`, `out_of_time`: the seat itself has resigned, or its time ran out. `failed`:
the server or the game failed to play it.
"""

ORDER_CODES: Final[Mapping[str, OrderCode]] = {code: code for code in get_args(OrderCode)}

MOST_PATTERNS: Final = 32

LONGEST_DELAY: Final = 200

WebhookEvent: TypeAlias = Literal["lobby", "started", "turn", "undo_asked", "taken_over", "over"]
"""What a webhook tells.

`lobby`: something changed before the start; only owners are told. `turn`: people are to move who weren't. `undo_asked`:
a seat asks to take its move back. `taken_over`: a bot took a seat over from its player.
"""

WebhookKind: TypeAlias = Literal[WebhookEvent, "test"]
"""What a webhook sends: an event, or a `test` that its holder asked for."""

# --- requests

_TYPED: Final[Json] = {
    "type": "object",
    "properties": {"type": {"type": "string"}},
    "required": ["type"],
    "additionalProperties": True,
}
_DELAY: Final[Json] = {"type": "integer", "minimum": 0, "maximum": LONGEST_DELAY}
_ABSENCE: Final[Json] = {
    "anyOf": [{"type": "string", "pattern": "^(wait|resign|bot:.{1,100})$"}, {"type": "null"}]
}
_MOVE: Final[Json] = {
    "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "maxLength": 100}, _TYPED]
}
_PATTERNS: Final[Json] = {
    "type": "array",
    "items": {"type": "object"},
    "minItems": 1,
    "maxItems": MOST_PATTERNS,
}
LONGEST_NAME: Final = 40
_NAME: Final[Json] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


@frozen
class BotFor:
    """A seat that a bot plays."""

    seat: Seat
    bot: str


@frozen(kw_only=True)
class NewClock:
    """A time control. All times are milliseconds.

    `bank`: a seat has `time` for the whole match, and gains `increment` with each move, up to `cap`. `per_move`: it has
    `time` for each move. `days`: it has this number of `days` for each move. `none`: there is no limit.
    """

    kind: Literal["bank", "per_move", "days", "none"]
    time: int = 0
    increment: int = 0
    cap: int | None = None
    days: int = 0


@frozen(kw_only=True)
class NewMatch:
    """A new match."""

    game: str
    seats: int
    options: dict[str, Json] = field(factory=dict[str, Json])
    bots: tuple[BotFor, ...] = ()
    public: bool = False
    """Whether the match is listed, and can be joined and watched without an invitation."""
    takebacks: Takebacks = "ask"
    """Whether moves can be taken back: `ask` the others unless nobody has learned anything, `free`, or `none`."""
    starts: Starts = "full"
    """When the match starts: with its last player, when all are `ready`, or when the `owner` starts it."""
    spectators: Spectators = "public"
    """What those without a seat are shown: `public`, `delayed` by events, all `after` the end, or `none`."""
    delay: int = field(default=0, metadata={"schema": _DELAY})
    """By how many events spectators are behind, if they are `delayed`. Else 0."""
    name: str | None = None
    """The name of the maker, who then takes the first free seat."""
    entropy: str | None = None
    """The maker's contribution to the seed."""
    clock: NewClock | None = None
    """How much time each seat has. The default is a match without a clock."""
    absence: str | None = field(default=None, metadata={"schema": _ABSENCE})
    """What happens when a seat runs out of time: `wait`, `resign`, or `bot:` and the name of a bot.

    The default is that the server's first bot plays until the seat returns.
    """


@frozen(kw_only=True)
class NewPlayer:
    """A person who joins a match."""

    name: str = field(metadata={"schema": _NAME})
    invitation: str | None = None
    seat: Seat | None = None
    """The seat to take in a public match. The default is the first free one."""
    entropy: str | None = None


@frozen(kw_only=True)
class Start:
    """The start of a match by its owner, with a bot on each free seat."""

    bot: str | None = None
    """The name of the bot. The default is the server's first one."""


@frozen(kw_only=True)
class Readiness:
    """Whether a player is ready for the start."""

    ready: bool = True


@frozen(kw_only=True)
class NewTerms:
    """The terms of a match that hasn't started, as its owner changes them. What is left out stays as it is."""

    options: dict[str, Json] | None = None
    takebacks: Takebacks | None = None
    starts: Starts | None = None
    spectators: Spectators | None = None
    delay: int | None = field(default=None, metadata={"schema": {"anyOf": [_DELAY, {"type": "null"}]}})
    clock: NewClock | None = None
    """How much time each seat has from now on, also in a match that had no clock."""
    absence: str | None = field(default=None, metadata={"schema": _ABSENCE})
    """What happens when a seat runs out of time, as in a new match."""
    untimed: bool = False
    """Whether to take the clock away."""


@frozen(kw_only=True)
class NewMove:
    """A move: its number, its text, or its JSON object."""

    move: Json = field(metadata={"schema": _MOVE})


@frozen(kw_only=True)
class SocketMove:
    """A move on a socket: the version that the mover saw (`expect`), and a name for the answer (`id`)."""

    move: Json = field(metadata={"schema": _MOVE})
    expect: int | None = None
    id: str | None = None


@frozen(kw_only=True)
class NewOrder:
    """What the seat plays at its next turn, if all that it is shown until then was foreseen."""

    version: int = field(metadata={"schema": {"type": "integer", "minimum": 0}})
    """The version that the player saw. It wasn't the seat's turn then."""
    foreseen: tuple[dict[str, Json], ...] = field(metadata={"schema": _PATTERNS})
    """Patterns of glimpses. Each event that the seat is shown until its turn must fit one of them."""
    move: Json = field(metadata={"schema": _MOVE})


@frozen(kw_only=True)
class NewReaction:
    """What a player says to all who follow the match."""

    reaction: ReactionKey


@frozen(kw_only=True)
class Undo:
    """The request to take a seat's last move back, or the agreement to that of another seat."""

    of: Seat | None = None
    """The seat whose move it is. The default is the caller's own."""


@frozen(kw_only=True)
class Resignation:
    """The decision to hand a seat over to a bot, for good."""

    bot: str | None = None


@frozen(kw_only=True)
class ClockAct:
    """The request to do something with the clock. It has no fields."""


@frozen(kw_only=True)
class Gift:
    """Milliseconds for the clock of another seat."""

    to: Seat
    time: int


@frozen(kw_only=True)
class NewTicket:
    """The wish for a ticket. It has no fields."""


@frozen(kw_only=True)
class NewRematch:
    """The wish for another match of the same players, or that there be none."""

    agreed: bool = True


@frozen(kw_only=True)
class NewToken:
    """The wish for a new token of a seat. It has no fields."""


@frozen(kw_only=True)
class NewInvitation:
    """The wish for a new invitation to a free seat. It has no fields."""


@frozen(kw_only=True)
class NewWebhook:
    """Where the server tells what happens in a match. Without `events`, it tells all that the caller may be told."""

    url: str = field(metadata={"schema": {"type": "string", "format": "uri", "maxLength": 1000}})
    events: list[WebhookEvent] | None = None


@frozen(kw_only=True)
class NewWebhookSecret:
    """The wish for a new secret of a webhook. It has no fields."""


@frozen(kw_only=True)
class NewWebhookTest:
    """The wish for a message that shows whether a webhook works. It has no fields."""


# --- answers


@frozen
class Health:
    """The health of the server."""

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
    """Everything that a client needs to know about a game. `schema` is the JSON Schema of its documents."""

    key: str
    title: str
    least_seats: int
    most_seats: int
    rules_version: int
    options: dict[str, Json]
    """The JSON Schema of the options."""
    schema: dict[str, Json]
    rejections: dict[str, str]
    languages: list[str]
    """The languages of its sentences and scenes."""
    bots: list[str]
    links: dict[str, str]


@frozen
class SeatStatus:
    """The holder of a seat."""

    seat: Seat
    holder: Literal["nobody", "person", "bot"]
    name: str
    bot: str
    resigned: bool
    ready: bool
    """Whether the player was ready before the start. Bots always are."""


@frozen
class Outcome:
    """The result of a match, by seat."""

    totals: list[int]
    ranks: list[int]
    winners: list[Seat]


@frozen
class TakebackStatus:
    """The request of a seat to take its last move back, and who has agreed."""

    by: Seat
    version: int
    agreed: list[Seat]


@frozen
class SeatTime:
    """The time of one seat, in milliseconds."""

    left: int | None
    """What it has left. `null` if there is no limit."""
    runs: bool
    """Whether it has to move now."""
    opening: int | None
    """The time for its first move, which isn't taken from its clock. `null` if it has no such time."""
    out_of_time: bool
    bot: str
    """The bot that plays it; empty if its player does."""


@frozen
class ClockStatus:
    """The time of all seats at one moment: `at`, in milliseconds of Unix time, by the server's clock."""

    at: int
    paused: bool
    seats: list[SeatTime]


@frozen(kw_only=True)
class Timing:
    """The clock of a match, and what happens when a seat runs out of time."""

    control: Control
    absence: str
    clock: ClockStatus | None
    """`null` before the start, and in lists."""
    pause: list[Seat]
    """The seats that ask for a pause now, or agree to it."""
    late: Seat | None
    """The seat that some others want to replace now, because it ran out of time."""
    replace: list[Seat]
    """The seats that want it."""


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
    """0 before the start, and as long as the caller is shown nothing of the match."""
    actors: list[Seat]
    outcome: Outcome | None
    takeback: TakebackStatus | None
    timing: Timing | None
    """`null` in a match without a clock."""
    takebacks: Takebacks
    starts: Starts
    spectators: Spectators
    delay: int
    """By how many events spectators are behind, if they are `delayed`."""
    created: float
    next: str | None
    """The next match of the same players, if they made a rematch."""
    links: dict[str, str]


@frozen(kw_only=True)
class Lobby:
    """A match that hasn't started, as streams tell of it whenever it changes. The last one comes with the start."""

    type: Literal["lobby"] = "lobby"
    status: Status
    seats: list[SeatStatus]
    options: dict[str, Json]
    takebacks: Takebacks
    starts: Starts
    spectators: Spectators
    delay: int
    timing: Timing | None
    """`null` in a match without a clock."""


@frozen(kw_only=True)
class Players:
    """Who holds the seats of a running match, and who wants a move back, as streams tell it whenever that changes."""

    type: Literal["players"] = "players"
    seats: list[SeatStatus]
    takeback: TakebackStatus | None


@frozen(kw_only=True)
class Reaction:
    """What a player says, as streams tell it if asked for. Nobody hears it later."""

    type: Literal["reaction"] = "reaction"
    seat: Seat
    reaction: ReactionKey
    text: str
    """The same in words, in the language of the stream."""


@frozen(kw_only=True)
class StandingOrder:
    """The order of a seat that waits for its turn."""

    version: int
    foreseen: list[dict[str, Json]] = field(metadata={"schema": _PATTERNS})
    move: Json = field(metadata={"schema": _MOVE})


@frozen(kw_only=True)
class EndedOrder:
    """What became of an order, and the version of the match at that moment."""

    code: OrderCode
    version: int
    text: str
    """The same in words."""


@frozen(kw_only=True)
class OrderStatus:
    """The caller's own order. If none waits, `last` says what became of the last one."""

    order: StandingOrder | None
    last: EndedOrder | None


@frozen(kw_only=True)
class OrderEnded:
    """What became of the caller's own order, as streams tell it if asked for. Nobody else is told."""

    type: Literal["order_ended"] = "order_ended"
    code: OrderCode
    version: int
    text: str
    """The same in words, in the language of the stream."""


@frozen(kw_only=True)
class ClockLine:
    """What the clock shows, as streams tell it after each move and whenever something else happens to the clock."""

    type: Literal["clock"] = "clock"
    version: int
    at: int
    """The moment, in milliseconds of Unix time, by the server's clock."""
    paused: bool
    seats: list[SeatTime]
    facts: list[dict[str, Json]] = field(metadata={"schema": {"type": "array", "items": _TYPED}})
    """What has happened to the clock since the last such line, besides moves."""


@frozen
class SeatPresence:
    """Whether a seat's player follows the match, or for how many milliseconds they haven't."""

    here: bool
    away: int | None
    """`null` if they are here, or have never been as far as is known."""


@frozen(kw_only=True)
class Presence:
    """Who follows the match now, as streams tell it whenever somebody comes or goes."""

    type: Literal["presence"] = "presence"
    seats: list[SeatPresence]


@frozen
class Invitation:
    """The invitation to a seat of a match that isn't public."""

    seat: Seat
    invitation: str


@frozen
class SeatToken:
    """The new token of a seat. It is shown only once."""

    seat: Seat
    token: str


@frozen
class Joined:
    """A seat that was taken, with its token. The token is shown only once."""

    seat: Seat
    token: str
    match: MatchStatus


@frozen
class Created:
    """A new match with its tokens. They are shown only once."""

    match: MatchStatus
    owner: str
    """The owner's token, which starts and deletes the match. It shows no cards."""
    watcher: str
    """The token to watch the match with, if it isn't public."""
    invitations: list[Invitation]
    seat: Seat | None
    """The seat that the maker took, if any; `token` is its token."""
    token: str | None


@frozen(kw_only=True)
class Rematch:
    """Another match of the same players: who has agreed to it, and the match as soon as all have."""

    agreed: list[Seat]
    waiting_for: list[Seat]
    """The seats of people who haven't agreed."""
    match: MatchStatus | None
    seat: Seat | None
    """The caller's seat in it."""
    token: str | None
    """The caller's token for it: of their seat, or of the owner or a watcher, as they called."""


@frozen
class Ticket:
    """A ticket that opens the streams of a match, and the seconds for which it does."""

    ticket: str
    seconds: float


@frozen
class WebhookStatus:
    """The caller's webhook for a match."""

    url: str
    events: list[WebhookEvent]


@frozen
class WebhookSecret:
    """A webhook with the secret that signs what is sent to it. The secret is in this answer only."""

    url: str
    events: list[WebhookEvent]
    secret: str


@frozen
class WebhookSubject:
    """What a webhook is about: a match at a version, and perhaps seats.

    The seats are those to move, those that ask, or those that were taken over. Of the seats to move, only those are
    listed whose webhooks have this URL.
    """

    match: str
    version: int
    seats: list[Seat]


@frozen
class WebhookMessage:
    """What a webhook sends. It holds no names and no cards: ask for the match, with your token, to see them."""

    type: WebhookKind
    timestamp: str = field(metadata={"schema": {"type": "string", "format": "date-time"}})
    """When it happened."""
    data: WebhookSubject


@frozen
class MatchPage:
    """A page of matches, newest first. `next` leads to the next page, if there is one."""

    matches: list[MatchStatus]
    next: str | None


@frozen
class MyMatch:
    """A match of a user of the embedding application, with what it is to them."""

    match: MatchStatus
    seats: list[Seat]
    """The seats that they hold. It is their turn if one of them is among the match's `actors`."""
    owner: bool
    """Whether they made the match."""


@frozen
class MyMatches:
    """A page of the caller's matches, newest first. `next` leads to the next page, if there is one."""

    matches: list[MyMatch]
    next: str | None


@frozen
class View:
    """What a viewer sees of the match at that version."""

    version: int
    seat: Seat | None
    view: dict[str, Json]


@frozen
class ViewerMemory:
    """What a viewer knows of the match at that version: the view, in which each card that was seen keeps its face."""

    version: int
    seat: Seat | None
    memory: dict[str, Json]


@frozen
class LegalMove:
    """A legal move, with its three names: number, text and JSON."""

    number: int
    text: str
    move: dict[str, Json] = field(metadata={"schema": _TYPED})


@frozen
class LegalMoves:
    """All legal moves of the seat, in a stable order."""

    version: int
    seat: Seat
    moves: list[LegalMove]


@quick
@frozen
class SeenEvent:
    """What the viewer saw of event `n`, as JSON and as a sentence, and who may move after it.

    A move can bring several events. `version` and `actors` are those after the whole move, at the event whose `n` is
    `version`.
    """

    n: int
    version: int
    """The version that the move led to. The versions inside a move don't exist."""
    glimpse: dict[str, Json] = field(metadata={"schema": _TYPED})
    text: str
    actors: list[Seat]
    """The seats that may move then. There are none when the match is over."""
    moves: list[LegalMove] | None
    """The legal moves of the caller's seat then, if asked for. `null` inside a move, and for callers without a seat."""


@frozen(kw_only=True)
class MatchOver:
    """The end of a stream: the result of the match."""

    type: Literal["match_over"] = "match_over"
    version: int
    outcome: Outcome


@frozen(kw_only=True)
class MatchDeleted:
    """The end of a stream whose match was deleted."""

    type: Literal["match_deleted"] = "match_deleted"


@frozen
class EventPage:
    """A page of events, in order. Go on after event `next`. If `over`, the match is over and this is its last page."""

    events: list[SeenEvent]
    next: int
    version: int
    over: bool
    clock: ClockStatus | None = None
    """The time of all seats. `null` in a match without a clock, and before the start."""


@quick
@frozen
class Moved:
    """The answer to a move that was played: the new version, who may move now, and what the mover saw."""

    version: int
    actors: list[Seat]
    events: list[SeenEvent]
    clock: ClockStatus | None = None
    """The time of all seats after the move. `null` in a match without a clock."""


@frozen
class SceneMove:
    """A legal move with its label for people, and what it costs or may cost. Most moves have no warning."""

    number: int
    text: str
    label: str
    warning: str


@frozen(kw_only=True)
class Scene:
    """What a viewer sees of the match at that version, laid out: enough to draw any game without knowing it.

    Cards and areas of the scene name the moves that can be made with them by their texts.
    """

    version: int
    seat: Seat | None
    scene: dict[str, Json] = field(metadata={"schema": {"$ref": "#/components/schemas/Drawing"}})
    moves: list[SceneMove]
    """The legal moves of the caller's seat."""


@frozen(kw_only=True)
class Table:
    """All that a page shows first, at one version: the match from outside, and what the viewer sees of it.

    Go on with the events after `version`.
    """

    version: int
    seat: Seat | None
    status: MatchStatus
    view: dict[str, Json] | None
    """`null` before the start."""
    moves: list[LegalMove] | None
    """The legal moves of the caller's seat. `null` before the start, and for callers without a seat."""
    events: list[SeenEvent]
    """The latest events, in order."""


@frozen
class Undone:
    """The answer to an undo: the move was taken back (`done`), or the seats in `waiting_for` have to agree."""

    done: bool
    version: int
    reason: str
    waiting_for: list[Seat]
