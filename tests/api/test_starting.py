"""What somebody sees whose server doesn't start: one sentence that says what is wrong and where."""

import socket
import sys
from pathlib import Path

import pytest

from cardkit_api.__main__ import main


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

    assert said == "error: the server's key is too short; it needs 32 hexadecimal digits or more"


def test_a_folder_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CARDKIT_KEY", raising=False)

    said = refusal(monkeypatch, "--db", f"sqlite:{tmp_path}/nowhere/matches.db", "--port", "0")

    assert said == f"error: {tmp_path}/nowhere/matches.db.key: no such file or directory"


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_number_that_is_no_port_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    code = refusal(monkeypatch, "--db", "memory:", f"--port={port}")

    assert code == 2
    assert capsys.readouterr().err.endswith(
        f"argument --port: {port} isn't a port; expected a number from 0 to 65535\n"
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
