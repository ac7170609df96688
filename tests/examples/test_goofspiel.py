"""The rules of Goofspiel, a sentence each."""

from itertools import product
from typing import Never

import pytest

import cardkit
from cardkit.chance import SeededChance
from cardkit.hidden import UNSEEN
from cardkit.rejections import InvalidOption
from examples.games.goofspiel import GAME, Begun, Bid, Event, Options, Revealed, State
from tests.examples.scenes import CHANCE, after
from tests.secrecy.enumerated import outcomes


def opened(seats: int, cards: int, prize: int) -> State[Never]:
    return GAME.evolve(GAME.initial, Begun(Options(cards=cards), seats, prize))


def revealed(state: State[Never], *bids: int) -> Revealed[Never]:
    """Return what is turned over when the seats have bid these cards."""
    *earlier, last = enumerate(bids)
    state = after(GAME, state, *[(seat, Bid(card)) for seat, card in earlier])
    event: Event[Never] = GAME.decide(state, last[0], Bid(last[1]), CHANCE)[-1]
    assert isinstance(event, Revealed)
    return event


def test_everybody_begins_with_the_same_cards_and_one_prize_lies_open() -> None:
    match = cardkit.start(GAME, seats=3, options=Options(cards=4))

    assert match.state.hands == ((1, 2, 3, 4),) * 3
    assert sorted((match.state.prize, *match.state.to_come)) == [1, 2, 3, 4]  # type: ignore[type-var]  # a prize is up


def test_all_who_have_not_bid_yet_may_bid_in_any_order() -> None:
    state = after(GAME, opened(3, 4, prize=1), (1, Bid(2)))

    assert GAME.actors(state) == (0, 2)
    assert GAME.legal(state, 1) == ()


def test_a_bid_is_seen_by_its_own_seat_only_until_all_are_turned_over() -> None:
    state = after(GAME, opened(2, 3, prize=1), (0, Bid(2)))

    assert [GAME.view(state, viewer).bids[0] for viewer in (0, 1, None)] == [(2,), (UNSEEN,), (UNSEEN,)]
    assert GAME.view(state, 1).hands[0] == (UNSEEN, UNSEEN)

    state = after(GAME, state, (1, Bid(3)))

    assert GAME.view(state, None).bids == ((2,), (3,))


def test_the_highest_bid_takes_the_prize() -> None:
    assert revealed(opened(3, 5, prize=4), 2, 5, 3).winner == 1
    assert after(GAME, opened(2, 3, prize=3), (0, Bid(1)), (1, Bid(2))).points == (0, 3)


def test_nobody_takes_the_prize_if_several_bid_highest() -> None:
    assert revealed(opened(3, 5, prize=4), 5, 5, 3).winner is None
    assert revealed(opened(3, 5, prize=4), 2, 2, 3).winner == 2
    assert after(GAME, opened(2, 3, prize=3), (0, Bid(2)), (1, Bid(2))).points == (0, 0)


@pytest.mark.parametrize(("order", "prizes"), [("ascending", [1, 2, 3]), ("descending", [3, 2, 1])])
def test_prizes_come_up_in_the_order_of_the_option(order: str, prizes: list[int]) -> None:
    match, seen = cardkit.start(GAME, seats=2, options={"cards": 3, "order": order}), list[int | None]()
    while match.actors:
        seen += [] if match.state.prize in seen else [match.state.prize]
        match = match.play(match.legal(match.actors[0])[0], match.actors[0])

    assert seen == prizes


def test_at_random_every_prize_that_is_left_is_as_likely() -> None:
    state = after(GAME, opened(2, 4, prize=3), (0, Bid(1)))

    drawn = [
        (weight, event.next_prize)
        for weight, events in outcomes(lambda chance: GAME.decide(state, 1, Bid(2), chance))
        for event in events
        if isinstance(event, Revealed)
    ]

    assert drawn == [(1, 1), (1, 2), (1, 4)]


def test_the_most_points_win() -> None:
    state = after(
        GAME, opened(2, 2, prize=2), *[(seat, Bid(card)) for seat, card in ((0, 2), (1, 1), (0, 1), (1, 2))]
    )

    outcome = GAME.outcome(state)

    assert outcome is not None
    assert outcome.totals == (2, 1)
    assert outcome.winners == (0,)


def test_before_the_last_prize_is_won_there_is_no_outcome() -> None:
    assert GAME.outcome(GAME.initial) is None
    assert GAME.outcome(opened(2, 2, prize=1)) is None


def test_another_order_is_no_option() -> None:
    with pytest.raises(InvalidOption, match="'random', 'ascending' or 'descending'"):
        Options(order="upwards")  # type: ignore[arg-type]  # that is the point


def test_hidden_bids_are_imagined_as_any_card_of_the_hand_and_all_alike() -> None:
    """brute force: every choice of hidden bids that the seats can have made"""
    state = opened(3, 4, prize=1)
    match = cardkit.start(GAME, seats=3, options=Options(cards=4, order="ascending"))
    for seat, card in ((0, 1), (1, 2), (2, 4), (1, 3), (2, 1)):
        match = match.play(Bid(card), seat)
    state = match.state
    possible = {(one, other) for one, other in product({1, 2, 3, 4} - {2}, {1, 2, 3, 4} - {4})}

    imagined = list[tuple[int, int]]()
    for weight, world in outcomes(lambda chance: GAME.imagine(match.memory(0), chance)):
        assert world.hands[0] == state.hands[0]
        assert all(
            sorted((*hand, *bids)) == [1, 2, 3, 4] for hand, bids in zip(world.hands, world.bids, strict=True)
        )
        imagined += [(world.bids[1][1], world.bids[2][1])] * weight

    assert {*imagined} == possible
    assert len({imagined.count(one) for one in possible}) == 1


def test_the_seed_draws_the_prizes() -> None:
    assert GAME.open(2, Options(), SeededChance("seed")) == GAME.open(2, Options(), SeededChance("seed"))
