"""Every game keeps the laws (`cardkit.testing`). More matches are tried at full size: CARDKIT_SOAK=1."""

import os
from collections.abc import Callable
from typing import Final

import pytest

from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.registry import games
from cardkit.testing import LawReport, check_game
from tests.games.push import scenes as push_scenes

TIMES: Final = 200 if os.environ.get("CARDKIT_SOAK") else 1


def thirteen_keeps_them() -> LawReport:
    rules = thirteen.Options(), thirteen.Options(first_dealer="random", rounds=1)
    name = "cardkit.games.thirteen:GAME"
    return check_game(thirteen.GAME, options=rules, matches=4 * TIMES, importable=name)


def friday13_keeps_them() -> LawReport:
    rules = friday13.Options(), friday13.Options(first_player="random", rounds=1)
    name = "cardkit.games.friday13:GAME"
    return check_game(friday13.GAME, options=rules, matches=4 * TIMES, importable=name)


def biberbande_keeps_them() -> LawReport:
    rules = (
        biberbande.Options(),
        biberbande.Options(first_dealer="random", rotate_dealer=True, turn_limit=4, rounds=2),
    )
    name = "cardkit.games.biberbande:GAME"
    return check_game(biberbande.GAME, options=rules, matches=5 * TIMES, importable=name)


def push_keeps_them() -> LawReport:
    rules = push.Options(), push.Options(first_player="random", risk=True)
    name = "cardkit.games.push:GAME"
    cards = push_scenes.all_cards
    return check_game(push.GAME, options=rules, matches=5 * TIMES, cards=cards, importable=name)


def push_without_direction_cards_keeps_them() -> LawReport:
    rules = (push.Options(direction_cards=False, risk=True),)
    return check_game(push.GAME, options=rules, seats=(2,), matches=TIMES, cards=push_scenes.all_cards)


CHECKS: Final[dict[str, tuple[Callable[[], LawReport], ...]]] = {
    "thirteen": (thirteen_keeps_them,),
    "friday13": (friday13_keeps_them,),
    "biberbande": (biberbande_keeps_them,),
    "push": (push_keeps_them, push_without_direction_cards_keeps_them),
}

CHOSEN: Final = {push_without_direction_cards_keeps_them: (2,)}
"""Numbers of seats, where it isn't all that the game has."""


def test_no_game_is_left_out() -> None:
    assert games().keys() <= CHECKS.keys()


@pytest.mark.parametrize("check", [check for checks in CHECKS.values() for check in checks])
def test_the_laws_hold(check: Callable[[], LawReport]) -> None:
    report = check()

    assert report.broken == ()
    assert report.moves > 0
    assert report.seats == tuple(CHOSEN.get(check, games()[report.game].seats))
