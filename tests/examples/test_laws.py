"""The example games keep all laws, with several options and numbers of seats; at full size with CARDKIT_SOAK=1."""

import os
from collections.abc import Sequence
from typing import Final

import pytest

from cardkit.game import AnyGame, any_game
from cardkit.testing import check_game
from examples.games import crazy_eights, goofspiel, hanabi, leduc

MATCHES: Final = 400 if os.environ.get("CARDKIT_SOAK") else 3

RULES: Final[dict[str, tuple[AnyGame, Sequence[object]]]] = {
    "goofspiel": (
        any_game(goofspiel.GAME),
        [goofspiel.Options(cards=4, order=order) for order in ("random", "ascending", "descending")],
    ),
    "leduc": (any_game(leduc.GAME), [leduc.Options(), leduc.Options(first_player="random")]),
    "crazy_eights": (
        any_game(crazy_eights.GAME),
        [
            crazy_eights.Options(specials=True, plays=40),
            crazy_eights.Options(specials=True, reshuffle=False, draws=2),
            crazy_eights.Options(plays=20, dealer=0),
        ],
    ),
    "hanabi": (
        any_game(hanabi.GAME),
        [
            hanabi.Options(colours=2, ranks=3, lives=1),
            hanabi.Options(colours=3, ranks=2, hints=2),
            hanabi.Options(colours=1, ranks=5),
        ],
    ),
}


@pytest.mark.parametrize("key", RULES)
def test_it_keeps_the_laws(key: str) -> None:
    """some seconds a game: all laws, with every option listed"""
    game, options = RULES[key]

    report = check_game(game, options=options, matches=MATCHES, importable=f"examples.games.{key}:GAME")

    assert report.matches == MATCHES
