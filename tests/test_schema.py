"""The JSON Schema of a game says what its documents are: no less, and no more."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Literal

import attrs
import pytest
from attrs import frozen
from jsonschema_rs import Draft202012Validator, meta

import cardkit
from cardkit.codec import codec
from cardkit.game import Json, Wire
from cardkit.games import BUILT_IN, thirteen
from cardkit.match import AnyMatch
from cardkit.options import Choice, Whole
from cardkit.rejections import BrokenGame

Documents = list[tuple[str, dict[str, Json]]]
SOAK = bool(os.environ.get("CARDKIT_SOAK"))
"""Whether all views of a match are checked, or those in which a value is where no view had it before."""
COPIES = Path(__file__).parent.parent / "docs" / "schema"


def trouble(key: str, kind: str, document: Json) -> list[str]:
    """Return what the schema has against a document of that kind; nothing when it fits."""
    return [error.message for error in validator(key, kind).iter_errors(document)]


def fits(key: str, kind: str, document: Json) -> bool:
    """Return whether the schema has nothing against the document. This stops at the first fault."""
    return validator(key, kind).is_valid(document)


@cache
def validator(key: str, kind: str) -> Draft202012Validator:
    return Draft202012Validator({**cardkit.schema(cardkit.game(key)), "$ref": f"#/$defs/{kind}"})


def documents_of(match: AnyMatch) -> Documents:
    """Return what the last move of a match brings onto the wire."""
    messages = codec(match.game)
    since = match.version - len(match.events)
    found: Documents = [("event", messages.event_out(event)) for event in match.events]
    found += [("move", messages.move_out(move)) for move in match.legal()]
    for viewer in (0, match.header.seats - 1, None):
        found.append(("view", messages.view_out(match.view(viewer))))
        found += [("glimpse", messages.glimpse_out(glimpse)) for glimpse in match.glimpses(viewer, since)]
    return found


@cache
def documents(key: str, seats: int, limit: int | None = None) -> Documents:
    """Return the documents of a whole match. With a limit, it is a long one of Biberbande, in which nobody knocks."""
    options = {"turn_limit": limit} if limit and key == "biberbande" else {}
    match = cardkit.start(key, seats, options, seed="schema", entropy={0: "x"})
    found = documents_of(match)
    while match.outcome is None:
        choices = [move for move in match.legal() if not limit or match.game.say(move) != "knock"]
        match = match.play(choices[match.version % len(choices)])
        found += documents_of(match)
    return found


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_committed_copy_is_the_schema(key: str) -> None:
    """If not: `python tools/write_schemas.py`."""
    copy: object = json.loads((COPIES / f"{key}.json").read_text(encoding="utf-8"))

    assert copy == cardkit.schema(cardkit.game(key))


def test_there_is_a_copy_for_each_built_in_game_and_no_other() -> None:
    assert {path.name for path in COPIES.iterdir()} == {f"{key}.json" for key in BUILT_IN}


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_schema_is_a_schema(key: str) -> None:
    meta.validate(cardkit.schema(cardkit.game(key)))


def values_in(document: Json, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each value of a document and the sizes of its arrays, with their places."""
    match document:
        case dict():
            for name, inner in document.items():
                yield from values_in(inner, (*place, name))
        case list():
            yield place, f"{len(document)} items"
            for inner in document:
                yield from values_in(inner, (*place, "[]"))
        case _:
            yield place, json.dumps(document)


def with_something_new(texts: Iterable[str]) -> Iterator[str]:
    """Yield the documents in which a value is where no earlier one had it."""
    known: set[tuple[tuple[str, ...], str]] = set()
    for text in texts:
        found = {*values_in(json.loads(text))}
        if not found <= known:
            known |= found
            yield text


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_documents_of_a_whole_match_fit(key: str) -> None:
    found = dict.fromkeys((kind, json.dumps(document)) for kind, document in documents(key, 3))
    views = [text for kind, text in found if kind == "view"]

    assert {kind for kind, _ in found} == {"move", "event", "glimpse", "view"}
    for kind, text in found:
        if kind != "view":
            assert trouble(key, kind, json.loads(text)) == []
    for text in views if SOAK else with_something_new(views):
        assert trouble(key, "view", json.loads(text)) == []


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_message_that_the_wire_names_was_met(key: str) -> None:
    """So that the tests here speak of all of them."""
    wire = cardkit.game(key).wire

    met = {
        str(document["type"])
        for limit in (None, 40)
        for kind, document in documents(key, 3, limit)
        if kind != "view"
    }

    assert met == {"cardkit.committed", *wire.moves, *wire.events, *wire.glimpses}


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_message_fits_the_definition_under_its_name_alone(key: str) -> None:
    """A glimpse with unseen cards has one of its own, under the name of its event and `.glimpse`."""
    defined = cardkit.schema(cardkit.game(key))["$defs"]
    assert isinstance(defined, dict)
    names = [name for name in defined if "." in name]
    first = {str(document["type"]): document for kind, document in documents(key, 3) if kind == "event"}
    moves = {str(document["type"]): document for kind, document in documents(key, 3) if kind == "move"}

    for name, document in (first | moves).items():
        fitting = [other for other in names if fits(key, other, document)]
        assert fitting in ([name], [name, f"{name}.glimpse"])
    glimpses = [document for kind, document in documents(key, 3) if kind == "glimpse"]
    for document in {json.dumps(document): document for document in glimpses}.values():
        name = str(document["type"])
        fitting = [other for other in names if fits(key, other, document)]
        assert fitting in ([name], [f"{name}.glimpse"], [name, f"{name}.glimpse"])


