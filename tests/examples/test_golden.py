"""Logs that were written once still open, and the same matches still give the same bytes."""

import pytest

import cardkit
from tests.examples.golden import GAMES, path, played


@pytest.mark.parametrize("key", GAMES)
def test_an_old_log_opens_and_is_written_as_it_was(key: str) -> None:
    text = path(key).read_text(encoding="utf-8")

    match = cardkit.loads(text, GAMES[key][0])

    assert match.outcome is not None
    assert cardkit.dumps(match) == text


@pytest.mark.parametrize("key", GAMES)
def test_the_same_seed_and_moves_give_the_same_log(key: str) -> None:
    assert cardkit.dumps(played(key)) == path(key).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_event_is_in_the_log(key: str) -> None:
    text, game = path(key).read_text(encoding="utf-8"), GAMES[key][0]

    assert [name for name in game.wire.events if f'"{name}"' not in text] == []
