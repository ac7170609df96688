"""Messages and JSON: strict both ways, and what is wrong is named by its place."""

from typing import Literal

import attrs
import pytest
from attrs import frozen

import cardkit
from cardkit.codec import RESERVED, Codec, WireError, codec
from cardkit.engine_events import Committed
from cardkit.game import Json, Wire
from cardkit.games import thirteen
from cardkit.rejections import BrokenGame
from cardkit.seats import Seat


@frozen
class Inner:
    number: int
    text: str = "as ever"


@frozen
class Whole:
    value: int


@frozen
class Text:
    value: str


@frozen
class Truth:
    value: bool


@frozen
class Fraction:
    value: float


@frozen
class Word:
    value: Literal["one", "two"]


@frozen
class Digit:
    value: Literal[1, True, "one", None]


@frozen
class Either:
    value: Seat | Literal["one"]


@frozen
class Maybe:
    value: int | None


@frozen
class Many:
    value: tuple[int, ...]


@frozen
class Nested:
    value: tuple[tuple[Literal["a", "b"] | None, ...], ...]


@frozen
class Pair:
    value: tuple[int, str]


@frozen
class Pairs:
    value: tuple[tuple[int, tuple[str, bool]], ...]


@frozen
class Holder:
    value: Inner


@frozen
class Nothing:
    pass


@frozen
class View:
    value: tuple[int, ...]


KINDS: tuple[type, ...] = (
    Whole, Text, Truth, Fraction, Word, Digit, Either, Maybe, Many, Nested, Pair, Pairs, Holder, Nothing,
)  # fmt: skip
WIRE = Wire[object, object, View, object](
    moves={f"toy.{kind.__name__.lower()}": kind for kind in KINDS},
    events={f"toy.{kind.__name__.lower()}": kind for kind in KINDS},
    glimpses={},
    view=View,
)
TOY = Codec(WIRE)
SECRET = "a secret value"


def read(kind: type, value: Json) -> object:
    return TOY.move_in({"type": f"toy.{kind.__name__.lower()}", "value": value})


VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, 10**30, 0.5, 1.0,
    "", "one", "1", SECRET, [], [1], [1, "one"], [[]], {}, {"number": 1},
)  # fmt: skip

ACCEPTED: dict[type, tuple[Json, ...]] = {
    Whole: (0, 1, 10**30),
    Text: ("", "one", "1", SECRET),
    Truth: (True, False),
    Fraction: (0.5, 1.0),
    Word: ("one",),
    Digit: (None, True, 1, "one"),
    Either: (0, 1, 10**30, "one"),
    Maybe: (None, 0, 1, 10**30),
    Many: ([], [1]),
    Nested: ([], [[]]),
    Pair: ([1, "one"],),
    Pairs: ([],),
    Holder: ({"number": 1},),
}


def same(one: Json, other: Json) -> bool:
    """Return whether they are equal and of the same type: 1 is not true."""
    return repr(one) == repr(other)


