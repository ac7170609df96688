"""What is made and changed faster is what attrs makes, and nothing else of a class changes."""

import copy
import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property
from typing import Final, Generic, Never, TypeVar

import attrs
import pytest

from cardkit.games.thirteen import Card, Colour, Played
from cardkit.quick import changed, changer, fastest, lone, maker, quick

T = TypeVar("T")


@attrs.frozen
class Plain:
    """As attrs makes it."""

    name: str
    cards: tuple[int, ...]
    drawn: int | None = None
    hidden: str = attrs.field(default="h", repr=False)


@quick
@attrs.frozen
class Quick:
    """As attrs makes it, except for the constructor."""

    name: str
    cards: tuple[int, ...]
    drawn: int | None = None
    hidden: str = attrs.field(default="h", repr=False)


@quick
@attrs.frozen
class Nothing:
    """A class without fields."""


@quick
@attrs.frozen
class Box(Generic[T]):
    """A class with a type parameter."""

    content: T


ONE: Final = Quick("a", (1, 2), 3)

make: Final[list[Callable[..., object]]] = [Plain, Quick]


def values(thing: object) -> list[object]:
    return [getattr(thing, name) for name in ("name", "cards", "drawn", "hidden")]


def test_fields_are_given_by_place_or_by_name() -> None:
    for thing in (ONE, Quick("a", cards=(1, 2), drawn=3), Quick(drawn=3, cards=(1, 2), name="a")):
        assert values(thing) == ["a", (1, 2), 3, "h"] == values(Plain("a", (1, 2), 3))


def test_defaults_hold_where_nothing_is_given() -> None:
    assert values(Quick("a", ())) == ["a", (), None, "h"]
    assert values(Quick("a", (), hidden="s")) == ["a", (), None, "s"]
    assert type(Nothing()) is Nothing


@pytest.mark.parametrize("kind", make)
@pytest.mark.parametrize(
    ("places", "names"),
    [
        ((), {}),
        (("a",), {}),
        (("a", (), 1, "s", 5), {}),
        (("a", ()), {"name": "b"}),
        (("a", ()), {"colour": 1}),
    ],
)
def test_wrong_arguments_are_a_type_error(
    kind: Callable[..., object], places: tuple[object, ...], names: dict[str, object]
) -> None:
    with pytest.raises(TypeError, match=r"__init__\(\)"):
        kind(*places, **names)


def test_the_signature_is_that_of_attrs() -> None:
    assert inspect.signature(Quick) == inspect.signature(Plain)
    assert inspect.get_annotations(Quick.__init__) == inspect.get_annotations(Plain.__init__)
    assert Quick.__init__.__qualname__ == "Quick.__init__"


@pytest.mark.parametrize("name", ["name", "cards", "drawn", "hidden", "colour", "__class__", "__doc__"])
def test_nothing_can_be_set_or_deleted(name: str) -> None:
    for thing in (ONE, Plain("a", (1, 2), 3)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, name, Plain)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(thing, name)

    assert values(ONE) == ["a", (1, 2), 3, "h"]


def test_an_instance_is_of_its_own_class_and_has_no_dict() -> None:
    assert type(ONE) is Quick
    assert ONE.__class__ is Quick
    assert isinstance(ONE, Quick)
    assert not hasattr(ONE, "__dict__")


def test_equality_and_hash_are_those_of_attrs() -> None:
    same, other = Quick("a", (1, 2), 3), Quick("a", (1, 2), 4)

    assert same == ONE
    assert not (same != ONE)  # noqa: SIM202  # both operators are looked at
    assert other != ONE
    others: list[object] = [Plain("a", (1, 2), 3), ("a", (1, 2), 3, "h"), None]
    assert all(thing != ONE for thing in others)
    assert {ONE: "found"}[same] == "found"
    assert len({ONE, same, other}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Box[list[int]]([]))


def test_repr_is_that_of_attrs() -> None:
    assert repr(ONE) == "Quick(name='a', cards=(1, 2), drawn=3)"
    assert repr(Plain("a", (1, 2), 3)) == repr(ONE).replace("Quick", "Plain")


