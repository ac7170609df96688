"""The rules of 13, chapters 10 and 11: the rulings, and how cards are dealt."""

from collections import Counter

import pytest

from cardkit.games.thirteen import GAME, RULES, Options, Played
from cardkit.games.thirteen.cards import CARDS, DECK
from tests.families.limited_piles.scenes import CHANCE, sizes
from tests.games.thirteen.scenes import cards, decided, opened, played, scene, start, steps, texts


@pytest.mark.parametrize("seat", range(5))
def test_the_option_first_dealer_says_who_deals_first(seat: int) -> None:
    """ruling 1, rules 8"""
    first, second = opened(5, {"first_dealer": seat})

    assert (first.first, second.leader) == (seat, seat)


def test_seat_0_deals_first_unless_told_otherwise() -> None:
    """ruling 1, rules 8"""
    assert [opened(seats, {})[1].leader for seats in (3, 4, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize("card", [card for card in CARDS if card != "n4"])
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


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 4), (5, 5), (6, 6)])
def test_by_default_a_match_is_as_long_as_the_sheet_says(seats: int, rounds: int) -> None:
    """ruling 5, rules 8"""
    assert opened(seats, {})[0].rounds == rounds


def test_a_view_shows_only_how_many_cards_each_player_took_and_glimpses_keep_which() -> None:
    """ruling 6"""
    state = scene("b7 b7", "y1", "g1", blue="b5 n4", taken=("y1", "", ""))

    after, event = played(state, "b7")

    for viewer in (None, 0, 1, 2):
        assert sizes(GAME.view(after, viewer).taken) == (3, 0, 0)
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
        assert (len(view.stock), sizes(view.hands), sizes(view.taken)) == (2, (2, 1, 2), (0, 2, 1))


def test_a_turn_is_play_then_take_then_draw() -> None:
    """ruling 8: the card drawn can't be played in the same turn, and what is drawn plays no part in taking"""
    state = scene("b7", "y1", "g1", stock="b1", blue="b7")

    assert texts(state) == ["b7"]
    assert decided(state, "b7") == (Played(0, "b7", "blue", cards("b7"), "b1"),)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_ever_has_to_move_with_an_empty_hand(seats: int) -> None:
    """ruling 8"""
    for seed in range(5):
        made = steps(start(seats, {"first_dealer": "random"}, str(seed)), seed)
        assert all(step.state.hands[seat] for step in made for seat in step.actors)


def test_three_players_make_17_17_and_16_plays() -> None:
    """ruling 8: the dealer makes the fewest"""
    plays = Counter(step.by for step in steps(start(3, {"rounds": 1, "first_dealer": 2}))[1:])

    assert plays == {0: 17, 1: 17, 2: 16}


def test_an_empty_target_cannot_go_over_13() -> None:
    """ruling 8"""
    assert max(RULES.value.values()) == 7 <= 13
    for move in GAME.moves(3, Options()):
        assert played(scene(move.card, "b1", "b1"), GAME.say(move))[1].taken == ()


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_clockwise_beginning_at_the_dealers_left(dealer: int) -> None:
    """rules 11.2: one order of the deck gives one deal only"""
    order = CHANCE.shuffle("deal", DECK)
    hands: list[list[str]] = [[], [], [], []]
    for place, card in enumerate(order[:20]):
        hands[(dealer + 1 + place) % 4].append(card)

    dealt = RULES.deal(2, dealer, 4, CHANCE)

    assert (dealt.round, dealt.leader, dealt.rest) == (2, dealer, order[20:])
    assert [[*hand] for hand in dealt.hands] == [sorted(hand) for hand in hands]
