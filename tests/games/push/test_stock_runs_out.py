"""Ruling 4 of Push: all the ways in which the stock can run out in the middle of a turn."""

import pytest

from cardkit.games.push import GAME, Busted, DirectionRevealed, Event, Placed, RanOut, Scored, Taken
from cardkit.games.push.state import Over, Placing, Taking
from tests.games.push.scenes import (
    after,
    cards,
    dealt,
    decided,
    fold,
    numbers,
    opened,
    row_of,
    scene,
    takers,
    texts,
)


def ends(events: tuple[Event, ...]) -> bool:
    return isinstance(events[-1], Scored)


def test_the_last_card_is_still_placed_by_its_player() -> None:
    """ruling 4"""
    state = after(scene("", "", stock="r1", rows=("b2",), moment="going"), "reveal")

    assert isinstance(state.phase, Placing)
    assert (state.seat, texts(state)) == (0, ["place 1", "place 2"])


@pytest.mark.parametrize(("place", "rows"), [("place 1", (1, 2)), ("place 3", (1, 2, 3))])
def test_once_the_last_card_is_placed_the_turn_stops_by_itself(place: str, rows: tuple[int, ...]) -> None:
    """ruling 4, rules 11.5: its player takes a row, then the others, and the game ends"""
    state = after(scene("", "", "", stock="r1", rows=("b2", "g3"), moment="going"), "reveal")

    events = decided(state, place)

    row = int(place[-1])
    assert events == (Placed(0, "r1", row), RanOut(0, rows))
    state = fold(state, events)
    assert takers(state, *rows) == [0, 1, 2][: len(rows)]
    assert GAME.outcome(after(state, *(f"take {number}" for number in rows))) is not None


def test_a_last_die_card_is_placed_and_rolled_for_like_any_other() -> None:
    """ruling 4"""
    state = after(scene("r5", "", stock="die", rows=("r4",), moment="going"), "reveal", "place 1")

    state = after(state, "take 1: red")

    assert GAME.view(state, None).discarded == cards("die r5 r4")
    assert GAME.outcome(state) is not None


def test_after_a_last_direction_card_the_turn_stops_by_itself_if_a_row_lies_there() -> None:
    """ruling 4: and the card counts for the order of taking"""
    state = scene("", "", "", stock="turn", rows=("b2", "g3", "y1"), moment="going")

    events = decided(state, "reveal")

    assert events == (DirectionRevealed(0, 1), RanOut(0, (1, 2, 3)))
    assert takers(fold(state, events), 1, 2, 3) == [0, 2, 1]


@pytest.mark.parametrize("directions", [0, 1, 2])
def test_with_no_row_on_the_table_the_game_ends_at_once(directions: int) -> None:
    """ruling 4: the direction cards are discarded"""
    state = scene("r5", "b2", stock="turn", discarded="die", directions=directions, moment="going")

    events = decided(state, "reveal")

    turned = cards("turn " * (directions + 1))
    assert events == (DirectionRevealed(0, directions + 1), Scored(turned, ((), ()), (5, 2), (1, 1)))
    over = fold(state, events)
    assert isinstance(over.phase, Over)
    assert GAME.view(over, None).discarded == ("die", *turned)
    assert GAME.view(over, None).directions == ()


def test_a_stock_of_one_direction_card_ends_the_game_in_one_move() -> None:
    """ruling 4: revealed at the beginning of a turn"""
    assert ends(decided(dealt("turn"), "reveal"))


@pytest.mark.parametrize("card", ["b1", "die"])
def test_when_the_last_card_is_a_bust_the_bust_is_carried_out(card: str) -> None:
    """ruling 4, ruling 7: a bust by a number, a bust by a die card"""
    rows = ("b2 die", "g1 die", "b3 die")
    state = scene("y4 r1", "", "", stock=card, rows=rows, moment="going")

    (event,) = decided(state, "reveal", "yellow")

    assert isinstance(event, Busted)
    assert (event.card, event.lost, event.taker) == (card, numbers("y4"), 1)
    state = after(state, "reveal: yellow")
    assert (state.seat, isinstance(state.phase, Taking)) == (1, True)
    over = after(state, "take 2: star", "take 3: star")
    assert GAME.view(over, None).discarded == cards(f"{card} y4 die die b2 die")
    assert [opened(over, seat) for seat in range(3)] == ["r1", "g1", "b3"]
    assert GAME.outcome(over) is not None


def test_the_last_row_taken_brings_the_count() -> None:
    """ruling 4: what was secured is turned up"""
    state = scene("y4", "", secured=("p6", ""), stock="r1", rows=("b2",), moment="going")
    state = after(state, "reveal", "place 2", "take 1")

    events = decided(state, "take 2")

    assert events == (
        Taken(1, 0, 2, row_of("r1"), None, (), None, (), ()),
        Scored((), (numbers("p6"), ()), (12, 1), (3, 1)),
    )


def test_rows_left_over_at_the_end_are_discarded() -> None:
    """ruling 4, ruling 9"""
    state = scene("", "", stock="r1", rows=("b2", "g3"), directions=1, moment="going")

    state = after(state, "reveal", "place 3", "take 3", "take 2")

    assert GAME.view(state, None).discarded == cards("b2 turn")
    assert GAME.outcome(state) is not None


def test_a_turn_that_stops_with_a_card_left_in_the_stock_is_followed_by_another() -> None:
    """ruling 4: it is not the end before the stock is used up"""
    state = after(scene("", "", stock="r1 b2"), "reveal", "place 1", "stop", "take 1")

    assert (state.seat, texts(state)) == (1, ["reveal"])
    state = after(state, "reveal", "place 1", "take 1")
    assert GAME.outcome(state) is not None


def test_securing_puts_off_the_last_card_but_never_for_ever() -> None:
    """ruling 4, ruling 5: who has nothing to secure has to reveal"""
    state = after(scene("r1 b1", "y1", stock="turn"), "secure red", "secure yellow", "secure blue")

    assert texts(state) == ["reveal"]
    assert ends(decided(state, "reveal"))
