"""Whole matches of every game are told in every language, to everybody."""

from typing import Final

import pytest

import cardkit
from cardkit.engine_events import EngineEvent
from cardkit.games import BUILT_IN
from cardkit.language import Language
from cardkit.testing.trial import play_at_random

OPTIONS: Final[dict[str, dict[str, object]]] = {
    "thirteen": {"rounds": 2},
    "friday13": {"rounds": 2},
    "biberbande": {"turn_limit": 12},
    "push": {"risk": True},
}
MATCHES: Final = [(key, seats) for key in OPTIONS for seats in (3, 4)]
NAMES: Final = ("Ann", "Ben", "Cy", "Di")


def test_no_game_is_left_out() -> None:
    assert {*OPTIONS} == {*BUILT_IN}


@pytest.mark.parametrize(("key", "seats"), MATCHES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_all_that_happens_in_a_match_can_be_told_to_everybody(
    key: str, seats: int, language: Language
) -> None:
    game = cardkit.game(key)
    trial = play_at_random(game, seats, game.options(**OPTIONS[key]), f"told to {seats}")

    told = [
        game.tell(seen, language, NAMES[:seats])
        for viewer in (None, 0, 2)
        for seen in trial.last.glimpses(viewer)
        if not isinstance(seen, EngineEvent)
    ]

    assert len(told) > 100
    assert all(text.endswith((".", "!")) and not {"{", "?"} & {*text} for text in told)
