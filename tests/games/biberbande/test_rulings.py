"""The rules of Biberbande, chapters 10 and 11: the rulings, and what holds for every game."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Never

import pytest

from cardkit.chance import SeededChance
from cardkit.games.biberbande import (
    GAME,
    Dealt,
    DrawTwoUsed,
    Drew,
    FirstDiscarded,
    Opened,
    Options,
    Passed,
    Replacement,
    Reshuffled,
    RoundScored,
    Swapped,
    Truth,
)
from cardkit.games.biberbande.cards import DECK
from cardkit.games.biberbande.rounds import deal
from cardkit.hidden import UNSEEN, Unseen
from cardkit.rejections import InvalidOption, Rejected
from cardkit.seats import Outcome
from tests.games.biberbande.scenes import (
    CHANCE,
    FACE_DOWN,
    ROW,
    Stacked,
    after,
    all_cards,
    cards,
    decided,
    ended,
    events,
    fold,
    holding,
    in_hand,
    now,
    patiently,
    scene,
    scored,
    slowly,
    start,
    steps,
    texts,
)

RANDOM: Final = {"first_dealer": "random"}


def opened(seats: int, options: Mapping[str, object], seed: str = "a seed") -> tuple[Opened, Dealt[Never]]:
    first, second = events(start(seats, options, seed))
    assert isinstance(first, Opened)
    assert isinstance(second, Dealt)
    return first, second


def dealers(seats: int, **options: object) -> list[int]:
    made = events(steps(start(seats, {"turn_limit": 1, **options}))[-1])
    return [event.dealer for event in made if isinstance(event, Dealt)]


def result(*totals: int) -> Outcome | None:
    return GAME.outcome(ended(*[ROW] * len(totals), totals=totals))


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_dealer_says_who_deals_first(seat: int) -> None:
    """ruling 1, rules 8"""
    first, second = opened(5, {"first_dealer": seat})

    assert (first.first_dealer, second.dealer) == (seat, seat)


def test_seat_0_deals_first_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [opened(seats, {})[1].dealer for seats in range(2, 7)] == [0] * 5


@pytest.mark.parametrize("seats", [2, 6])
def test_a_random_first_dealer_may_be_any_seat(seats: int) -> None:
    """ruling 1: each about as often as the others"""
    drawn = Counter(opened(seats, RANDOM, str(seed))[0].first_dealer for seed in range(600))

    assert sorted(drawn) == [*range(seats)]
    assert min(drawn.values()) > 600 / seats * 0.7


@pytest.mark.parametrize("first", [0, 2])
def test_the_same_player_deals_every_round_unless_the_deal_rotates(first: int) -> None:
    """ruling 1, rules 8, 11.3"""
    assert dealers(3, first_dealer=first) == [first] * 3
    assert dealers(3, first_dealer=first, rotate_dealer=False) == [first] * 3
    assert dealers(3, first_dealer=first, rotate_dealer=True) == [(first + step) % 3 for step in range(3)]


def test_the_old_top_may_still_be_taken_when_the_stock_is_empty() -> None:
    """ruling 2"""
    state = scene(ROW, ROW, stock="", discard="1 5")

    assert texts(state)[0] == "take 0"
    assert after(state, "take 0").rows[0] == cards("5 9 9 9")
    assert after(state, "take 0").stock == ()


def test_the_last_card_of_the_stock_can_be_drawn_without_a_reshuffle() -> None:
    """ruling 2: not before a card must be drawn from the empty stock"""
    state = scene(ROW, ROW, stock="5", discard="1 2")

    assert decided(state, "draw") == (Drew(0, "5"),)
    assert after(state, "draw").discard == cards("1 2")


def test_the_whole_discard_pile_is_reshuffled_its_top_card_too() -> None:
    """ruling 2"""
    chance = Stacked(reshuffle=["*"])

    drawn = after(scene(ROW, ROW, stock="", discard="1 2 peek"), "draw", chance=chance)

    assert chance.was_given == [cards("1 2 peek")]
    assert (drawn.discard, len(drawn.stock)) == ((), 2)


def test_a_special_being_carried_out_and_a_card_just_drawn_are_not_reshuffled() -> None:
    """ruling 2"""
    state = holding("draw2", ROW, ROW, draw_twos=1, first=True, stock="", discard="1 2 3")
    chance = Stacked(reshuffle=["*", "*"])

    drawn = after(state, "draw2", chance=chance)

    assert chance.was_given == [cards("1 2 3")]
    assert in_hand(drawn) == (0, "1", 2, True)
    assert Counter(all_cards(drawn)) == Counter(all_cards(state))


@pytest.mark.parametrize(
    ("state", "move", "discard"),
    [
        (holding("swap", ROW, ROW, discard="3"), "swap 0>1.0", "3 swap"),
        (holding("peek", ROW, ROW, discard="3"), "peek 0", "3 peek"),
        (holding("4", "5 9 9 9", ROW, discard="3", draw_twos=1), "keep 0", "3 5 draw2"),
        (holding("4", ROW, ROW, discard="3", draw_twos=1), "discard", "3 4 draw2"),
    ],
)
def test_a_special_goes_down_only_after_its_action_on_top_of_what_that_discarded(
    state: Truth, move: str, discard: str
) -> None:
    """ruling 3: so nothing can be taken right after a special was carried out"""
    done = after(state, move)

    assert done.discard == cards(discard)
    assert texts(done) == ["draw"]


def test_a_draw_two_lies_open_before_its_player_while_it_is_carried_out() -> None:
    """ruling 3: everybody knows which"""
    state = holding("draw2", ROW, ROW, ROW, discard="3", stock="5 6")

    brought = decided(state, "draw2")
    drawn = fold(state, brought)

    for viewer in (None, 0, 1, 2):
        assert GAME.glimpse(brought[0], viewer) == DrawTwoUsed(0)
        view = GAME.view(drawn, viewer)
        assert (view.turn, view.aside, view.first) == (0, ("draw2",), True)
        assert view.discard == ("3",)


@pytest.mark.parametrize("first", ["5", "swap", "peek", "draw2"])
def test_discarding_the_first_card_means_drawing_the_second(first: str) -> None:
    """ruling 4: it can't end the action; a special discarded so has no effect"""
    state = holding(first, "0 1 2 3", ROW, draw_twos=1, first=True, stock="5 8")

    drawn = after(state, "discard")

    assert in_hand(drawn) == (0, "5", 1, False)
    assert drawn.rows == state.rows


