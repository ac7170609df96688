"""Every game keeps the laws (`cardkit.testing`).

The laws that compare many worlds are tried with the fewest and the most seats; `tests/secrecy` compares more. At full
size (CARDKIT_SOAK=1) all laws are tried with every number of seats, and on more matches.
"""

import os
from collections.abc import Sequence
from typing import Final

import attrs
import pytest
from attrs import frozen

from cardkit.game import AnyGame, any_game
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.registry import games
from cardkit.testing import Law, examine
from tests.games.push import scenes as push_scenes

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
TIMES: Final = 200 if SOAK else 1
QUICK: Final = frozenset(Law) - {Law.SECRECY, Law.IMAGINATION, Law.SPECTATORS, Law.CONSISTENCY, Law.ORDER}


@frozen
class Tried:
    """A game, and the house rules and numbers of seats to try."""

    game: AnyGame
    rules: tuple[object, ...]
    seats: Sequence[int]


PUSH: Final = attrs.evolve(push.GAME, cards=push_scenes.all_cards)

TRIED: Final = {
    "thirteen": Tried(
        any_game(thirteen.GAME),
        (thirteen.Options(), thirteen.Options(first_dealer="random", rounds=1)),
        thirteen.GAME.seats,
    ),
    "friday13": Tried(
        any_game(friday13.GAME),
        (friday13.Options(), friday13.Options(first_player="random", rounds=1)),
        friday13.GAME.seats,
    ),
    "biberbande": Tried(
        any_game(biberbande.GAME),
        (
            biberbande.Options(),
            biberbande.Options(first_dealer="random", rotate_dealer=True, turn_limit=4, rounds=2),
        ),
        biberbande.GAME.seats,
    ),
    "push": Tried(
        any_game(PUSH), (push.Options(), push.Options(first_player="random", risk=True)), push.GAME.seats
    ),
    "push without direction cards": Tried(
        any_game(PUSH), (push.Options(direction_cards=False, risk=True),), (2,)
    ),
}


def test_no_game_is_left_out() -> None:
    assert games().keys() <= TRIED.keys()


@pytest.mark.parametrize("name", TRIED)
def test_the_laws_hold(name: str) -> None:
    tried = TRIED[name]
    outer = tuple(tried.seats) if SOAK else tuple(dict.fromkeys((tried.seats[0], tried.seats[-1])))

    report = examine(
        tried.game,
        options=tried.rules,
        seats=outer,
        matches=len(outer) * TIMES,
        importable=f"cardkit.games.{name}:GAME" if name in games() else None,
    )

    assert report.broken == ()
    assert report.moves > 0
    assert report.seats == outer


@pytest.mark.skipif(SOAK, reason="at full size, all laws are tried with every number of seats")
@pytest.mark.parametrize("name", games())
def test_the_quick_laws_hold_with_the_other_numbers_of_seats(name: str) -> None:
    tried = TRIED[name]
    inner = tuple(tried.seats)[1:-1]

    report = examine(tried.game, options=tried.rules, seats=inner, matches=len(inner), laws=QUICK)

    assert report.broken == ()
    assert report.seats == inner
