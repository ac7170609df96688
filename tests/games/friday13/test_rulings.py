"""The rules of Friday 13, chapters 10 and 11: the rulings, and what holds for every game."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

import pytest

from cardkit.games.friday13 import GAME, Dealt, Opened, Options, Play, Played, Scored
from cardkit.games.friday13.cards import DECK
from cardkit.games.friday13.decide import deal
from cardkit.log import dumps
from cardkit.rejections import InvalidOption, Rejected
from cardkit.seats import Outcome
from tests.games.friday13.scenes import (
    CHANCE,
    ORDER,
    cards,
    decided,
    events,
    fold,
    pile,
    played,
    read,
    scene,
    scored,
    start,
    steps,
    texts,
)

RANDOM: Final = {"first_player": "random"}


def opened(seats: int, options: Mapping[str, object], seed: str = "a seed") -> tuple[Opened, Dealt]:
    first, second = events(start(seats, options, seed))
    assert isinstance(first, Opened)
    assert isinstance(second, Dealt)
    return first, second


def ended(*totals: int) -> Outcome | None:
    return GAME.outcome(scene(*[""] * len(totals), turn=None, round=4, rounds=4, totals=totals))


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_player_says_who_begins_round_1(seat: int) -> None:
    """ruling 1, rules 8"""
    match = start(5, {"first_player": seat})
    first, second = opened(5, {"first_player": seat})

    assert (first.first_player, second.starter, match.actors) == (seat, seat, (seat,))


def test_seat_0_begins_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [opened(seats, {})[1].starter for seats in (3, 4, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [3, 6])
def test_a_random_first_player_may_be_any_seat(seats: int) -> None:
    """ruling 1: each about as often as the others"""
    drawn = Counter(opened(seats, RANDOM, str(seed))[0].first_player for seed in range(600))

    assert sorted(drawn) == [*range(seats)]
    assert min(drawn.values()) > 600 / seats * 0.7


@pytest.mark.parametrize("seats", [3, 6])
def test_the_start_passes_clockwise_and_the_longer_hands_go_with_it(seats: int) -> None:
    """ruling 1"""
    made = events(steps(start(seats, {"rounds": 7, "first_player": 1}))[-1])
    deals = [event for event in made if isinstance(event, Dealt)]

    assert [deal.starter for deal in deals] == [(1 + step) % seats for step in range(7)]
    for dealt in deals:
        sizes = [len(hand) for hand in dealt.hands]
        assert sizes[dealt.starter] == max(sizes)
        assert sizes[dealt.starter - 1] == min(sizes)


def test_nobody_sees_the_unused_hand_while_the_match_runs_not_even_at_a_rounds_scoring() -> None:
    """ruling 2: two matches that differ in it, and in nothing else, look the same to everybody"""
    used = ("c1", "", "")
    one, other = (scene(*used, away=away, taken=("c2", "", "")) for away in ("m1 m2 f4", "l7 l7 c0"))
    before = [(GAME.view(one, viewer), GAME.view(other, viewer)) for viewer in (None, 0, 1, 2)]

    brought, differently = decided(one, "c1"), decided(other, "c1")
    after = fold(one, brought[:2]), fold(other, differently[:2])

    assert all(mine == theirs for mine, theirs in before)
    assert brought == differently
    for viewer in (None, 0, 1, 2):
        assert GAME.view(after[0], viewer) == GAME.view(after[1], viewer)


def test_the_unused_hand_is_in_no_glimpse_and_in_no_memory() -> None:
    """ruling 2: nor after the match"""
    dealt = Dealt(1, 0, (cards("c1"), cards("c2"), cards("c4")), cards("m7"))

    for viewer in (None, 0, 1, 2):
        assert "m7" not in repr(GAME.glimpse(dealt, viewer))
    for rounds in (1, 2):
        for step in steps(start(3, {"rounds": rounds})):
            for viewer in (None, 0, 1, 2):
                memory = step.memory(viewer)
                assert step.view(viewer).away_size == memory.away_size == 13
                piled = (card for lying, _ in memory.piles for card in lying)
                heaped = (card for heap in memory.taken for card in heap)
                seen = Counter((*memory.hand, *piled, *heaped))
                assert seen <= Counter(DECK) - Counter(step.state.away)


def test_the_unused_hand_stands_in_the_log_of_a_finished_match() -> None:
    """ruling 2"""
    last = steps(start(3, {"rounds": 1}))[-1]

    (dealt,) = (event for event in events(last) if isinstance(event, Dealt))

    assert last.outcome is not None
    assert dealt.away == last.state.away
    assert Counter(dealt.away) + Counter(card for hand in dealt.hands for card in hand) == Counter(DECK)
    lines = [json.loads(line) for line in dumps(last).splitlines()]
    assert [line["away"] for line in lines if line.get("type") == "friday13.dealt"] == [[*dealt.away]]


def test_players_who_tie_for_the_fewest_points_share_the_win() -> None:
    """ruling 3"""
    assert ended(8, 3, 3) == Outcome((8, 3, 3), (3, 1, 1), (1, 2))
    assert ended(5, 5, 5, 5) == Outcome((5, 5, 5, 5), (1, 1, 1, 1), (0, 1, 2, 3))


def test_taken_cards_may_not_be_looked_at_before_the_round_is_scored() -> None:
    """ruling 4: after the first of two rounds everybody sees them"""
    before, after = steps(start(4, {"rounds": 2}))[52:54]
    (_, scoring, _) = after.events

    assert isinstance(scoring, Scored)
    assert any(scoring.taken)
    for viewer in (None, 0, 1, 2, 3):
        assert before.view(viewer).last_taken == ()
        assert after.view(viewer).last_taken == scoring.taken
        assert after.view(viewer).last_points == scoring.points


def test_a_view_shows_only_how_many_cards_each_player_took_and_glimpses_keep_which() -> None:
    """ruling 4"""
    state = scene("c7 c7", "m1", "l1", cats="c5 f4", taken=("m1", "", ""))

    after, event = played(state, "c7")

    for viewer in (None, 0, 1, 2):
        assert GAME.view(after, viewer).taken_sizes == (3, 0, 0)
        assert GAME.glimpse(event, viewer) == Played(0, "c7", "cats", cards("c5 f4"))


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
def test_the_option_rounds_makes_matches_shorter_or_longer(rounds: int) -> None:
    """ruling 5, rules 8"""
    for seats, moves in ((3, 40), (4, 53), (6, 53)):
        made = steps(start(seats, {"rounds": rounds}))

        assert len(made) - 1 == moves * rounds == GAME.bound(seats, Options(rounds=rounds))
        assert events(made[0])[0] == Opened(seats, 0, rounds)
        assert made[0].view(None).rounds == rounds


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_by_default_a_match_has_four_rounds(seats: int) -> None:
    """ruling 5, rules 8"""
    assert opened(seats, {})[0].rounds == 4


def test_a_zero_played_on_13_is_safe() -> None:
    """ruling 6"""
    state = scene("c0 c1", "m0 c1", "l0 c1", cats="c7 c5 c1", mirrors="m7 f4 m2", ladders="l5 l4 f4")

    after, _ = played(state, "c0", "m0", "l0")

    assert after.taken == ((), (), ())
    assert after.piles == (pile("c7 c5 c1 c0"), pile("m7 f4 m2 m0"), pile("l5 l4 f4 l0"))
    assert GAME.view(after, None).sums == (13, 13, 13)


def test_a_taken_zero_counts_towards_the_most_of_its_kind_and_costs_1() -> None:
    """ruling 6"""
    assert scored("c0", "", "m0 m1").points == (0, 0, 0)
    assert scored("c0 c1", "c1 c2", "").points == (2, 2, 0)
    assert scored("c0 c1", "c7", "").points == (0, 1, 0)
    assert scored("l0", "l1 l1", "").points == (1, 0, 0)


def test_a_zero_is_taken_like_any_other_card() -> None:
    """ruling 6"""
    after, event = played(scene("c7", "c1", "c1", cats="c0 c7"), "c7")

    assert event.taken == cards("c0 c7")
    assert after.taken[0] == cards("c0 c7")


def test_piles_lie_open_in_order_with_their_sums_and_all_sizes_are_known() -> None:
    """ruling 7"""
    state = scene(
        "c1 c2", "m1", "l1 l2", away="m7 f4", cats="c5 f4 c1", ladders="l7", taken=("", "m1 m2", "f4")
    )

    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view.piles == (cards("c5 f4 c1"), (), cards("l7"))
        assert view.sums == (10, 0, 7)
        assert (view.hand_sizes, view.taken_sizes, view.away_size) == ((2, 1, 2), (0, 2, 1), 2)


def test_the_left_neighbour_of_a_seat_is_the_next_number_and_seat_0_follows_the_last() -> None:
    """rules 11.1"""
    for seats in (3, 4, 5, 6):
        state = scene(*["c1 c1"] * seats)
        turns: list[int | None] = []
        for _ in range(seats + 1):
            turns.append(state.turn)
            state, _ = played(state, "c1")
        assert turns == [*range(seats), 0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("starter", [0, 2])
def test_cards_are_dealt_one_at_a_time_clockwise_beginning_with_the_first_player(
    seats: int, starter: int
) -> None:
    """rules 11.2: the unused hand comes last in each lap; one order of the deck gives one deal only"""
    places = [(starter + step) % seats for step in range(seats)] + ([3] if seats == 3 else [])
    heaps: list[list[str]] = [[] for _ in places]
    for number, card in enumerate(CHANCE.shuffle("deal", DECK)):
        heaps[places[number % len(places)]].append(card)

    dealt = deal(2, starter, seats, CHANCE)

    away = [[*dealt.away]] if seats == 3 else []
    assert [[*hand] for hand in dealt.hands] + away == [sorted(heap, key=ORDER.index) for heap in heaps]
    assert (dealt.round, dealt.starter) == (2, starter)


@pytest.mark.parametrize(("seats", "first", "rounds"), [(3, 2, 12), (4, 3, 1), (5, 1, 12), (6, 0, 6)])
def test_the_first_player_of_round_r_is_the_first_moved_on_by_r_minus_1(
    seats: int, first: int, rounds: int
) -> None:
    """rules 11.3"""
    made = events(steps(start(seats, {"first_player": first, "rounds": rounds}))[-1])

    starters = {event.round: event.starter for event in made if isinstance(event, Dealt)}

    assert starters == {r: (first + r - 1) % seats for r in range(1, rounds + 1)}


def test_a_random_first_player_is_drawn_once_and_the_first_event_records_the_seat() -> None:
    """rules 11.4: and the start passes on from there"""
    for seed in range(8):
        made = events(steps(start(3, RANDOM, str(seed)))[-1])
        first = made[0]
        assert isinstance(first, Opened)
        starters = [event.starter for event in made if isinstance(event, Dealt)]
        assert starters == [(first.first_player + step) % 3 for step in range(4)]


def test_the_first_player_is_drawn_before_the_first_shuffle_and_apart_from_it() -> None:
    """rules 11.4: by the label "first player"; the deal is the same whoever it is"""
    for seed in range(8):
        match = start(4, RANDOM, str(seed))
        first = match.chance.at(0).below("first player", 4)
        assert match.events[1:] == start(4, {"first_player": first}, str(seed)).events[1:]


def test_a_tie_for_first_place_is_a_shared_win() -> None:
    """rules 11.5"""
    assert ended(8, 3, 20, 3) == Outcome((8, 3, 20, 3), (3, 1, 4, 1), (1, 3))


def test_a_rank_is_1_plus_the_number_of_players_who_did_strictly_better() -> None:
    """rules 11.6"""
    assert ended(5, 5, 9) == Outcome((5, 5, 9), (1, 1, 3), (0, 1))
    assert ended(7, 2, 7, 7, 0) == Outcome((7, 2, 7, 7, 0), (3, 2, 3, 3, 1), (4,))


def test_a_player_with_only_one_possible_move_still_makes_it() -> None:
    """rules 11.7"""
    state = scene("c1 c1", "m1", "l1")

    after, _ = played(state, "c1")

    assert (GAME.actors(after), texts(after)) == ((1,), ["m1"])


def test_the_event_that_scores_a_round_reveals_all_taken_cards_and_the_last_table_stays_visible() -> None:
    """rules 11.8"""
    state = scene("c1", "", "", cats="c2", mirrors="f4 m1", taken=("m1 f4", "", "l1"), round=4)

    _, scoring = decided(state, "c1")
    over = fold(state, decided(state, "c1"))

    assert isinstance(scoring, Scored)
    assert scoring.taken == (cards("m1 f4"), (), cards("l1"))
    for viewer in (None, 0, 1, 2):
        assert GAME.glimpse(scoring, viewer) == scoring
        view = GAME.view(over, viewer)
        assert view.piles == (cards("c2 c1"), cards("f4 m1"), ())
        assert (view.last_taken, view.last_points) == (scoring.taken, scoring.points)
        assert (view.taken_sizes, view.hand_sizes) == ((2, 0, 1), (0, 0, 0))


def test_what_the_last_round_cost_stays_in_view_while_the_next_is_played() -> None:
    """rules 11.8: the deal comes with the scoring, in one move, so it can't be what covers it"""
    made = steps(start(3, {"rounds": 2}))
    first, second = (event.taken for event in events(made[-1]) if isinstance(event, Scored))

    assert [step.view(None).last_taken for step in made] == [()] * 40 + [first] * 40 + [second]