def test_patterns_match() -> None:
    match ONE:
        case Quick(name, cards, None):
            found: list[object] = [name, cards]
        case Quick(name, (first, *_), drawn):
            found = [name, first, drawn]
        case _:
            found = []

    assert found == ["a", 1, 3]
    assert Quick.__match_args__ == Plain.__match_args__ == ("name", "cards", "drawn", "hidden")


def test_attrs_own_functions_work() -> None:
    assert attrs.evolve(ONE, drawn=None) == Quick("a", (1, 2))
    assert attrs.asdict(ONE) == {"name": "a", "cards": (1, 2), "drawn": 3, "hidden": "h"}
    assert [field.name for field in attrs.fields(Quick)] == [field.name for field in attrs.fields(Plain)]
    assert attrs.has(Quick)


@pytest.mark.parametrize("thing", [ONE, Nothing(), Box("b"), Box(ONE)], ids=repr)
def test_copies_and_pickles_are_equal_and_frozen(thing: object) -> None:
    for twin in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert twin == thing
        assert type(twin) is type(thing)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(twin, "colour", 1)  # noqa: B010  # type checkers needn't know


def test_an_instance_travels_to_another_process() -> None:
    """which has made a class of its own"""
    played: Played[Card, Colour, Never] = Played(1, "b7", "blue", ("n4",), None)
    code = (
        "import pickle, sys; from cardkit.games.thirteen import Played; "
        "event = pickle.load(sys.stdin.buffer); "
        "same = event == Played(1, 'b7', 'blue', ('n4',), None) and type(event) is Played; "
        "sys.stdout.buffer.write(pickle.dumps((event, same)))"
    )

    back = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(played), capture_output=True, check=True
    )

    assert pickle.loads(back.stdout) == (played, True)


def test_a_class_with_a_converter_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Converting has more than plain fields"):

        @quick
        @attrs.frozen
        class Converting:
            number: int = attrs.field(converter=int)


def test_a_class_with_a_validator_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Validating has more than plain fields"):

        @quick
        @attrs.frozen
        class Validating:
            number: int = attrs.field(validator=attrs.validators.ge(0))


def test_a_class_with_a_private_field_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Private has more than plain fields"):

        @quick
        @attrs.frozen
        class Private:
            _number: int


def test_a_class_with_a_default_factory_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Making has a default factory"):

        @quick
        @attrs.frozen
        class Making:
            cards: list[int] = attrs.field(factory=list[int])


def test_a_class_with_a_hook_is_refused() -> None:
    """it would never be called"""
    with pytest.raises(TypeError, match=r"^Hooked has more than plain fields"):

        @quick
        @attrs.frozen
        class Hooked:
            number: int

            def __attrs_post_init__(self) -> None:
                assert self.number

    with pytest.raises(TypeError, match=r"^HookedBefore has more than plain fields"):

        @quick
        @attrs.frozen
        class HookedBefore:
            def __attrs_pre_init__(self) -> None:
                attrs.fields(type(self))


def test_a_class_whose_constructor_takes_fields_by_name_only_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Named has more than plain fields"):

        @quick
        @attrs.frozen(kw_only=True)
        class Named:
            number: int


def test_a_class_whose_constructor_leaves_a_field_out_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Closed has more than plain fields"):

        @quick
        @attrs.frozen
        class Closed:
            number: int = attrs.field(init=False, default=1)


@quick
@attrs.frozen
class Awkward:
    """Fields that are named like what the constructor is made of."""

    cls: int
    thawed: int
    become: int = 3
    default_become: int = 4


def test_a_field_may_have_any_name() -> None:
    thing = Awkward(1, 2)

    assert repr(thing) == "Awkward(cls=1, thawed=2, become=3, default_become=4)"
    assert type(thing) is Awkward


def test_a_class_made_quick_is_final() -> None:
    """instances of a subclass would be of its parent"""
    with pytest.raises(TypeError, match=r"^Quick is final"):
        type("Loaded", (Quick,), {})


