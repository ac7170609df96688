"""Laws 5 and 6 after every move of random matches, for every viewer; `docs/secrecy.md` tells of the full run.

`python -m tests.secrecy.every_step 1000` prints the figures.
"""

import os
from typing import Final

import pytest

from cardkit.registry import games
from tests.secrecy.every_step import WATCHING, watched

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
MATCHES: Final = {"thirteen": 4, "friday13": 4, "biberbande": 5, "push": 2}
AT_ONCE: Final = 20
PARTS: Final = 1000 // AT_ONCE if SOAK else 1


def test_no_game_is_left_out() -> None:
    assert games().keys() == WATCHING.keys()


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", WATCHING)
def test_nothing_that_anybody_is_shown_depends_on_what_they_cannot_know(game: str, part: int) -> None:
    """views, glimpses, moves, refusals, sentences, JSON and what can be undone: byte for byte, at every step"""
    matches = AT_ONCE if SOAK else MATCHES[game]
    found = watched(game, range(part * matches, (part + 1) * matches))

    assert found.matches == matches
    assert found.looks >= 3 * found.steps
    assert found.met > 0.7 * found.looks
    assert found.heard > 0.85 * found.looks
