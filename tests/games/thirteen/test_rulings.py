"""The rules of 13, chapters 10 and 11: the rulings, and what holds for every game."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

import pytest

from cardkit.games.thirteen import GAME, Dealt, Opened, Options, Play, Played, Scored
from cardkit.games.thirteen.cards import CARDS, COLOUR, DECK, VALUE
from cardkit.games.thirteen.decide import deal
from cardkit.rejections import InvalidOption, Rejected
from cardkit.seats import Outcome
from tests.games.thirteen.scenes import (
    CHANCE,
    cards,
    decided,
    events,
    fold,
    played,
    read,
    scene,
    start,
    steps,
    texts,
)

RANDOM: Final = {"first_dealer": "random"}


def opened(seats: int, options: Mapping[str, object], seed: str = "a seed") -> tuple[Opened, Dealt]:
    first, second = events(start(seats, options, seed))
    assert isinstance(first, Opened)
    assert isinstance(second, Dealt)
    return first, second


def ended(*totals: int) -> Outcome | None:
    return GAME.outcome(scene(*[""] * len(totals), turn=None, round=4, rounds=4, totals=totals))


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_dealer_says_who_deals_first(seat: int) -> None:
    """ruling 1, rules 8"""
    first, second = opened(5, {"first_dealer": seat})

    assert (first.first_dealer, second.dealer) == (seat, seat)


def test_seat_0_deals_first_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [opened(seats, {})[1].dealer for seats in (3, 4, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [3, 6])
def test_a_random_first_dealer_may_be_any_seat(seats: int) -> None:
    """ruling 1: each about as often as the others"""
    drawn = Counter(opened(seats, RANDOM, str(seed))[0].first_dealer for seed in range(600))

    assert sorted(drawn) == [*range(seats)]
    assert min(drawn.values()) > 600 / seats * 0.7


@pytest.mark.parametrize("card", [card for card in CARDS if COLOUR[card]])
def test_the_colour_rule_binds_and_only_a_nasty_four_has_a_choice(card: str) -> None:
    """ruling 2"""
    state = scene(f"{card} n4", "b1", "b2", blue="n4", yellow="n4", green="n4")

    assert texts(state) == [card, "n4>blue", "n4>yellow", "n4>green"]


def test_nothing_is_drawn_once_the_stock_is_out_and_hands_shrink_from_five_to_none() -> None:
    """ruling 3"""
    sizes = [[len(hand) for hand in step.state.hands] for step in steps(start(5, {"rounds": 1}))]

    assert sizes[:26] == [[5] * 5] * 26
    assert [size[1] for size in sizes[26::5]] == [4, 3, 2, 1, 0]
    assert sizes[-1] == [0] * 5


def test_the_ban_on_looking_at_taken_cards_lasts_until_the_round_is_over() -> None:
    """ruling 4: after the first of two rounds everybody sees them"""
    before, after = steps(start(4, {"rounds": 2}))[49:51]
    (_, scoring, _) = after.events

    assert isinstance(scoring, Scored)
    assert any(scoring.taken)
    for viewer in (None, 0, 1, 2, 3):
        assert before.view(viewer).last_taken == ()
        assert after.view(viewer).last_taken == scoring.taken
        assert after.view(viewer).last_points == scoring.points


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
def test_the_option_rounds_makes_matches_shorter_or_longer(rounds: int) -> None:
    """ruling 5, rules 8"""
    for seats in (3, 4):
        made = steps(start(seats, {"rounds": rounds}))

        assert len(made) - 1 == 50 * rounds == GAME.bound(seats, Options(rounds=rounds))
        assert events(made[0])[0] == Opened(seats, 0, rounds)
        assert made[0].view(None).rounds == rounds


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 4), (5, 5), (6, 6)])
def test_by_default_a_match_is_as_long_as_the_sheet_says(seats: int, rounds: int) -> None:
    """ruling 5, rules 8"""
    assert opened(seats, {})[0].rounds == rounds


def test_a_view_shows_only_how_many_cards_each_player_took_and_glimpses_keep_which() -> None:
    """ruling 6"""
    state = scene("b7 b7", "y1", "g1", blue="b5 n4", taken=("y1", "", ""))

    after, event = played(state, "b7")

    for viewer in (None, 0, 1, 2):
        assert GAME.view(after, viewer).taken_sizes == (3, 0, 0)
        seen = GAME.glimpse(event, viewer)
        assert isinstance(seen, Played)
        assert seen.taken == cards("b5 n4")


def test_targets_lie_open_in_order_with_their_sums_and_all_sizes_are_known() -> None:
    """ruling 7"""
    state = scene(
        "b1 b2", "y1", "g1 g2", stock="b7 n4", blue="b5 n4 b1", green="g7", taken=("", "y1 y2", "n4")
    )

    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view.piles == (cards("b5 n4 b1"), (), cards("g7"))
        assert view.sums == (10, 0, 7)
        assert (view.stock_size, view.hand_sizes, view.taken_sizes) == (2, (2, 1, 2), (0, 2, 1))


def test_a_turn_is_play_then_take_then_draw() -> None:
    """ruling 8: the card drawn can't be played in the same turn, and what is drawn plays no part in taking"""
    state = scene("b7", "y1", "g1", stock="b1", blue="b7")

    assert texts(state) == ["b7"]
    assert decided(state, "b7") == (Played(0, "b7", "blue", cards("b7"), "b1"),)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_ever_has_to_move_with_an_empty_hand(seats: int) -> None:
    """ruling 8"""
    for seed in range(5):
        made = steps(start(seats, RANDOM, str(seed)), seed)
        assert all(step.state.hands[seat] for step in made for seat in step.actors)


