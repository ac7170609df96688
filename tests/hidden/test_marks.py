"""Each mark at each depth, for every viewer: what is masked, beside a slow function that reads the marks itself."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, Generic, TypeAlias

import attrs
import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

from cardkit.hidden import (
    ALL,
    NOBODY,
    OTHER_SEATS,
    OTHERS,
    OWNER,
    SEAT,
    SORTED,
    UNSEEN,
    H,
    Named,
    Place,
    SeenIf,
)
from cardkit.hidden.access import access_to, difference
from cardkit.seats import Seat, Viewer
from tests.hidden.classes import ANNOTATED, HIDDEN, TUPLE, class_with

SEATS: Final = (0, 1, 2)
VIEWERS: Final = (None, *SEATS)


def looks(value: Any, viewer: Viewer, place: Place) -> bool:
    """Use all that a rule may depend on."""
    number: int = value.number
    return (sum(place) + (7 if viewer is None else viewer) + number) % 3 == 0


Depth: TypeAlias = int
KINDS: Final[tuple[Any, ...]] = (int | HIDDEN, TUPLE[int | HIDDEN, ...], TUPLE[TUPLE[int | HIDDEN, ...], ...])
GAPPED: Final[tuple[Any, ...]] = (
    int | HIDDEN | None,
    TUPLE[int | HIDDEN | None, ...],
    TUPLE[TUPLE[int | HIDDEN | None, ...], ...],
)
Sees: TypeAlias = Callable[[Any, Viewer, Place], bool]


def sees_as_named(
    value: Any, viewer: Viewer, place: Place, field: str = "seat", others: bool = False
) -> bool:
    return viewer is not None and (
        getattr(value, field) != viewer if others else getattr(value, field) == viewer
    )


def sees_by_place(value: Any, viewer: Viewer, place: Place, others: bool = False) -> bool:
    return viewer is not None and (place[0] != viewer if others else place[0] == viewer)


MARKS: Final[dict[str, tuple[object, Sees]]] = {
    "ALL": (ALL, lambda value, viewer, place: True),
    "NOBODY": (NOBODY, lambda value, viewer, place: False),
    "SEAT": (SEAT, sees_as_named),
    "OTHER_SEATS": (OTHER_SEATS, partial(sees_as_named, others=True)),
    "Named": (Named("looker"), partial(sees_as_named, field="looker")),
    "Named, others": (Named("looker", others=True), partial(sees_as_named, field="looker", others=True)),
    "SeenIf": (SeenIf(looks), looks),
    "OWNER": (OWNER, sees_by_place),
    "OTHERS": (OTHERS, partial(sees_by_place, others=True)),
}
"""Each mark with what it promises, said again in the plainest way."""


def masked_slowly(value: Any, sees: Callable[[Place], bool], depth: Depth, place: Place = ()) -> Any:
    if depth:
        return tuple(masked_slowly(one, sees, depth - 1, (*place, at)) for at, one in enumerate(value))
    return value if value is None or sees(place) else UNSEEN


def cards(depth: Depth, gaps: bool) -> st.SearchStrategy[Any]:
    card = st.none() | st.integers(1, 9) if gaps else st.integers(1, 9)
    if depth == 0:
        return card
    lists = st.lists(card, max_size=4).map(tuple)
    return lists if depth == 1 else st.lists(lists, max_size=3).map(tuple)


@pytest.mark.parametrize("gaps", [False, True], ids=["", "with gaps"])
@pytest.mark.parametrize("depth", [0, 1, 2], ids=["a card", "a tuple", "a tuple of tuples"])
@pytest.mark.parametrize("name", MARKS)
def test_each_mark_shows_cards_to_whom_it_says_and_to_nobody_else(
    name: str, depth: Depth, gaps: bool
) -> None:
    mark, sees = MARKS[name]
    if depth == 0 and name in ("OWNER", "OTHERS"):
        return  # refused: see test_faults.py
    kind = (GAPPED if gaps else KINDS)[depth]
    cls = class_with(__name__, seat=Seat | None, looker=Seat | None, number=int, cards=ANNOTATED[kind, mark])
    mask = access_to(cls).mask

    @given(
        seat=st.sampled_from(VIEWERS),
        looker=st.sampled_from(VIEWERS),
        number=st.integers(0, 2),
        lie=cards(depth, gaps),
    )
    def check(seat: Viewer, looker: Viewer, number: int, lie: Any) -> None:
        value = cls(seat, looker, number, lie)
        for viewer in VIEWERS:
            shown = masked_slowly(lie, partial(sees, value, viewer), depth)
            assert mask(value, viewer) == cls(seat, looker, number, shown)

    check()


def test_a_seat_that_is_not_named_is_no_spectator() -> None:
    """Where the field holds no seat, nobody sees the cards: a spectator isn't seat `None`."""
    cls = class_with(__name__, seat=Seat | None, number=int, card=ANNOTATED[int | HIDDEN, SEAT])
    mixed = class_with(
        __name__, seat=Seat | None, card=ANNOTATED[int | HIDDEN, SEAT], stock=ANNOTATED[int | HIDDEN, NOBODY]
    )

    assert access_to(cls).mask(cls(None, 0, 5), None) == cls(None, 0, UNSEEN)
    assert access_to(mixed).mask(mixed(None, 5, 6), None) == mixed(None, UNSEEN, UNSEEN)


