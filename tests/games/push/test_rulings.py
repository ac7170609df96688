"""The rules of Push, chapters 10 and 11: the rulings, and what holds for every game."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Never

import pytest

from cardkit.chance import SeededChance
from cardkit.games.push import GAME, Busted, Card, Opened, Options, Scored, Taken
from cardkit.games.push.cards import COLOURS, DECK, FACES
from cardkit.games.push.state import Going, Over, Taking
from cardkit.hidden import UNSEEN
from cardkit.rejections import InvalidOption, Rejected
from cardkit.seats import Outcome
from tests.games.push.scenes import (
    after,
    cards,
    dealt,
    decided,
    events,
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

RANDOM: Final = {"first_player": "random"}


def opening(seats: int, options: Mapping[str, object], seed: str = "a seed") -> Opened[Never]:
    (first,) = events(start(seats, options, seed))
    assert isinstance(first, Opened)
    return first


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_player_says_who_begins(seat: int) -> None:
    """ruling 1, rules 8"""
    assert opening(5, {"first_player": seat}).first_player == seat
    assert start(5, {"first_player": seat}).actors == (seat,)


def test_seat_0_begins_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [start(seats).actors for seats in (2, 3, 4, 5, 6)] == [(0,)] * 5


@pytest.mark.parametrize("seats", [2, 6])
def test_a_random_first_player_may_be_any_seat(seats: int) -> None:
    """ruling 1: each about as often as the others"""
    drawn = Counter(opening(seats, RANDOM, str(seed)).first_player for seed in range(600))

    assert sorted(drawn) == [*range(seats)]
    assert min(drawn.values()) > 600 / seats * 0.7


@pytest.mark.parametrize("direction_cards", [True, False])
def test_what_the_opening_leaves_to_chance_is_drawn_under_the_names_in_docs_chance(
    direction_cards: bool,
) -> None:
    """`first player` and `stock`: somebody who knows the seed can deal the cards again"""
    for seed in map(str, range(10)):
        chance, options = SeededChance(seed), Options(first_player="random", direction_cards=direction_cards)
        deck: tuple[Card, ...] = tuple(card for card in DECK if direction_cards or card != "turn")
        stock = chance.shuffle("stock", deck)

        (event,) = GAME.open(2, options, chance)

        assert event == Opened(2, chance.below("first player", 2), False, direction_cards, stock)


def test_you_may_stop_right_after_a_direction_card_if_a_row_lies_there() -> None:
    """ruling 2"""
    state = after(dealt("r1 turn b2"), "reveal", "place 1", "reveal")

    assert texts(state) == ["stop", "reveal"]
    assert after(state, "stop").seat == 0


def test_with_nothing_but_direction_cards_turned_up_you_have_to_go_on() -> None:
    """ruling 3"""
    state = after(dealt("turn turn r1"), "reveal", "reveal")

    assert texts(state) == ["reveal"]
    with pytest.raises(Rejected, match="there is no row to take yet") as refusal:
        decided(state, "stop")
    assert refusal.value.code == "no_row"


def test_when_the_stock_is_out_the_turn_stops_by_itself() -> None:
    """ruling 4: the rest of it stands in test_stock_runs_out.py"""
    state = after(scene("", "", stock="r1"), "reveal", "place 1")

    assert isinstance(state.phase, Taking)
    assert texts(state) == ["take 1"]


@pytest.mark.parametrize("colour", COLOURS)
def test_only_a_colour_of_which_you_have_an_open_card_can_be_secured(colour: str) -> None:
    """ruling 5: secured cards, and those of the others, don't count"""
    letter = colour[0]
    state = scene("", f"{letter}1", secured=(f"{letter}2", ""))

    assert texts(state) == ["reveal"]
    with pytest.raises(Rejected, match=f"you have no open {colour} card") as refusal:
        decided(state, f"secure {colour}")
    assert refusal.value.code == "nothing_open"


def test_nobody_goes_bust_on_purpose() -> None:
    """ruling 6: a card that fits must be placed"""
    state = after(scene("", "", stock="r5 p6", rows=("r1", "r2", "b4"), moment="going"), "reveal")

    assert texts(state) == ["place 3"]
    for row in (1, 2):
        with pytest.raises(
            Rejected, match=f"the red 5 doesn't fit in row {row}; place it in row 3"
        ) as refusal:
            decided(state, f"place {row}")
        assert refusal.value.code == "does_not_fit"


def test_a_new_row_may_be_begun_even_though_an_old_one_fits() -> None:
    """ruling 6"""
    state = after(dealt("r1 b2 p6"), "reveal", "place 1", "reveal")

    assert fits(state) == (1, 2)
    assert GAME.view(after(state, "place 2"), None).rows == (cards("r1"), cards("b2"))


