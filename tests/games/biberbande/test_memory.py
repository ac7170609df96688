"""What perfect memory makes of the glimpses of Biberbande: it knows rows, and all else that was seen."""

import os
from collections import Counter
from itertools import chain
from types import MethodType
from typing import Final, Never

import attrs
import pytest

from cardkit.chance import SeededChance
from cardkit.fields import class_of
from cardkit.games.biberbande import (
    GAME,
    Dealt,
    Discarded,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Kept,
    Knocked,
    Knowledge,
    Looked,
    Opened,
    Peeked,
    Reshuffled,
    RoundScored,
    Swapped,
    Took,
    Truth,
)
from cardkit.games.biberbande.cards import DECK
from cardkit.hidden import Memory, Unseen
from cardkit.hidden.keeper import Keeper
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from tests.games.biberbande.scenes import (
    at_random,
    cards,
    events,
    knowledge,
    places,
    pools,
    remembered,
    slowly,
    start,
    steps,
)
from tests.games.biberbande.tracker import Tracker

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))

OPENED: Final = Opened(2, 1, False, 4, None)
DEALT: Final = Dealt[Never](
    1, 1, (cards("0 1 2 3"), cards("4 5 6 7")), unseen(DECK, cards("0 1 2 3 4 5 6 7 8")), "8"
)
START: Final[list[Event]] = [OPENED, DEALT, Looked(0, cards("0 3")), Looked(1, cards("4 7"))]
NOTHING: Final = (None,) * 4


def knows(viewer: Viewer, *happened: Event) -> tuple[tuple[str | None, ...], ...]:
    """Return what the viewer knows of the two rows after the start and these events."""
    return knowledge(remembered(viewer, [*START, *happened]))


def test_a_seat_knows_the_outer_cards_of_its_own_row_and_a_spectator_nothing() -> None:
    assert knows(0) == (("0", None, None, "3"), NOTHING)
    assert knows(1) == (NOTHING, ("4", None, None, "7"))
    assert knows(None) == (NOTHING, NOTHING)


def test_a_card_taken_is_known_to_everybody_instead_of_the_one_that_lay_there() -> None:
    took = Took(0, 3, "8", "3", may_knock=False)

    assert knows(0, took) == (("0", None, None, "8"), NOTHING)
    assert knows(1, took) == ((None, None, None, "8"), ("4", None, None, "7"))
    assert knows(None, took) == ((None, None, None, "8"), NOTHING)


def test_a_card_kept_is_known_to_its_player_alone() -> None:
    kept: list[Event] = [Drew(0, "9"), Kept(0, 0, "9", cards("0"), may_knock=False)]

    assert knows(0, *kept) == (("9", None, None, "3"), NOTHING)
    assert knows(1, *kept) == (NOTHING, ("4", None, None, "7"))


def test_a_card_peeked_at_is_known_to_the_one_who_peeked() -> None:
    peeked: list[Event] = [Drew(0, "peek"), Peeked(0, 1, "1", cards("peek"), may_knock=False)]

    assert knows(0, *peeked) == (("0", "1", None, "3"), NOTHING)
    assert knows(1, *peeked) == (NOTHING, ("4", None, None, "7"))


def test_knowledge_goes_with_the_cards_in_a_swap() -> None:
    """each seat may know the other's card now, and no longer its own"""
    swapped: list[Event] = [Drew(0, "swap"), Swapped(0, 0, 1, 2, cards("swap"), may_knock=False)]
    again: list[Event] = [Drew(1, "swap"), Swapped(1, 2, 0, 3, cards("swap"), may_knock=True)]

    assert knows(0, *swapped) == ((None, None, None, "3"), (None, None, "0", None))
    assert knows(1, *swapped) == (NOTHING, ("4", None, None, "7"))
    assert knows(0, *swapped, *again) == ((None, None, None, "0"), (None, None, "3", None))


def test_what_is_laid_down_and_drawn_again_after_a_reshuffle_is_not_known_any_more() -> None:
    """no card can be followed through a shuffle"""
    reshuffled: list[Event] = [Reshuffled(cards("8")), Drew(1, "8"), Kept(1, 1, "8", cards("5"), False)]
    emptied = [OPENED, Dealt[Never](1, 1, DEALT.rows, (), "8"), *START[2:]]

    assert knowledge(remembered(0, [*emptied, *reshuffled])) == (("0", None, None, "3"), NOTHING)


def test_between_rounds_all_rows_are_known_and_a_new_deal_is_unknown() -> None:
    scored = RoundScored(1, DEALT.rows, (), (6, 22), (6, 22))

    assert knows(0, scored) == knows(None, scored) == DEALT.rows
    assert knows(0, scored, DEALT) == (NOTHING, NOTHING)