@pytest.mark.parametrize("second", ["5", "swap", "peek", "draw2"])
def test_the_second_card_may_simply_be_discarded(second: str) -> None:
    """ruling 4"""
    state = holding(second, "0 1 2 3", ROW, draw_twos=1, discard="3")

    done = after(state, "discard")

    assert (done.rows, now(done)) == (state.rows, ("choosing", 1))
    assert done.discard == ("3", *cards(second), "draw2")


def test_the_first_card_discarded_is_shuffled_in_and_may_come_back_as_the_second() -> None:
    """ruling 5"""
    state = holding("7", ROW, ROW, draw_twos=1, first=True, stock="", discard="1 2")
    chance = Stacked(reshuffle=["7 1 2"])

    brought = decided(state, "discard", chance)
    drawn = fold(state, brought)

    assert chance.was_given == [cards("1 2 7")]
    assert brought == (FirstDiscarded(0, "7"), Reshuffled(cards("7 1 2")), Drew(0, "7"))
    assert in_hand(drawn) == (0, "7", 1, False)
    assert (drawn.stock, drawn.discard) == (cards("1 2"), ())


def test_in_nested_draw_twos_the_innermost_is_resolved_and_goes_down_first() -> None:
    """ruling 6: a swap or peek inside goes down before them"""
    state = scene("0 1 2 3", ROW, stock="draw2 5 draw2 draw2 peek 6", discard="4")

    moves = ["draw", "draw2", "discard", "draw2", "draw2"]
    drawn = after(state, *moves)
    done = after(drawn, "peek 1")

    assert in_hand(drawn) == (0, "peek", 3, True)
    assert drawn.discard == cards("4 5")
    assert done.discard == cards("4 5 peek draw2 draw2 draw2")
    assert (now(done), done.stock) == (("choosing", 1), cards("6"))


