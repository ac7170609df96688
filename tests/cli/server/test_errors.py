"""What goes wrong with servers: a sentence and a document, the exit code of the page, and nothing lost."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardkit_cli.exit_codes import Exit
from tests.cli.running import check_refusal, documents, rows, run
from tests.cli.server.house import made, remote
from tests.ports import held_port

TABLE = ("thirteen", "--seats", "3", "--bot", "1=random", "--bot", "2=random")


@pytest.fixture
def ticket(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of seat 0 in a match of 13 that waits for seat 1, which may be anybody's."""
    monkeypatch.chdir(tmp_path)
    made(base, "thirteen", "--seats", "3", "--name", "Ann", "-o", "match.json")
    for seat in (1, 2):
        assert run("join", "match.json", "--name", f"player {seat}", "-o", f"{seat}.json").code == 0
    return tmp_path / "match.json"


CASES = [
    (("move", "1.json", "b7", "--as", "0"), Exit.REFUSED, "not_allowed", "that of seat 1"),
    (("move", "1.json", "b7", "--names", "A,B,C"), Exit.USAGE, "usage", "names of their own"),
    (("show", "1.json", "--as", "owner"), Exit.USAGE, "usage", "never shows all cards"),
    (
        ("show", "1.json", "--as", "onwer"),
        Exit.USAGE,
        "usage",
        "expected a seat (0 is the first) or spectator",
    ),
    (("show", "1.json", "--as", "2"), Exit.REFUSED, "not_allowed", "nobody else's cards"),
    (("moves", "1.json", "--as", "2"), Exit.REFUSED, "not_allowed", "seat 1"),
    (("log", "1.json", "--as", "0"), Exit.REFUSED, "not_allowed", "seat 1"),
    (("undo", "1.json", "--agreed"), Exit.USAGE, "usage", "each seat agrees for itself"),
    (("start", "match.json"), Exit.REFUSED, "match_started", "already"),
    (("start", "1.json"), Exit.REFUSED, "not_allowed", "owner"),
    (("join", "match.json", "--name", "Dan"), Exit.REFUSED, "not_invited", "invitation"),
    (("join", "match.json", "--name", "Dan", "-o", "1.json"), Exit.FILE, "file_exists", "not overwritten"),
    (("fetch", "match.json", "-o", "new.log"), Exit.REFUSED, "not_revealed", "over"),
    (("watch", "nothing.json"), Exit.FILE, "no_such_file", "nothing.json"),
    (("watch", "abcdefghijklmnop"), Exit.USAGE, "usage", "--server"),
    (("watch", "game.log"), Exit.USAGE, "usage", "not a ticket"),
    (("replay", "match.json"), Exit.USAGE, "usage", "cardkit fetch match.json"),
    (("verify", "match.json"), Exit.USAGE, "usage", "cardkit fetch match.json"),
    (("new", "push", "--seats", "2", "--public", "-o", "x"), Exit.USAGE, "usage", "--public"),
    (("new", "push", "--seats", "2", "--takebacks", "none", "-o", "x"), Exit.USAGE, "usage", "--takebacks"),
    (("new", "push", "--seats", "2"), Exit.USAGE, "usage", "-o"),
    (("--server", "{base}", "new", *TABLE, "--seed", "s"), Exit.USAGE, "usage", "chooses the seed itself"),
    (("--server", "{base}", "new", *TABLE, "--entropy", "0=x"), Exit.USAGE, "usage", "with --name"),
    (("--server", "{base}", "new", *TABLE, "--bot", "0=clever"), Exit.REFUSED, "invalid", "random"),
    (("--server", "{base}", "new", *TABLE, "--bot", "1=random"), Exit.USAGE, "usage", "given twice"),
    (("--server", "{base}", "new", *TABLE, "--bot", "one"), Exit.USAGE, "usage", "SEAT=NAME"),
    (
        ("--server", "{base}", "new", "thirten", "--seats", "3"),
        Exit.REFUSED,
        "unknown_game",
        "did you mean thirteen?",
    ),
    (("--server", "{base}", "new", *TABLE, "--option", "ronds=1"), Exit.REFUSED, "invalid_option", "rounds"),
    (("--server", "{base}", "new", *TABLE, "-o", "match.json"), Exit.FILE, "file_exists", "not overwritten"),
    (("--server", "{base}", "watch", "abcdefghijklmnop"), Exit.REFUSED, "no_such_match", "no such match"),
    (("--server", "{base}", "show", "gmae.log"), Exit.FILE, "no_such_file", "did you mean game.log?"),
    (
        ("--server", "{base}", "join", "nomatch", "--name", "z"),
        Exit.USAGE,
        "usage",
        "neither a ticket nor an id",
    ),
    (("--server", "localhost:8000", "new", *TABLE), Exit.USAGE, "usage", "such as http://127.0.0.1:8000"),
    (("--server", "http://127.0.0.1:99999", "new", *TABLE), Exit.USAGE, "usage", "--server"),
]


