"""An `evolve` made of small functions is complete, and each function works for every `H`."""

import re
from collections.abc import Callable
from functools import partial
from operator import add
from typing import Final, Generic, Never, TypeAlias

import pytest
from attrs import frozen

from cardkit.hidden import Evolve, H, Unseen, recorder
from cardkit.rejections import BrokenGame
from tests.games.listed import untyped


@frozen
class State(Generic[H]):
    hand: tuple[int | H, ...] = ()
    passes: int = 0


@frozen
class Dealt(Generic[H]):
    hand: tuple[int | H, ...]


@frozen
class Passed:
    pass


@frozen
class Rested:
    pass


@frozen
class Stranger:
    pass


Event: TypeAlias = Dealt[H] | Passed | Rested


def dealt(state: State[H], event: Dealt[H]) -> State[H]:
    return State(event.hand, state.passes)


def idle(state: State[H], event: Passed | Rested) -> State[H]:
    return State(state.hand, state.passes + 1)


def passed(state: State[H], event: Passed) -> State[H]:
    return State(state.hand, state.passes + 1)


def of_the_truth(state: State[Never], event: Dealt[Never]) -> State[Never]:
    return state


def to_a_view(state: State[H], event: Dealt[H]) -> State[Unseen]:
    return State()


def of_seen_deals(state: State[H], event: Dealt[Unseen]) -> State[H]:
    return state


def of_one(event: Dealt[H]) -> Dealt[H]:
    return event


def strange(state: State[H], event: Stranger) -> State[H]:
    return state


def unknown(state: State[H], event: Passed) -> State[H]:
    return state


unknown.__annotations__["event"] = "Missing"

evolve: Final[Evolve[State[Never], Event[Never], State[Unseen], Event[Unseen]]] = recorder(Event, dealt, idle)


def test_each_event_is_recorded_by_the_function_for_its_class() -> None:
    state: State[Never] = State()
    for event in (Dealt[Never]((1, 2)), Passed(), Rested()):
        state = evolve(state, event)

    assert state == State((1, 2), 2)


MISTAKES: Final[dict[str, list[Callable[..., object]]]] = {
    "no function records Dealt[H]; write one, def ...(state: State[H], event: Dealt[H])": [idle],
    "no function records Rested; write one": [dealt, passed],
    "idle and passed both record Passed; leave one of them out": [dealt, idle, passed],
    "of_the_truth must take and return a state for every H": [of_the_truth, idle],
    "to_a_view must take and return a state for every H": [to_a_view, idle],
    "of_seen_deals records Dealt[Unseen], which is no event of the union; write Dealt[H]": [of_seen_deals],
    "strange records Stranger, which is no event of the union; add it to the union": [strange],
    "add must have two annotated arguments": [add],
    "of_one must have two annotated arguments": [of_one],
    "unknown is annotated with Missing, which isn't known at import": [unknown],
    "partial has no annotations; hand recorder functions made with def": [partial(dealt)],
}


@pytest.mark.parametrize("wrong", MISTAKES)
def test_a_mistake_is_refused_at_import(wrong: str) -> None:
    with pytest.raises(BrokenGame, match=f"^{re.escape(wrong)}"):
        recorder(Event, *MISTAKES[wrong])


def test_an_event_of_another_class_is_named() -> None:
    with pytest.raises(
        BrokenGame, match=r"no function records events of type Stranger; .* Dealt, Passed, Rested"
    ):
        untyped(evolve)(State(), Stranger())
