"""Views and glimpses in JSON: an unseen card is a question mark, and the truth has none."""

from typing import Any, Generic, Never

import pytest
from attrs import frozen

import cardkit
from bench.peaks_derived import GAME, Dealt, Options, State
from cardkit.codec import codec
from cardkit.fields import class_of, field_types
from cardkit.game import Json
from cardkit.hidden import UNSEEN, H, Unseen
from cardkit.rejections import WireError
from tests.hidden import lab

MATCH = cardkit.start(GAME, seats=2, options=Options(cards=2), seed="json")
CODEC = codec(GAME)


def test_a_view_shows_a_question_mark_for_each_card_that_is_not_seen() -> None:
    view = MATCH.view(0)
    document = CODEC.view_out(view)

    assert document["hands"] == [list(view.hands[0]), ["?", "?"]]
    assert document["stock"] == ["?"] * 16
    assert CODEC.view_in(document) == view
    assert CODEC.view_in(document).stock[0] is UNSEEN


def test_a_glimpse_has_the_name_of_its_event() -> None:
    _, glimpse = MATCH.glimpses(None)
    document = CODEC.glimpse_out(glimpse)

    assert document["type"] == "peaks.dealt"
    assert document["hands"] == [["?", "?"], ["?", "?"]]
    assert CODEC.glimpse_in(document) == glimpse


def test_an_event_holds_all_cards() -> None:
    _, event = MATCH.glimpses(cardkit.OWNER)
    document = CODEC.event_out(event)

    assert "?" not in str(document)
    assert CODEC.event_in(document) == event


def test_an_event_with_an_unseen_card_is_not_read() -> None:
    _, glimpse = MATCH.glimpses(0)

    with pytest.raises(WireError, match="expected a whole number, found a text"):
        CODEC.event_in(CODEC.glimpse_out(glimpse))


@pytest.mark.parametrize("card", ["??", "7", None, 1.5, True, ["?"]], ids=str)
def test_nothing_else_is_an_unseen_card(card: Json) -> None:
    document = CODEC.view_out(MATCH.view(0))
    document["stock"] = [card]

    with pytest.raises(WireError) as error:
        CODEC.view_in(document)

    assert error.value.path == "$.stock[0]"


def test_logs_of_a_derived_game_are_read_back() -> None:
    match = MATCH
    while match.actors:
        match = match.play(match.legal()[0])

    again = cardkit.loads(cardkit.dumps(match), GAME)

    assert again == match
    assert [again.memory(viewer) for viewer in (None, 0, 1)] == [
        match.memory(viewer) for viewer in (None, 0, 1)
    ]


def test_the_schema_says_where_a_question_mark_may_stand() -> None:
    definitions: Any = cardkit.schema(GAME)["$defs"]
    view, event, glimpse = definitions["view"], definitions["peaks.dealt"], definitions["peaks.dealt.glimpse"]

    card = {"anyOf": [{"type": "integer"}, {"const": "?"}]}
    hands = {"type": "array", "items": {"type": "array", "items": card}}
    assert view["properties"] == {
        "turn": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "hands": hands,
        "stock": {"type": "array", "items": card},
        "trick": {"type": "array", "items": {"type": "integer"}},
        "gone": {"type": "array", "items": card},
        "points": {"type": "array", "items": {"type": "integer"}},
    }
    assert glimpse["properties"]["stock"] == {"type": "array", "items": card}
    assert event["properties"]["stock"] == {"type": "array", "items": {"type": "integer"}}
    assert event["properties"]["type"] == glimpse["properties"]["type"] == {"const": "peaks.dealt"}


def test_the_schema_tells_glimpses_from_events() -> None:
    definitions: Any = cardkit.schema(GAME)["$defs"]

    assert {"$ref": "#/$defs/peaks.dealt"} in definitions["event"]["oneOf"]
    assert {"$ref": "#/$defs/peaks.dealt.glimpse"} in definitions["glimpse"]["oneOf"]
    assert {"$ref": "#/$defs/peaks.dealt"} not in definitions["glimpse"]["oneOf"]
    assert {"$ref": "#/$defs/peaks.played"} in definitions["glimpse"]["oneOf"]


def test_a_gap_is_null_and_an_unseen_card_beside_it_a_question_mark() -> None:
    lab_codec = codec(lab.game((1, 2, 3)))
    state = lab.State[Unseen](1, row=(None, UNSEEN, 3))
    document = lab_codec.view_out(state)

    assert document["row"] == [None, "?", 3]
    assert document["aside"] is None
    assert lab_codec.view_in(document) == state


def test_the_types_of_fields_are_those_of_what_a_hidden_card_is() -> None:
    assert class_of(State[Unseen]) is State
    assert class_of(State) is State
    assert field_types(Dealt[Unseen])["stock"] == tuple[int | Unseen, ...]
    assert field_types(Dealt)["hands"] == tuple[tuple[int, ...], ...]
    assert field_types(State[Unseen])["trick"] == tuple[int, ...]
    assert field_types(State[Unseen])["turn"] == int | None


@frozen
class Pile(Generic[H]):
    cards: tuple[int | H, ...]


@frozen
class Table(Generic[H]):
    pile: Pile[H]
    piles: tuple[Pile[H], ...]
    best: Pile[H] | None
    plain: Pile[Unseen]


def test_the_types_of_classes_within_a_class_are_filled_in_too() -> None:
    assert field_types(Table[Unseen]) == {
        "pile": Pile[Unseen],
        "piles": tuple[Pile[Unseen], ...],
        "best": Pile[Unseen] | None,
        "plain": Pile[Unseen],
    }
    assert field_types(Table) == {
        "pile": Pile[Never],
        "piles": tuple[Pile[Never], ...],
        "best": Pile[Never] | None,
        "plain": Pile[Unseen],
    }
