"""`cardkit pipe`: one answer for each request, the library's documents, and no end before `bye`."""

import io
import json
from importlib.metadata import version
from random import Random

import pytest

import cardkit
from cardkit.documents import (
    Document,
    game_document,
    glimpse_documents,
    match_document,
    move_document,
    move_documents,
    progress_document,
)
from cardkit.game import Json
from cardkit.registry import BUILT_IN
from cardkit_cli.commands import pipe
from cardkit_cli.commands.pipe import Conversation
from tests.cli.running import run


class Talk:
    """A conversation about a game."""

    def __init__(self, game: str) -> None:
        self.session = Conversation(cardkit.game(game))

    def ask(self, do: str, **keys: Json) -> Document:
        """Return the answer, which must be none of refusal."""
        answer = self.raw(json.dumps({"do": do, **keys}).encode())
        assert "error" not in answer, answer
        assert answer.pop("do") == do
        return answer

    def refused(self, do: str, **keys: Json) -> Document:
        """Return the error."""
        error = self.raw(json.dumps({"do": do, **keys}).encode())["error"]
        assert isinstance(error, dict)
        return error

    def any_move(self) -> int:
        """Return the number of a legal move."""
        match self.ask("legal"):
            case {"moves": [{"number": int(number)}, *_]}:
                return number
            case answer:
                raise AssertionError(answer)

    def raw(self, line: bytes) -> Document:
        """Return the answer to a line."""
        answer: Document = json.loads(json.dumps(self.session.answer(line)))
        return answer


def test_hello_tells_the_protocol_and_the_game() -> None:
    expected = {"protocol": 1, "cardkit": version("cardkit"), "game": game_document(cardkit.game("push"))}
    assert Talk("push").ask("hello", protocol=1) == json.loads(json.dumps(expected))
    assert Talk("push").refused("hello", protocol=2)["code"] == "unknown_protocol"


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_whole_match_gives_the_librarys_documents_and_its_log(game: str) -> None:
    seats, random, talk = max(cardkit.game(game).seats), Random(game), Talk(game)
    match = cardkit.start(game, seats, seed="pipe", entropy={1: "heads"})

    assert talk.ask("start", seats=seats, seed="pipe", entropy=[[1, "heads"]]) == match_document(match, None)
    while match.actors and match.version < 120:
        (seat,) = match.actors
        moves = move_documents(match, seat)
        assert talk.ask("legal") == {"version": match.version, "seat": seat, "moves": moves}
        assert talk.ask("legal", seat=(seat + 1) % seats)["moves"] == []
        chosen = random.choice(match.legal())
        document, before = move_document(match, chosen), match.version
        match = match.play(chosen)

        answer = talk.ask("play", move=document[random.choice(["number", "text", "move"])], expect=before)

        assert answer == {"seat": seat, **document, **progress_document(match)}
        viewer = random.choice([None, *range(seats)])
        assert talk.ask("view", **{"as": viewer}) == match_document(match, viewer)
        assert talk.ask("glimpses", since=before, lang="de", **{"as": viewer})[
            "glimpses"
        ] == glimpse_documents(match, viewer, before, "de")
        assert talk.ask("at", version=before, **{"as": viewer}) == match_document(match.at(before), viewer)
    assert talk.ask("log") == {"version": match.version, "log": cardkit.dumps(match)}


def test_the_log_can_be_kept_line_by_line_and_gone_on_with() -> None:
    talk = Talk("thirteen")
    since = talk.ask("start", seats=3)["version"]
    kept = str(talk.ask("log")["log"])
    for _ in range(5):
        version = talk.ask("play", move=talk.any_move())["version"]
        kept += str(talk.ask("log", since=since)["log"])
        since = version

    assert kept == talk.ask("log")["log"]
    assert Talk("thirteen").ask("start", log=kept) == talk.ask("view")


def test_a_move_is_taken_back() -> None:
    talk = Talk("thirteen")
    talk.ask("start", seats=3)
    talk.ask("play", move=talk.any_move())

    assert talk.refused("undo", seat=1)["code"] == "not_undoable"
    assert talk.ask("undo", seat=1, agreed=[0, 1, 2]) == {
        "seat": 1,
        "version": 5,
        "actors": [1],
        "outcome": None,
    }