def test_what_a_maker_makes_is_the_same_as_what_the_class_makes() -> None:
    making = maker(Quick)

    for thing in (making("a", (1, 2), 3), making(drawn=3, cards=(1, 2), name="a")):
        assert thing == ONE
        assert type(thing) is Quick
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, "name", "b")  # noqa: B010  # type checkers needn't know
    assert values(making("a", ())) == ["a", (), None, "h"]
    assert maker(Nothing)() == Nothing()


def test_the_fastest_way_to_make_an_instance_is_the_maker_if_there_is_one() -> None:
    assert fastest(Quick) is maker(Quick)
    assert fastest(Plain) is Plain


def test_a_class_that_is_not_made_quick_has_no_maker() -> None:
    with pytest.raises(TypeError, match=r"Plain.* has no maker; decorate the class with quick"):
        maker(Plain)


@attrs.frozen(kw_only=True)
class Checked:
    """A class whose constructor does more than filling fields in."""

    number: int = attrs.field(default=1, validator=attrs.validators.ge(0))
    cards: tuple[int, ...] = attrs.field(default=(), converter=tuple)
    _secret: int = 5
    made: list[int] = attrs.field(factory=list[int])


@attrs.frozen
class Noted(Plain):
    """A class that is derived from another."""

    note: str = ""


@attrs.frozen(cache_hash=True)
class Hashed:
    number: int


@attrs.frozen
class Worked:
    number: int

    @cached_property
    def double(self) -> int:
        return 2 * self.number


@attrs.frozen(slots=False)
class Loose:
    number: int


@attrs.frozen
class Summed:
    number: int
    total: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "total", self.number + 1)


@attrs.define
class Mutable:
    number: int


FAMILIES: Final[list[type]] = []


