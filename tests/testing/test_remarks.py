"""`check_game` remarks on a field that shows everybody a card on its way into a hidden zone. It accuses nobody."""

import sys
from types import ModuleType
from typing import Final

import pytest

import cardkit
from cardkit.game import AnyGame, any_game
from cardkit.games import BUILT_IN
from cardkit.testing import LawReport, examine
from examples.games import crazy_eights, goofspiel, hanabi, leduc
from tests import own_game

HANDS: Final = "    hands: Hands[H]\n    stock"
STOCK: Final = "    stock: FaceDown[H]\n"


def checked(right: str, wrong: str) -> LawReport:
    """Examine the game of the how-to, with another mark in its deal."""
    source = own_game.source()
    assert right in source
    module = ModuleType("peaks_with_a_mark")
    sys.modules[module.__name__] = module
    exec(source.replace(right, wrong, 1), module.__dict__)
    game: AnyGame = module.GAME
    return examine(game, matches=1, laws=())


def test_hands_that_everybody_sees_dealt_are_remarked_on() -> None:
    report = checked(HANDS, "    hands: Annotated[tuple[tuple[int | H, ...], ...], ALL]\n    stock")

    assert report.broken == ()
    (remark,) = report.remarks
    assert remark == (
        "Dealt.hands is marked ALL, so everybody sees and remembers cards that go into State.hands, where not "
        "everybody sees them. If that isn't meant, mark Dealt.hands OWNER."
    )
    assert str(report).endswith(f"\nRemark: {remark}")


def test_a_stock_that_everybody_sees_dealt_is_remarked_on() -> None:
    (remark,) = checked(STOCK, "    stock: Annotated[tuple[int | H, ...], ALL]\n").remarks

    assert remark.endswith(
        "State.stock, where nobody sees them. If that isn't meant, mark Dealt.stock NOBODY."
    )


OURS: Final = (
    *map(cardkit.game, BUILT_IN),
    any_game(goofspiel.GAME),
    any_game(leduc.GAME),
    any_game(crazy_eights.GAME),
    any_game(hanabi.GAME),
)


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_no_game_of_ours_is_remarked_on(game: AnyGame) -> None:
    assert examine(game, matches=4, laws=()).remarks == ()