@pytest.mark.parametrize("number", range(1, 6))
def test_all_draw_twos_that_lie_open_go_down_with_the_card_that_ends_the_action(number: int) -> None:
    """ruling 6: however many they are, and whether that card is discarded, kept or carried out"""
    for card, move, laid in (
        ("5", "discard", "5"),
        ("5", "keep 0", "0"),
        ("swap", "swap 0>1.0", "swap"),
        ("peek", "peek 0", "peek"),
    ):
        state = holding(card, "0 1 2 3", ROW, draw_twos=number, discard="4")
        done = after(state, move)

        assert (done.discard, done.aside) == (("4", *cards(laid), *cards("draw2") * number), ())
        assert Counter(all_cards(done)) == Counter(all_cards(state))


def test_when_the_inner_draw_two_is_over_so_is_the_outer_one() -> None:
    """ruling 6: its first card was used"""
    state = scene("0 1 2 3", ROW, stock="draw2 draw2 5 6", discard="4")

    done = after(state, "draw", "draw2", "draw2", "keep 0")

    assert (now(done), done.discard) == (("choosing", 1), cards("4 0 draw2 draw2"))


def test_the_knockers_row_is_not_safe_from_a_swap() -> None:
    """ruling 7"""
    state = holding("swap", "9 9 9 9", "5 5 5 5", "0 0 0 0", knocker=2, turns=4)

    assert "swap 0>2.0" in texts(state)
    assert decided(state, "swap 0>2.0") == (Swapped(0, 0, 2, 0, ("swap",), may_knock=False),)
    assert after(state, "swap 0>2.0").rows[2] == cards("9 0 0 0")


@pytest.mark.parametrize("dealer", range(3))
def test_the_dealer_may_knock_at_the_end_of_the_first_lap_and_nobody_before(dealer: int) -> None:
    """ruling 8"""
    made = steps(start(3, {"first_dealer": dealer, "rounds": 1, "turn_limit": 3}), choose=patiently)

    asked = [step.state.turn for step in made if step.state.phase == "knocking"]

    assert asked == [(dealer + step) % 3 for step in range(7)]


def test_knock_or_pass_is_a_choice_offered_only_where_knocking_is_possible() -> None:
    """ruling 8: once a round"""
    for step in steps(start(4, {"turn_limit": 4}), choose=slowly):
        state = step.state
        if state.phase == "knocking":
            assert texts(state) == ["pass", "knock"]
            assert state.turns >= 4
            assert state.knocker is None
        else:
            assert not {"pass", "knock"} & {*texts(state)}


@pytest.mark.parametrize("turns", [2, 3, 7])
def test_after_a_knock_nobody_is_asked_again(turns: int) -> None:
    """ruling 8"""
    state = scene(ROW, ROW, ROW, turns=turns, knocker=2)

    assert now(after(state, "take 0")) == ("choosing", 1)


def test_specials_are_replaced_clockwise_from_the_knocker_and_from_position_0_to_3() -> None:
    """ruling 9: each position until a number comes"""
    rows = ["swap 0 0 peek", "0 peek draw2 0", ROW]
    state = scene(*rows, turn=0, knocker=1, discard="5", stock="1 swap 2 peek draw2 3 4 8")

    scoring = decided(state, "take 1")[1]

    assert isinstance(scoring, RoundScored)
    assert scoring.replacements == (
        Replacement(1, 1, cards("1")),
        Replacement(1, 2, cards("swap 2")),
        Replacement(0, 0, cards("peek draw2 3")),
        Replacement(0, 3, cards("4")),
    )
    assert scoring.points == (12, 3, 36)


def test_specials_set_aside_are_out_of_the_round_and_an_empty_stock_is_filled_from_the_discard_pile() -> None:
    """ruling 9: also between one special and the next"""
    state = holding("7", "swap 0 0 0", "0 0 peek 0", knocker=1, stock="draw2 5 peek", discard="1 2")
    chance = Stacked(reshuffle=["2 7 1"], deal=["*"])

    discarded, reshuffled, scoring, _ = decided(state, "discard", chance)
    over = fold(state, [discarded, reshuffled, scoring])

    assert chance.was_given[0] == cards("1 2 7")
    assert reshuffled == Reshuffled(cards("2 7 1"))
    assert isinstance(scoring, RoundScored)
    assert scoring.replacements == (Replacement(1, 2, cards("draw2 5")), Replacement(0, 0, cards("peek 2")))
    assert (over.stock, over.discard) == (cards("7 1"), ())
    assert Counter(all_cards(over)) == Counter(all_cards(state))


