"""Matches go as they went when their transcripts were written, and as many ways lead on."""

from pathlib import Path

import pytest

from cardkit.games import BUILT_IN
from cardkit.testing import check_transcript, divide, table
from tests.games.golden import (
    DEPTH,
    GAMES,
    HERE,
    TRANSCRIPTS,
    counting_path,
    counting_table,
    first_choice,
    game,
)

FILES = sorted(HERE.glob("*/golden/*_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_match_goes_as_it_went(path: Path) -> None:
    check_transcript(path.read_text(encoding="utf-8"), game(path.parent.parent.name))


def test_every_transcript_has_its_file() -> None:
    assert sorted(transcript.path for transcript in TRANSCRIPTS) == FILES


@pytest.mark.parametrize("key", GAMES)
def test_as_many_ways_lead_on_as_did(key: str) -> None:
    found, written = counting_table(key), counting_path(key).read_text(encoding="utf-8")

    for line, old in zip(found.splitlines(), written.splitlines(), strict=True):
        if line != old:
            match = first_choice(key, int(line.partition(":")[0]))
            pytest.fail(f"{old} before, now {line}\n{table(divide(match, DEPTH))}")


def test_no_built_in_game_lacks_transcripts_or_table() -> None:
    assert {*BUILT_IN} <= {*GAMES}
    assert {*GAMES} == {transcript.game for transcript in TRANSCRIPTS}