@pytest.mark.parametrize(("words", "exit", "code", "hint"), CASES, ids=lambda value: str(value)[:60])
def test_bad_input_gets_a_sentence_and_a_document(
    words: tuple[str, ...], exit: Exit, code: str, hint: str, base: str, ticket: Path
) -> None:
    said = [word.replace("{base}", base) for word in words]
    Path("game.log").write_text("{}\n", encoding="utf-8")
    files = sorted(path.name for path in ticket.parent.iterdir())

    check_refusal(said, exit, code, hint)

    assert sorted(path.name for path in ticket.parent.iterdir()) == files, "no ticket without a match"


def test_a_refusal_tells_what_the_problem_document_tells(base: str) -> None:
    ran = remote(base, "new", "thirten", "--seats", "3", "--format", "json")

    assert json.loads(ran.err)["nearest"] == ["thirteen"]


def test_a_server_that_is_away_is_tried_again_and_then_that_is_said(tmp_path: Path) -> None:
    ticket = tmp_path / "match.json"

    with held_port() as port:
        base = f"http://127.0.0.1:{port}"
        ran = run("--server", base, "--patience", "0.2", "new", *TABLE, "-o", ticket)

    assert (ran.code, ran.out) == (Exit.SERVER, "")
    assert ran.err == f"cardkit: no answer from {base}: connection refused (unreachable)\n"
    assert not ticket.exists()