def test_the_stock_is_not_filled_when_it_is_just_enough() -> None:
    """ruling 9"""
    state = holding("7", "swap 0 0 0", ROW, knocker=1, stock="draw2 5", discard="1 2")

    assert [type(event) for event in decided(state, "discard")[1:]] == [RoundScored, Dealt]


def test_numbers_cannot_run_out() -> None:
    """ruling 9: even if all specials lie in rows, and only numbers that are needed outside"""
    specials = ["swap", "peek", "draw2"]
    rows = ["swap swap swap swap"] * 2 + ["peek peek peek peek"] + ["swap peek draw2 draw2"] * 1
    rows += ["peek peek draw2 draw2", "draw2 0 0 0"]
    rest = Counter(DECK) - Counter(cards(" ".join(rows)))
    left = " ".join(sorted(rest.elements(), key=lambda card: (card not in specials, card)))

    scoring = scored(*rows, stock="", discard=left)

    assert len(scoring.replacements) == 21
    assert len([card for card in DECK if card not in specials]) == 45 > 6 * 4


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_with_a_turn_limit_a_round_ends_when_every_player_has_had_that_many_turns(limit: int) -> None:
    """ruling 10: and nobody has knocked"""
    state = scene(ROW, ROW, ROW, phase="knocking", turn=2, turns=3 * limit, turn_limit=limit)
    earlier = scene(ROW, ROW, ROW, phase="knocking", turn=1, turns=3 * limit - 1, turn_limit=limit)

    assert [type(event) for event in decided(state, "pass")] == [Passed, RoundScored, Dealt]
    assert decided(earlier, "pass") == (Passed(1),)


def test_replacing_begins_with_the_dealers_left_neighbour_then() -> None:
    """ruling 10"""
    rows = ["swap 0 0 0", "0 peek 0 0", "0 0 0 draw2"]
    state = scene(*rows, phase="knocking", turns=3, turn_limit=1, stock="1 2 3", dealer=0)

    scoring = decided(state, "pass")[1]

    assert isinstance(scoring, RoundScored)
    assert scoring.points == (3, 1, 2)


def test_in_the_very_last_turn_the_knock_is_offered_first() -> None:
    """ruling 10: taken, each other player has one turn beyond the limit"""
    state = scene(ROW, ROW, ROW, turn=2, turns=5, turn_limit=2)

    asked = after(state, "take 0")
    beyond = after(asked, "knock", "take 0")

    assert (now(asked), asked.turns) == (("knocking", 2), 6)
    assert now(beyond) == ("choosing", 1)
    assert [type(event) for event in decided(beyond, "take 0")][1:] == [RoundScored, Dealt]


def test_without_a_turn_limit_the_sheet_sets_no_end() -> None:
    """ruling 10"""
    state = scene(ROW, ROW, phase="knocking", turn=1, turns=2000)

    assert decided(state, "pass") == (Passed(1),)
    assert GAME.bound(2, Options()) is None


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_with_a_turn_limit_no_match_is_longer_than_its_bound(seats: int) -> None:
    """ruling 10"""
    for limit in (1, 3):
        bound = GAME.bound(seats, Options(turn_limit=limit))
        assert bound is not None
        for seed in range(4):
            assert len(steps(start(seats, {"turn_limit": limit}, str(seed)), seed, slowly)) - 1 <= bound


def test_the_bound_adds_up_the_looks_and_the_turns_of_all_rounds() -> None:
    """in each round a look a seat, the turns up to the limit, and one more for all but the one who knocks last"""
    assert GAME.bound(4, Options(turn_limit=8, rounds=3)) == 3 * (4 + 13 * (4 * 8 + 3))
    assert GAME.bound(6, Options(turn_limit=2)) == 6 * (6 + 13 * (6 * 2 + 5))


