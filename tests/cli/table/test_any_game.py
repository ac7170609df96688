"""A game that has no drawing of its own is shown field by field."""

import pytest
from attrs import evolve, frozen
from rich.console import Console
from rich.text import Text

import cardkit
from cardkit.rejections import BrokenGame
from cardkit.seats import Seat
from cardkit_cli.table import needs_time, table
from cardkit_cli.table.drawing import TableDrawing
from tests.cli.table.scenes import printed, steps

OWN = evolve(cardkit.game("thirteen"), key="own", title="My own", table=None)


@frozen
class Bid:
    seat: Seat
    points: int


@frozen
class View:
    you: Seat | None
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    bid: Bid
    open: bool
    last: None = None


def test_names_and_values_are_shown_each_on_its_line() -> None:
    view = View(0, (3, 4), (("a", "b"), ()), Bid(1, 20), open=True)

    assert printed(OWN, view, 0, 2).splitlines()[0].startswith("━━ My own ━")
    assert printed(OWN, view, 0, 2).splitlines()[1:] == [
        " you         Bartholomea von",
        " hand sizes  3 4",
        " hands       a b | –",
        " bid         seat Ann, points 20",
        " open        yes",
        " last        –",
    ]


def test_what_is_long_goes_on_in_the_next_line() -> None:
    view = View(0, tuple(range(100)), (), Bid(1, 20), open=False)

    lines = printed(OWN, view, 0, 2, width=40).splitlines()

    assert max(map(len, lines)) <= 40
    assert " ".join(map(str, range(100))) in " ".join(" ".join(lines).split())


def test_what_is_no_view_of_the_game_is_shown_field_by_field_too() -> None:
    view = View(0, (3, 4), (), Bid(1, 20), open=True)

    assert " hand sizes  3 4" in printed(cardkit.game("thirteen"), view, 0, 2)


def test_a_table_asks_for_the_width_that_it_has() -> None:
    drawn = table(cardkit.game("thirteen"), steps("thirteen", 3)[0].view(0), 0, ("a", "b", "c"))

    assert Console(width=200).measure(drawn).maximum <= 80


HURRIED = TableDrawing[View, object](
    lambda view, scene, memory: [Text(f"{scene.name(0)} bids {view.bid.points}, and knows {memory}")],
    needs_time=lambda view: view.open,
)


def test_a_plugged_in_game_draws_its_own_table_and_says_who_needs_time_to_look() -> None:
    game = evolve(OWN, table="tests.cli.table.test_any_game:HURRIED", wire=evolve(OWN.wire, view=View))
    view = View(0, (3, 4), (), Bid(1, 20), open=True)

    assert printed(game, view, 0, 2, memory="all").splitlines() == ["Bartholomea von bids 20, and knows all"]
    assert needs_time(game, view)
    assert not needs_time(game, evolve(view, open=False))
    assert not needs_time(OWN, view)


def test_a_drawing_that_is_none_is_an_error_with_a_remedy() -> None:
    game = evolve(OWN, table="tests.cli.table.test_any_game:OWN", wire=evolve(OWN.wire, view=View))

    with pytest.raises(BrokenGame, match=r"^game own: table='tests.cli.*' is of type Game; use the package"):
        table(game, View(0, (), (), Bid(1, 20), open=True), 0, ("a", "b"))