def test_a_row_cannot_be_begun_out_of_turn() -> None:
    """ruling 6, ruling 8: row 3 comes after row 2"""
    state = after(dealt("r1 b2 p6"), "reveal", "place 1", "reveal")

    with pytest.raises(Rejected) as refusal:
        decided(state, "place 3")
    assert refusal.value.code == "does_not_fit"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_bust_has_always_exactly_three_rows_on_the_table_and_one_roll(seats: int) -> None:
    """ruling 7"""
    busts = 0
    for seed in range(4):
        for step in steps(start(seats, seed=str(seed)), seed, reveal=0.95):
            for event in step.events:
                if isinstance(event, Busted):
                    busts += 1
                    assert len(step.events) == 1
                    assert event.rows == (1, 2, 3)
                    assert all(step.view(None).rows)
                    assert event.roll in FACES
                    assert step.view(None).discarded[-1 - len(event.lost)] == event.card
    assert busts > 10


def test_a_die_card_that_goes_bust_is_discarded_and_the_die_rolled_once() -> None:
    """ruling 7"""
    state = scene("b6", "", stock="die p6", rows=("die", "b1 die", "die r1"), moment="going")

    (event,) = decided(state, "reveal", "blue")

    assert event == Busted(0, "die", "blue", numbers("b6"), 1, (1, 2, 3))
    assert GAME.view(after(state, "reveal: blue"), None).discarded == cards("die b6")


@pytest.mark.parametrize(("directions", "order"), [(0, [3, 0, 1]), (1, [1, 0, 3]), (2, [3, 0, 1])])
def test_the_direction_cards_of_the_turn_count_after_a_bust_too(directions: int, order: list[int]) -> None:
    """ruling 7"""
    state = scene(
        "", "", "", "",
        stock="b1 p6", rows=("b2", "g1", "b3"), directions=directions, seat=2, moment="going",
    )  # fmt: skip

    assert takers(after(state, "reveal: star"), 1, 2, 3) == order


def test_a_row_keeps_its_number_and_a_taken_one_leaves_a_gap() -> None:
    """ruling 8"""
    state = scene("", "", "", rows=("r1", "b2", "g3"), moment="going")

    state = after(state, "stop", "take 2")
    assert texts(state) == ["take 1", "take 3"]
    assert GAME.view(state, None).rows == (cards("r1"), (), cards("g3"))
    state = after(state, "take 1")
    assert texts(state) == ["take 3"]
    with pytest.raises(Rejected, match="there is no row 2 to take; take row 3") as refusal:
        decided(state, "take 2")
    assert refusal.value.code == "no_row"


def test_rows_left_over_are_discarded_without_a_roll_for_their_die_cards() -> None:
    """ruling 9"""
    state = scene("r1", "b1", rows=("die r2", "g3", "die"), moment="going")

    state = after(state, "stop", "take 2")
    (event,) = decided(state, "take 3", "star")

    assert isinstance(event, Taken)
    assert (event.rows, event.discarded) == ((), cards("die r2"))
    assert GAME.view(after(state, "take 3: star"), None).discarded == cards("die die r2")


@pytest.mark.parametrize("roll", FACES)
def test_the_die_is_always_rolled_and_the_roll_recorded(roll: str) -> None:
    """ruling 10: with nothing to lose, too"""
    taking = after(scene("", "", rows=("die",), moment="going"), "stop")
    going = scene("", "", stock="b1 p6", rows=("b2", "g1", "b3"), moment="going")

    for state, move in ((taking, "take 1"), (going, "reveal")):
        (event,) = decided(state, move, roll)
        assert isinstance(event, Taken | Busted)
        assert (event.roll, event.lost) == (roll, ())


def test_each_taker_adds_rolls_and_loses_before_the_next_one_chooses() -> None:
    """ruling 11"""
    state = after(scene("r1", "r2", "r3", rows=("die", "r4 die", "b1"), moment="going"), "stop")

    state = after(state, "take 2: red")
    assert [opened(state, seat) for seat in range(3)] == ["", "r2", "r3"]
    assert (state.seat, texts(state)) == (1, ["take 1", "take 3"])
    state = after(state, "take 1: red")
    assert [opened(state, seat) for seat in range(3)] == ["", "", "r3"]


@pytest.mark.parametrize(("number", "order"), [(3, [0, 2, 1]), (4, [0, 1, 2])])
def test_parity_counts_with_three_or_more_direction_cards(number: int, order: list[int]) -> None:
    """ruling 12"""
    state = scene("", "", "", stock="turn " * number + "p6", rows=("r1", "b2", "g3"), moment="going")

    state = after(state, *["reveal"] * number, "stop")

    assert takers(state, 1, 2, 3) == order


