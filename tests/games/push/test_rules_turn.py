"""The rules of Push, chapter 4: securing, revealing, stopping, going bust, direction cards."""

import pytest

from cardkit.games.push import GAME, Busted, DirectionRevealed, Placed, Revealed, Secured, Stopped, Taken
from cardkit.games.push.cards import FACES, NUMBERS, ROW_CARDS
from cardkit.games.push.state import Choosing, Going
from tests.games.push.scenes import (
    after,
    cards,
    dealt,
    decided,
    fits,
    numbers,
    opened,
    row_of,
    scene,
    start,
    steps,
    takers,
    texts,
)

# --- choosing and securing


def test_on_your_turn_you_either_secure_or_reveal() -> None:
    """rules 4.1"""
    assert texts(scene("r1 b2 b3 y6", "")) == ["secure red", "secure blue", "secure yellow", "reveal"]
    assert texts(scene("", "r1 g2")) == ["reveal"]


def test_all_open_cards_of_one_colour_are_turned_face_down() -> None:
    """rules 4.2"""
    state = scene("r5 b2 r1 r5", "r6", secured=("g1", ""))

    assert decided(state, "secure red") == (Secured(0, "red", numbers("r5 r1 r5")),)
    view = GAME.view(after(state, "secure red"), 0)
    assert view.secured == (numbers("g1 r5 r1 r5"), ())
    assert view.open == (numbers("b2"), numbers("r6"))


@pytest.mark.parametrize("risk", [False, True])
@pytest.mark.parametrize("roll", FACES)
def test_secured_cards_are_safe_from_the_die_for_good(roll: str, risk: bool) -> None:
    """rules 4.3: whether it is rolled for a die card or at a bust"""
    mine = "r1 b2 g3 y4 p5"
    taking = scene("", "", secured=(mine, ""), rows=("die",), risk=risk, moment="going")
    going = scene(
        "", "", secured=(mine, ""), stock="b1 p6", rows=("b2", "g1", "b3"), risk=risk, moment="going"
    )

    for state in (after(taking, "stop", f"take 1: {roll}"), after(going, f"reveal: {roll}")):
        assert GAME.view(state, 0).secured[0] == numbers(mine)


def test_you_may_secure_again_in_later_turns_the_same_colour_too() -> None:
    """rules 4.4"""
    state = scene("r1 b2", "y1 y2 g3", seat=0)

    state = after(state, "secure red", "secure yellow", "secure blue", "secure green")
    again = scene("r4 g1", "", secured=("r1 b2", ""))

    assert [GAME.view(state, seat).secured[seat] for seat in (0, 1)] == [
        numbers("r1 b2"),
        numbers("y1 y2 g3"),
    ]
    assert texts(again) == ["secure red", "secure green", "reveal"]
    assert GAME.view(after(again, "secure red"), 0).secured[0] == numbers("r1 b2 r4")


def test_securing_is_your_whole_turn() -> None:
    """rules 4.5"""
    state = after(scene("r1 b1", "", ""), "secure blue")

    assert (state.seat, type(state.phase), state.stock) == (1, Choosing, cards("p6 p6 p6"))


# --- revealing


def test_you_turn_up_the_top_card_of_the_stock_and_go_on_card_by_card() -> None:
    """rules 4.6"""
    state = dealt("r1 b2 turn g3")

    assert decided(state, "reveal") == (Revealed(0, "r1", (1,)),)
    state = after(state, "reveal", "place 1")
    assert decided(state, "reveal") == (Revealed(0, "b2", (1, 2)),)
    state = after(state, "reveal", "place 2")
    assert decided(state, "reveal") == (DirectionRevealed(0, 1),)
    state = after(state, "reveal")
    assert decided(state, "reveal") == (Revealed(0, "g3", (1, 2, 3)),)


@pytest.mark.parametrize("card", ["b5", "die"])
def test_a_number_or_a_die_card_goes_in_a_row_that_is_begun_or_a_new_one(card: str) -> None:
    """rules 4.7"""
    state = after(dealt(f"r1 {card} p6"), "reveal", "place 1", "reveal")

    assert texts(state) == ["place 1", "place 2"]
    assert GAME.view(after(state, "place 1"), None).rows == (cards(f"r1 {card}"),)
    assert GAME.view(after(state, "place 2"), None).rows == (cards("r1"), cards(card))


def test_at_most_three_rows_may_be_begun_in_a_turn() -> None:
    """rules 4.8"""
    state = scene("", "", stock="r5 p6", rows=("b1", "g2", "y3"), moment="going")

    assert texts(after(state, "reveal")) == ["place 1", "place 2", "place 3"]


