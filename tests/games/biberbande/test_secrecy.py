"""Who sees what of Biberbande: glimpses and views."""

from typing import Final

import attrs
import pytest

from cardkit.games.biberbande import (
    GAME,
    Dealt,
    Discarded,
    Drawn,
    DrawSeen,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    KeepSeen,
    Kept,
    Knocked,
    Looked,
    LookSeen,
    Opened,
    Passed,
    Peeked,
    PeekSeen,
    Replacement,
    Reshuffled,
    ReshuffleSeen,
    RoundScored,
    RowsDealt,
    State,
    Swapped,
    Took,
    View,
    knowledge,
)
from cardkit.seats import Viewer
from tests.games.biberbande.scenes import cards, remembered, scene

ROWS: Final = (cards("0 1 2 3"), cards("4 5 6 7"), cards("8 9 swap peek"))
DEALT: Final = Dealt(1, 2, ROWS, cards("9 8 draw2"), "5")
LOOKED: Final = Looked(0, cards("0 3"))
DREW: Final = Drew(0, "8")
KEPT: Final = Kept(0, 1, "8", cards("1 draw2"), may_knock=False)
PEEKED: Final = Peeked(0, 1, "1", cards("peek"), may_knock=False)
RESHUFFLED: Final = Reshuffled(cards("1 swap 9"))

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
    assert GAME.glimpse(DEALT, viewer) == RowsDealt(1, 2, 3, "5")
    assert GAME.glimpse(RESHUFFLED, viewer) == ReshuffleSeen(3)


@pytest.mark.parametrize(
    ("event", "others_see"),
    [
        (LOOKED, LookSeen(0)),
        (DREW, DrawSeen(0)),
        (KEPT, KeepSeen(0, 1, cards("1 draw2"), may_knock=False)),
        (PEEKED, PeekSeen(0, 1, cards("peek"), may_knock=False)),
    ],
)
def test_what_a_player_looks_at_the_others_see_being_looked_at_and_nothing_more(
    event: Event, others_see: object
) -> None:
    """ruling 12: a card drawn and kept, a peek's position; and the card that is replaced, on the pile"""
    assert GAME.glimpse(event, 0) == event
    for viewer in (1, 2, None):
        assert GAME.glimpse(event, viewer) == others_see


def test_what_others_see_has_no_field_for_what_they_may_not() -> None:
    def fields(kind: type[attrs.AttrsInstance]) -> list[str]:
        return [field.name for field in attrs.fields(kind)]

    assert fields(RowsDealt) == ["round", "dealer", "stock_size", "turned_up"]
    assert fields(LookSeen) == fields(DrawSeen) == ["seat"]
    assert fields(KeepSeen) == fields(PeekSeen) == ["seat", "position", "laid", "may_knock"]
    assert fields(ReshuffleSeen) == ["size"]
    assert not {"rows", "stock", "discard", "card"} & {*fields(View)}


def test_a_card_taken_from_the_discard_pile_is_known_to_everybody_wherever_it_goes() -> None:
    """ruling 12: until it is laid down"""
    swapped = Swapped(2, 0, 0, 1, cards("swap"), may_knock=True)
    events: list[Event] = [OPEN[0], DEALT, Took(0, 1, "5", "1", may_knock=False)]

    for viewer in (None, 0, 1, 2):
        before = knowledge(remembered(viewer, events))
        moved = knowledge(remembered(viewer, [*events, Drew(2, "swap"), swapped]))
        assert before == ((None, "5", None, None), (None,) * 4, (None,) * 4)
        assert moved == ((None,) * 4, (None,) * 4, ("5", None, None, None))


def table_laid() -> State:
    return scene(
        "0 1 2 3", "4 5 6 7", "8 9 swap peek", phase=Drawn(1, "8", 1, first=True), stock="1 2 3",
        discard="7 6", turns=5, knocker=2, round=2, rounds=3, totals=(4, 0, 12), turn_limit=9,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("viewer", "row", "drawn"), [(0, (None,) * 4, None), (1, (None,) * 4, "8"), (None, None, None)]
)
def test_a_view_is_the_table_as_it_lies_open(
    viewer: Viewer, row: tuple[None, ...] | None, drawn: str | None
) -> None:
    """ruling 11, 13"""
    seen = GAME.view(table_laid(), viewer)

    assert (seen.you, seen.row, seen.drawn) == (viewer, row, drawn)
    assert (seen.seats, seen.round, seen.rounds, seen.dealer, seen.totals) == (3, 2, 3, 2, (4, 0, 12))
    assert (seen.phase, seen.turn, seen.turns, seen.turn_limit, seen.knocker) == ("drawn", 1, 5, 9, 2)
    assert (seen.draw_twos, seen.first_of_two) == (1, True)
    assert (seen.stock_size, seen.discard_size, seen.discard_top) == (3, 2, "6")
    assert (seen.last_rows, seen.last_replacements, seen.last_points) == ((), (), ())


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_view_stays_the_same_whatever_lies_where_the_viewer_cannot_see(viewer: Viewer) -> None:
    """all rows, the stock and its order, the depth of the discard pile, another's card"""
    state = table_laid()
    other = attrs.evolve(
        state,
        rows=(cards("9 9 9 9"), cards("0 swap 0 8"), cards("1 1 1 draw2")),
        stock=cards("peek 4 4"),
        discard=cards("peek 6"),
        phase=Drawn(1, "swap", 1, first=True),
    )

    assert GAME.view(other, viewer) == GAME.view(state, viewer)
    assert GAME.legal(other, 0) == GAME.legal(state, 0) == ()