def test_cards_of_a_sorted_zone_that_are_seen_do_not_tell_where_they_lay() -> None:
    """Between a 3 and a 9 lies no 1."""
    cls = class_with(
        __name__,
        number=int,
        cards=ANNOTATED[TUPLE[int | HIDDEN, ...], SeenIf(lambda v, viewer, place: place == (1,)), SORTED],
    )
    hands = class_with(
        __name__,
        cards=ANNOTATED[
            TUPLE[TUPLE[int | HIDDEN, ...], ...], SeenIf(lambda v, viewer, place: place == (1, 1)), SORTED
        ],
    )

    assert access_to(cls).mask(cls(0, (3, 7, 9)), 0) == cls(0, (7, UNSEEN, UNSEEN))
    assert access_to(hands).mask(hands(((1, 2), (3, 7, 9))), 0) == hands(
        ((UNSEEN, UNSEEN), (7, UNSEEN, UNSEEN))
    )


ZONES: Final = st.lists(
    st.tuples(st.sampled_from([*MARKS]), st.integers(0, 2), st.booleans()).filter(
        lambda zone: zone[1] > 0 or zone[0] not in ("OWNER", "OTHERS")
    ),
    max_size=4,
)


@given(zones=ZONES, data=st.data())
def test_classes_with_any_fields_are_masked_and_filled_card_by_card(
    zones: list[tuple[str, Depth, bool]], data: st.DataObject
) -> None:
    fields = {
        f"zone{at}": ANNOTATED[(GAPPED if gaps else KINDS)[depth], MARKS[name][0]]
        for at, (name, depth, gaps) in enumerate(zones)
    }
    cls = class_with(__name__, seat=Seat | None, looker=Seat, number=int, **fields, note=str)
    access = access_to(cls)
    lies = [data.draw(cards(depth, gaps)) for _, depth, gaps in zones]
    value = cls(data.draw(st.sampled_from(VIEWERS)), 1, 2, *lies, "note")

    flat = [card for lie, (_, depth, _) in zip(lies, zones, strict=True) for card in leaves(lie, depth)]
    assert access.cards(value) == [card for card in flat if card is not None]
    assert not access.hides(value)
    for viewer in VIEWERS:
        masked = access.mask(value, viewer)
        slowly = [
            masked_slowly(lie, partial(MARKS[name][1], value, viewer), depth)
            for lie, (name, depth, _) in zip(lies, zones, strict=True)
        ]
        assert masked == attrs.evolve(value, **dict(zip(fields, slowly, strict=True)))
        assert access.hides(masked) == (UNSEEN in access.cards(masked))
        hidden = iter(
            [
                card
                for card, lies_there in zip(access.cards(value), access.cards(masked), strict=True)
                if lies_there is UNSEEN
            ]
        )
        assert access.fill(masked, {UNSEEN: hidden}) == value


