"""The rules of Friday 13, chapters 10 and 11: the rulings, and how cards are dealt."""

import json
from collections import Counter
from itertools import chain
from typing import Never

import pytest

from cardkit.games.friday13 import GAME, RULES, Card, Dealt, Played
from cardkit.games.friday13.cards import DECK
from cardkit.hidden import UNSEEN, faces
from cardkit.log import dumps
from cardkit.seats import Outcome
from tests.families.limited_piles.scenes import CHANCE, piles, sizes
from tests.games.friday13.scenes import (
    FRIDAY13,
    ORDER,
    cards,
    decided,
    fold,
    opened,
    pile,
    played,
    scene,
    scored,
    start,
    steps,
)


def ended(*totals: int) -> Outcome | None:
    return GAME.outcome(scene(*[""] * len(totals), turn=None, round=4, rounds=4, totals=totals))


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_player_says_who_begins_round_1(seat: int) -> None:
    """ruling 1, rules 8"""
    match = start(5, {"first_player": seat})
    first, second = opened(5, {"first_player": seat})

    assert (first.first, second.leader, match.actors) == (seat, seat, (seat,))


def test_seat_0_begins_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [opened(seats, {})[1].leader for seats in (3, 4, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [3, 6])
def test_the_start_passes_clockwise_and_the_longer_hands_go_with_it(seats: int) -> None:
    """ruling 1"""
    deals = FRIDAY13.deals(steps(start(seats, {"rounds": 7, "first_player": 1}))[-1])

    assert [deal.leader for deal in deals] == [(1 + step) % seats for step in range(7)]
    for dealt in deals:
        sizes = [len(hand) for hand in dealt.hands]
        assert sizes[dealt.leader] == max(sizes)
        assert sizes[dealt.leader - 1] == min(sizes)


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
    dealt: Dealt[Card, Never] = Dealt(1, 0, (cards("c1"), cards("c2"), cards("c4")), cards("m7"))

    for viewer in (None, 0, 1, 2):
        assert "m7" not in repr(GAME.glimpse(dealt, viewer))
    for rounds in (1, 2):
        for step in steps(start(3, {"rounds": rounds})):
            for viewer in (None, 0, 1, 2):
                memory = step.memory(viewer)
                known = memory.state
                assert step.view(viewer).away == known.away == (UNSEEN,) * 13
                seen = Counter(faces(chain.from_iterable((*known.hands, *known.piles, *known.taken))))
                assert seen <= Counter(DECK) - Counter(step.state.away)


def test_the_unused_hand_stands_in_the_log_of_a_finished_match() -> None:
    """ruling 2"""
    last = steps(start(3, {"rounds": 1}))[-1]

    (dealt,) = FRIDAY13.deals(last)

    assert last.outcome is not None
    assert dealt.rest == last.state.away
    assert Counter(dealt.rest) + Counter(card for hand in dealt.hands for card in hand) == Counter(DECK)
    lines = [json.loads(line) for line in dumps(last).splitlines()]
    assert [line["away"] for line in lines if line.get("type") == "friday13.dealt"] == [[*dealt.rest]]


def test_players_who_tie_for_the_fewest_points_share_the_win() -> None:
    """ruling 3"""
    assert ended(8, 3, 3) == Outcome((8, 3, 3), (3, 1, 1), (1, 2))
    assert ended(5, 5, 5, 5) == Outcome((5, 5, 5, 5), (1, 1, 1, 1), (0, 1, 2, 3))


def test_a_view_shows_only_how_many_cards_each_player_took_and_glimpses_keep_which() -> None:
    """ruling 4"""
    state = scene("c7 c7", "m1", "l1", cats="c5 f4", taken=("m1", "", ""))

    after, event = played(state, "c7")

    for viewer in (None, 0, 1, 2):
        assert sizes(GAME.view(after, viewer).taken) == (3, 0, 0)
        assert GAME.glimpse(event, viewer) == Played(0, "c7", "cats", cards("c5 f4"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_by_default_a_match_has_four_rounds(seats: int) -> None:
    """ruling 5, rules 8"""
    assert opened(seats, {})[0].rounds == 4


def test_a_zero_played_on_13_is_safe() -> None:
    """ruling 6"""
    state = scene("c0 c1", "m0 c1", "l0 c1", cats="c7 c5 c1", mirrors="m7 f4 m2", ladders="l5 l4 f4")

    after, _ = played(state, "c0", "m0", "l0")

    assert after.taken == ((), (), ())
    assert piles(after) == (pile("c7 c5 c1 c0"), pile("m7 f4 m2 m0"), pile("l5 l4 f4 l0"))
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
        assert (sizes(view.hands), sizes(view.taken), len(view.away)) == ((2, 1, 2), (0, 2, 1), 2)


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

    dealt = RULES.deal(2, starter, seats, CHANCE)

    away = [[*dealt.rest]] if seats == 3 else []
    assert [[*hand] for hand in dealt.hands] + away == [sorted(heap, key=ORDER.index) for heap in heaps]
    assert (dealt.round, dealt.leader) == (2, starter)