@pytest.mark.parametrize("first", NUMBERS)
def test_a_row_never_holds_two_cards_of_a_number_or_of_a_colour_or_two_die_cards(first: str) -> None:
    """rules 4.9, 4.10, 4.11: every card after every other"""
    for second in ROW_CARDS:
        state = scene("", "", stock=f"{second} p6", rows=(f"{first} die",), moment="going")
        clash = second[0] == first[0] or second[1] == first[1] or second == "die"

        assert fits(after(state, "reveal")) == ((2,) if clash else (1, 2))


def test_what_counts_is_every_card_of_the_row_and_no_other_row() -> None:
    """rules 4.9, 4.10, 4.11"""
    rows = ("r1 die b2 g3", "y1 p2", "b4")

    found = {
        card: fits(after(scene("", "", stock=f"{card} p6", rows=rows, moment="going"), "reveal"))
        for card in ("r2", "y4", "b6", "die", "p1", "p5", "r6")
    }

    assert found == {
        "r2": (3,),
        "y4": (1,),
        "b6": (2,),
        "die": (2, 3),
        "p1": (3,),
        "p5": (1, 3),
        "r6": (2, 3),
    }


def test_a_direction_card_is_laid_beside_the_stock_never_in_a_row() -> None:
    """rules 4.12"""
    state = after(dealt("turn r1 p6"), "reveal")

    view = GAME.view(state, None)
    assert (view.rows, view.directions, view.up, view.discarded) == ((), cards("turn"), None, ())
    assert not any(move.startswith("place") for move in texts(state))


@pytest.mark.parametrize("card", ["r1", "die"])
def test_after_any_card_but_a_bust_you_may_stop_if_a_row_lies_there(card: str) -> None:
    """rules 4.13"""
    state = after(dealt(f"{card} turn p6"), "reveal", "place 1")

    assert texts(state) == ["stop", "reveal"]
    assert texts(after(state, "reveal")) == ["stop", "reveal"]
    assert decided(state, "stop") == (Stopped(0, (1,)),)


def test_a_card_that_is_up_has_to_be_placed_before_you_may_stop_or_go_on() -> None:
    """rules 4.13"""
    assert texts(after(dealt("r1 p6"), "reveal")) == ["place 1"]


@pytest.mark.parametrize(
    ("rows", "card"),
    [
        (("r2 b3", "y2", "g6 p2"), "b2"),
        (("r2", "r3", "r4"), "r5"),
        (("die", "die r1", "b1 die"), "die"),
        (("b1", "g6", "b2 r3"), "b6"),
    ],
)
def test_a_card_that_fits_in_none_of_three_rows_is_a_bust(rows: tuple[str, ...], card: str) -> None:
    """rules 4.14"""
    (event,) = decided(scene("", "", stock=f"{card} p6", rows=rows, moment="going"), "reveal", "star")

    assert isinstance(event, Busted)
    assert event.card == card


@pytest.mark.parametrize("rows", [(), ("r1",), ("r1 b2 die", "r3 b1 die")])
@pytest.mark.parametrize("card", ROW_CARDS)
def test_while_fewer_than_three_rows_are_begun_every_card_fits_in_a_new_one(
    rows: tuple[str, ...], card: str
) -> None:
    """rules 4.15"""
    state = after(scene("", "", stock=f"{card} p6", rows=rows, moment="going"), "reveal")

    assert fits(state)[-1] == len(rows) + 1


# --- stopping


def test_when_you_stop_you_choose_a_row_and_add_its_numbers_to_your_open_cards() -> None:
    """rules 4.16"""
    state = scene("r1 y2", "", rows=("r2 b3", "g6", "p1 y4"), moment="going")

    state = after(state, "stop")
    assert (state.seat, texts(state)) == (0, ["take 1", "take 2", "take 3"])
    assert decided(state, "take 1") == (Taken(0, 0, 1, row_of("r2 b3"), None, (), 1, (2, 3), ()),)
    assert opened(after(state, "take 1"), 0) == "r1 r2 b3 y2"


def test_a_die_card_in_the_row_is_rolled_for_and_discarded() -> None:
    """rules 4.17: after the numbers were added"""
    state = after(scene("r1", "", rows=("b3 die r2",), moment="going"), "stop")

    (event,) = decided(state, "take 1", "blue")

    assert isinstance(event, Taken)
    assert (event.cards, event.roll, event.lost) == (cards("b3 die r2"), "blue", numbers("b3"))
    assert GAME.view(after(state, "take 1: blue"), None).discarded == cards("die b3")


