"""The JSON documents that all doors show."""

import json

import attrs
import pytest

import cardkit
from cardkit.codec import codec
from cardkit.documents import (
    error_document,
    event_documents,
    game_document,
    glimpse_documents,
    match_document,
    memory_document,
    move_document,
    move_documents,
    move_of,
    outcome_document,
    progress_document,
    view_document,
)
from cardkit.game import Json
from cardkit.match import AnyMatch
from cardkit.rejections import WireError
from cardkit.seats import Outcome, Viewer

GAMES = ("thirteen", "friday13", "biberbande", "push")


def middle(game: str) -> AnyMatch:
    """Return a match of three after some moves."""
    match = cardkit.start(game, 3, seed="documents")
    for _ in range(9):
        match = match.play(match.legal()[-1])
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_view_is_the_viewers_own_and_comes_back_as_it_was(game: str, viewer: int | None) -> None:
    match = middle(game)
    assert codec(match.game).view_in(view_document(match, viewer)) == match.view(viewer)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_memory_has_the_form_of_a_view(game: str, viewer: int | None) -> None:
    match = middle(game)
    document = memory_document(match, viewer)
    assert document is not None
    assert document.keys() == view_document(match, viewer).keys()
    assert codec(match.game).view_out(codec(match.game).view_in(document)) == document


def test_a_memory_of_another_form_has_no_document() -> None:
    def blank(viewer: Viewer) -> object:
        return viewer

    def remember(memory: object, glimpse: object) -> object:
        return memory, glimpse

    match = middle("push")
    other = attrs.evolve(match, game=attrs.evolve(match.game, blank=blank, remember=remember))
    assert memory_document(other, 0) is None


@pytest.mark.parametrize("game", GAMES)
def test_glimpses_are_numbered_told_and_come_back_as_they_were(game: str) -> None:
    match = middle(game)

    documents = glimpse_documents(match, 1, since=2, language="de", names=("Ann", "Ben", "Cleo"))

    assert [document["n"] for document in documents] == [*range(3, match.version + 1)]
    assert [codec(match.game).glimpse_in(document["glimpse"]) for document in documents] == [
        *match.glimpses(1, since=2)
    ]
    assert [document["text"] for document in documents] == [
        *match.sentences(1, "de", ("Ann", "Ben", "Cleo"), since=2)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_meant_by_its_number_its_text_or_its_json(game: str) -> None:
    match = middle(game)
    (seat,) = match.actors

    documents = move_documents(match, seat)

    assert len(documents) == len(match.legal())
    for document, move in zip(documents, match.legal(), strict=True):
        assert document == move_document(match, move)
        for name in ("number", "text", "move"):
            assert move_of(match, json.loads(json.dumps(document[name]))) == move


@pytest.mark.parametrize("given", [-1, 100_000, "zz", ""], ids=repr)
def test_a_number_or_a_text_of_no_move_is_unreadable(given: Json) -> None:
    with pytest.raises(cardkit.Rejected) as refused:
        move_of(middle("thirteen"), given)
    assert refused.value.code == "unreadable"


@pytest.mark.parametrize("given", [None, True, 1.0, [], {}, {"type": "thirteen.play"}], ids=repr)
def test_what_has_not_the_form_of_a_move_is_malformed(given: Json) -> None:
    with pytest.raises(WireError) as refused:
        move_of(middle("thirteen"), given)
    assert refused.value.code == "malformed"


def test_a_game_says_what_it_takes_and_how_it_refuses() -> None:
    game = cardkit.game("push")
    document = game_document(game)

    assert (document["key"], document["title"]) == ("push", "Push")
    assert (document["least_seats"], document["most_seats"]) == (2, 6)
    assert document["rejections"] == dict(game.rejections)
    definitions = cardkit.schema(game)["$defs"]
    assert isinstance(definitions, dict)
    assert document["options"] == definitions["options"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [1, None])
def test_a_match_is_shown_as_the_viewer_sees_it_and_without_its_seed(game: str, viewer: int | None) -> None:
    match = middle(game)

    document = match_document(match, viewer)

    assert document["view"] == view_document(match, viewer)
    assert document["seat"] == viewer
    assert document["commitment"] == match.header.commitment
    assert document.items() >= progress_document(match).items()
    assert progress_document(match) == {"version": match.version, "actors": [*match.actors], "outcome": None}
    assert document["seed"] is None
    assert "documents" not in json.dumps(document)


def test_the_seed_is_revealed_when_the_match_is_over_but_not_that_of_a_branch() -> None:
    match = cardkit.start("thirteen", 3, {"rounds": 1}, seed="documents")
    branch = match.branch(match.version, "what if")
    while match.actors:
        match = match.play(match.legal()[0])
    while branch.actors:
        branch = branch.play(branch.legal()[0])

    assert match.outcome is not None
    assert match_document(match, None)["outcome"] == outcome_document(match.outcome)
    assert match_document(match, None)["seed"] == "documents"
    assert match_document(branch, None)["seed"] is None
    assert match_document(branch, None)["branched"] == [3]


@pytest.mark.parametrize("game", GAMES)
def test_the_owner_is_shown_the_events_themselves(game: str) -> None:
    match = middle(game)

    documents = event_documents(match, since=2, language="nl")

    assert [document["n"] for document in documents] == [*range(3, match.version + 1)]
    assert [codec(match.game).event_in(document["event"]) for document in documents] == [
        *match.glimpses(cardkit.OWNER, since=2)
    ]
    assert [document["text"] for document in documents] == [*match.sentences(cardkit.OWNER, "nl", since=2)]


def test_an_outcome_has_totals_ranks_and_winners() -> None:
    assert outcome_document(Outcome((3, 5), (2, 1), (1,))) == {
        "totals": [3, 5],
        "ranks": [2, 1],
        "winners": [1],
    }


def test_an_error_has_its_code_and_what_helps() -> None:
    with pytest.raises(cardkit.UnknownGame) as unknown:
        cardkit.game("thirten")
    with pytest.raises(cardkit.Invalid) as invalid:
        cardkit.start("thirteen", 99)
    with pytest.raises(cardkit.LogError) as log:
        cardkit.loads("junk")

    assert error_document(unknown.value)["nearest"] == ["thirteen"]
    assert error_document(invalid.value) == {
        "code": "invalid",
        "message": "seats: 99 is invalid; expected a number of players from 3 to 6",
        "field": "seats",
        "accepted": "a number of players from 3 to 6",
    }
    assert error_document(log.value)["line"] == 1
    assert error_document(WireError("expected a text", "$.a"))["path"] == "$.a"
    assert error_document(cardkit.Rejected("match_over", "it is over")) == {
        "code": "match_over",
        "message": "it is over",
    }
