"""A small game for two who play together. Each holds a number from 1 to 4 that only the other sees.

In turn, three times each, a seat names the other's number to it, or guesses its own: a point for both when it is
right, a point less when it is wrong, and then it draws another.
"""

from typing import Final, TypeAlias

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Wire
from cardkit.mechanics.dealing import replaced
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked
from cardkit.worth import by_points

HIGHEST: Final = 4
TURNS: Final = 6

Numbers: TypeAlias = tuple[int | None, ...]
"""By seat; `None` for a number that isn't seen."""


@frozen
class Options:
    pass


@frozen
class Hint:
    pass


@frozen
class Guess:
    number: int


Move: TypeAlias = Hint | Guess


@frozen
class Opened:
    numbers: Numbers


@frozen
class Told:
    """The seat that hears its number, and the number."""

    seat: Seat
    number: int


@frozen
class Guessed:
    seat: Seat
    points: int
    drawn: int | None


Event: TypeAlias = Opened | Told | Guessed


@frozen
class State:
    numbers: Numbers = ()
    known: tuple[bool, ...] = ()
    points: int = 0
    left: int = 0


@frozen
class View:
    numbers: Numbers
    points: int
    left: int


@frozen
class Memory:
    you: Viewer
    state: State = State()


def actors(state: State) -> tuple[Seat, ...]:
    return ((TURNS - state.left) % 2,) if state.left else ()


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    return MOVES if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", f"seat {shown(seat)} is not to move")
    if type(move) not in (Hint, Guess) or move not in MOVES:
        raise Rejected("not_a_move", f"{shown(move)} is no move")
    own, other = (state.numbers[place] or 0 for place in (seat, 1 - seat))
    if isinstance(move, Hint):
        return (Told(1 - seat, other),)
    drawn = 1 + chance.below("drawn", HIGHEST)
    return (Guessed(seat, 1 if move.number == own else -1, drawn),)


def evolve(state: State, event: Event) -> State:
    if isinstance(event, Opened):
        return State(event.numbers, (False, False), 0, TURNS)
    learned = isinstance(event, Told)
    return State(
        replaced(state.numbers, event.seat, event.number if isinstance(event, Told) else event.drawn),
        replaced(state.known, event.seat, learned),
        state.points + (0 if isinstance(event, Told) else event.points),
        state.left - 1,
    )


def outcome(state: State) -> Outcome | None:
    return ranked((state.points, state.points), (0, 0)) if state.numbers and not state.left else None


def sees(viewer: Viewer, seat: Seat) -> bool:
    return viewer is not None and viewer != seat


def view(state: State, viewer: Viewer) -> View:
    numbers = tuple(
        number if known or sees(viewer, seat) else None
        for seat, (number, known) in enumerate(zip(state.numbers, state.known, strict=True))
    )
    return View(numbers, state.points, state.left)


def glimpse(event: Event, viewer: Viewer) -> Event:
    if isinstance(event, Opened):
        return Opened(tuple(n if sees(viewer, seat) else None for seat, n in enumerate(event.numbers)))
    if isinstance(event, Guessed) and not sees(viewer, event.seat):
        return attrs.evolve(event, drawn=None)
    return event


def remember(memory: Memory, seen: Event) -> Memory:
    return Memory(memory.you, evolve(memory.state, seen))


def imagine(memory: Memory, chance: Chance) -> State:
    numbers = (
        1 + chance.below(f"of seat {seat}", HIGHEST) if number is None else number
        for seat, number in enumerate(memory.state.numbers)
    )
    return attrs.evolve(memory.state, numbers=tuple(numbers))


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    return (Opened(tuple(1 + chance.below(f"of seat {seat}", HIGHEST) for seat in range(seats))),)


def say(move: Move) -> str:
    return "hint" if isinstance(move, Hint) else str(move.number)


MOVES: Final[tuple[Move, ...]] = (Hint(), *map(Guess, range(1, HIGHEST + 1)))

HINTS: Final[Game[Move, Event, State, View, Event, Memory, Options]] = Game(
    key="hints",
    title="Hints",
    seats=range(2, 3),
    rules_version=1,
    options=Options,
    initial=State(),
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=Memory,
    remember=remember,
    imagine=imagine,
    moves=lambda seats, options: MOVES,
    say=say,
    wire=Wire(
        moves={"hints.hint": Hint, "hints.guess": Guess},
        events={"hints.opened": Opened, "hints.told": Told, "hints.guessed": Guessed},
        glimpses={"hints.opened": Opened, "hints.told": Told, "hints.guessed": Guessed},
        view=View,
    ),
    bound=lambda seats, options: TURNS,
    worth=by_points(-TURNS, TURNS),
    shared=True,
)
