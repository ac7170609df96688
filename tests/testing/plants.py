"""What the broken variants of the tiny game are made of: places to plant a fault in, and what broke."""

from collections.abc import Callable, Collection
from typing import Final, TypeVar

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Language, Wire
from cardkit.rejections import Rejected
from cardkit.seats import Outcome, Seat, Viewer
from cardkit.testing import Law, examine
from cardkit.worth import Worth
from tests.testing.tiny import (
    TINY,
    WIRE,
    Dealt,
    Event,
    Glimpse,
    Memory,
    Move,
    Options,
    State,
    Tiny,
    View,
    cards,
    decide,
    evolve,
    open_match,
    view,
)

T = TypeVar("T")


QUICK: Final = frozenset(Law) - {Law.IMAGINATION, Law.SPECTATORS, Law.CONSISTENCY, Law.ORDER}
"""All laws but those that play on from imagined states. Those aren't tried where the truth is spoiled anyway."""


def laws_broken_by(
    game: Tiny,
    matches: int = 2,
    importable: str | None = None,
    laws: Collection[Law] = QUICK,
    deals: int = 1,
) -> set[Law]:
    """Return the laws that the report names. By default, quick laws are tried on a match for each number of seats."""
    rules = [Options(deals=deals)]
    report = examine(game, options=rules, matches=matches, cards=cards, importable=importable, laws=laws)
    return {*report.laws_broken}


def variant(
    game: Tiny = TINY,
    *,
    open: Callable[[int, Options, Chance], tuple[Event, ...]] | None = None,
    actors: Callable[[State], tuple[Seat, ...]] | None = None,
    legal: Callable[[State, Seat], tuple[Move, ...]] | None = None,
    decide: Callable[[State, Seat, Move, Chance], tuple[Event, ...]] | None = None,
    evolve: Callable[[State, Event], State] | None = None,
    outcome: Callable[[State], Outcome | None] | None = None,
    view: Callable[[State, Viewer], View] | None = None,
    glimpse: Callable[[Event, Viewer], Glimpse] | None = None,
    remember: Callable[[Memory, Glimpse], Memory] | None = None,
    imagine: Callable[[Memory, Chance], State] | None = None,
    moves: Callable[[int, Options], tuple[Move, ...]] | None = None,
    say: Callable[[Move], str] | None = None,
    read: Callable[[str, int, Options], Move] | None = None,
    refuse: Callable[[State, Seat, Move], Rejected | None] | None = None,
    wire: Wire[Move, Event, View, Glimpse] | None = None,
    tell: Callable[[Event | Glimpse, Language, tuple[str, ...]], str] | None = None,
    languages: tuple[Language, ...] | None = None,
    bound: Callable[[int, Options], int | None] | None = None,
    worth: Worth | None = None,
    shared: bool = False,
) -> Tiny:
    """Return the game, with these parts of it exchanged."""
    parts = {name: part for name, part in locals().items() if name != "game" and part is not None}
    return attrs.evolve(game, **parts)


def drawing_in_secret(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Draw a number that it doesn't need if an odd card lies on top."""
    if state.stock and state.stock[0] % 2:
        chance.below("needless", 100)
    return decide(state, seat, move, chance)


def wired(
    events: dict[str, type[Event]] | None = None,
    glimpses: dict[str, type[Glimpse]] | None = None,
    view: type[View] = View,
) -> Wire[Move, Event, View, Glimpse]:
    """Return the tiny game's wire names, and more of them."""
    return Wire(WIRE.moves, {**WIRE.events, **(events or {})}, {**WIRE.glimpses, **(glimpses or {})}, view)


def recast(kind: type[T], base: State | View | Memory | Event, **more: object) -> T:
    """Return the same fields in a class with more of them."""
    make: Callable[..., T] = kind
    return make(**{**attrs.asdict(base, recurse=False), **more})


@frozen
class NotedView(View):
    """A view with room for what doesn't belong there."""

    note: str = ""


@frozen
class NotedState(State):
    """A state with room for what doesn't belong there."""

    note: object = ""


@frozen
class NotedDealt(Dealt):
    """A deal with room for what doesn't belong there."""

    note: str = ""


def showing(note: Callable[[State, Viewer], str], game: Tiny = TINY) -> Tiny:
    """Return the game, with a note in every view."""

    def noted(state: State, viewer: Viewer) -> View:
        return recast(NotedView, view(state, viewer), note=note(state, viewer))

    return variant(game, view=noted, wire=attrs.evolve(game.wire, view=NotedView))


def keeping(note: Callable[[Chance], str]) -> Tiny:
    """Return the game, with a note made at the opening and kept in every state."""

    def opened(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
        (first,) = open_match(seats, options, chance)
        return (recast(NotedDealt, first, note=note(chance)),)

    def kept(state: State, event: Event) -> State:
        text = event.note if isinstance(event, NotedDealt) else note_in(state)
        return recast(NotedState, evolve(state, event), note=text)

    return variant(open=opened, evolve=kept, wire=wired(events={"tiny.noted": NotedDealt}))


def note_in(state: State) -> str:
    """Return what is written there, if anything."""
    return str(state.note) if isinstance(state, NotedState) else ""
