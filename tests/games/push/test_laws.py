"""Push keeps the laws that every game keeps."""

import os
from typing import Final

from cardkit.games.push import GAME, Options
from cardkit.testing import check_game
from tests.games.push.scenes import all_cards

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))


def test_push_keeps_the_laws() -> None:
    house_rules = [Options(), Options(first_player="random", risk=True)]

    report = check_game(GAME, options=house_rules, matches=1000 if SOAK else 6, cards=all_cards)

    assert report.broken == ()
    assert report.seats == (2, 3, 4, 5, 6)


def test_push_without_direction_cards_keeps_the_laws() -> None:
    short = Options(direction_cards=False, risk=True)

    report = check_game(GAME, options=[short], seats=[2], matches=1000 if SOAK else 2, cards=all_cards)

    assert report.broken == ()
