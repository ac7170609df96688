"""Who sees what of Biberbande: glimpses and views."""

from typing import Final, Never

import attrs
import pytest

from cardkit.games.biberbande import (
    GAME,
    Card,
    Dealt,
    Discarded,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Glimpse,
    Kept,
    Knocked,
    Looked,
    Opened,
    Passed,
    Peeked,
    Replacement,
    Reshuffled,
    RoundScored,
    Swapped,
    Took,
    Truth,
    View,
)
from cardkit.games.biberbande.cards import DECK
from cardkit.hidden import UNSEEN, Unseen
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Viewer
from tests.games.biberbande.scenes import FACE_DOWN, cards, knowledge, remembered, scene

ROWS: Final = (cards("0 1 2 3"), cards("4 5 6 7"), cards("8 9 swap peek"))
STOCK: Final = unseen(DECK, *ROWS, cards("5"))
DEALT: Final = Dealt[Never](1, 2, ROWS, STOCK, "5")
LOOKED: Final = Looked[Never](0, cards("0 3"))
DREW: Final = Drew[Never](0, "8")
KEPT: Final = Kept[Never](0, 1, "8", cards("1 draw2"), may_knock=False)
PEEKED: Final = Peeked[Never](0, 1, "1", cards("peek"), may_knock=False)
RESHUFFLED: Final = Reshuffled[Never](cards("1 swap 9"))

OPEN: Final[list[Event]] = [
    Opened(3, 2, False, 3, None),
    Took(0, 1, "5", "1", may_knock=False),
    Discarded(0, cards("swap draw2"), may_knock=True),
    FirstDiscarded(0, "8"),
    Swapped(0, 1, 2, 3, cards("swap"), may_knock=True),
    DrawTwoUsed(0),
    Passed(0),
    Knocked(0),
    RoundScored(1, ROWS, (Replacement(2, 2, cards("4")),), (6, 22, 21), (6, 22, 21)),
]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
def test_everybody_sees_all_of_what_is_open(event: Event, viewer: Viewer) -> None:
    """ruling 12: a card taken from the discard pile, the card it replaces, a swap's positions, a discard"""
    assert GAME.glimpse(event, viewer) == event


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_of_a_deal_everybody_sees_the_card_turned_up_and_of_a_reshuffle_how_many_cards(
    viewer: Viewer,
) -> None:
    """rules 3.2: the own row is unseen, too"""
    assert GAME.glimpse(DEALT, viewer) == Dealt(1, 2, (FACE_DOWN,) * 3, (UNSEEN,) * len(STOCK), "5")
    assert GAME.glimpse(RESHUFFLED, viewer) == Reshuffled((UNSEEN,) * 3)


@pytest.mark.parametrize(
    ("event", "others_see"),
    [
        (LOOKED, Looked(0, (UNSEEN, UNSEEN))),
        (DREW, Drew(0, UNSEEN)),
        (KEPT, Kept(0, 1, UNSEEN, cards("1 draw2"), may_knock=False)),
        (PEEKED, Peeked(0, 1, UNSEEN, cards("peek"), may_knock=False)),
    ],
)
def test_what_a_player_looks_at_the_others_see_being_looked_at_and_nothing_more(
    event: Event, others_see: Glimpse
) -> None:
    """ruling 12: a card drawn and kept, a peek's position; and the card that is replaced, on the pile"""
    assert GAME.glimpse(event, 0) == event
    for viewer in (1, 2, None):
        assert GAME.glimpse(event, viewer) == others_see


def test_a_card_taken_from_the_discard_pile_is_known_to_everybody_wherever_it_goes() -> None:
    """ruling 12: until it is laid down"""
    swapped = Swapped(2, 0, 0, 1, cards("swap"), may_knock=True)
    events: list[Event] = [OPEN[0], DEALT, Took(0, 1, "5", "1", may_knock=False)]

    for viewer in (None, 0, 1, 2):
        before = knowledge(remembered(viewer, events))
        moved = knowledge(remembered(viewer, [*events, Drew(2, "swap"), swapped]))
        assert before == ((None, "5", None, None), (None,) * 4, (None,) * 4)
        assert moved == ((None,) * 4, (None,) * 4, ("5", None, None, None))


def table_laid() -> Truth:
    return scene(
        "0 1 2 3", "4 5 6 7", "8 9 swap peek", phase="drawn", turn=1, drawn="8", draw_twos=1, first=True, stock="1 2 3",
        discard="7 6", turns=5, knocker=2, round=2, rounds=3, totals=(4, 0, 12), turn_limit=9,
    )  # fmt: skip


@pytest.mark.parametrize(("viewer", "drawn"), [(0, UNSEEN), (1, "8"), (None, UNSEEN)])
def test_a_view_is_the_table_as_it_lies_open(viewer: Viewer, drawn: Card | Unseen) -> None:
    """ruling 11, 13"""
    state = table_laid()

    assert GAME.view(state, viewer) == View(
        table=state.table,
        turns=5,
        knocker=2,
        phase="drawn",
        turn=1,
        rows=(FACE_DOWN,) * 3,
        stock=(UNSEEN,) * 3,
        discard=(UNSEEN, "6"),
        drawn=drawn,
        first=True,
        aside=("draw2",),
        sight=None,
    )


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_view_stays_the_same_whatever_lies_where_the_viewer_cannot_see(viewer: Viewer) -> None:
    """all rows, the stock and its order, the depth of the discard pile, another's card"""
    state = table_laid()
    other = attrs.evolve(
        state,
        rows=(cards("9 9 9 9"), cards("0 swap 0 8"), cards("1 1 1 draw2")),
        stock=cards("peek 4 4"),
        discard=cards("peek 6"),
        drawn="swap",
    )

    assert GAME.view(other, viewer) == GAME.view(state, viewer)
    assert GAME.legal(other, 0) == GAME.legal(state, 0) == ()
