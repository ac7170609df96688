"""`cardkit games`, `rules`, `schema`, `doctor`, `--version`, `--help`."""

import json
import tomllib
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import cardkit
from cardkit.documents import game_document
from cardkit.registry import BUILT_IN
from cardkit_cli.commands import COMMANDS, doctor
from cardkit_cli.main import function_of
from tests.cli.running import rows, run

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_all_games_are_listed_one_document_each() -> None:
    assert [document["key"] for document in rows("games")] == [*cardkit.games()]
    assert rows("games")[0] == game_document(cardkit.game("thirteen"))


def test_the_table_of_games_has_a_line_for_each() -> None:
    lines = run("games").out.splitlines()

    assert lines[0].split() == ["game", "title", "seats", "rules", "version"]
    assert [line.split()[0] for line in lines[1:]] == [*BUILT_IN]


def test_json_is_one_document() -> None:
    assert json.loads(run("games", "--format", "json").out) == rows("games")


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_rules_are_the_page_of_the_game(language: str) -> None:
    ran = run("rules", "push", "--lang", language)

    assert ran.out.strip() == cardkit.game("push").rules[language].strip()


def test_a_schema_is_that_of_the_library() -> None:
    assert json.loads(run("schema", "biberbande").out) == cardkit.schema(cardkit.game("biberbande"))
    assert rows("schema", "biberbande") == [cardkit.schema(cardkit.game("biberbande"))]


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").out == f"cardkit {version('cardkit')}\n"


def test_without_a_command_there_is_help() -> None:
    ran = run()

    assert ran.code == 0
    assert ran.out.startswith("Usage: cardkit")
    assert ran.err == ""


def test_every_command_has_an_example_in_its_help() -> None:
    for command in COMMANDS:
        text = " ".join(run(command, "--help").out.split())
        assert f"cardkit {command}" in text.partition("Usage:")[2].partition(" ")[2], command
        assert "xample" in text, command


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_s_summary_is_the_first_line_of_its_help(command: str) -> None:
    """The summaries are listed without importing the commands."""
    assert (function_of(command).__doc__ or "").splitlines()[0] == COMMANDS[command]


def test_doctor_finds_everything_in_order_here() -> None:
    lines = rows("doctor")

    assert {line["name"]: line["state"] for line in lines if line["what"] == "game"} == dict.fromkeys(
        BUILT_IN, "ok"
    )
    assert {"python", "cardkit", "attrs", "typer"} <= {str(line["name"]) for line in lines}


def test_doctor_knows_every_extra() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]

    listed = {str(line["what"]) for line in rows("doctor")}

    extras = {*project["optional-dependencies"]} - {"cli"}
    assert {what for what in listed if "[" in what} == {f"cardkit[{extra}]" for extra in extras}


def test_doctor_says_which_extras_are_here_and_how_to_get_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "pyarrow":
            raise PackageNotFoundError(name)
        return "1.2.3"

    monkeypatch.setattr(doctor, "version", version)

    found = {line["name"]: (line["state"], line["found"]) for line in rows("doctor")}

    assert found["dask"] == found["distributed"] == ("ok", "1.2.3")
    assert found["pyarrow"] == ("absent", "pip install 'cardkit[parquet]'")


def test_doctor_says_what_is_broken_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = cardkit.registry.Games(cardkit.games(), {"whist": "ImportError: no module named whist"})
    monkeypatch.setattr(doctor, "load_games", lambda: (broken, ()))

    ran = run("doctor")

    assert ran.code == 4
    assert "whist" in ran.out
    assert "ImportError: no module named whist" in ran.out


def test_a_broken_plug_in_is_named_beside_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cardkit.games()

    def warned() -> cardkit.registry.Games:
        warnings.warn(
            "game plug-in 'whist' was left out: ImportError", cardkit.registry.BrokenPlugIn, stacklevel=1
        )
        return whole

    monkeypatch.setattr(cardkit, "games", warned)

    ran = run("games")

    assert ran.code == 0
    assert ran.err == "cardkit: game plug-in 'whist' was left out: ImportError\n"
    assert "whist" not in ran.out
