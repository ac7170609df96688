"""Laws 5 and 6 after every move of random matches, for every viewer; `docs/secrecy.md` tells of the full run.

`python -m tests.secrecy.every_step 1000` prints the figures.
"""

import os
from typing import Final

import pytest

from cardkit.registry import games
from tests.secrecy.every_step import WATCHING, watched

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
FEW: Final = {"thirteen": (0, 3), "friday13": (1, 2), "biberbande": (3, 4), "push": (1,)}
"""A few matches, with few and with many players. Biberbande's match 4 lasts until the stock has run out."""
AT_ONCE: Final = 20
PARTS: Final = 1000 // AT_ONCE if SOAK else 1


def test_no_game_is_left_out() -> None:
    assert games().keys() == WATCHING.keys()


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", WATCHING)
def test_nothing_that_anybody_is_shown_depends_on_what_they_cannot_know(game: str, part: int) -> None:
    """views, glimpses, moves, refusals, sentences, JSON and what can be undone: byte for byte, at every step"""
    numbers = range(part * AT_ONCE, (part + 1) * AT_ONCE) if SOAK else FEW[game]
    found = watched(game, numbers)

    assert found.matches == len(numbers)
    assert found.looks >= 3 * found.steps
    assert found.met > 0.7 * found.looks
    assert found.heard > 0.85 * found.looks