@given(zones=ZONES, data=st.data())
def test_what_moved_between_two_values_is_what_one_has_more_than_the_other(
    zones: list[tuple[str, Depth, bool]], data: st.DataObject
) -> None:
    fields = {
        f"zone{at}": ANNOTATED[(GAPPED if gaps else KINDS)[depth], MARKS[name][0]]
        for at, (name, depth, gaps) in enumerate(zones)
    }
    cls = class_with(__name__, seat=Seat, looker=Seat, number=int, **fields)
    access, made = access_to(cls), [data.draw(cards(depth, gaps)) for _, depth, gaps in zones]
    changed = [
        data.draw(st.just(lie) | cards(depth, gaps))
        for lie, (_, depth, gaps) in zip(made, zones, strict=True)
    ]
    before, after = cls(0, 0, 0, *made), cls(0, 0, 0, *changed)
    gone, come = list[Any](), list[Any]()

    access.moved(before, after, gone, come)

    first, second = Counter(access.cards(before)), Counter(access.cards(after))
    assert Counter(gone) - Counter(come) == first - second
    assert Counter(come) - Counter(gone) == second - first


@pytest.mark.parametrize(
    ("before", "after", "gone", "come"),
    [
        ((1, 2, 3), (2, 3), [1], []),
        ((1, 2, 3), (1, 2), [3], []),
        ((2, 3), (1, 2, 3), [], [1]),
        ((1, 2), (1, 2, 3), [], [3]),
        ((1, 2, 3), (1, 9, 3), [2], [9]),
        ((1, 2, 3), (1, 3), [1, 2, 3], [1, 3]),
        ((1, 3), (1, 2, 3), [1, 3], [1, 2, 3]),
        ((1, 2), (), [1, 2], []),
        ((), (1, 2), [], [1, 2]),
    ],
    ids=str,
)
def test_cards_that_stay_where_they_are_are_not_counted_if_that_is_seen_quickly(
    before: tuple[int, ...], after: tuple[int, ...], gone: list[int], come: list[int]
) -> None:
    """That keeps memories quick: cards taken from an end or laid there, or exchanged, are all that is looked at."""
    went, came = list[int](), list[int]()

    difference(before, after, went, came)

    assert (went, came) == (gone, come)


def leaves(value: Any, depth: Depth) -> list[Any]:
    return [value] if depth == 0 else [card for one in value for card in leaves(one, depth - 1)]


def test_an_alias_carries_its_marks() -> None:
    hands: Any = ANNOTATED[TUPLE[TUPLE[int | HIDDEN, ...], ...], OWNER]
    cls = class_with(__name__, mine=hands, yours=hands[HIDDEN])

    assert access_to(cls).mask(cls(((1,), (2,)), ((3,), (4,))), 0) == cls(
        ((1,), (UNSEEN,)), ((3,), (UNSEEN,))
    )


@frozen(kw_only=True)
class Private(Generic[H]):
    """Its fields are arguments of other names, and only by name."""

    _cards: Annotated[tuple[int | H, ...], NOBODY] = field(alias="cards")
    seat: Seat = field(default=3, alias="by")
    _last: Annotated[int | H | None, SEAT] = field(default=None, alias="last")


def test_fields_may_be_private_and_given_by_name() -> None:
    value = Private[int](cards=(1, 2), by=1, last=5)

    assert access_to(Private).mask(value, 1) == Private(cards=(UNSEEN, UNSEEN), by=1, last=5)
    assert access_to(Private).mask(value, None) == Private(cards=(UNSEEN, UNSEEN), by=1, last=UNSEEN)
