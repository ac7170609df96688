"""The language of a person, from the environment."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardkit.rejections import Invalid
from cardkit_cli.terminal.language import language_of_terminal
from tests.cli.play.person import Person


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de-AT"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "nl", "LC_ALL": "", "LC_MESSAGES": "de_DE@euro"}, "de-DE"),
        ({"LANG": "POSIX"}, "en"),
        ({"LC_ALL": "de_DE", "CARDKIT_LANG": "nl"}, "nl"),
    ],
)
def test_the_first_one_that_is_set_counts(
    environment: Mapping[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CARDKIT_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert language_of_terminal() == language


def test_a_language_that_is_no_tag_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_LANG", "f_r")

    with pytest.raises(Invalid, match="language tag"):
        language_of_terminal()


def test_a_match_is_played_in_the_words_of_the_language(tmp_path: Path) -> None:
    words = ("play", "push", "--seats", "ann=you,random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words, environment={"CARDKIT_LANG": "de-AT"}) as person:
        assert person.moves == ["aufdecken"]
        person.types("aufdecken")
        assert "ann deckt" in person.text


def test_the_rules_are_read_in_a_pager(tmp_path: Path) -> None:
    environment = {"CARDKIT_LANG": "nl", "PAGER": "head -n 3"}
    with Person(tmp_path, "rules", "push", environment=environment, asked=False) as person:
        assert person.ends() == 0
        assert "Push" in person.text
        assert "1.1" not in person.text
