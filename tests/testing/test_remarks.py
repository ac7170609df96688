"""`check_game` remarks on a field that shows everybody a card on its way into a hidden zone. It accuses nobody."""

import sys
from pathlib import Path
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
    return examined("peaks_with_a_mark", source.replace(right, wrong, 1))


def examined(name: str, source: str) -> LawReport:
    module = ModuleType(name)
    sys.modules[name] = module
    exec(source, module.__dict__)
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


@pytest.mark.parametrize(
    ("game", "right", "field", "mark"),
    [
        (hanabi, "    hands: Annotated[tuple[tuple[str | H, ...], ...], OTHERS]\n", "Dealt.hands", "OTHERS"),
        (hanabi, "    card: Annotated[str | H, OTHER_SEATS]", "Drawn.card", "OTHER_SEATS"),
        (leduc, "    hands: Annotated[tuple[str | H, ...], OWNER]\n", "Dealt.hands", "OWNER"),
        (crazy_eights, "    card: Annotated[str | H, SEAT]", "Drawn.card", "SEAT"),
    ],
)
def test_the_remark_names_the_right_mark_and_the_zone_that_most_of_the_cards_go_into(
    game: ModuleType, right: str, field: str, mark: str
) -> None:
    """Twins of the cards may lie in the stock, too."""
    source = Path(str(game.__file__)).read_text(encoding="utf-8")
    assert right in source

    (remark,) = examined(f"marked_{mark}", source.replace(right, right.replace(mark, "ALL"), 1)).remarks

    assert "cards that go into State.hands, where not everybody sees them" in remark
    assert remark.endswith(f"mark {field} {mark}.")
