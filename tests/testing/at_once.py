"""A game without chance in which all seats move at once: each picks a number in secret, then all are shown.

The last round counts. While others pick, a seat's view and its legal moves stay as they are.
"""

from typing import Final, TypeAlias, assert_never

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Language, Wire
from cardkit.mechanics.dealing import replaced
from cardkit.options import Whole
from cardkit.quick import changed
from cardkit.seats import Outcome, Seat, Viewer, ranked


@frozen
class Options:
    rounds: int = attrs.field(default=1, validator=Whole(1, 3))


@frozen
class Pick:
    number: int


@frozen
class Opened:
    seats: int
    rounds: int


@frozen
class Picked:
    seat: Seat
    number: int


@frozen
class PickSeen:
    seat: Seat


@frozen
class Shown:
    numbers: tuple[int, ...]


Event: TypeAlias = Opened | Picked | Shown
Glimpse: TypeAlias = Opened | Picked | PickSeen | Shown

SECRET: Final = -1
"""In a memory: picked, but not seen."""


@frozen
class State:
    numbers: tuple[int | None, ...] = ()
    rounds: int = 0
    """How many are still to be shown."""

    @property
    def over(self) -> bool:
        return self.rounds == 0


@frozen
class View:
    numbers: tuple[int | None, ...]
    rounds: int


@frozen
class Memory:
    you: Viewer
    known: State


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.over else tuple(seat for seat, number in enumerate(state.numbers) if number is None)


def legal(state: State, seat: Seat) -> tuple[Pick, ...]:
    return MOVES if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Pick, chance: Chance) -> tuple[Event, ...]:
    picked = Picked(seat, move.number)
    numbers = tuple(number for number in evolve(state, picked).numbers if number is not None)
    return (picked, Shown(numbers)) if len(numbers) == len(state.numbers) else (picked,)


def evolve(state: State, event: Event) -> State:
    match event:
        case Opened(seats, rounds):
            return State((None,) * seats, rounds)
        case Picked(seat, number):
            return changed(state, numbers=replaced(state.numbers, seat, number))
        case Shown(numbers):
            last = state.rounds == 1
            return State(numbers if last else (None,) * len(numbers), state.rounds - 1)
        case _:
            assert_never(event)


def outcome(state: State) -> Outcome | None:
    totals = [number for number in state.numbers if number is not None]
    return ranked(totals, totals) if state.over and totals else None


def view(state: State, viewer: Viewer) -> View:
    if state.over:
        return View(state.numbers, 0)
    own = tuple(number if seat == viewer else None for seat, number in enumerate(state.numbers))
    return View(own, state.rounds)


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    return PickSeen(event.seat) if isinstance(event, Picked) and event.seat != viewer else event


def remember(memory: Memory, seen: Glimpse) -> Memory:
    event = Picked(seen.seat, SECRET) if isinstance(seen, PickSeen) else seen
    return changed(memory, known=evolve(memory.known, event))


def imagine(memory: Memory, chance: Chance) -> State:
    numbers = (
        chance.below(f"of seat {seat}", len(MOVES)) if number == SECRET else number
        for seat, number in enumerate(memory.known.numbers)
    )
    return changed(memory.known, numbers=tuple(numbers))


def say(move: Pick) -> str:
    return str(move.number)


def tell(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
    return type(event).__name__


MOVES: Final = tuple(map(Pick, range(3)))

AtOnce: TypeAlias = Game[Pick, Event, State, View, Glimpse, Memory, Options]

AT_ONCE: Final[AtOnce] = Game(
    key="at_once",
    title="At once",
    seats=range(2, 4),
    rules_version=1,
    options=Options,
    initial=State(),
    open=lambda seats, options, chance: (Opened(seats, options.rounds),),
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=lambda viewer: Memory(viewer, State()),
    remember=remember,
    imagine=imagine,
    moves=lambda seats, options: MOVES,
    say=say,
    tell=tell,
    wire=Wire(
        moves={"at_once.pick": Pick},
        events={"at_once.opened": Opened, "at_once.picked": Picked, "at_once.shown": Shown},
        glimpses={
            "at_once.opened": Opened,
            "at_once.picked": Picked,
            "at_once.pick_seen": PickSeen,
            "at_once.shown": Shown,
        },
        view=View,
    ),
    bound=lambda seats, options: seats * options.rounds,
)
