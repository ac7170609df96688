"""Law 3 finds what can be changed, and breaks for nothing else."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.seats import Seat
from cardkit.testing import Law
from cardkit.testing.laws.immutability import changeable
from tests.testing.plants import NotedState, laws_broken_by, recast, variant
from tests.testing.tiny import Event, Move, State, decide, evolve

ONLY_IMMUTABILITY = {Law.IMMUTABILITY}


@attrs.define(eq=True, hash=True)
class Box:
    content: str


def noting(note: Callable[[], object]) -> Callable[[State, Event], State]:
    """Return an `evolve` that keeps such a thing in the state."""

    def noted(state: State, event: Event) -> State:
        return recast(NotedState, evolve(state, event), note=note())

    return noted


@pytest.mark.parametrize("note", [list, dict, set, bytearray], ids=lambda kind: kind.__name__)
def test_a_state_must_not_hold_a_collection_that_can_change(note: Callable[[], object]) -> None:
    assert laws_broken_by(variant(evolve=noting(note))) == ONLY_IMMUTABILITY


def test_a_state_must_not_hold_an_instance_that_can_be_written() -> None:
    assert laws_broken_by(variant(evolve=noting(lambda: (Box("any"),)))) == ONLY_IMMUTABILITY


@attrs.frozen
class Scribbled(State):
    """A state with a place that doesn't count when states are compared."""

    marks: int = attrs.field(default=0, eq=False)


def test_judging_that_changes_an_old_state_breaks_law_2_as_well() -> None:
    """That a refused move changes nothing is law 2; that nothing changes at all is law 3."""

    def scribbling(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if isinstance(state, Scribbled):
            object.__setattr__(state, "marks", state.marks + 1)
        return decide(state, seat, move, chance)

    def copied(state: State, event: Event) -> State:
        return recast(Scribbled, evolve(state, event), marks=0)

    game = variant(decide=scribbling, evolve=copied)

    assert laws_broken_by(game) == {Law.JUDGING, Law.IMMUTABILITY}


@attrs.frozen(eq=False)
class Unequal(State):
    """A state that equals nothing, not even itself."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0


def test_a_state_must_equal_itself() -> None:
    """That breaks the fold, too: the state is not what it is folded to."""

    def unequal(state: State, event: Event) -> State:
        return recast(Unequal, evolve(state, event))

    assert laws_broken_by(variant(evolve=unequal)) == {Law.FOLD, Law.IMMUTABILITY}


@attrs.frozen
class Hashless(State):
    """A state that can be compared, but has no hash."""

    def __hash__(self) -> int:
        raise TypeError("no hash")


def test_a_state_must_have_a_hash() -> None:
    def hashless(state: State, event: Event) -> State:
        return recast(Hashless, evolve(state, event))

    assert laws_broken_by(variant(evolve=hashless)) == ONLY_IMMUTABILITY


class Colour(Enum):
    RED = "red"


class Text(str):
    """A text that can be written on."""


class Slotted:
    __slots__ = ("content",)

    def __init__(self, content: object) -> None:
        self.content = content


@dataclass(frozen=True)
class Frozen:
    content: object


@pytest.mark.parametrize(
    "value",
    [None, 1, "text", b"bytes", (1, ("a", None)), frozenset({(1, 2)}), range(3), Colour.RED, Frozen("text")],
    ids=repr,
)
def test_what_can_not_change_is_let_through(value: object) -> None:
    assert changeable(value) is None


FROZEN = "decorate its class with attrs.frozen"
ANOTHER = "keep a tuple, a frozenset or a frozen class there"
CHANGEABLE: list[tuple[object, str]] = [
    ([], " is a list; keep a tuple there: tuple(...)"),
    ((1, (2, {})), "[1][1] is a dict; keep a tuple of pairs there: tuple(....items())"),
    (Frozen(({1},)), ".content[0] is a set; keep a frozenset there: frozenset(...)"),
    (Box("text"), f".content can be written: a Box isn't frozen; {FROZEN}"),
    (Slotted("text"), f".content can be written: a Slotted isn't frozen; {FROZEN}"),
    (Text("text"), f".anything can be written: a Text isn't frozen; {FROZEN}"),
    (deque([1]), f" is a deque; {ANOTHER}"),
    (MappingProxyType({}), f" is a mappingproxy; {ANOTHER}"),
    (iter(()), f" is a tuple_iterator; {ANOTHER}"),
    (len, f" is a builtin_function_or_method; {ANOTHER}"),
    (object(), f" is a object; {ANOTHER}"),
]


@pytest.mark.parametrize(("value", "found"), CHANGEABLE, ids=[found for _, found in CHANGEABLE])
def test_what_can_change_is_named_with_its_place_and_the_remedy(value: object, found: str) -> None:
    assert changeable(value) == found