@pytest.mark.parametrize("kind", ACCEPTED, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_nothing_is_converted_in_silence(kind: type, value: Json) -> None:
    if any(same(value, accepted) for accepted in ACCEPTED[kind]):
        message = read(kind, value)
        assert type(message) is kind
        again = TOY.move_out(message)["value"]
        assert same(again, value) or again == {"number": 1, "text": "as ever"}
    else:
        with pytest.raises(WireError, match=r"^\$\.value\S*: (expected|missing)") as caught:
            read(kind, value)
        assert SECRET not in str(caught.value)
        assert caught.value.path.startswith("$.value")


@pytest.mark.parametrize(
    ("kind", "value", "path", "message"),
    [
        (Many, [1, "x"], "$.value[1]", "expected a whole number, found a text"),
        (Nested, [[], ["a", "c"]], "$.value[1][1]", "expected one of a, b"),
        (Nested, [[], ["a", ["b"]]], "$.value[1][1]", "expected one of a, b"),
        (Pair, [1], "$.value", "expected a list of 2"),
        (Pair, [1, "x", 2], "$.value", "expected a list of 2"),
        (Pair, ["x", 1], "$.value[0]", "expected a whole number, found a text"),
        (Pair, [1, 1], "$.value[1]", "expected a text, found a whole number"),
        (Pairs, [[1, ["x", 1]]], "$.value[0][1][1]", "expected true or false, found a whole number"),
        (Pairs, [[1, ["x", True]], [1]], "$.value[1]", "expected a list of 2"),
        (Holder, {}, "$.value.number", "missing"),
        (Holder, {"number": "x"}, "$.value.number", "expected a whole number, found a text"),
        (Holder, {"number": 1, "x": 2}, "$.value", "unknown key 'x'"),
        (Holder, {"number": 1, "x": 2, "y": 3}, "$.value", "unknown keys 'x', 'y'"),
        (Holder, [], "$.value", "expected an object"),
        (Holder, None, "$.value", "expected an object"),
        (Digit, 2, "$.value", "expected one of 1, True, one, null"),
        (Either, "two", "$.value", "expected a whole number or 'one'"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(kind: type, value: Json, path: str, message: str) -> None:
    with pytest.raises(WireError) as caught:
        read(kind, value)

    assert caught.value.path == path
    assert message in caught.value.message


@pytest.mark.parametrize("document", [None, True, 5, "x", [], [{"type": "toy.whole"}]])
def test_a_message_is_an_object(document: Json) -> None:
    for message_in in (TOY.move_in, TOY.event_in, TOY.glimpse_in):
        with pytest.raises(WireError, match=r"^expected an object with a type of (move|event|glimpse)$"):
            message_in(document)
    with pytest.raises(WireError, match=r"^expected an object$"):
        TOY.view_in(document)


@pytest.mark.parametrize("name", [None, 5, [], "toy.other", "Whole", ""])
def test_an_unknown_type_is_told_the_known_ones(name: Json) -> None:
    with pytest.raises(WireError, match=r"^\$\.type: .* type of move; known: toy\.whole, toy\.text,"):
        TOY.move_in({"type": name, "value": 1})


def test_an_unknown_key_is_told_the_nearest_one() -> None:
    with pytest.raises(WireError, match=r"^unknown key 'vlaue'; did you mean 'value'\?$"):
        TOY.move_in({"type": "toy.whole", "vlaue": 1, "value": 1})


def test_keys_of_another_kind_of_message_are_unknown() -> None:
    with pytest.raises(WireError, match=r"^unknown key 'v'$"):
        TOY.move_in({"type": "toy.whole", "v": 1, "value": 1})


def test_many_unknown_keys_and_long_ones_make_a_short_error() -> None:
    document: dict[str, Json] = {f"{number}{'x' * 1000}": 1 for number in range(1000)}

    with pytest.raises(WireError) as caught:
        TOY.move_in({"type": "toy.nothing", **document})

    assert len(str(caught.value)) < 400


def test_reading_leaves_the_document_as_it_was() -> None:
    document: dict[str, Json] = {"type": "toy.many", "v": 1, "value": [1, 2]}

    TOY.event_in(document)

    assert document == {"type": "toy.many", "v": 1, "value": [1, 2]}


def test_the_marks_of_the_engine_are_events_and_glimpses_of_every_game() -> None:
    messages = codec(thirteen.GAME)
    mark = cardkit.start(thirteen.GAME, 3, entropy={1: "x"}).glimpses(None)[0]
    assert isinstance(mark, Committed)

    document = messages.event_out(mark)

    assert document["type"] == "cardkit.committed"
    assert messages.event_in(document) == messages.glimpse_in(document) == mark
    assert messages.glimpse_out(mark) == document


@pytest.mark.parametrize("key", ["thirteen", "friday13"])
def test_every_message_of_a_match_comes_back(key: str) -> None:
    match = cardkit.start(key, 3, seed="codec")
    messages = codec(match.game)
    while match.outcome is None:
        for move in match.legal():
            assert messages.move_in(messages.move_out(move)) == move
        match = match.play(match.legal()[-1])
        for event in match.events:
            assert messages.event_in(messages.event_out(event)) == event
        for viewer in (0, 2, None):
            view = match.view(viewer)
            assert messages.view_in(messages.view_out(view)) == view
            for glimpse in match.glimpses(viewer, match.version - len(match.events)):
                assert messages.glimpse_in(messages.glimpse_out(glimpse)) == glimpse


# --- games that can't be written down


def wired(**classes: type) -> Wire[object, object, View, object]:
    return attrs.evolve(WIRE, events={f"toy.{name}": kind for name, kind in classes.items()})


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_that_the_lines_of_a_log_use_is_no_name_of_a_field(name: str) -> None:
    kind = attrs.make_class("Clash", {name: attrs.field(type=int)}, frozen=True)

    with pytest.raises(BrokenGame, match=f"event 'toy.clash': a field can't be called '{name}'"):
        Codec(wired(clash=kind))


def test_a_message_is_an_attrs_class() -> None:
    with pytest.raises(BrokenGame, match=r"event 'toy\.number': int isn't an attrs class"):
        Codec(wired(number=int))


def test_a_class_has_one_name() -> None:
    with pytest.raises(BrokenGame, match=r"event 'toy\.b': Whole has another name already"):
        Codec(wired(a=Whole, b=Whole))


@pytest.mark.parametrize("kind", ["events", "glimpses"])
def test_the_names_of_the_engine_are_its_own(kind: str) -> None:
    names: dict[str, type] = {"cardkit.committed": Whole}
    wire = attrs.evolve(WIRE, events=names) if kind == "events" else attrs.evolve(WIRE, glimpses=names)

    with pytest.raises(BrokenGame, match=r"the name 'cardkit\.committed' is the engine's own"):
        Codec(wire)


def test_an_event_that_the_wire_does_not_name_is_the_games_fault() -> None:
    with pytest.raises(
        BrokenGame, match="Inner isn't among the events that the game names for JSON; give it"
    ):
        TOY.event_out(Inner(1))


def test_the_codec_of_a_game_is_made_once() -> None:
    assert codec(thirteen.GAME) is codec(thirteen.GAME)
