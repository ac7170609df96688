"""No room but a game's own names a game: not the engine, the bots, the API or the command line."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.games import BUILT_IN

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "src/cardkit/games").glob("*/__init__.py"))
MODULES = {
    str(path.relative_to(ROOT)): path
    for folder in ("src", "cli")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.is_relative_to(ROOT / "src/cardkit/games") or path.parent == ROOT / "src/cardkit/games"
}
ALLOWED = {
    "src/cardkit/games/__init__.py": "the list of built-in games",
}


def named(source: str) -> Iterator[str]:
    """Yield games that code names: as a text, an imported module or a reference. Examples in docs don't count."""
    if not any(game in source for game in GAMES):  # most modules needn't be parsed
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield from (game for game in GAMES if game in node.value.replace(":", ".").split("."))
        elif isinstance(node, ast.Import):
            yield from (game for alias in node.names for game in GAMES if game in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            words = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            yield from (game for game in GAMES if game in words)


def test_modules_outside_the_games_name_none() -> None:
    found = {
        module: sorted({*named(path.read_text(encoding="utf-8")), *({path.stem} & {*GAMES})})
        for module, path in MODULES.items()
    }

    assert len(found) > 200
    assert {module: games for module, games in found.items() if games} == dict.fromkeys(ALLOWED, GAMES)


def test_the_list_of_built_in_games_is_all_that_it_names() -> None:
    source = MODULES["src/cardkit/games/__init__.py"].read_text(encoding="utf-8")

    assert [*named(source)] == [*BUILT_IN]


@pytest.mark.parametrize(
    "source",
    [
        'match key:\n    case "push":\n        pass',
        "from cardkit.games.push import View",
        "from cardkit_cli.commands import push",
        "import cardkit.games.push.cards",
        'load("cardkit.games.push.bots:BOTS")',
    ],
)
def test_a_game_that_is_named_is_found(source: str) -> None:
    assert [*named(source)] == ["push"]
    assert [*named(f'"""An example: {source.splitlines()[0]!r} for push."""')] == []