def test_a_turn_of_most_moves_is_within_the_bound() -> None:
    """ruling 10: five draw twos, each drawn as the second card of the one before, and a knock"""
    stock = " ".join(["draw2", *["1 draw2"] * 4, "1 2"])
    state = scene(ROW, ROW, turn=1, turns=1, stock=stock, turn_limit=1)
    moves = ["draw", *["draw2", "discard"] * 5, "discard", "pass"]

    for number, move in enumerate(moves):
        brought = decided(state, move)
        assert isinstance(brought[-1], Dealt) == (number == len(moves) - 1)
        state = fold(state, brought)

    assert len(moves) == 13
    assert GAME.bound(2, Options(turn_limit=1, rounds=1)) == 2 + 3 * 13


def test_a_view_shows_nothing_of_the_own_row() -> None:
    """ruling 11"""
    for step in steps(start(3, {"turn_limit": 2}), choose=slowly):
        for seat in range(3):
            rows = step.view(seat).rows
            if step.state.phase != "over" and (step.state.sight is None or step.state.sight[0] != seat):
                assert rows == (FACE_DOWN,) * 3


@pytest.mark.parametrize(
    ("state", "move", "row"),
    [
        (scene("1 2 3 4", ROW, phase="looking"), "look", ("1", UNSEEN, UNSEEN, "4")),
        (holding("peek", "1 2 3 4", ROW), "peek 2", (UNSEEN, UNSEEN, "3", UNSEEN)),
    ],
)
def test_during_the_act_of_looking_the_view_shows_what_is_looked_at(
    state: Truth, move: str, row: tuple[str | Unseen, ...]
) -> None:
    """ruling 11: to that seat alone"""
    looking = after(state, move)

    assert GAME.view(looking, 0).rows == (row, FACE_DOWN)
    assert GAME.view(looking, 1).rows == GAME.view(looking, None).rows == (FACE_DOWN, FACE_DOWN)


@pytest.mark.parametrize(
    ("state", "move", "following"),
    [
        (scene("1 2 3 4", ROW, phase="looking"), "look", "look"),
        (scene("1 2 3 4", ROW, phase="looking", dealer=0), "look", "take 0"),
        (scene("1 2 3 4", ROW, phase="looking", dealer=0), "look", "draw"),
        (holding("peek", "1 2 3 4", ROW), "peek 2", "draw"),
        (holding("peek", "1 2 3 4", ROW, turns=4), "peek 2", "pass"),
        (holding("peek", "1 2 3 4", ROW, turns=4), "peek 2", "knock"),
    ],
)
def test_a_look_at_the_row_lasts_until_the_next_event_whoever_brings_it(
    state: Truth, move: str, following: str
) -> None:
    """ruling 11"""
    looking = after(state, move)
    later = after(looking, following)

    assert GAME.view(looking, 0).rows[0] != FACE_DOWN
    assert GAME.view(later, 0).rows[0] == FACE_DOWN


def test_a_card_drawn_is_seen_until_its_player_has_decided() -> None:
    """ruling 11"""
    state = scene(ROW, ROW, stock="draw2 5 6")

    views = [GAME.view(after(state, *moves), 0).drawn for moves in (["draw"], ["draw", "draw2"])]

    assert views == ["draw2", "5"]
    assert GAME.view(after(state, "draw", "draw2", "discard"), 0).drawn == "6"
    assert GAME.view(after(state, "draw", "draw2", "keep 0"), 0).drawn is None
    assert GAME.view(after(state, "draw", "draw2"), 1).drawn is UNSEEN


