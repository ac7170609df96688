"""Whole matches of the example games, as strangers meet them: over HTTP, and at the command line."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.arena.references import load_game
from cardkit.match import AnyMatch
from tests.api.door import opened
from tests.cli.running import rows, run
from tests.patience import PATIENCE

ROOT: Final = Path(__file__).parents[2]
SMALL: Final[dict[str, dict[str, object]]] = {
    "goofspiel": {"cards": 3},
    "leduc": {"first_player": "random"},
    "crazy_eights": {"plays": 10, "specials": True},
    "hanabi": {"colours": 1, "ranks": 3, "hints": 2},
}
"""Options that keep a match short, by game."""
PLACES: Final = ("examples.games.{}:GAME", "examples/games/{}.py:GAME", f"{ROOT}/examples/games/{{}}.py:GAME")
WORST: Final = 90
"""More moves than any of these matches has."""

pytestmark = pytest.mark.usefixtures("forgotten")


def check_finished(match: AnyMatch, key: str) -> None:
    assert match.game.key == key
    assert match.outcome is not None
    assert not match.actors
    assert {name: getattr(match.header.options, name) for name in SMALL[key]} == SMALL[key]
    assert cardkit.verify(match).complete


def options_of(key: str) -> list[str]:
    """Return the options as words of a command."""
    pairs = [f"{name}={str(value).lower()}" for name, value in SMALL[key].items()]
    return [word for pair in pairs for word in ("--option", pair)]


@pytest.mark.anyio
@pytest.mark.parametrize("key", SMALL)
async def test_people_play_a_whole_match_over_http(key: str) -> None:
    game = load_game(PLACES[0].format(key))

    async with opened(games={key: game}) as door:
        sat = await door.sit(game=key, seats=2, options=SMALL[key])
        status = await sat.go_on(WORST)
        views = [await sat.get("view", viewer) for viewer in (0, 1, None)]
        log = await door.get(f"{sat.path}/log", sat.owner)

    assert status["outcome"] is not None
    assert [view.status_code for view in views] == [200, 200, 200]
    check_finished(cardkit.loads(log.text, game), key)


@pytest.mark.anyio
@pytest.mark.parametrize("key", SMALL)
async def test_bots_play_a_whole_match_over_http(key: str) -> None:
    """`greedy` is Hanabi's own, found beside the game."""
    game = load_game(PLACES[0].format(key))
    bots = [{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "greedy"}]

    async with opened(games={key: game}) as door, asyncio.timeout(PATIENCE):
        made = await door.create(game=key, seats=2, options=SMALL[key], bots=bots)
        links, owner = made["match"]["links"], made["owner"]
        while (status := (await door.get(links["self"], owner)).json())["status"] != "over":
            await door.get(f"{links['self']}/events?after={status['version']}&wait=5", owner)
        log = await door.get(links["log"], owner)

    check_finished(cardkit.loads(log.text, game), key)


@pytest.mark.parametrize("place", PLACES, ids=["module", "path", "whole path"])
@pytest.mark.parametrize("key", SMALL)
def test_bots_play_a_whole_match_at_the_command_line(
    key: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    log = tmp_path / "match.log"

    ran = run(
        "play", place.format(key), "--seats", "random,greedy", "--seed", "s", *options_of(key), "-o", log
    )

    assert (ran.code, ran.err) == (0, "")
    check_finished(cardkit.load(log, load_game(place.format(key))), key)


@pytest.mark.parametrize("key", SMALL)
def test_moves_are_made_one_by_one_at_the_command_line(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From another folder, by the path of the game."""
    monkeypatch.chdir(tmp_path)
    place = PLACES[2].format(key)
    game = load_game(place)
    assert run("new", place, "--seats", "2", "--seed", "s", *options_of(key), "-o", "m.log").code == 0

    versions = list[int]()
    for _ in range(2):
        match = cardkit.load("m.log", game)
        versions.append(match.version)
        seat = str(match.actors[0])
        listed = rows("--game", place, "moves", "m.log", "--as", seat)
        ran = run("--game", place, "move", "m.log", str(listed[-1]["text"]), "--as", seat)
        assert (ran.code, ran.err) == (0, "")

    assert versions[0] < versions[1] < cardkit.load("m.log", game).version
    assert run("--game", place, "show", "m.log").code == 0