def test_a_refusal_changes_nothing() -> None:
    talk = Talk("thirteen")
    talk.ask("start", seats=3, seed="s")
    before = talk.ask("log")

    assert talk.refused("play", move="b14")["code"] == "unreadable"
    assert talk.refused("play", move=0, seat=2)["code"] == "not_your_turn"
    assert talk.refused("play", move=0, expect=1)["code"] == "stale_version"
    assert talk.refused("start", seats=9)["code"] == "invalid"
    assert talk.refused("start", seats=3, options={"round": 1})["code"] == "invalid_option"
    assert talk.refused("start", log="junk")["code"] == "bad_log"
    assert talk.refused("start", log=cardkit.dumps(cardkit.start("push", 2)))["code"] == "bad_log"
    assert talk.refused("view", **{"as": 7})["code"] == "no_such_viewer"
    assert talk.refused("at", version=2)["code"] == "no_such_version"
    assert talk.ask("log") == before


def test_a_refusal_is_told_in_the_language_asked_for_and_with_names() -> None:
    talk = Talk("push")
    talk.ask("start", seats=2, seed="s")
    german: dict[str, Json] = {"lang": "de", "names": ["Ann", "Ben"]}

    assert talk.refused("play", move="reveal", seat=1, **german)["message"] == "Ann ist am Zug, nicht Ben"
    assert talk.refused("play", move="reveal", seat=1)["message"] == "it's seat 0's turn, not seat 1's"
    assert str(talk.refused("undo", seat=0, **german)["message"]).endswith("es hat noch niemand gezogen")
    assert str(talk.refused("legal", seat=9, **german)["message"]).startswith("unbekannter Platz 9;")


def test_before_a_match_there_is_nothing_to_ask_about() -> None:
    talk = Talk("push")
    for do in ("legal", "view", "glimpses", "log"):
        assert talk.refused(do)["code"] == "no_match"


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"junk", "$"),
        (b"[1]", "$"),
        (b"\xff", "$"),
        (b"NaN", "$"),
        (b"[" * 100_000, "$"),
        (b'{"do":"view","do":"bye"}', "$"),
        (b'{"id":1}', "$"),
        (b'{"do":1}', "$.do"),
        (b'{"do":"vew"}', "$.do"),
        (b'{"do":"view","as":"0"}', "$.as"),
        (b'{"do":"view","as":true}', "$.as"),
        (b'{"do":"view","sa":0}', "$.sa"),
        (b'{"do":"at","version":1.0}', "$.version"),
        (b'{"do":"undo","seat":0,"agreed":[0,"1"]}', "$.agreed"),
        (b'{"do":"glimpses","lang":"f_r"}', "$.lang"),
        (b'{"do":"glimpses","names":"Ann"}', "$.names"),
        (b'{"do":"play"}', "$"),
        (b'{"do":"play","move":[]}', "$"),
        (b'{"do":"start","seats":2,"options":[]}', "$.options"),
        (b'{"do":"start","seats":2,"entropy":[[0,"a"],[0,"b"]]}', "$.entropy[1]"),
        (b'{"do":"start","log":"x","seats":2}', "$.seats"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_malformed_request_is_refused_with_its_place_and_the_talk_goes_on(line: bytes, path: str) -> None:
    talk = Talk("push")
    talk.ask("start", seats=2)

    error = talk.raw(line)["error"]

    assert isinstance(error, dict)
    assert (error["code"], error["path"]) == ("malformed", path)
    assert talk.ask("view")["version"] == 2


def test_an_answer_repeats_what_was_asked() -> None:
    assert Talk("push").raw(b'{"do":"hello","id":"a"}')["id"] == "a"
    refusal = Talk("push").raw(b'{"do":"view","id":7}')
    assert (refusal["do"], refusal["id"]) == ("view", 7)


def test_a_game_that_breaks_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    talk = Talk("push")
    talk.ask("start", seats=2)
    monkeypatch.setattr(pipe, "match_document", breaks)

    assert talk.refused("view")["code"] == "broken_game"
    assert talk.ask("legal")["version"] == 2


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pipe, "LONGEST_REQUEST", 100)
    lines = io.BytesIO(b'{"do":"%b"}\n\n{"do":"bye"}\n{"do":"hello"}\n' % (b"x" * 3_000_000))

    first, second = Conversation(cardkit.game("push")).answers(lines)

    assert "error" in first
    assert second == {"do": "bye"}


def test_the_pipe_ends_with_bye_or_with_its_stdin() -> None:
    assert run("pipe", "push", stdin='{"do":"bye"}\n{"do":"hello"}\n').out == '{"do":"bye"}\n'
    ran = run("pipe", "push", stdin='{"do":"legal"}')
    assert (ran.code, len(ran.out.splitlines())) == (0, 1)
    assert run("pipe", "pusch").code == 1