def test_options_are_recorded_in_the_first_event_and_fixed_from_then_on() -> None:
    """rules 11.9"""
    made = steps(start(4, {"first_player": 2, "rounds": 3}))

    assert events(made[0])[0] == Opened(4, 2, 3)
    for before, after in pairwise(made):
        assert (before.state.table.rounds, before.state.table.first_player) == (3, 2)
        assert after.header is before.header


def test_a_number_of_players_an_option_or_a_type_that_does_not_fit_is_an_error() -> None:
    """rules 11.10: the rest of it stands in test_options.py"""
    with pytest.raises(InvalidOption, match=r"^rounds: 2\.0 is not accepted; it takes .* from 1 to 12$"):
        start(4, {"rounds": 2.0})


def test_nothing_tells_two_cats_of_value_7_apart() -> None:
    """rules 11.11"""
    state = scene("c7 c7 m1", "c1", "l1")

    after, event = played(state, "c7")

    assert texts(state) == ["c7", "m1"]
    assert event == Played(0, "c7", "cats", ())
    assert after == scene("c7 m1", "c1", "l1", turn=1, cats="c7")
    assert Play("c7", "cats") == read("c7")


def test_legal_lists_each_face_once_in_the_order_of_the_deck() -> None:
    """rules 11.11"""
    state = scene("f4 f4 l1 c7 c7 m2 l0 c0", "c1", "l1")

    assert texts(state) == ["c0", "c7", "m2", "l0", "l1", "f4>cats", "f4>mirrors", "f4>ladders"]
    with pytest.raises(Rejected):
        decided(state, "c1")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_every_step_just_the_faces_in_hand_are_legal(seats: int) -> None:
    """rules 11.11"""
    fridays = ["f4>cats", "f4>mirrors", "f4>ladders"]
    for step in steps(start(seats), seed=seats)[:-1]:
        (seat,) = step.actors
        hand, _ = step.state.hands[seat]
        faces = [face for face in ORDER if face in hand and face != "f4"]
        assert texts(step.state) == faces + (fridays if "f4" in hand else [])
