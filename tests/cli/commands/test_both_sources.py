"""What commands say alike of a match in a file and of one on a server."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from cardkit.game import any_game
from cardkit.registry import Games
from cardkit_cli.exit_codes import Exit
from tests.api.clients.serving import built_in, serving
from tests.cli.commands.sources import SOURCES, Named, in_a_file, on_a_server
from tests.cli.running import Ran, check_refusal, documents, rows, run
from tests.testing.at_once import AT_ONCE

GAMES = {**built_in(), "at_once": any_game(AT_ONCE)}


@pytest.fixture(scope="module")
def base() -> Generator[str, None, None]:
    with serving(games=GAMES) as address:
        yield address


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardkit.registry._found", lambda: Games({"at_once": GAMES["at_once"]}, {}))


@pytest.fixture(params=SOURCES)
def thirteen(base: str, request: pytest.FixtureRequest) -> Named:
    """A match of 13 at version 3, seat 1 to move."""
    return in_a_file("thirteen") if request.param == "file" else on_a_server(base, "thirteen")


@pytest.fixture(params=SOURCES)
def at_once(base: str, request: pytest.FixtureRequest) -> Named:
    """A match of At Once at version 2, in which all seats pick at the same time."""
    options = ("--option", "rounds=2")
    if request.param == "file":
        return in_a_file("at_once", *options)
    return on_a_server(base, "at_once", *options)


def first_move(match: Named, seat: int) -> str:
    return str(rows("moves", *match(seat))[0]["text"])


# --- what is seen


def test_legal_moves_have_a_number_a_text_and_json(thirteen: Named) -> None:
    legal = rows("moves", *thirteen(1))

    assert legal
    assert all({*one} == {"number", "text", "move"} for one in legal)
    assert run("moves", *thirteen(1)).out.splitlines()[0].split() == ["number", "move"]


def test_who_isnt_to_move_has_no_legal_moves(thirteen: Named) -> None:
    ran = run("moves", *thirteen(2))

    assert (ran.code, ran.out) == (0, "")
    assert ran.err in ("no moves: it isn't seat 2's turn\n", "no moves: it isn't player 2's turn\n")


def test_a_seat_is_shown_its_own_view(thirteen: Named) -> None:
    (shown,) = rows("show", *thirteen(2))

    assert (shown["game"], shown["seats"], shown["seat"]) == ("thirteen", 3, 2)
    assert (shown["version"], shown["actors"], shown["outcome"]) == (3, [1], None)
    table = run("show", *thirteen(2)).out.splitlines()
    assert table[0].startswith("13, version 3: ")
    assert "(you)" in "".join(table)


def test_the_log_has_a_glimpse_and_a_sentence_for_each_event(thirteen: Named) -> None:
    events = rows("log", *thirteen(0))

    assert [one["n"] for one in events] == [1, 2, 3]
    assert all({*one} == {"n", "glimpse", "text"} for one in events)
    assert run("log", *thirteen(0), "--since", "2").out == f"3  {events[2]['text']}\n"


# --- what is done


@pytest.mark.parametrize("name", ["number", "text", "move", "as it is listed"])
def test_a_move_is_named_in_each_way_that_it_is_listed(name: str, thirteen: Named) -> None:
    listed = rows("moves", *thirteen(1))[-1]
    given = {
        "number": f"#{listed['number']}",
        "move": json.dumps(listed["move"]),
        "text": str(listed["text"]),
    }

    (moved,) = rows("move", *thirteen(1), given.get(name, json.dumps(listed)))

    assert {key: moved[key] for key in listed} == listed
    assert (moved["seat"], moved["version"], moved["actors"], moved["outcome"]) == (1, 4, [2], None)
    assert moved["glimpses"] == rows("log", *thirteen(1), "--since", "3")


def test_moves_are_read_from_stdin(thirteen: Named) -> None:
    text = first_move(thirteen, 1)

    ran = run("move", *thirteen(1), "-", stdin=f"\n{text}\n")

    assert ran.code == 0, ran.err
    *sentences, status = ran.out.splitlines()
    assert sentences == [str(one["text"]) for one in rows("log", *thirteen(1), "--since", "3")]
    assert status.startswith("13, version 4: ")


def test_no_moves_on_stdin_change_nothing(thirteen: Named) -> None:
    assert json.loads(run("move", *thirteen(1), "-", "--format", "json").out) == []
    assert len(rows("log", *thirteen(1))) == 3


def stale(ran: Ran) -> str:
    assert (ran.code, ran.out) == (Exit.REFUSED, "")
    refusal = json.loads(ran.err)
    assert refusal["code"] == "stale_version"
    message: str = refusal["message"]
    return message


def test_all_seats_move_by_the_same_version_and_none_twice(at_once: Named) -> None:
    for seat in (2, 0, 1):
        assert run("move", *at_once(seat), "1", "--expect", "2").code == Exit.FINE

    for seat in (2, 0, 1):
        ran = run("move", *at_once(seat), "1", "--expect", "2", "--format", "json")
        assert " has moved since version 2;" in stale(ran)
    assert len(rows("log", *at_once(0))) == 6


def test_a_second_undo_by_the_same_version_takes_nothing_back(at_once: Named) -> None:
    for seat in (0, 1):
        assert run("move", *at_once(seat), "1").code == Exit.FINE

    assert run("undo", at_once(1)[0], "--expect", "4").code == Exit.FINE
    again = run("undo", at_once(1)[0], "--expect", "4", "--format", "json")
    assert " 1 has moved since version 4;" in stale(again)
    assert len(rows("log", *at_once(0))) == 5


# --- what is refused


REFUSALS = [
    (("move", 1, "b14"), Exit.REFUSED, "unreadable", "legal: "),
    (("move", 1, "#9999"), Exit.REFUSED, "unreadable", "from 0 to"),
    (("move", 1, "{"), Exit.REFUSED, "malformed", "invalid JSON at character 2"),
    (("move", 1, "{}"), Exit.REFUSED, "malformed", "legal: "),
    (("move", 0, "b7"), Exit.REFUSED, "not_your_turn", " 1's turn, not "),
    (("move", 1, "b7", "--expect", "2"), Exit.REFUSED, "stale_version", "version 2"),
    (("show", 1, "--at", "99"), Exit.REFUSED, "no_such_version", "99"),
    (("log", 1, "--since", "99"), Exit.REFUSED, "no_such_version", "3"),
    (("undo", 1), Exit.REFUSED, "not_undoable", ""),
    (("undo", 1, "--expect", "2"), Exit.REFUSED, "stale_version", "version 2"),
]


@pytest.mark.parametrize(("words", "exit", "code", "hint"), REFUSALS, ids=lambda value: str(value)[:50])
def test_a_refusal_is_a_sentence_or_a_document(
    words: tuple[str | int, ...], exit: Exit, code: str, hint: str, thirteen: Named
) -> None:
    said = [part for word in words for part in (thirteen(word) if isinstance(word, int) else [word])]

    check_refusal(said, exit, code, hint)

    assert len(documents(run("log", *thirteen(1), "--format", "jsonl"))) == 3, "nothing has changed"


def test_a_refusal_is_told_in_the_language_of_the_command(thirteen: Named) -> None:
    ran = run("move", *thirteen(1), "b14", "--lang", "de")
    first, second = ran.err.splitlines()
    assert first == "cardkit: 'b14' ist kein Zug von thirteen; meinst du b4 oder b1? (unreadable)"
    assert second.startswith("möglich: ")

    ran = run("move", *thirteen(0), "b7", "--lang", "nl", "--format", "json")
    assert " is aan zet, niet " in json.loads(ran.err)["message"]

    ran = run("undo", *thirteen(1), "--expect", "2", "--lang", "de")
    assert ran.err.startswith("cardkit: eine Version 2 gibt es nicht; die Partie ist bei Version 3: ")


def test_the_refusal_of_a_move_lists_the_legal_ones(thirteen: Named) -> None:
    legal = [str(one["text"]) for one in rows("moves", *thirteen(1))]

    refusal = json.loads(run("move", *thirteen(1), "b14", "--format", "json").err)

    assert (refusal["place"], refusal["given"], refusal["legal"]) == (1, "b14", legal)
