"""A game names its bots by a reference: they are imported when one is asked for, wherever the game comes from."""

import sys
from pathlib import Path

import attrs
import pytest

import cardkit
from cardkit.bots import AnyObservation, Bot, GameBots, bot, observe
from cardkit.game import AnyGame
from cardkit.rejections import BrokenGame

AUTHOR = """
from cardkit.bots import Bot, GameBots

def last(seen):
    return seen.legal[-1]

BOTS = GameBots(
    greedy=Bot("the last move", last),
    fallback=last,
    strong=lambda budget: Bot(f"strongest:{budget}", last),
)
"""


def with_bots(reference: str) -> AnyGame:
    return attrs.evolve(cardkit.game("thirteen"), key="mine", bots=reference)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """A game whose author put bots into a module of their own."""
    (tmp_path / "bots_of_an_author.py").write_text(AUTHOR, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return with_bots("bots_of_an_author:BOTS")


def test_a_plugged_in_games_bots_play_by_their_common_names(game: AnyGame) -> None:
    match = cardkit.start(game, 3, seed="mine")
    seen = observe(match, match.actors[0], cardkit.SeededChance("bot"))

    assert bot("greedy", game).name == "the last move"
    assert bot("strong:5", game).name == "strongest:5"
    for name in ("greedy", "strong:5", "ismcts:1"):
        assert bot(name, game).choose(seen) == seen.legal[-1]


@pytest.mark.parametrize("name", ["greedy", "ismcts:5", "strong:5"])
@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ("nowhere.bots:BOTS", "can't be imported (ModuleNotFoundError: No module named 'nowhere')"),
        ("cardkit.games.push.bots:BOT", "can't be imported (AttributeError: "),
        ("cardkit.games.push.bots", "a reference has the form package.module:NAME"),
        ("cardkit.games.push:GAME", "is of type Game; "),
        ("", "a reference has the form package.module:NAME"),
    ],
)
def test_a_broken_reference_names_the_game_the_reference_and_the_remedy(
    reference: str, problem: str, name: str
) -> None:
    with pytest.raises(BrokenGame) as error:
        bot(name, with_bots(reference))

    text = str(error.value)
    assert text.startswith("game mine: bots=")
    assert problem in text
    assert text.endswith("use the package.module:NAME of a cardkit.bots.GameBots, or leave bots out")


def test_a_broken_reference_harms_nobody_who_asks_for_no_bot_of_the_games_own() -> None:
    game = with_bots("nowhere.bots:BOTS")

    assert bot("random", game).name == "random"
    assert cardkit.start(game, 3).actors


def test_what_a_game_leaves_out_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = GameBots[object, object, object, object, object, object](strong=lambda _: Bot("only", first))
    monkeypatch.setattr("tests.bots.scenes.BOTS", bots, raising=False)
    game = with_bots("tests.bots.scenes:BOTS")

    assert bot("greedy", game).name == "greedy (random)"
    assert bot("strong", game).name == "only"


def first(seen: AnyObservation) -> object:
    return seen.legal[0]