def test_every_turn_starts_from_no_direction_card() -> None:
    """ruling 12"""
    state = after(dealt("turn r1 b1 y2 p6", 3), "reveal", "reveal", "place 1", "stop", "take 1")

    assert (state.seat, state.directions, state.discarded) == (1, (), cards("turn"))
    state = after(state, "reveal", "place 1", "reveal", "place 2", "stop")
    assert takers(state, 1, 2) == [1, 2]


def test_with_two_players_direction_cards_have_no_effect() -> None:
    """ruling 12, rules 8"""
    for directions in range(4):
        state = scene("", "", rows=("r1", "b2", "g3"), directions=directions, moment="going")
        assert takers(after(state, "stop"), 1, 2) == [0, 1]


@pytest.mark.parametrize("risk", [False, True])
def test_risk_holds_for_every_roll_and_never_for_secured_cards(risk: bool) -> None:
    """ruling 13: a bust's too; those just taken are lost among the others"""
    taking = scene("r1 y2", "", secured=("r6", ""), rows=("g3 die",), risk=risk, moment="going")
    going = scene(
        "r1 y2", "", secured=("r6", ""), stock="b1 p6", rows=("b2", "g1", "b3"), risk=risk, moment="going"
    )

    taken, bust = after(taking, "stop", "take 1: star"), after(going, "reveal: star")

    assert (opened(taken, 0), opened(bust, 0)) == (("", "") if risk else ("r1 g3 y2", "r1 y2"))
    assert GAME.view(taken, 0).secured == GAME.view(bust, 0).secured == (numbers("r6"), ())


def test_cards_lost_to_the_die_do_not_count_in_a_tie() -> None:
    """ruling 14: seat 0 has taken more cards, seat 1 owns more"""
    state = scene("r1 r2 r3 b4", "y2 y2", stock="die", rows=("g1",), moment="going")

    state = after(state, "reveal", "place 2", "take 2: red", "take 1")

    assert GAME.outcome(state) == Outcome((4, 5), (2, 1), (1,))
    state = after(scene("r1 r2 r3 b4", "y2 y2", stock="die"), "reveal", "place 1", "take 1: red")
    assert GAME.outcome(state) == Outcome((4, 4), (2, 1), (1,))


def test_a_row_of_one_die_card_may_be_chosen_and_must_be_taken_if_it_is_the_only_one() -> None:
    """ruling 15: nothing is added, the die is rolled"""
    state = after(scene("r1", "b1", rows=("die", "b2 die"), moment="going"), "stop")

    assert texts(state) == ["take 1", "take 2"]
    assert decided(state, "take 1", "red") == (
        Taken(0, 0, 1, row_of("die"), "red", numbers("r1"), 1, (2,), ()),
    )
    state = after(state, "take 2: star")
    assert texts(state) == ["take 1"]
    assert opened(after(state, "take 1: star"), 1) == "b1"


def test_the_discard_pile_is_public_and_never_reshuffled() -> None:
    """ruling 16: it only grows, and everybody sees all of it in order"""
    made = steps(start(4), reveal=0.8)

    for before, then in pairwise(made):
        pile = before.view(None).discarded
        assert then.view(None).discarded[: len(pile)] == pile
        assert {then.view(viewer).discarded for viewer in (None, 0, 3)} == {then.state.discarded}
    assert len(made[-1].view(None).discarded) > 20


def test_a_view_shows_the_number_of_the_others_secured_cards_and_their_owner_which() -> None:
    """ruling 17"""
    state = scene("r1", "b1", "", secured=("r6 r5", "y2", ""))

    two, one = (UNSEEN,) * 2, (UNSEEN,)
    assert GAME.view(state, 0).secured == (numbers("r6 r5"), one, ())
    assert GAME.view(state, 1).secured == (two, numbers("y2"), ())
    assert GAME.view(state, 2).secured == GAME.view(state, None).secured == (two, one, ())


def test_everybody_sees_in_the_glimpses_what_is_secured() -> None:
    """ruling 17: so a viewer with perfect memory knows"""
    match = start()
    while "secure" not in GAME.say(match.legal()[0]):
        match = match.play(match.legal()[0])
    (seat,) = match.actors
    match = match.play(match.legal()[0])

    for viewer in (None, 0, 1, 2):
        assert match.glimpses(viewer, match.version - 1) == match.events
        assert match.memory(viewer).state.secured[seat] == match.state.secured[seat]


