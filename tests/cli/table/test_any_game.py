"""A game that has no drawing of its own is shown field by field."""

from attrs import frozen
from rich.console import Console

from cardkit_cli.table import table
from tests.cli.table.scenes import printed, steps


@frozen
class Bid:
    seat: int
    points: int


@frozen
class View:
    you: int | None
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    bid: Bid
    open: bool
    last: None = None


def test_names_and_values_are_shown_each_on_its_line() -> None:
    view = View(0, (3, 4), (("a", "b"), ()), Bid(1, 20), open=True)

    assert printed("own", view, 2).splitlines()[1:] == [
        " you         0",
        " hand sizes  3 4",
        " hands       a b | –",
        " bid         seat 1, points 20",
        " open        ✓",
        " last        –",
    ]


def test_what_is_long_goes_on_in_the_next_line() -> None:
    view = View(0, tuple(range(100)), (), Bid(1, 20), open=False)

    lines = printed("own", view, 2, width=40).splitlines()

    assert max(map(len, lines)) <= 40
    assert " ".join(map(str, range(100))) in " ".join(" ".join(lines).split())


def test_a_state_is_no_view_so_it_is_shown_field_by_field_too() -> None:
    assert " stock " in printed("thirteen", steps("thirteen", 3)[0].state, 3)


def test_a_table_asks_for_the_width_that_it_has() -> None:
    drawn = table("thirteen", steps("thirteen", 3)[0].view(0), ("a", "b", "c"))

    assert Console(width=200).measure(drawn).maximum <= 80