def test_something_else_than_a_server_of_cardkit_is_not_understood(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = remote(f"{base}/schema", "--patience", "0", "watch", "abcdefghijklmnop")

    assert ran.code == Exit.REFUSED
    assert ran.err.startswith("cardkit: ")


def test_a_wrong_token_and_none_at_all(base: str, ticket: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = json.loads(ticket.read_text())["match"]

    none = remote(base, "show", match)
    assert (none.code, "CARDKIT_TOKEN" in none.err) == (1, True)

    monkeypatch.setenv("CARDKIT_TOKEN", "not-a-token-of-this-match")
    for command in (["show"], ["moves"], ["log"], ["watch"], ["play"]):
        wrong = remote(base, *command, match)
        assert (wrong.code, wrong.out) == (1, ""), (command, match, wrong.err)
        assert "(not_allowed)" in wrong.err


def test_a_token_comes_from_the_environment_too(
    base: str, ticket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = json.loads(Path("1.json").read_text())
    monkeypatch.setenv("CARDKIT_TOKEN", known["token"])
    monkeypatch.setenv("CARDKIT_SERVER", base)

    assert rows("moves", known["match"]) == rows("moves", "1.json")


def test_the_ticket_is_for_its_owner_alone_and_what_it_keeps_is_not_shown(base: str, ticket: Path) -> None:
    kept = json.loads(ticket.read_text())
    (shown,) = documents(made(base, *TABLE, "--name", "Ann", "-o", "other.json", "--format", "jsonl"))

    assert Path("other.json").stat().st_mode & 0o777 == 0o600
    assert ticket.stat().st_mode & 0o777 == 0o600
    assert kept["token"]
    assert kept["owner"]
    assert not {"token", "owner"} & {*shown}
    assert shown["watcher"]
    assert shown["file"] == "other.json"


def test_what_new_prints_without_a_file_is_a_ticket(base: str, tmp_path: Path) -> None:
    ticket = tmp_path / "match.json"
    ticket.write_text(made(base, *TABLE, "--name", "Ann", "--format", "json").out)

    assert rows("show", ticket)[0]["seat"] == 0
    lines = made(base, "thirteen", "--seats", "3", "--name", "Ann").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [
        *("match", "commitment", "seat", "owner", "token", "watcher", "invitation", "invitation")
    ]


def test_tokens_go_to_the_ticket_s_own_server_only(base: str, ticket: Path) -> None:
    with held_port() as port:
        ran = remote(f"http://127.0.0.1:{port}", "show", "match.json", "--format", "jsonl")

    assert documents(ran)[0]["seat"] == 0


def test_an_invitation_comes_from_stdin_or_the_environment(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shown,) = documents(made(base, "thirteen", "--seats", "3", "--format", "jsonl"))
    match, invitations = shown["match"], shown["invitations"]
    assert isinstance(match, str)
    assert isinstance(invitations, list)
    texts: list[Any] = [one["invitation"] for one in invitations if isinstance(one, dict)]

    first = remote(
        base, "join", match, "--invitation", "-", "--name", "Ann", "--format", "jsonl", stdin=texts[0]
    )
    monkeypatch.setenv("CARDKIT_INVITATION", texts[2])
    second = remote(base, "join", match, "--name", "Cleo", "--format", "jsonl")

    assert [documents(ran)[0]["seat"] for ran in (first, second)] == [0, 2]


def test_one_link_joins_from_the_command_line_or_from_stdin(base: str) -> None:
    printed = made(base, "thirteen", "--seats", "3").out
    links = [line.split()[2] for line in printed.splitlines() if line.startswith("invitation ")]
    assert [link.partition("#")[0] for link in links] == [f"{base}/"] * 3

    pasted = run("join", links[1], "--name", "Ben", "--format", "jsonl")
    piped = run("join", "-", "--name", "Cleo", "--format", "jsonl", stdin=f" '{links[2]}'\n")
    as_invitation = remote(
        base,
        *(
            "join",
            str(documents(pasted)[0]["match"]),
            "--invitation",
            "-",
            "--name",
            "Ann",
            "--format",
            "jsonl",
        ),
        stdin=links[0],
    )

    assert [documents(ran)[0]["seat"] for ran in (pasted, piped, as_invitation)] == [1, 2, 0]


def test_a_link_to_a_public_match_holds_no_secret(base: str) -> None:
    printed = made(base, *TABLE, "--public").out
    (link,) = [line.split()[1] for line in printed.splitlines() if line.startswith("link ")]

    assert link.rpartition("/")[2] in printed.splitlines()[1]
    assert run("join", link, "--name", "Ann").code == 0


def test_a_link_that_is_refused_isnt_repeated(base: str) -> None:
    for link in (
        f"{base}/#/join/MATCHMATCH/SECRET",
        f"{base}/join/MATCHMATCH/SECRET",
        "http://#/join/MATCHMATCH/SECRET",
        f"{base}/#/join/M/SECRET",
    ):
        ran = run("join", link, "--name", "Ann")
        assert ran.code in (Exit.REFUSED, Exit.USAGE), link
        assert "SECRET" not in ran.out + ran.err
    check_refusal(["join", "-", "--name", "Ann"], Exit.USAGE, "usage", "stdin is empty")
    check_refusal(["join", "-", "--invitation", "-", "--name", "Ann"], Exit.USAGE, "usage", "not both")


def test_the_server_is_told_the_invitation_in_the_body_alone(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Access logs and proxies hold the address of a request."""
    printed = made(base, "thirteen", "--seats", "3").out
    link = next(line.split()[2] for line in printed.splitlines() if line.startswith("invitation "))
    sent: list[httpx.Request] = []
    send = httpx.Client.send

    def noted(client: httpx.Client, request: httpx.Request, **how: Any) -> httpx.Response:
        sent.append(request)
        return send(client, request, **how)

    monkeypatch.setattr(httpx.Client, "send", noted)
    assert run("join", link, "--name", "Ann").code == 0

    secret = link.rpartition("/")[2]
    assert any(secret in request.content.decode() for request in sent)
    assert not any(secret in str(request.url) + str(request.headers) for request in sent)


def test_a_public_match_is_joined_and_watched_by_its_id(base: str) -> None:
    (shown,) = documents(made(base, *TABLE, "--public", "--format", "jsonl"))
    match = str(shown["match"])

    (joined,) = documents(remote(base, "join", match, "--name", "Ann", "--format", "jsonl"))
    (seen,) = documents(remote(base, "show", match, "--format", "jsonl"))

    assert (joined["seat"], joined["status"], seen["seat"]) == (0, "running", None)


def test_a_port_that_is_taken_is_said_and_nothing_is_made(base: str, tmp_path: Path) -> None:
    port = base.rpartition(":")[2]

    ran = run("serve", "--db", f"sqlite:{tmp_path / 'matches.db'}", "--port", port)

    assert (ran.code, ran.out) == (Exit.SERVER, "")
    assert f"can't listen on 127.0.0.1:{port}: address already in use" in ran.err
    assert ran.err.endswith("(address_unusable)\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("url", ["mysql:x", "sqlite"])
def test_a_database_that_is_none_is_said(url: str) -> None:
    ran = run("serve", "--db", url, "--port", "0")

    assert (ran.code, ran.out) == (Exit.USAGE, "")
    assert ran.err.startswith("cardkit: unknown store ")


def test_a_server_that_cant_start_says_why_without_the_databases_password() -> None:
    ran = run("serve", "--db", "postgresql://ada:hunter2@127.0.0.1:1/cards", "--port", "0")

    assert (ran.code, ran.out) == (Exit.USAGE, "")
    assert ran.err.startswith("cardkit: a store that keeps matches needs a key")
    assert "hunter2" not in ran.err


def test_a_game_by_name_is_not_played_on_a_server_unasked(base: str) -> None:
    ran = remote(base, "play", "thirteen")

    assert ran.code == Exit.USAGE
    assert "cardkit play match.json" in ran.err
