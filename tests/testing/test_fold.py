"""Law 1 finds what is no fold of the log, and breaks for nothing else."""

from itertools import count

import attrs
from attrs import frozen

from cardkit.chance import Chance, SeededChance
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, examine
from tests.testing.plants import NotedState, laws_broken_by, recast, variant, wired
from tests.testing.tiny import (
    WIRE,
    Dealt,
    Event,
    Glimpse,
    Move,
    Options,
    Played,
    Shown,
    State,
    Thrown,
    decide,
    evolve,
    glimpse,
    open_match,
)

ONLY_FOLD = {Law.FOLD}


def test_a_state_that_depends_on_how_often_it_was_made_is_no_fold() -> None:
    numbers = count()

    def counting(state: State, event: Event) -> State:
        return recast(NotedState, evolve(state, event), note=next(numbers))

    assert laws_broken_by(variant(evolve=counting)) == ONLY_FOLD


def test_recording_must_not_draw() -> None:
    def drawing(state: State, event: Event) -> State:
        return evolve(state, event) if SeededChance("fixed").below("never", 2) < 2 else state

    assert laws_broken_by(variant(evolve=drawing)) == ONLY_FOLD


def test_recording_must_take_every_event() -> None:
    def picky(state: State, event: Event) -> State:
        if isinstance(event, Thrown) and event.face == 6:
            raise ValueError("a six?")
        return evolve(state, event)

    assert laws_broken_by(variant(evolve=picky), deals=2) == ONLY_FOLD


def test_an_event_without_a_wire_name_can_not_be_logged() -> None:
    nameless = attrs.evolve(WIRE, events={"tiny.dealt": Dealt, "tiny.played": Played, "tiny.shown": Shown})

    assert laws_broken_by(variant(wire=nameless)) == ONLY_FOLD


def next_face(face: int) -> int:
    return face + 1


@frozen
class Climbing(Thrown):
    """A throw whose face is one higher each time that it is made, or read."""

    face: int = attrs.field(converter=next_face)


def test_an_event_that_comes_back_from_its_log_as_another_is_found() -> None:
    def climbing(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        first, *others = decide(state, seat, move, chance)
        return (Climbing(seat, first.face) if isinstance(first, Thrown) else first, *others)

    def plain(event: Event, viewer: Viewer) -> Glimpse:
        return Thrown(event.seat, event.face) if isinstance(event, Climbing) else glimpse(event, viewer)

    wire = wired(events={"tiny.climbing": Climbing})

    assert laws_broken_by(variant(decide=climbing, glimpse=plain, wire=wire)) == ONLY_FOLD


def test_the_first_difference_between_a_match_and_its_log_is_shown() -> None:
    """JSON knows no difference between tuples and lists."""

    def listing(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
        return tuple(
            attrs.evolve(event, stock=[*event.stock])  # type: ignore[arg-type]  # the mistake
            if isinstance(event, Dealt)
            else event
            for event in open_match(seats, options, chance)
        )

    broken = examine(variant(open=listing), matches=1, laws=ONLY_FOLD).broken

    assert (
        "the log tells of another state: stock is a list in the match and a tuple when its log is read back"
        in (broken[0].reason)
    )
