"""A match to practise: any move is taken back, and a strong bot gives hints."""

from pathlib import Path

import pytest

import cardkit
from cardkit_cli.main import main
from tests.cli.play.person import Person

WORDS = ("play", "thirteen", "--seats", "ann=you,random,random", "--seed", "s", "-o", "m.jsonl")


def test_any_move_is_taken_back_with_what_bots_did_since(tmp_path: Path) -> None:
    with Person(tmp_path, *WORDS, "--practice") as person:
        before = person.moves
        person.types(before[0])
        after = person.moves
        person.types("undo")
        assert "Your move is taken back." in person.text
        assert person.moves == before != after
        person.types(before[1])
        assert person.moves
    assert cardkit.verify(cardkit.load(tmp_path / "m.jsonl")).ok


def test_a_hint_is_a_legal_move_and_changes_nothing(tmp_path: Path) -> None:
    with Person(tmp_path, *WORDS, "--practice", "--lang", "de") as person:
        version = cardkit.load(tmp_path / "m.jsonl").version
        person.types("tipp")
        advised = person.text.partition("Ein starker Bot spielt: ")[2].split()[0]
        assert advised in person.moves
        assert cardkit.load(tmp_path / "m.jsonl").version == version


def test_without_practice_there_are_no_hints(tmp_path: Path) -> None:
    with Person(tmp_path, *WORDS) as person:
        person.types("hint")
        assert "Hints are for practice" in person.text


def test_practice_is_for_one_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", "push", "--seats", "a=you,b=you", "--practice", "-o", "m.jsonl"]) == 2

    assert "--practice: only for one person" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
