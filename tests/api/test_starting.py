"""What somebody sees whose server doesn't start: one sentence that says what is wrong and where."""

import asyncio
import errno
import os
import socket
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardkit_api.__main__ import main
from cardkit_api.server import keys_for, raise_file_limit, start_failure
from cardkit_api.stores import store
from cardkit_api.stores.contract import StoreDown
from cardkit_api.stores.migrations import MIGRATIONS
from cardkit_api.stores.sqlite.connection import open_connections
from tests import plain_http
from tests.api.door import KEY, opened
from tests.api.processes.running import running, started


def refusal(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """Return what ends the command with these arguments."""
    monkeypatch.setattr(sys, "argv", ["cardkit_api", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_a_key_that_is_not_hexadecimal_is_named_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for database in ("memory:", f"sqlite:{tmp_path}/matches.db"):
        monkeypatch.setenv("CARDKIT_KEY", "no key")

        said = refusal(monkeypatch, "--db", database, "--port", "0")

        assert said == "error: CARDKIT_KEY: this isn't a key; a key is 64 hexadecimal digits"


def test_a_key_file_that_holds_something_else_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    file = tmp_path / "matches.db.key"
    for text in ("no key", "schlüssel"):
        file.write_text(text, encoding="utf-8")

        said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/matches.db", "--port", "0")

        assert said == f"error: {file}: this isn't a key; a key is 64 hexadecimal digits"


def test_a_key_that_is_too_short_is_refused_with_the_length_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_KEY", "00")

    said = refusal(monkeypatch, "--db", "memory:", "--port", "0")

    assert (
        said == "error: CARDKIT_KEY: the key has 2 hexadecimal digits; a key has 64; put the right one back"
    )


def test_a_folder_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)

    said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/nowhere/matches.db", "--port", "0")

    folder = tmp_path / "nowhere"
    assert said == (
        f"error: can't open sqlite:{folder}/matches.db: there is no folder {folder};"
        " make it, or name another file with --db"
    )


def test_a_folder_in_place_of_a_database_is_named_and_gets_no_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    folder = tmp_path / "matches"
    (folder / "2026").mkdir(parents=True)

    said = refusal(monkeypatch, "--db", f"sqlite:{folder}", "--port", "0")

    assert said == f"error: can't open sqlite:{folder}: this is a folder; name a file in it with --db"
    assert [*tmp_path.iterdir()] == [folder]


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_number_that_is_no_port_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    code = refusal(monkeypatch, "--db", "memory:", f"--port={port}")

    assert code == 2
    assert capsys.readouterr().err == (
        f"error: --port: {port} isn't a port; expected a number from 0 to 65535\n"
    )


def test_a_port_in_use_is_refused_before_anything_is_created(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/matches.db", "--port", str(port))

    assert said == (
        f"error: can't listen on 127.0.0.1:{port}: address already in use; --port 0 chooses a free port"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("sqlite:nowhere/x.db", "there is no folder nowhere; make it, or name another file with --db"),
        ("sqlite:bad.db", "this file isn't a SQLite database; name another one with --db"),
        ("sqlite:folder", "this is a folder; name a file in it with --db"),
    ],
)
def test_a_database_that_cant_be_opened_is_told_in_one_line(
    tmp_path: Path, database: str, reason: str
) -> None:
    (tmp_path / "bad.db").write_text("no database " * 200)
    (tmp_path / "folder").mkdir()

    code, said = started("--db", database, folder=tmp_path)

    assert (code, said) == (1, f"error: can't open {database}: {reason}\n")


def test_a_postgresql_that_is_away_is_told_in_one_line_without_its_password(tmp_path: Path) -> None:
    code, said = started("--db", "postgresql://ann:secret@127.0.0.1:1/x", folder=tmp_path)

    assert code == 1
    assert said == (
        "error: can't open postgresql://127.0.0.1:1/x: PostgreSQL: connection refused; "
        "check that it runs, and that the address, user and password in --db are right\n"
    )


def test_a_file_that_may_not_be_written_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "matches.db"
    refused = PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    monkeypatch.setattr("cardkit_api.stores.sqlite.connection.os.open", Mock(side_effect=refused))

    with pytest.raises(StoreDown) as down:
        open_connections(file, MIGRATIONS)

    assert str(down.value) == f"{file}: permission denied"
    assert start_failure(down.value, f"sqlite:{file}") == (
        f"can't open sqlite:{file}: permission denied; check that you may write to this file and its folder"
    )


def test_an_empty_key_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    (tmp_path / "matches.db.key").write_text("")

    said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/matches.db", "--port", "0")

    assert said == f"error: {tmp_path}/matches.db.key: the key is empty; put the right one back"


def test_a_key_file_that_is_lost_beside_a_database_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    (tmp_path / "matches.db").write_text("matches")

    said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/matches.db", "--port", "0")

    assert isinstance(said, str)
    assert said.startswith(
        f"error: {tmp_path}/matches.db.key is missing, the key of the matches in matches.db"
    )
    assert not (tmp_path / "matches.db.key").exists()
    assert keys_for(f"sqlite:{tmp_path}/matches.db", new=True) is not None


def test_another_key_than_that_of_the_running_matches_stops_the_start(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(store(f"sqlite:{tmp_path}/matches.db")) as door:
            await door.sit()

    asyncio.run(play())

    code, said = started("--db", "sqlite:matches.db", folder=tmp_path)

    assert code == 1
    assert said.count("\n") == 1
    assert said.startswith("error: the running matches were made with another key")
    with running("--db", f"sqlite:{tmp_path}/matches.db", "--new-key", key="11" * 32) as (base, _):
        assert plain_http.get(f"{base}/health/ready").status_code == 200
    with running("--db", f"sqlite:{tmp_path}/matches.db", key=KEY.hex()) as (base, _):
        assert plain_http.get(f"{base}/health/ready").status_code == 200


def test_a_folder_to_serve_never_holds_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)
    for static, inside in ((tmp_path, True), (tmp_path / "nowhere", False)):
        said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/m.db", "--port", "0", "--static", str(static))

        assert isinstance(said, str)
        assert ("keep the files to serve in one of their own" in said) == inside
        assert inside or said == f"error: {static} isn't a folder; name one with files to serve"
    assert not [*tmp_path.iterdir()], "a key was made for nothing"


def test_as_many_files_as_allowed_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = hard == resource.RLIM_INFINITY
    for wanted in (300, 301) if endless else (300, hard - 1, hard, hard + 1):
        monkeypatch.setattr("cardkit_api.server._MOST_FILES", wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        try:
            assert raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
            now = wanted if endless else min(wanted, hard)
            assert resource.getrlimit(resource.RLIMIT_NOFILE) == (now, hard)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_variable_that_is_no_setting_is_warned_about_when_the_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDKIT_TRUSTED_PROXY", "10.0.0.5")

    code, wrote = started("--db", "sqlite:nowhere/x.db", folder=tmp_path)

    assert code == 1
    said = wrote.splitlines()
    assert len(said) == 2
    assert said[0].endswith(
        "unknown variable CARDKIT_TRUSTED_PROXY is ignored; did you mean CARDKIT_TRUSTED_PROXIES?"
    )