def test_three_players_make_17_17_and_16_plays() -> None:
    """ruling 8: the dealer makes the fewest"""
    plays = Counter(step.by for step in steps(start(3, {"rounds": 1, "first_dealer": 2}))[1:])

    assert plays == {0: 17, 1: 17, 2: 16}


def test_an_empty_target_cannot_go_over_13() -> None:
    """ruling 8"""
    assert max(VALUE.values()) == 7 <= 13
    for move in GAME.moves(3, Options()):
        assert played(scene(move.card, "b1", "b1"), GAME.say(move))[1].taken == ()


def test_the_left_neighbour_of_a_seat_is_the_next_number_and_seat_0_follows_the_last() -> None:
    """rules 11.1"""
    for seats in (3, 4, 5, 6):
        state = scene(*["b1 b1"] * seats)
        turns: list[int | None] = []
        for _ in range(seats + 1):
            turns.append(state.turn)
            state, _ = played(state, "b1")
        assert turns == [*range(seats), 0]


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_clockwise_beginning_at_the_dealers_left(dealer: int) -> None:
    """rules 11.2: one order of the deck gives one deal only"""
    order = CHANCE.shuffle("deal", DECK)
    hands: list[list[str]] = [[], [], [], []]
    for place, card in enumerate(order[:20]):
        hands[(dealer + 1 + place) % 4].append(card)

    dealt = deal(2, dealer, 4, CHANCE)

    assert dealt == Dealt(2, dealer, dealt.hands, order[20:])
    assert [[*hand] for hand in dealt.hands] == [sorted(hand) for hand in hands]


@pytest.mark.parametrize(("seats", "first", "rounds"), [(3, 2, 12), (4, 3, 1), (5, 1, 12), (6, 0, 6)])
def test_the_dealer_of_round_r_is_the_first_moved_on_by_r_minus_1(
    seats: int, first: int, rounds: int
) -> None:
    """rules 11.3"""
    made = events(steps(start(seats, {"first_dealer": first, "rounds": rounds}))[-1])

    dealers = {event.round: event.dealer for event in made if isinstance(event, Dealt)}

    assert dealers == {r: (first + r - 1) % seats for r in range(1, rounds + 1)}


