"""Chapter 11 of the rules pages, what holds for every game, and what both sheets say alike of a match's set-up."""

from collections import Counter
from itertools import pairwise

import pytest

from cardkit.families.limited_piles.messages import C, K, Opened, Play, Played, Scored
from cardkit.rejections import Invalid, InvalidOption, Rejected
from cardkit.seats import Outcome
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes, sizes


def ended(of: Scenes[C, K, O], *totals: int) -> Outcome | None:
    return of.game.outcome(of.scene(*[""] * len(totals), turn=None, round=4, rounds=4, totals=totals))


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_players_take_part(of: Scenes[C, K, O], seats: int) -> None:
    """rules 2.1"""
    assert len(of.start(seats).view(None).hands) == seats


@each_game
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_fewer_than_three_or_more_than_six_players_cannot_play(of: Scenes[C, K, O], seats: int) -> None:
    """rules 2.1"""
    with pytest.raises(Invalid, match=rf"^seats: {seats} is invalid; expected .* from 3 to 6$"):
        of.start(seats)


@each_game
def test_other_seeds_bring_other_deals(of: Scenes[C, K, O]) -> None:
    """rules 3.1"""
    assert len({of.start(seed=str(seed)).state for seed in range(20)}) == 20


@each_game
def test_the_left_neighbour_of_a_seat_is_the_next_number_and_seat_0_follows_the_last(
    of: Scenes[C, K, O],
) -> None:
    """rules 11.1"""
    for seats in (3, 4, 5, 6):
        state = of.scene(*["A1 A1"] * seats)
        turns: list[int | None] = []
        for _ in range(seats + 1):
            turns.append(state.turn)
            state, _ = of.played(state, "A1")
        assert turns == [*range(seats), 0]


@each_game
@pytest.mark.parametrize(("seats", "first", "rounds"), [(3, 2, 12), (4, 3, 1), (5, 1, 12), (6, 0, 6)])
def test_round_r_is_led_by_the_first_leader_moved_on_by_r_minus_1(
    of: Scenes[C, K, O], seats: int, first: int, rounds: int
) -> None:
    """rules 11.3"""
    deals = of.deals(of.steps(of.start(seats, of.led(first, rounds)))[-1])

    leaders = {deal.round: deal.leader for deal in deals}

    assert leaders == {r: (first + r - 1) % seats for r in range(1, rounds + 1)}


@each_game
def test_everybody_sees_who_leads_the_round(of: Scenes[C, K, O]) -> None:
    """rules 11.3"""
    matches = of.steps(of.start(3, of.led(2, rounds=2)))

    for viewer in (0, 1, 2, None):
        tables = [match.view(viewer).table for match in matches]
        assert {(table.round, table.leader) for table in tables} == {(1, 2), (2, 0)}


@each_game
@pytest.mark.parametrize("seats", [3, 6])
def test_a_random_first_leader_may_be_any_seat(of: Scenes[C, K, O], seats: int) -> None:
    """ruling 1, rules 11.4: each about as often as the others"""
    drawn = Counter(of.opened(seats, of.led("random"), str(seed))[0].first for seed in range(300))

    assert sorted(drawn) == [*range(seats)]
    assert min(drawn.values()) > 300 / seats * 0.6


@each_game
def test_a_random_first_leader_is_drawn_once_and_the_first_event_records_the_seat(
    of: Scenes[C, K, O],
) -> None:
    """rules 11.4: and the lead passes on from there"""
    for seed in range(4):
        match = of.steps(of.start(3, of.led("random"), str(seed)))[-1]
        first = of.events(match)[0]
        assert isinstance(first, Opened)
        leaders = [deal.leader for deal in of.deals(match)]
        assert leaders == [(first.first + step) % 3 for step in range(of.rounds(3))]


@each_game
def test_the_first_leader_is_drawn_before_the_first_shuffle_and_apart_from_it(of: Scenes[C, K, O]) -> None:
    """rules 11.4: by the name of the option; the deal is the same as if the seat had been named"""
    for seed in range(8):
        match = of.start(4, of.led("random"), str(seed))
        first = match.chance.at(0).below(of.option.replace("_", " "), 4)
        assert match.events[1:] == of.start(4, of.led(first), str(seed)).events[1:]


@each_game
def test_a_tie_for_first_place_is_a_shared_win(of: Scenes[C, K, O]) -> None:
    """rules 11.5"""
    assert ended(of, 8, 3, 20, 3) == Outcome((8, 3, 20, 3), (3, 1, 4, 1), (1, 3))
    assert ended(of, 8, 3, 3) == Outcome((8, 3, 3), (3, 1, 1), (1, 2))
    assert ended(of, 5, 5, 5, 5) == Outcome((5, 5, 5, 5), (1, 1, 1, 1), (0, 1, 2, 3))


@each_game
def test_a_rank_is_1_plus_the_number_of_players_who_did_strictly_better(of: Scenes[C, K, O]) -> None:
    """rules 11.6"""
    assert ended(of, 5, 5, 9) == Outcome((5, 5, 9), (1, 1, 3), (0, 1))
    assert ended(of, 7, 2, 7, 7, 0) == Outcome((7, 2, 7, 7, 0), (3, 2, 3, 3, 1), (4,))