def matches(number: int) -> list[Event]:
    """Return the events of one match or another."""
    seats = 2 + number % 5
    options = {
        "turn_limit": (3, 20, 40)[number % 3],
        "rounds": 1 + number % 2,
        "first_dealer": number % seats,
    }
    choose = slowly if number % 4 else at_random
    return events(steps(start(seats, options, f"memory {number}"), number, choose)[-1])


@pytest.mark.parametrize("batch", range(200 if SOAK else 2))
def test_knowledge_is_what_an_obvious_tracker_says(batch: int) -> None:
    """after each event of random matches, for every seat and a spectator: seen is known, wherever it went"""
    for number in range(batch * 15, batch * 15 + 15):
        happened = matches(number)
        opened = happened[0]
        assert isinstance(opened, Opened)
        tracker = Tracker(opened.seats)
        memories = {viewer: GAME.blank(viewer) for viewer in (None, *range(opened.seats))}
        state = GAME.initial
        for event in happened:
            tracker.happened(event)
            state = GAME.evolve(state, event)
            assert tracker.faces() == (() if state.phase == "over" else state.rows)
            for viewer, memory in memories.items():
                memories[viewer] = memory = GAME.remember(memory, GAME.glimpse(event, viewer))
                assert state.phase == "over" or knowledge(memory) == tracker.knows(viewer)


def test_everything_that_can_happen_happens_in_these_matches() -> None:
    kinds = {type(event) for number in range(30) for event in matches(number)}

    assert kinds == {class_of(kind) for kind in GAME.wire.events.values()}


def truly_hidden(memory: Knowledge, state: Truth) -> list[str]:
    """Return the faces that lie where the viewer didn't see them."""
    truth = places(Memory(memory.you, state))
    hidden = zip(truth, places(memory), strict=True)
    return sorted(str(card) for card, known in hidden if isinstance(known, Unseen))


@pytest.mark.parametrize("number", range(2000 if SOAK else 12))
def test_of_each_batch_as_many_faces_are_unseen_as_cards_lie_hidden_and_they_are_the_true_ones(
    number: int,
) -> None:
    """and kept cards are numbers"""
    happened = matches(number)
    opened = happened[0]
    assert isinstance(opened, Opened)
    for viewer in (None, *range(opened.seats)):
        memory, state = GAME.blank(viewer), GAME.initial
        for event in happened:
            memory, state = GAME.remember(memory, GAME.glimpse(event, viewer)), GAME.evolve(state, event)
            if not state.rows:  # nothing has been dealt yet
                continue
            sizes = Counter({batch: len(pool) for batch, pool in enumerate(pools(memory))})
            assert +sizes == Counter(card.batch for card in places(memory) if isinstance(card, Unseen))
            assert sorted(map(str, chain(*pools(memory)))) == truly_hidden(memory, state)
            assert len(memory.state.stock) == len(state.stock)
            for row, known in zip(state.rows, memory.state.rows, strict=True):
                assert all(
                    card.isdigit()
                    for card, place in zip(row, known, strict=True)
                    if isinstance(place, Unseen) and place.notes
                )


def test_before_the_deal_nothing_is_known_but_who_looks_and_how_the_match_is_set_up() -> None:
    blank = GAME.blank(1)
    opened = GAME.remember(blank, OPENED)

    assert blank == Memory(1, GAME.initial)
    assert GAME.imagine(blank, SeededChance("x")) == GAME.initial
    assert GAME.imagine(opened, SeededChance("x")) == GAME.evolve(GAME.initial, OPENED)


def test_what_is_open_is_remembered_in_full() -> None:
    """the discard pile in its order, draw twos on the table, turns, the knocker"""
    happened: list[Event] = [
        *START,
        Drew(0, "draw2"),
        DrawTwoUsed(0),
        Drew(0, "9"),
        FirstDiscarded(0, "9"),
        Drew(0, "5"),
        Discarded(0, cards("5 draw2"), may_knock=False),
        Took(1, 0, "8", "4", may_knock=True),
        Knocked(1),
    ]
    for viewer in (None, 0, 1):
        memory = remembered(viewer, happened)
        assert memory.state.discard == (*cards("8 9 5"), "4")
        assert (memory.state.turns, memory.state.knocker) == (2, 1)


def test_what_is_reckoned_quickly_is_what_a_full_account_says() -> None:
    """after each event, with several reshuffles too: `careful` has every card accounted for each time"""
    remember: object = GAME.remember
    assert isinstance(remember, MethodType)
    assert isinstance(remember.__self__, Keeper)
    slow = attrs.evolve(remember.__self__, careful=True)
    several = 0
    for number in range(1, 12):
        happened = matches(number)
        for viewer in (None, 0, 1):
            quickly = fully = GAME.blank(viewer)
            for event in happened:
                glimpse = GAME.glimpse(event, viewer)
                quickly, fully = GAME.remember(quickly, glimpse), slow.remember(fully, glimpse)
                assert quickly == fully
                several += len(quickly.batches) > 1
    assert several > 200