@pytest.mark.parametrize("key", BUILT_IN)
def test_documents_with_a_key_too_many_or_too_few_do_not_fit(key: str) -> None:
    seen: set[tuple[str, str]] = set()
    for kind, document in documents(key, 3):
        name = (kind, str(document.get("type")))
        if name in seen:
            continue
        seen.add(name)
        assert not fits(key, kind, {**document, "joker": 1})
        assert not fits(key, kind, [document])
        for gone in document:
            assert not fits(key, kind, {each: value for each, value in document.items() if each != gone})
            assert not fits(key, kind, {**document, gone: {"of": "another kind"}})


BROKEN: tuple[tuple[str, dict[str, Json]], ...] = (
    ("move", {"type": "thirteen.play", "card": "b3", "onto": "blue"}),
    ("move", {"type": "thirteen.play", "card": "b4", "onto": "red"}),
    ("move", {"type": "thirteen.played", "card": "b4", "onto": "blue"}),
    ("event", {"type": "thirteen.opened", "v": 2, "seats": 3, "first_dealer": 0, "rounds": 6}),
    ("event", {"type": "thirteen.opened", "v": 1, "seats": "3", "first_dealer": 0, "rounds": 6}),
    ("event", {"type": "thirteen.opened", "v": 1, "seats": True, "first_dealer": 0, "rounds": 6}),
    ("event", {"type": "cardkit.committed", "v": 1, "commitment": "", "entropy": [[0, "x", "y"]]}),
    ("event", {"type": "cardkit.committed", "v": 1, "commitment": "", "entropy": [[0]]}),
    ("options", {"rounds": 13}),
    ("options", {"rounds": 0}),
    ("options", {"rounds": True}),
    ("options", {"first_dealer": "anybody"}),
    ("options", {"first_dealer": -1}),
    ("options", {"joker": None}),
)


@pytest.mark.parametrize(("kind", "document"), BROKEN)
def test_broken_documents_do_not_fit_and_are_not_read(kind: str, document: dict[str, Json]) -> None:
    messages = codec(thirteen.GAME)
    read: dict[str, Callable[[dict[str, Json]], object]] = {
        "move": messages.move_in,
        "event": messages.event_in,
        "options": partial(cardkit.start, thirteen.GAME, 3),
    }

    assert trouble("thirteen", kind, document)
    with pytest.raises(cardkit.CardkitError):
        read[kind](document)


@pytest.mark.parametrize(
    "options",
    [{}, {"rounds": None}, {"rounds": 12}, {"first_dealer": 2}, {"first_dealer": "random", "rounds": 1}],
)
def test_options_that_fit_are_accepted(options: dict[str, Json]) -> None:
    assert trouble("thirteen", "options", options) == []
    cardkit.start("thirteen", 3, options)


@pytest.mark.parametrize("key", BUILT_IN)
def test_options_as_a_log_holds_them_fit(key: str) -> None:
    header: dict[str, Json] = json.loads(cardkit.dumps(cardkit.start(key, 3)).partition("\n")[0])

    assert trouble(key, "options", header["options"]) == []


# --- any game's types


@frozen
class Inner:
    number: int


@frozen
class Event:
    fraction: float
    truth: bool
    maybe: Inner | None
    pair: tuple[int, Literal["a", "b"]]
    many: tuple[Inner, ...]


@frozen
class Options:
    plain: str = "text"
    strict: int = attrs.field(default=3, validator=Whole(1, 5))
    order: str = attrs.field(default="up", validator=Choice("up", "down"))


def other(view: type) -> cardkit.AnyGame:
    wire = Wire[object, object, object, object](moves={}, events={"toy.event": Event}, glimpses={}, view=view)
    game: cardkit.AnyGame = attrs.evolve(cardkit.game("thirteen"), options=Options, wire=wire)
    return game


def test_every_type_that_has_a_json_form_has_a_schema() -> None:
    definitions = cardkit.schema(other(Inner))["$defs"]
    inner = {
        "type": "object",
        "properties": {"number": {"type": "integer"}},
        "required": ["number"],
        "additionalProperties": False,
    }
    pair: list[Json] = [{"type": "integer"}, {"enum": ["a", "b"]}]

    assert isinstance(definitions, dict)
    assert definitions["view"] == inner
    assert definitions["toy.event"] == {
        "type": "object",
        "properties": {
            "type": {"const": "toy.event"},
            "v": {"const": 1},
            "fraction": {"type": "number"},
            "truth": {"type": "boolean"},
            "maybe": {"anyOf": [inner, {"type": "null"}]},
            "pair": {"type": "array", "prefixItems": pair, "items": False, "minItems": 2, "maxItems": 2},
            "many": {"type": "array", "items": inner},
        },
        "required": ["type", "v", "fraction", "truth", "maybe", "pair", "many"],
        "additionalProperties": False,
    }
    assert definitions["options"] == {
        "type": "object",
        "properties": {
            "plain": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": "text"},
            "strict": {
                "anyOf": [{"type": "integer", "minimum": 1, "maximum": 5}, {"type": "null"}],
                "default": 3,
            },
            "order": {"anyOf": [{"enum": ["up", "down"]}, {"type": "null"}], "default": "up"},
        },
        "additionalProperties": False,
    }


@pytest.mark.parametrize("kind", [frozenset[int], dict[str, int], complex, list[int], object])
def test_a_type_without_a_json_form_is_the_games_fault(kind: type) -> None:
    view = attrs.make_class("View", {"field": attrs.field(type=kind)}, frozen=True)

    with pytest.raises(BrokenGame, match="has no JSON form"):
        cardkit.schema(other(view))
