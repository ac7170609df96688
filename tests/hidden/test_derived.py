"""A derived game is what it was made of: what is given by hand is taken as it is."""

from typing import Any

import pytest
from attrs import frozen

from cardkit.hidden import Memory, Unseen
from cardkit.worth import by_points
from tests.hidden.test_faults import DEAL, Dealt, Forgotten, Played, State, evolve, game_of


@frozen
class Other:
    number: int = 1


def spoken(*given: object) -> Any:
    """Stand in for any function: it matters only that it is this one."""
    return "spoken"


@pytest.mark.parametrize(
    "name", "open actors legal decide outcome moves say tell bound view glimpse imagine".split()
)
def test_a_function_that_is_given_is_taken(name: str) -> None:
    assert getattr(game_of(**{name: spoken}), name) is spoken


def test_a_text_is_read_by_the_function_that_is_given() -> None:
    read: Any = game_of(read=spoken).read

    assert read("text", 2, None) == "spoken"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", "other"),
        ("title", "Other"),
        ("seats", range(3, 6)),
        ("options", Other),
        ("rules_version", 4),
        ("rejections", {"low": "too low"}),
        ("rules", {"en": "the rules"}),
        ("worth", by_points(0, 10)),
        ("bots", "small.bots:BOTS"),
        ("layout", "small.layout:LAYOUT"),
        ("languages", ("en", "nl")),
        ("initial", State[int](pile=(1,))),
    ],
)
def test_a_fact_that_is_given_is_taken(name: str, value: object) -> None:
    assert getattr(game_of(**{name: value}), name) == value


def test_a_worth_that_all_seats_share_is_shared() -> None:
    assert game_of(worth=by_points(0, 10), shared=True).shared
    assert not game_of().shared


def test_messages_have_the_key_of_the_game_before_their_names() -> None:
    wire = game_of(move_names={"forget": Forgotten}, upcasters={("small.dealt", 1): spoken}, key="small").wire

    assert {**wire.moves} == {"small.forget": Forgotten}
    assert [*wire.events] == [*wire.glimpses] == ["small.dealt", "small.played"]
    assert wire.glimpses["small.dealt"] == Dealt[Unseen]
    assert wire.events["small.dealt"] != wire.glimpses["small.dealt"]
    assert wire.events["small.played"] == wire.glimpses["small.played"] == Played
    assert wire.view == State[Unseen]
    assert {**wire.upcasters} == {("small.dealt", 1): spoken}


def test_what_is_not_given_is_derived() -> None:
    game = game_of()

    assert game.evolve is evolve
    assert game.rules_version == 1
    assert game.blank(1) == Memory(1, game.initial)
    assert (
        repr(game.view(State(((1, 2), (3,)), (4,)), 1)) == "State(hands=((?, ?), (3,)), stock=(?,), pile=())"
    )
    assert repr(game.glimpse(DEAL, None)) == "Dealt(hands=((?, ?), (?,)), stock=(?,))"
    assert game.cards is not None
    assert [*game.cards(State(((1, 2), (3,)), (4,), (5,)))] == [1, 2, 3, 4, 5]
