"""A client in TypeScript, generated from the document by openapi-typescript, plays every game."""

import json
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.games import BUILT_IN
from tests.api.clients.serving import serving
from tests.node import Node, found, installed

PROJECT: Final = Path(__file__).parent / "typescript"
LOCKED: Final = (".npmrc", "package.json", "package-lock.json")
DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def node() -> Node:
    return found()


@pytest.fixture(scope="module")
def built(node: Node) -> Generator[Path, None, None]:
    """The client, generated and compiled, beside the packages that it needs."""
    packages = installed(node, PROJECT, LOCKED)
    with tempfile.TemporaryDirectory(dir=packages) as name:
        folder = Path(name)
        for file in ("package.json", "tsconfig.json", "play.ts", "wrong.ts"):
            shutil.copy(PROJECT / file, folder)
        tools = packages / "node_modules"
        node.run(tools / "openapi-typescript/bin/cli.js", DOCUMENT, "-o", "schema.ts", cwd=folder)
        node.run(tools / "typescript/bin/tsc", "-p", ".", cwd=folder)
        yield folder


def test_it_plays_a_whole_match_of_every_game(node: Node, built: Path) -> None:
    with serving() as url:
        played = [json.loads(line) for line in node.run("play.js", url, cwd=built).splitlines()]

    assert [match["game"] for match in played] == [*BUILT_IN]
    for match in played:
        again = cardkit.loads(match["log"])
        report = cardkit.verify(again)
        assert (report.ok, report.complete) == (True, True)
        assert again.outcome is not None
        assert match["outcome"]["totals"] == [*again.outcome.totals]
        assert match["version"] == again.version > match["moves"]
        assert match["told"] == [*range(1, again.version + 1)]
        assert match["last"] == {
            "type": "match_over",
            "version": again.version,
            "outcome": match["outcome"],
        }
        assert match["text"].startswith("Eine Partie mit ")
        assert match["late"] == "match_over"


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((PROJECT / "package-lock.json").read_text(encoding="utf-8"))
    packages = [package for name, package in lock["packages"].items() if name]

    assert packages
    assert all(package["integrity"].startswith("sha512-") for package in packages)
    assert not any("resolved" in package for package in packages)
    assert "://" not in (PROJECT / "package-lock.json").read_text(encoding="utf-8")
    assert "registry=" not in (PROJECT / ".npmrc").read_text(encoding="utf-8")