class Parent:
    """It keeps a list of its subclasses."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        FAMILIES.append(cls)


@attrs.frozen
class Child(Parent):
    number: int


@pytest.mark.parametrize(
    ("thing", "fields"),
    [
        (ONE, {"drawn": None}),
        (ONE, {"hidden": "s", "name": "b"}),
        (ONE, {}),
        (Plain("a", (1, 2), 3), {"cards": (), "drawn": 7}),
        (Nothing(), {}),
        (Box("b"), {"content": ONE}),
        (Box[int](3), {"content": 4}),
        (Awkward(1, 2), {"thawed": 5, "cls": 6}),
        (Noted("a", (), note="n"), {"note": "m", "name": "b"}),
        (Checked(number=2), {"number": 3, "secret": 6}),
        (Checked(), {"cards": [1, 2]}),
        (Hashed(1), {"number": 2}),
        (Worked(1), {"number": 2}),
        (Loose(1), {"number": 2}),
        (Summed(1), {"number": 2}),
        (Mutable(1), {"number": 2}),
        (Child(1), {"number": 2}),
    ],
    ids=repr,
)
def test_what_is_changed_is_what_attrs_evolves(thing: object, fields: dict[str, object]) -> None:
    evolve: Callable[..., object] = attrs.evolve
    before = repr(thing)
    for _ in range(2):  # compiled, then called again
        after = changed(thing, **fields)

        assert after == evolve(thing, **fields)
        assert type(after) is type(thing)
        assert (repr(after), repr(thing)) == (repr(evolve(thing, **fields)), before)
        assert changer(type(thing), *fields)(thing, *fields.values()) == after


def test_what_is_changed_is_frozen() -> None:
    for thing in (
        changed(ONE, drawn=None),
        changed(Plain("a", ()), drawn=1),
        changed(Noted("a", ()), note="n"),
    ):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, "name", "b")  # noqa: B010  # type checkers needn't know


def test_changed_fields_are_validated_and_converted() -> None:
    with pytest.raises(ValueError, match="'number' must be >= 0"):
        changed(Checked(), number=-1)
    assert changed(Checked(), cards=[1]).cards == (1,)


def test_what_was_worked_out_from_the_old_fields_is_worked_out_again() -> None:
    worked, hashed = Worked(1), Hashed(1)
    assert (worked.double, hash(hashed)) == (2, hash(Hashed(1)))

    assert changed(worked, number=5).double == 10
    assert hash(changed(hashed, number=2)) == hash(Hashed(2))
    assert changed(Summed(1), number=5).total == 6


def test_changing_makes_no_subclass_that_a_parent_would_note() -> None:
    before = [*FAMILIES]

    assert changed(Child(1), number=2) == Child(2)
    assert before == FAMILIES


@pytest.mark.parametrize(
    ("thing", "name", "message"),
    [
        (ONE, "drawm", "unknown field 'drawm'; did you mean 'drawn'? Quick has: name, cards, drawn, hidden"),
        (Plain("a", ()), "colour", "unknown field 'colour'; Plain has: name, cards, drawn, hidden"),
        (Checked(), "colour", "unknown field 'colour'; Checked has: number, cards, secret, made"),
        (Summed(1), "total", "unknown field 'total'; Summed has: number"),
        (Nothing(), "x", "unknown field 'x'; Nothing has no fields"),
    ],
)
def test_an_unknown_field_is_a_type_error(thing: object, name: str, message: str) -> None:
    for _ in range(2):  # nothing is kept of it
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            changed(thing, **{name: 1})
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            changer(type(thing), name)


@pytest.mark.parametrize("thing", [ONE, Plain("a", (1, 2), 3), Noted("a", ())], ids=repr)
def test_a_changer_changes_the_fields_that_it_was_made_for(thing: object) -> None:
    """by name, or in the order in which it was told of them"""
    change = changer(type(thing), "cards", "name")

    after = change(thing, (7,), "b")

    assert after == changed(thing, name="b", cards=(7,)) == change(thing, name="b", cards=(7,))
    assert type(after) is type(thing)
    assert thing != after
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        change(thing, (7,))
    with pytest.raises(TypeError, match="unexpected keyword argument 'hidden'"):
        change(thing, (7,), hidden="b")


@pytest.mark.parametrize("thing", [ONE, Plain("a", (1, 2), 3), Noted("a", ())], ids=repr)
def test_a_changer_can_give_a_field_the_same_value_each_time(thing: object) -> None:
    """a value that can't be hashed, too"""
    empty: list[int] = []
    change, other = changer(type(thing), "name", cards=empty), changer(type(thing), "name", cards=(8,))

    assert change(thing, "b") == changed(thing, name="b", cards=empty)
    assert other(thing, name="b") == changed(thing, name="b", cards=(8,))
    with pytest.raises(TypeError, match="unexpected keyword argument 'cards'"):
        change(thing, "b", cards=())


def test_a_changer_for_an_unknown_field_is_a_type_error() -> None:
    for names, same in ((("name", "drawm"), {}), (("name",), {"drawm": None})):
        with pytest.raises(TypeError, match=r"^unknown field 'drawm'; did you mean 'drawn'[?] "):
            changer(Quick, *names, **same)


def test_what_is_no_attrs_value_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.NotAnAttrsClassError):
        changed(object(), name=1)


def test_lone_events_are_created_once_for_all_values() -> None:
    created: list[tuple[int, str, bool]] = []

    def create(seat: int, card: str, high: bool) -> str:
        created.append((seat, card, high))
        return f"{seat} {card} {high}"

    table = lone(create, range(2), ("a", "b"), (False, True))

    assert table[1]["b"][True] == ("1 b True",)
    assert table[1]["b"][True] is table[1]["b"][True]
    assert len(created) == len({*created}) == 8
    assert lone(str, (1, 2)) == {1: ("1",), 2: ("2",)}
    assert lone(str, range(2)) == (("0",), ("1",)), "a tuple is faster"
    assert lone(str, (0.0, 1.0)) == {0.0: ("0.0",), 1.0: ("1.0",)}, "a tuple can't be asked for these"
    assert lone(divmod, (7,), (2, 3)) == {7: {2: ((3, 1),), 3: ((2, 1),)}}


def test_values_for_a_table_may_be_given_once() -> None:
    """an iterator would be used up after the first row"""
    assert lone(divmod, iter((7, 8)), iter((2, 3))) == lone(divmod, (7, 8), (2, 3))