def test_without_a_die_card_nothing_is_rolled() -> None:
    """rules 4.17"""
    (event,) = decided(after(scene("r1", "", rows=("b3 r2",), moment="going"), "stop"), "take 1")

    assert isinstance(event, Taken)
    assert (event.roll, event.lost) == (None, ())


@pytest.mark.parametrize(
    ("roll", "lost", "kept"),
    [
        ("red", "r6 r6 r2", "b1 g4 y5 p3"),
        ("blue", "b1", "r6 r6 r2 g4 y5 p3"),
        ("green", "g4", "r6 r6 r2 b1 y5 p3"),
        ("yellow", "y5", "r6 r6 r2 b1 g4 p3"),
        ("purple", "p3", "r6 r6 r2 b1 g4 y5"),
    ],
)
def test_a_rolled_colour_costs_all_open_cards_of_it_those_just_taken_too(
    roll: str, lost: str, kept: str
) -> None:
    """rules 4.18: they go to the discard pile; nobody else loses any"""
    state = scene("r6 b1 y5 r6", "r1 b1 g1 y1 p1", rows=("r2 die g4 p3",), discarded="turn", moment="going")

    after_roll = after(state, "stop", f"take 1: {roll}")

    assert opened(after_roll, 0) == kept
    assert opened(after_roll, 1) == "r1 b1 g1 y1 p1"
    assert GAME.view(after_roll, None).discarded == cards(f"turn die {lost}")


def test_a_rolled_star_costs_nothing() -> None:
    """rules 4.19"""
    state = scene("r6 b1", "", rows=("r2 die",), moment="going")

    (event,) = decided(after(state, "stop"), "take 1", "star")

    assert isinstance(event, Taken)
    assert (event.roll, event.lost) == ("star", ())
    assert opened(after(state, "stop", "take 1: star"), 0) == "r6 r2 b1"


def test_a_rolled_star_costs_all_open_cards_when_risk_is_on() -> None:
    """rules 4.19"""
    state = scene("r6 b1", "y1", secured=("g5", ""), rows=("r2 die",), risk=True, moment="going")

    (event,) = decided(after(state, "stop"), "take 1", "star")
    state = after(state, "stop", "take 1: star")

    assert isinstance(event, Taken)
    assert event.lost == numbers("r6 b1 r2")
    assert (opened(state, 0), opened(state, 1)) == ("", "y1")
    assert GAME.view(state, 0).secured[0] == numbers("g5")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_then_the_others_must_each_take_one_row_from_the_left_neighbour_on(seats: int) -> None:
    """rules 4.20"""
    for player in range(seats):
        state = scene(*[""] * seats, rows=("r1", "b2", "g3"), seat=player, moment="going")

        assert takers(after(state, "stop"), 2, 1, 3) == [(player + step) % seats for step in range(3)]


def test_others_can_only_take_and_roll_for_die_cards_as_well() -> None:
    """rules 4.20"""
    state = scene("", "b5", "", rows=("r1", "b2 die", "g3"), moment="going")

    state = after(state, "stop", "take 1")
    assert (state.seat, texts(state)) == (1, ["take 2", "take 3"])
    assert decided(state, "take 2", "blue") == (
        Taken(1, 0, 2, row_of("b2 die"), "blue", numbers("b5 b2"), 2, (3,), ()),
    )
    state = after(state, "take 2: blue")
    assert (state.seat, texts(state)) == (2, ["take 3"])


def test_with_fewer_rows_than_players_the_last_go_without() -> None:
    """rules 4.20"""
    state = scene("", "", "", "", rows=("r1", "b2"), seat=2, moment="going")

    assert takers(after(state, "stop"), 1, 2) == [2, 3]


def test_rows_left_over_are_discarded() -> None:
    """rules 4.21"""
    state = scene("", "", rows=("r1 die", "b2", "g3 y4"), moment="going")

    assert takers(after(state, "stop"), 2, 3) == [0, 1]
    state = after(state, "stop", "take 2", "take 3")
    assert GAME.view(state, None).discarded == cards("r1 die")
    assert GAME.view(state, None).rows == ()


def test_then_the_turn_passes_to_your_left_neighbour() -> None:
    """rules 4.22"""
    for player in range(3):
        state = scene("", "", "", rows=("r1", "b2"), seat=player, moment="going")
        state = after(state, "stop", "take 1", "take 2")

        assert (state.seat, type(state.phase)) == ((player + 1) % 3, Choosing)