def test_the_top_of_the_discard_pile_and_its_size_are_open_and_deeper_cards_are_not_shown() -> None:
    """ruling 13"""
    one, other = (scene(ROW, ROW, discard=discard) for discard in ("1 2 3 peek", "8 swap 0 peek"))

    for viewer in (None, 0, 1):
        view = GAME.view(one, viewer)
        assert view.discard == (UNSEEN, UNSEEN, UNSEEN, "peek")
        assert GAME.view(other, viewer) == view


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
def test_a_special_turned_up_at_the_start_cannot_be_taken_and_has_no_effect(special: str) -> None:
    """ruling 14"""
    others = [card for card in DECK if card != special]
    deck = [*others[:8], special, *others[8:], *[special] * (DECK.count(special) - 1)]
    opening = GAME.open(2, Options(), Stacked(deal=[" ".join(deck)]))
    state = after(fold(GAME.initial, opening), "look", "look")

    assert (state.discard, now(state)) == ((special,), ("choosing", 1))
    assert texts(state) == ["draw"]


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
@pytest.mark.parametrize("move", ["take 0", "keep 0"])
def test_a_special_that_leaves_a_row_by_exchange_cannot_be_taken_and_has_no_effect(
    special: str, move: str
) -> None:
    """ruling 14"""
    rows = (f"{special} 1 2 3", ROW)
    state = scene(*rows, discard="5") if move == "take 0" else holding("5", *rows)

    done = after(state, move)

    assert (now(done), done.rows) == (("choosing", 1), (cards("5 1 2 3"), cards(ROW)))
    assert texts(done) == ["draw"]


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
def test_the_option_rounds_makes_matches_shorter_or_longer(rounds: int) -> None:
    """ruling 15, rules 8"""
    for seats in (2, 3):
        made = events(steps(start(seats, {"rounds": rounds, "turn_limit": 1}))[-1])

        assert made[0] == Opened(seats, 0, False, rounds, 1)
        assert sum(isinstance(event, RoundScored) for event in made) == rounds


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_by_default_a_match_is_as_long_as_the_sheet_says(seats: int, rounds: int) -> None:
    """ruling 15, rules 8"""
    assert opened(seats, {})[0].rounds == rounds


def test_the_left_neighbour_of_a_seat_is_the_next_number_and_seat_0_follows_the_last() -> None:
    """rules 11.1"""
    for seats in range(2, 7):
        state = scene(*[ROW] * seats, turns=-9)  # so that nobody may knock yet
        turns: list[int | None] = []
        for _ in range(seats + 1):
            turns.append(state.turn)
            state = after(state, "take 0")
        assert turns == [*range(seats), 0]


def test_what_the_opening_leaves_to_chance_is_drawn_under_the_names_in_docs_chance() -> None:
    """`first dealer` and `deal`: somebody who knows the seed can deal the cards again"""
    for seed in map(str, range(10)):
        chance = SeededChance(seed)
        dealer = chance.below("first dealer", 4)

        assert GAME.open(4, Options(first_dealer="random"), chance) == (
            Opened(4, dealer, False, 4, None),
            deal(1, dealer, 4, chance),
        )


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_dealers_left_and_rows_fill_from_position_0(
    dealer: int,
) -> None:
    """rules 11.2: one order of the deck gives one deal only"""
    order = CHANCE.shuffle("deal", DECK)
    rows: list[list[str]] = [[], [], [], []]
    for place, card in enumerate(order[:16]):
        rows[(dealer + 1 + place) % 4].append(card)

    dealt = deal(2, dealer, 4, CHANCE)

    assert dealt == Dealt(2, dealer, dealt.rows, order[17:], order[16])
    assert [[*row] for row in dealt.rows] == rows


@pytest.mark.parametrize(("seats", "first", "rounds"), [(2, 1, 12), (3, 2, 12), (4, 3, 1), (5, 1, 7)])
def test_with_a_rotating_deal_the_dealer_of_round_r_is_the_first_moved_on_by_r_minus_1(
    seats: int, first: int, rounds: int
) -> None:
    """rules 11.3"""
    made = dealers(seats, first_dealer=first, rounds=rounds, rotate_dealer=True)

    assert made == [(first + r - 1) % seats for r in range(1, rounds + 1)]


def test_a_random_first_dealer_is_drawn_once_and_the_first_event_records_the_seat() -> None:
    """rules 11.4: and the deal passes on from there"""
    for seed in range(8):
        made = events(steps(start(3, {**RANDOM, "rotate_dealer": True, "turn_limit": 1}, str(seed)))[-1])
        first = made[0]
        assert isinstance(first, Opened)
        dealt = [event.dealer for event in made if isinstance(event, Dealt)]
        assert dealt == [(first.first_dealer + step) % 3 for step in range(3)]


