"""The observation that a bot gets: what its seat may see, and nothing that leads to more."""

from typing import Generic, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.engine_events import EngineEvent
from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.rejections import CardkitError, Invalid
from cardkit.seats import Seat

__all__ = [
    "ALL_NEEDS",
    "AnyObservation",
    "Given",
    "Need",
    "NotAsked",
    "Observation",
    "check_to_move",
    "observe",
]

SomeMove = TypeVar("SomeMove", covariant=True)
SomeView = TypeVar("SomeView", covariant=True)
SomeGlimpse = TypeVar("SomeGlimpse", covariant=True)
SomeMemory = TypeVar("SomeMemory", covariant=True)
SomeOptions = TypeVar("SomeOptions", covariant=True)
Part = TypeVar("Part")

Need: TypeAlias = Literal["view", "glimpses", "memory"]
ALL_NEEDS: frozenset[Need] = frozenset({"view", "glimpses", "memory"})


class NotAsked(CardkitError):
    """A bot reads something that it didn't declare in `needs`."""

    code = "not_asked"

    def __init__(self, need: Need) -> None:
        super().__init__(f"the bot reads the {need} without declaring it; use Bot(..., needs={{{need!r}}})")


@frozen
class Given(Generic[Part]):
    """A part that the bot needs. Other parts are `None`, so an empty part can be told from a missing one."""

    part: Part


@frozen
class Observation(Generic[SomeMove, SomeView, SomeGlimpse, SomeMemory, SomeOptions]):
    """What a bot sees when it is to move. No state, no match and no seed can be reached from it.

    Observations are equal if the seat can't tell them apart. The bot's own chance doesn't count.
    """

    seat: Seat
    seats: int
    options: SomeOptions
    legal: tuple[SomeMove, ...]
    """The moves to choose from; never empty."""
    chance: Chance = field(repr=False, eq=False)
    """The bot's own chance. It is independent of the match's."""
    seconds: float | None = None
    """The time limit for this move. `None`: the bot's own budget."""
    since: int = 0
    """The index of the first glimpse that is new since the seat's last observation. 0: all may be new."""
    seen_view: Given[SomeView] | None = field(default=None, repr=False)
    seen_glimpses: Given[tuple[SomeGlimpse | EngineEvent, ...]] | None = field(default=None, repr=False)
    seen_memory: Given[SomeMemory] | None = field(default=None, repr=False)

    @property
    def view(self) -> SomeView:
        """What the seat sees now."""
        return _require(self.seen_view, "view")

    @property
    def glimpses(self) -> tuple[SomeGlimpse | EngineEvent, ...]:
        """All that the seat has seen, from the first event on."""
        return _require(self.seen_glimpses, "glimpses")

    @property
    def memory(self) -> SomeMemory:
        """All that the seat knows: the fold of its glimpses of the moves that stand."""
        return _require(self.seen_memory, "memory")


AnyObservation: TypeAlias = Observation[object, object, object, object, object]
"""An observation of a game that is known by its key only."""


def _require(given: Given[Part] | None, need: Need) -> Part:
    if given is None:
        raise NotAsked(need)
    return given.part


def check_to_move(match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: Seat) -> None:
    """Raise `Invalid` if it isn't the seat's turn: its bot would have nothing to choose from."""
    if seat not in match.actors:
        actors = ", ".join(map(str, match.actors))
        raise Invalid("seat", seat, f"a seat to move: {actors}" if actors else "no seat: the match is over")


def observe(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    seat: Seat,
    chance: Chance,
    seconds: float | None = None,
) -> Observation[Move, View, Glimpse, Memory, Options]:
    """Return the observation of a seat that is to move, worked out from the whole match.

    The time it takes grows with the match. For a bot that moves again and again, use a `Player` or a `Watcher`.
    """
    check_to_move(match, seat)
    return Observation(
        seat,
        match.header.seats,
        match.header.options,
        match.legal(seat),
        chance,
        seconds,
        0,
        Given(match.view(seat)),
        Given(match.glimpses(seat)),
        Given(match.memory(seat)),
    )
