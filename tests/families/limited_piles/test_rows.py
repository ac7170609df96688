"""A game of the family is a row: other piles, another limit, another hand, and the rules still hold."""

from collections import Counter
from functools import reduce
from itertools import combinations
from random import Random
from typing import Final, Literal, Never, TypeAlias, get_args

from cardkit.chance import SeededChance
from cardkit.families.limited_piles.messages import Dealt, Opened, Play, Played, Scored
from cardkit.families.limited_piles.rules import LimitedPiles

Card: TypeAlias = Literal["r1", "r3", "s2", "s3", "z2"]
Pile: TypeAlias = Literal["red", "silver"]

DECK: Final[tuple[Card, ...]] = tuple(card for card in get_args(Card) for _ in range(3))
ROW: Final = LimitedPiles[Card, Pile](
    piles=("red", "silver"), deck=DECK, wild="z2", hand=None, fewest_hands=3, leader_begins=True, limit=5
)


def test_the_plays_of_a_hand_are_those_of_its_faces_in_the_order_of_the_deck() -> None:
    """of every set of faces, in small hands, whose plays are kept, and in large ones"""
    for size in range(len(ROW.cards) + 1):
        for faces in combinations(ROW.cards, size):
            wanted = tuple(play for face in faces for play in ROW.plays[face])
            for hand in (faces, (*faces, *faces[::-1])):  # of twins, too, in whatever order
                assert ROW.choices[hand] == ROW.choices.of(hand) == wanted


def test_two_play_a_game_dealt_to_three_over_the_rows_own_limit() -> None:
    """the third hand is put away; a pile may hold 5; kinds and wild cards are scored by the row"""
    chance = SeededChance("rows")
    events = ROW.open(2, 1, 2, chance)
    state = reduce(ROW.evolve, events, ROW.initial)
    assert isinstance(events[1], Dealt)
    assert Counter((*events[1].rest, *(card for hand in events[1].hands for card in hand))) == Counter(DECK)
    assert (len(events[1].rest), state.turn, ROW.longest(2, 2)) == (5, 1, 20)

    made, highest, scores = 0, 0, list[Scored[Card]]()
    while ROW.outcome(state) is None:
        (seat,) = ROW.actors(state)
        legal = ROW.legal(state, seat)
        for event in ROW.decide(state, seat, legal[Random(made).randrange(len(legal))], chance.at(made)):
            if isinstance(event, Played):
                pile = ROW.piles.index(event.onto)
                assert bool(event.taken) == (state.sums[pile] + int(event.card[1]) > 5)
                assert event.drawn is None
            if isinstance(event, Scored):
                scores.append(event)
            state = ROW.evolve(state, event)
        highest, made = max(highest, *state.sums), made + 1

    assert (made, highest, len(scores)) == (20, 5, 2)
    assert state.table.totals == tuple(map(sum, zip(*(score.points for score in scores), strict=True)))


def test_a_wild_card_goes_onto_every_pile_and_others_onto_their_own() -> None:
    assert [ROW.say(play) for play in ROW.moves] == ["r1", "r3", "s2", "s3", "z2>red", "z2>silver"]
    assert ROW.plays["s3"] == (Play("s3", "silver"),)
    assert ROW.points((("r1", "z2"), ("r1", "r3", "s2"))) == (3, 0)


def test_a_card_that_is_drawn_comes_where_the_rows_order_puts_it() -> None:
    """here the last face of the deck is held first"""
    row = LimitedPiles[Card, Pile](
        piles=ROW.piles,
        deck=DECK,
        wild="z2",
        hand=2,
        leader_begins=True,
        order=lambda card: -get_args(Card).index(card),
    )
    dealt = Dealt[Card, Never](1, 0, (("s3", "r1"), ("r1", "r1")), ("s2", "r3"))
    state = row.evolve(row.evolve(row.initial, Opened(2, 0, 1)), dealt)

    (played,) = row.decide(state, 0, Play("r1", "red"), SeededChance("rows"))

    assert played == Played(0, "r1", "red", (), "s2")
    assert row.evolve(state, played).hands[0] == ("s3", "s2")