def test_a_random_first_dealer_is_drawn_once_and_the_first_event_records_the_seat() -> None:
    """rules 11.4: and the deal passes on from there"""
    for seed in range(8):
        made = events(steps(start(3, RANDOM, str(seed)))[-1])
        first = made[0]
        assert isinstance(first, Opened)
        dealers = [event.dealer for event in made if isinstance(event, Dealt)]
        assert dealers == [(first.first_dealer + step) % 3 for step in range(6)]


def test_a_tie_for_first_place_is_a_shared_win() -> None:
    """rules 11.5"""
    assert ended(8, 3, 20, 3) == Outcome((8, 3, 20, 3), (3, 1, 4, 1), (1, 3))


def test_a_rank_is_1_plus_the_number_of_players_who_did_strictly_better() -> None:
    """rules 11.6"""
    assert ended(5, 5, 9) == Outcome((5, 5, 9), (1, 1, 3), (0, 1))
    assert ended(7, 2, 7, 7, 0) == Outcome((7, 2, 7, 7, 0), (3, 2, 3, 3, 1), (4,))


def test_a_player_with_only_one_possible_move_still_makes_it() -> None:
    """rules 11.7"""
    state = scene("b1 b1", "y1", "g1")

    after, _ = played(state, "b1")

    assert (GAME.actors(after), texts(after)) == ((1,), ["y1"])


def test_the_event_that_scores_a_round_reveals_all_taken_cards_and_the_last_table_stays_visible() -> None:
    """rules 11.8"""
    state = scene("b1", "", "", blue="b2", yellow="n4 y1", taken=("y1 n4", "", "g1"), round=4)

    _, scoring = decided(state, "b1")
    over = fold(state, decided(state, "b1"))

    assert isinstance(scoring, Scored)
    assert scoring.taken == (cards("y1 n4"), (), cards("g1"))
    for viewer in (None, 0, 1, 2):
        view = GAME.view(over, viewer)
        assert view.piles == (cards("b2 b1"), cards("n4 y1"), ())
        assert (view.last_taken, view.last_points) == (scoring.taken, scoring.points)
        assert (view.taken_sizes, view.hand_sizes) == ((2, 0, 1), (0, 0, 0))


def test_what_the_last_round_cost_stays_in_view_while_the_next_is_played() -> None:
    """rules 11.8: the deal comes with the scoring, in one move, so it can't be what covers it"""
    made = steps(start(3, {"rounds": 2}))
    first, second = (event.taken for event in events(made[-1]) if isinstance(event, Scored))

    assert [step.view(None).last_taken for step in made] == [()] * 50 + [first] * 50 + [second]


def test_options_are_recorded_in_the_first_event_and_fixed_from_then_on() -> None:
    """rules 11.9"""
    made = steps(start(4, {"first_dealer": 2, "rounds": 3}))

    assert events(made[0])[0] == Opened(4, 2, 3)
    for before, after in pairwise(made):
        assert (before.state.table.rounds, before.state.table.first_dealer) == (3, 2)
        assert after.header is before.header


def test_a_number_of_players_an_option_or_a_type_that_does_not_fit_is_an_error() -> None:
    """rules 11.10: the rest of it stands in test_options.py"""
    with pytest.raises(InvalidOption, match=r"^rounds: 2\.0 is not accepted; it takes .* from 1 to 12$"):
        start(4, {"rounds": 2.0})


def test_nothing_tells_two_blue_sevens_apart() -> None:
    """rules 11.11"""
    state = scene("b7 b7 y1", "b1", "g1")

    after, event = played(state, "b7")

    assert texts(state) == ["b7", "y1"]
    assert event == Played(0, "b7", "blue", (), None)
    assert after == scene("b7 y1", "b1", "g1", turn=1, blue="b7")
    assert Play("b7", "blue") == read("b7")


def test_legal_lists_each_face_once_in_the_order_of_the_deck() -> None:
    """rules 11.11"""
    state = scene("n4 g1 b7 b7 y2", "b1", "g1")

    assert texts(state) == ["b7", "y2", "g1", "n4>blue", "n4>yellow", "n4>green"]
    with pytest.raises(Rejected):
        decided(state, "b1")
