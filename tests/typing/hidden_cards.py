"""Checked by mypy and pyright, never run: an `evolve` that looks at a hidden face, and other slips, are found early."""

# Each mistake is marked as one that both checkers must find: a mark without a mistake is an error too.
# pyright: reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Callable
from typing import Annotated, Generic, Never, TypeAlias, TypeVar, assert_type

from attrs import frozen

import cardkit
from cardkit.chance import Chance
from cardkit.drawing import Layout, Line
from cardkit.game import Game
from cardkit.hidden import (
    ALL,
    NOBODY,
    OWNER,
    SEAT,
    SORTED,
    Evolve,
    H,
    Memory,
    Unseen,
    derive_game,
    noted,
    ordered,
    recorder,
    seen,
    without,
)
from cardkit.seats import Outcome, Seat


@frozen
class Options:
    pass


@frozen
class Play:
    card: int


@frozen
class Dealt(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED]
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Drawn(Generic[H]):
    seat: Seat
    card: Annotated[int | H, SEAT]


@frozen
class Played:
    seat: Seat
    card: int


@frozen
class State(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()
    pile: Annotated[tuple[int, ...], ALL] = ()


Event: TypeAlias = Dealt[H] | Drawn[H] | Played
Truth: TypeAlias = State[Never]
Sketch: TypeAlias = State[Unseen]
Small: TypeAlias = Game[Play, Event[Never], Truth, Sketch, Event[Unseen], Memory[Sketch], Options]


def evolve(state: State[H], event: Event[H]) -> State[H]:
    """Move cards without looking at them."""
    match event:
        case Dealt():
            return State(event.hands, event.stock)
        case Drawn(seat, card):
            drawn = noted(seen(state.stock[0], card), "low")
            hands = with_hand(state.hands, seat, ordered((*state.hands[seat], drawn)))
            return State(hands, state.stock[1:], state.pile)
        case Played(seat, face):
            hands = with_hand(state.hands, seat, without(state.hands[seat], face))
            return State(hands, state.stock, (*state.pile, face))


def with_hand(
    hands: tuple[tuple[int | H, ...], ...], seat: Seat, hand: tuple[int | H, ...]
) -> tuple[tuple[int | H, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def legal(state: Truth, seat: Seat) -> tuple[Play, ...]:
    """Look at faces as much as you like: this is the truth."""
    return tuple([Play(card) for card in state.hands[seat] if not state.pile or card > max(state.pile)])


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    return (Dealt(((1,), (2,)), (3,)),)


def decide(state: Truth, seat: Seat, move: Play, chance: Chance) -> tuple[Event[Never], ...]:
    return (Played(seat, move.card), Drawn(seat, state.stock[0]))


def actors(state: Truth) -> tuple[Seat, ...]:
    return (0,)


def outcome(state: Truth) -> Outcome | None:
    return None


def say(move: Play) -> str:
    return str(move.card)


def deck(state: Sketch) -> tuple[int, ...]:
    return (1, 2, 3)


def moves(seats: int, options: Options) -> tuple[Play, ...]:
    return (Play(1), Play(2), Play(3))


def fits(face: int, note: str) -> bool:
    return face < 3


GAME: Small = derive_game(
    key="small",
    title="Small",
    seats=range(2, 3),
    options=Options,
    initial=State(),
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    deck=deck,
    moves=moves,
    say=say,
    event_names={"dealt": Dealt, "drawn": Drawn, "played": Played},
    move_names={"play": Play},
    fits=fits,
)


def everything_of_a_derived_game_is_typed() -> None:
    match = cardkit.start(GAME, seats=2)

    assert_type(match.state, State[Never])
    assert_type(match.view(0), State[Unseen])
    assert_type(match.view(cardkit.OWNER), State[Never])
    assert_type(match.memory(0), Memory[State[Unseen]])
    assert_type(match.memory(0).state.stock, tuple[int | Unseen, ...])
    assert_type(match.legal(), tuple[Play, ...])
    assert_type(GAME.imagine(match.memory(0), match.chance), State[Never])


# An `evolve` that looks at a card


def compares(state: State[H], event: Event[H]) -> State[H]:
    """Put the highest card on the pile. Nobody who doesn't see it could remember that."""
    highest = state.stock[0]
    if highest > 2:  # type: ignore[operator]  # a hidden face isn't known
        return State(state.hands, state.stock[1:], state.pile)
    return state


def finds_the_highest(state: State[H], event: Event[H]) -> int:
    return state.pile.index(max(state.stock))  # type: ignore[type-var]  # a hidden face isn't known


def sorts(state: State[H], event: Event[H]) -> int:
    return len(sorted(state.stock))  # type: ignore[type-var]  # a hidden face isn't known


def reckons(state: State[H], event: Event[H]) -> State[H]:
    return State(state.hands, state.stock[state.stock[0] + 1 :], state.pile)  # type: ignore[operator]  # a hidden face isn't known


VALUES = {1: 10, 2: 20}


def looks_up(state: State[H], event: Event[H]) -> State[H]:
    value = VALUES[state.stock[0]]  # type: ignore[index]  # a hidden face isn't known
    return State(state.hands, state.stock[value:], state.pile)


def shows(state: State[H], event: Event[H]) -> State[H]:
    """Put a card that may lie face down where all lie open."""
    return State(state.hands, state.stock[1:], (*state.pile, state.stock[0]))  # type: ignore[arg-type]  # a hidden face isn't known


# An `evolve` made of small functions


def dealt(state: State[H], event: Dealt[H]) -> State[H]:
    return State(event.hands, event.stock)


def drawn(state: State[H], event: Drawn[H]) -> State[H]:
    """Keep the card only if it is high. Nobody who doesn't see it could remember that."""
    if event.card > 2:  # type: ignore[operator]  # a hidden face isn't known
        return State(state.hands, state.stock[1:], state.pile)
    return state


def played(state: State[H], event: Played) -> State[H]:
    """Put a card that may lie face down where all lie open."""
    return State(state.hands, state.stock[1:], (*state.pile, state.stock[0]))  # type: ignore[arg-type]  # a hidden face isn't known


BY_CLASS: Evolve[Truth, Event[Never], Sketch, Event[Unseen]] = recorder(Event, dealt, drawn, played)


def what_is_recorded_is_typed(truth: Truth, sketch: Sketch, event: Event[Never]) -> None:
    assert_type(BY_CLASS(truth, event), State[Never])
    assert_type(BY_CLASS(sketch, Drawn[Unseen](0, 1)), State[Unseen])
    BY_CLASS(truth, 1)  # type: ignore[call-overload]  # no event


# An `evolve` that isn't for every kind of hidden card


def of_the_truth(state: Truth, event: Event[Never]) -> Truth:
    return state


def of_what_is_seen(state: Sketch, event: Event[Unseen]) -> Sketch:
    return state


S = TypeVar("S")
E = TypeVar("E")
K = TypeVar("K")
G = TypeVar("G")


class Recorder(Generic[S, E, K, G]):
    """Takes an `evolve` as derive_game does, which is told its types from outside as well."""

    def __init__(self, initial: S, deck: Callable[[K], object], evolve: Evolve[S, E, K, G]) -> None: ...


Recorders: TypeAlias = Recorder[Truth, Event[Never], Sketch, Event[Unseen]]
RIGHT: Recorders = Recorder(State(), deck, evolve)
RIGHT_BY_CLASS: Recorders = Recorder(State(), deck, recorder(Event, dealt, drawn, played))
NOT_FOR_MEMORIES: Recorders = Recorder(State(), deck, of_the_truth)  # type: ignore[arg-type]  # it doesn't work for every H
NOT_FOR_THE_TRUTH: Recorders = Recorder(State(), deck, of_what_is_seen)  # type: ignore[arg-type]  # it doesn't work for every H


# A view instead of the truth


def a_view_is_not_the_truth(view: Sketch, chance: Chance) -> None:
    legal(view, 0)  # type: ignore[arg-type]  # faces are hidden in it
    decide(view, 0, Play(1), chance)  # type: ignore[arg-type]  # faces are hidden in it
    GAME.outcome(view)  # type: ignore[arg-type]  # faces are hidden in it


def a_truth_is_no_view(truth: Truth) -> None:
    deck(truth)  # type: ignore[arg-type]  # what is derived from views is handed views


# A layout that looks at more than a view


def notes_of_the_truth(truth: Truth) -> tuple[Line, ...]:
    return tuple([Line(words="top", number=card) for card in truth.stock[:1]])


def notes_of_a_view(view: Sketch) -> tuple[Line, ...]:
    return (Line(words="left", number=len(view.stock)),)


RIGHT_LAYOUT: Layout[Sketch] = Layout(places=(), notes=notes_of_a_view)
LAYOUT_OF_THE_TRUTH: Layout[Sketch] = Layout(places=(), notes=notes_of_the_truth)  # type: ignore[arg-type]  # it is handed views