# --- what holds for every game


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_left_neighbour_of_a_seat_is_the_next_number_and_seat_0_follows_the_last(seats: int) -> None:
    """rules 11.1"""
    state, turns = scene(*["r1"] * seats), list[int | None]()

    for _ in range(seats):
        turns.append(state.seat)
        state = after(state, "secure red")

    assert (turns, state.seat) == ([*range(seats)], 0)


def test_a_random_first_player_is_drawn_once_and_the_first_event_records_the_seat() -> None:
    """rules 11.2: before the shuffle, which stays the same"""
    for seed in ("one", "two", "three"):
        first, other = opening(6, RANDOM, seed), opening(6, {}, seed)
        assert first.stock == other.stock
        assert start(6, RANDOM, seed).actors == (first.first_player,)


def test_a_tie_that_cards_do_not_break_is_a_shared_win() -> None:
    """rules 11.3"""
    state = after(scene("r3 b3", "y6", "g4 p2", stock="turn"), "reveal")

    assert GAME.outcome(state) == Outcome((6, 6, 6), (1, 3, 1), (0, 2))


def test_a_rank_is_1_plus_the_number_of_those_who_did_strictly_better_in_points_then_cards() -> None:
    """rules 11.4: for every place"""
    state = scene("r6", "b1", "y1", "", "r2 b4", secured=("", "", "", "g1", ""), stock="turn")

    result = GAME.outcome(after(state, "reveal"))

    assert result == Outcome((6, 1, 1, 1, 6), (2, 3, 3, 3, 1), (4,))
    tied = after(scene("r4", "b2", "y1 y1", "r1 b1", stock="turn"), "reveal")
    assert GAME.outcome(tied) == Outcome((4, 2, 2, 2), (1, 4, 2, 2), (0,))


def test_a_player_with_only_one_possible_move_still_makes_it() -> None:
    """rules 11.5"""
    state = after(scene("", "", rows=("r1",), moment="going"), "stop")

    assert (GAME.actors(state), texts(state)) == ((0,), ["take 1"])
    assert texts(after(dealt("r1 p6"), "reveal")) == ["place 1"]


def test_the_table_of_the_end_stays_visible_after_the_match() -> None:
    """rules 11.6: and shows what was secured"""
    state = after(scene("r1", "", secured=("b6", "y2"), stock="turn", discarded="die"), "reveal")

    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert (view.phase, view.seat) == (Over((7, 2), (2, 1)), None)
        assert (view.open, view.secured) == ((numbers("r1"), ()), (numbers("b6"), numbers("y2")))
        assert view.discarded == cards("die turn")


def test_options_are_recorded_in_the_first_event_and_fixed_from_then_on() -> None:
    """rules 11.7"""
    made = steps(start(2, {"first_player": 1, "risk": True, "direction_cards": False}))

    first = events(made[0])[0]
    assert isinstance(first, Opened)
    assert (first.first_player, first.risk, first.direction_cards) == (1, True, False)
    assert all(step.state.setup.risk for step in made)
    assert {step.header for step in made} == {made[0].header}


def test_what_does_not_fit_is_an_error_that_names_it() -> None:
    """rules 11.8: the rest of it stands in test_options.py"""
    with pytest.raises(InvalidOption, match=r"^risk: 1 is invalid; expected true or false$"):
        start(4, {"risk": 1})


def test_nothing_tells_two_red_sixes_apart() -> None:
    """rules 11.9: wherever they come from, the positions are the same"""
    one = after(scene("r6", "", rows=("r6", "b1"), moment="going"), "stop", "take 1", "take 2")
    other = after(scene("r6", "", rows=("b1", "r6"), moment="going"), "stop", "take 2", "take 1")

    assert one == other
    assert decided(one, "reveal") == decided(other, "reveal")


def test_yellow_has_the_circle_of_the_sheet_and_the_die_its_star() -> None:
    """rules 11.10: the rest is cardkit's"""
    assert {"red", "yellow"} <= {*COLOURS}
    assert FACES[-1] == "star"


def test_the_end_is_scored_once() -> None:
    """rules 7.1, 11.6"""
    for seats in (2, 5):
        made = events(steps(start(seats))[-1])
        assert [type(event) for event in made].count(Scored) == 1
        assert isinstance(made[-1], Scored)


def test_a_match_never_rests_with_an_empty_stock_but_to_place_or_to_take() -> None:
    """ruling 4"""
    for seed in range(6):
        for step in steps(start(3, Options(risk=True), str(seed)), seed, reveal=0.6):
            if not step.view(None).stock:
                assert not isinstance(step.state.phase, Going)
                assert step.view(None).phase.moment in ("placing", "taking", "over")
