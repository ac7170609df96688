"""What a bot is handed: what its seat may see, and nothing that leads to more."""

from typing import Generic, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.record import Mark
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
    """A bot looks at something that it didn't say it needs, in a loop that makes only what is needed."""

    code = "not_asked"

    def __init__(self, need: Need) -> None:
        super().__init__(f"the bot looks at the {need}: it has to say so, Bot(..., needs={{{need!r}}})")


@frozen
class Given(Generic[Part]):
    """Something that was asked for. What wasn't is `None` in its place, so that nothing means two things."""

    part: Part


@frozen
class Observation(Generic[SomeMove, SomeView, SomeGlimpse, SomeMemory, SomeOptions]):
    """What lies before a bot that is to move. No state, no match and no seed can be reached from it.

    Observations are equal when a seat can't tell them apart; its own chance plays no part in that.
    """

    seat: Seat
    seats: int
    options: SomeOptions
    legal: tuple[SomeMove, ...]
    """The moves to choose from; never empty."""
    chance: Chance = field(repr=False, eq=False)
    """The bot's own; it has nothing to do with that of the match."""
    seconds: float | None = None
    """How long the bot may think about this move; `None`: as long as its own budget says."""
    since: int = 0
    """The glimpses from this place on are new since the seat's last observation; 0: the first, or told anew."""
    seen_view: Given[SomeView] | None = field(default=None, repr=False)
    seen_glimpses: Given[tuple[SomeGlimpse | Mark, ...]] | None = field(default=None, repr=False)
    seen_memory: Given[SomeMemory] | None = field(default=None, repr=False)

    @property
    def view(self) -> SomeView:
        """What lies before the seat's eyes now."""
        return _asked(self.seen_view, "view")

    @property
    def glimpses(self) -> tuple[SomeGlimpse | Mark, ...]:
        """All that the seat has seen, from the first event on."""
        return _asked(self.seen_glimpses, "glimpses")

    @property
    def memory(self) -> SomeMemory:
        """All that the seat knows: the fold of what it saw of the moves that stand."""
        return _asked(self.seen_memory, "memory")


AnyObservation: TypeAlias = Observation[object, object, object, object, object]
"""What a bot sees of a game that was looked up by its key."""


def _asked(sight: Given[Part] | None, need: Need) -> Part:
    if sight is None:
        raise NotAsked(need)
    return sight.part


def check_to_move(match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: Seat) -> None:
    """`Invalid` where it isn't the seat's turn: there is nothing that its bot could choose from."""
    if seat not in match.actors:
        raise Invalid("seat", seat, f"one that is to move: {', '.join(map(str, match.actors)) or 'none is'}")


def observe(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    seat: Seat,
    chance: Chance,
    seconds: float | None = None,
) -> Observation[Move, View, Glimpse, Memory, Options]:
    """All that the seat, which is to move, has before it now, worked out from the match's past.

    That takes time in proportion to it: where a bot moves again and again, a `Watcher` carries it along.
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