# --- going bust


def bust(*opened: str, roll: str, risk: bool = False, seat: int = 0, stock: str = "b1 p6") -> Busted:
    state = scene(*opened, stock=stock, rows=("b2", "g1", "b3 die"), risk=risk, seat=seat, moment="going")
    (event,) = decided(state, "reveal", roll)
    assert isinstance(event, Busted)
    return event


def test_the_card_that_fits_nowhere_is_discarded_and_you_take_no_row() -> None:
    """rules 4.23"""
    state = scene("", "", "", stock="b1 p6", rows=("b2", "g1", "b3 die"), moment="going")

    state = after(state, "reveal: star")

    assert GAME.view(state, None).discarded == cards("b1")
    assert takers(state, 1, 2) == [1, 2]
    assert opened(after(state, "take 1", "take 2"), 0) == ""


def test_at_a_bust_you_roll_the_die_and_lose() -> None:
    """rules 4.24"""
    mine = "r5 b4 b4 y1"

    assert bust(mine, "b6", roll="blue") == Busted(0, "b1", "blue", numbers("b4 b4"), 1, (1, 2, 3))
    assert bust(mine, "b6", roll="red").lost == numbers("r5")
    assert bust(mine, "b6", roll="purple").lost == ()
    assert bust(mine, "b6", roll="star").lost == ()
    assert bust(mine, "b6", roll="star", risk=True).lost == numbers("r5 b4 b4 y1")


def test_what_a_bust_costs_goes_to_the_discard_pile() -> None:
    """rules 4.24"""
    state = scene("r5 b4 b4", "b6", stock="b1 p6", rows=("b2", "g1", "b3"), discarded="y6", moment="going")

    state = after(state, "reveal: blue")

    assert (opened(state, 0), opened(state, 1)) == ("r5", "b6")
    assert GAME.view(state, None).discarded == cards("y6 b1 b4 b4")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_after_a_bust_the_others_take_rows(seats: int) -> None:
    """rules 4.25: each one at most, and what is left over is discarded"""
    state = scene(*[""] * seats, stock="b1 p6", rows=("b2", "g1", "b3"), moment="going")
    rows = (2, 1, 3)[: seats - 1]

    state = after(state, "reveal: star")

    assert takers(state, *rows) == [1, 2, 3][: seats - 1]
    over = after(state, *(f"take {number}" for number in rows))
    left = {2: "b1 b2 b3", 3: "b1 b3"}.get(seats, "b1")
    assert GAME.view(over, None).discarded == cards(left)
    assert over.seat == 1


# --- direction


@pytest.mark.parametrize(
    ("directions", "step"), [(number, -1 if number in (1, 3, 5, 7, 9, 11) else 1) for number in range(13)]
)
def test_after_an_odd_number_of_direction_cards_the_others_choose_from_the_right(
    directions: int, step: int
) -> None:
    """rules 4.26"""
    state = scene("", "", "", "", rows=("r1", "b2", "g3"), directions=directions, seat=1, moment="going")

    assert takers(after(state, "stop"), 3, 1, 2) == [1, (1 + step) % 4, (1 + 2 * step) % 4]


def test_direction_cards_never_change_the_order_of_turns() -> None:
    """rules 4.27"""
    state = scene("", "", "", "", rows=("r1", "b2"), directions=1, seat=3, moment="going")

    state = after(state, "stop", "take 1", "take 2")

    assert state.seat == 0


def test_direction_cards_are_discarded_at_the_end_of_the_turn() -> None:
    """rules 4.28"""
    state = scene("", "", rows=("r1", "b2"), directions=2, moment="going")

    state = after(state, "stop", "take 1")
    assert (GAME.view(state, None).directions, GAME.view(state, None).discarded) == (cards("turn turn"), ())
    state = after(state, "take 2")
    assert (GAME.view(state, None).directions, GAME.view(state, None).discarded) == ((), cards("turn turn"))


# --- what the match does with it


def test_placing_is_a_move_of_its_own_and_reveals_nothing() -> None:
    """rules 4.6, 4.7: so it can be taken back until the next card is turned up"""
    for match in steps(start(4)):
        for event in match.events:
            if isinstance(event, Placed):
                assert isinstance(match.previous, type(match))
                assert match.previous.view(None).stock == match.view(None).stock
                assert isinstance(match.state.phase, Going) or not match.view(None).stock