@each_game
def test_a_player_with_only_one_possible_move_still_makes_it(of: Scenes[C, K, O]) -> None:
    """rules 11.7"""
    after, _ = of.played(of.scene("A1 A1", "B1", "C1"), "A1")

    assert of.game.actors(after) == (1,)
    assert of.texts(after) == [of.text("B1")]


@each_game
def test_the_event_that_scores_a_round_reveals_all_taken_cards_and_the_last_table_stays_visible(
    of: Scenes[C, K, O],
) -> None:
    """rules 11.8"""
    state = of.scene("A1", "", "", piles=("A2", "W4 B1", ""), taken=("B1 W4", "", "C1"), round=4)

    brought = of.decided(state, "A1")
    over = of.fold(state, brought)

    scoring = brought[1]
    assert isinstance(scoring, Scored)
    assert scoring.taken == (of.cards("B1 W4"), (), of.cards("C1"))
    for viewer in (None, 0, 1, 2):
        assert of.game.glimpse(scoring, viewer) == scoring
        view = of.game.view(over, viewer)
        assert view.piles == (of.cards("A2 A1"), of.cards("W4 B1"), ())
        assert (view.table.last_taken, view.table.last_points) == (scoring.taken, scoring.points)
        assert (sizes(view.taken), sizes(view.hands)) == ((2, 0, 1), (0, 0, 0))


@each_game
def test_what_the_last_round_cost_stays_in_view_while_the_next_is_played(of: Scenes[C, K, O]) -> None:
    """rules 11.8: the deal comes with the scoring, in one move, so it can't be what covers it"""
    made, plays = of.steps(of.start(3, {"rounds": 2})), of.plays(3)
    first, second = (event for event in of.events(made[-1]) if isinstance(event, Scored))

    tables = [step.view(None).table for step in made]

    assert [table.last_taken for table in tables] == [()] * plays + [first.taken] * plays + [second.taken]
    assert [table.last_points for table in tables] == [()] * plays + [first.points] * plays + [second.points]


@each_game
def test_totals_go_on_from_round_to_round_for_as_many_rounds_as_a_match_can_have(of: Scenes[C, K, O]) -> None:
    """rules 7.2: at every scoring of twelve rounds"""
    last = of.steps(of.start(3, {"rounds": 12}))[-1]
    scores = [event for event in of.events(last) if isinstance(event, Scored)]

    so_far: tuple[int, ...] = (0, 0, 0)
    for number, score in enumerate(scores, 1):
        so_far = tuple(total + new for total, new in zip(so_far, score.points, strict=True))
        assert (score.round, score.totals) == (number, so_far)
    assert len(scores) == 12
    assert last.outcome is not None
    assert last.outcome.totals == last.view(None).table.totals == so_far


@each_game
def test_options_are_recorded_in_the_first_event_and_fixed_from_then_on(of: Scenes[C, K, O]) -> None:
    """rules 11.9"""
    made = of.steps(of.start(4, of.led(2, 3)))

    assert of.events(made[0])[0] == Opened(4, 2, 3)
    for before, after in pairwise(made):
        assert (before.state.table.rounds, before.state.table.first) == (3, 2)
        assert after.header is before.header


@each_game
def test_a_number_of_players_an_option_or_a_type_that_does_not_fit_is_an_error(of: Scenes[C, K, O]) -> None:
    """rules 11.10: the rest of it stands in test_options.py"""
    with pytest.raises(InvalidOption, match=r"^rounds: 2\.0 is invalid; expected .* from 1 to 12$"):
        of.start(4, {"rounds": 2.0})


@each_game
def test_nothing_tells_twins_apart(of: Scenes[C, K, O]) -> None:
    """rules 11.11"""
    state = of.scene("A7 A7 B1", "A1", "C1")

    after, event = of.played(state, "A7")

    assert of.texts(state) == of.text("A7 B1").split()
    assert event == Played(0, of.cards("A7")[0], of.rules.piles[0], ())
    assert after == of.scene("A7 B1", "A1", "C1", turn=1, piles=("A7", "", ""))
    assert of.read(of.text("A7")) == Play(of.cards("A7")[0], of.rules.piles[0])


@each_game
def test_legal_lists_each_face_once_in_the_order_of_the_deck(of: Scenes[C, K, O]) -> None:
    """rules 11.11"""
    state = of.scene("W4 W4 C1 A7 A7 B2", "A1", "C1")

    assert of.texts(state) == of.text("A7 B2 C1 W4>A W4>B W4>C").split()
    with pytest.raises(Rejected):
        of.decided(state, "A1")


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_every_step_just_the_faces_in_hand_are_legal(of: Scenes[C, K, O], seats: int) -> None:
    """rules 11.11: in hands of any size"""
    faces = [str(card) for card in of.rules.cards]
    wild = of.text("W4>A W4>B W4>C").split()
    for step in of.steps(of.start(seats, {"rounds": 2}), seed=seats)[:-1]:
        (seat,) = step.actors
        held = {*map(str, step.state.hands[seat])}
        known = [face for face in faces if face in held and face != of.text("W4")]
        assert of.texts(step.state) == known + (wild if of.text("W4") in held else [])