def test_a_tie_for_first_place_is_a_shared_win() -> None:
    """rules 11.5"""
    assert result(8, 3, 20, 3) == Outcome((8, 3, 20, 3), (3, 1, 4, 1), (1, 3))


def test_a_rank_is_1_plus_the_number_of_players_who_did_strictly_better() -> None:
    """rules 11.6"""
    assert result(5, 5, 9) == Outcome((5, 5, 9), (1, 1, 3), (0, 1))
    assert result(7, 2, 7, 7, 0) == Outcome((7, 2, 7, 7, 0), (3, 2, 3, 3, 1), (4,))


def test_a_player_with_only_one_possible_move_still_makes_it() -> None:
    """rules 11.7: a look, a draw"""
    looking = scene(ROW, ROW, phase="looking", turn=1)
    drawing = scene(ROW, ROW, discard="peek")

    assert (GAME.actors(looking), texts(looking)) == ((1,), ["look"])
    assert (GAME.actors(drawing), texts(drawing)) == ((0,), ["draw"])


def test_the_event_that_scores_a_round_reveals_all_rows_and_the_last_table_stays_visible() -> None:
    """rules 11.8"""
    state = holding("9", "1 2 swap 3", "0 0 0 0", knocker=1, round=4, stock="peek 5 7", discard="8")

    _, scoring = decided(state, "discard")
    over = fold(state, decided(state, "discard"))

    assert isinstance(scoring, RoundScored)
    assert scoring.rows == (cards("1 2 swap 3"), cards("0 0 0 0"))
    for viewer in (None, 0, 1):
        view = GAME.view(over, viewer)
        assert view.rows == view.table.last_rows == scoring.rows
        assert view.table.last_points == (11, 0)
        assert view.table.last_replacements == (Replacement(0, 2, cards("peek 5")),)
        assert (view.aside, len(view.stock), view.discard) == (cards("peek 5"), 1, (UNSEEN, "9"))
        assert (view.phase, view.turn, view.knocker) == ("over", None, 1)


def test_what_the_last_round_scored_stays_in_view_while_the_next_is_played() -> None:
    """rules 11.8: the deal comes with the scoring, in one move, so it can't be what covers it"""
    made = steps(start(3, {"rounds": 2, "turn_limit": 2}))
    first, second = (event.rows for event in events(made[-1]) if isinstance(event, RoundScored))
    ends = next(place for place, step in enumerate(made) if step.state.table.round == 2)

    seen = [step.view(None).table.last_rows for step in made]

    assert seen == [()] * ends + [first] * (len(made) - ends - 1) + [second]


def test_options_are_recorded_in_the_first_event_and_fixed_from_then_on() -> None:
    """rules 11.9"""
    made = steps(start(4, {"first_dealer": 2, "rounds": 3, "rotate_dealer": True, "turn_limit": 2}))

    assert events(made[0])[0] == Opened(4, 2, True, 3, 2)
    for before, later in pairwise(made):
        table = before.state.table
        assert (table.rounds, table.first_dealer, table.rotate_dealer, table.turn_limit) == (3, 2, True, 2)
        assert later.header is before.header


def test_a_number_of_players_an_option_or_a_type_that_does_not_fit_is_an_error() -> None:
    """rules 11.10: the rest of it stands in test_options.py"""
    with pytest.raises(InvalidOption, match=r"^turn_limit: 2\.0 is invalid; expected .* from 1 to 1000$"):
        start(4, {"turn_limit": 2.0})


def test_nothing_tells_two_nines_apart() -> None:
    """rules 11.11"""
    one = after(holding("9", "9 9 9 9", ROW), "keep 1")
    other = after(holding("9", "9 9 9 9", ROW), "discard")

    assert one == other


def test_a_swap_with_oneself_is_none() -> None:
    """rules 4.12: any other player"""
    state = holding("swap", "0 1 2 3", ROW)

    with pytest.raises(Rejected) as refused:
        decided(state, "swap 0>0.1")
    assert refused.value.code == "no_such_place"
