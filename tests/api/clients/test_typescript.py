"""A client in TypeScript, generated from the document by openapi-typescript, plays every game."""

import json
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.games import BUILT_IN
from tests.api.clients.serving import serving
from tests.node import Node, found, installed

PROJECT: Final = Path(__file__).parent / "typescript"
SOURCES: Final = ("package.json", "tsconfig.json", "play.ts", "wrong.ts")
LOCKED: Final = (".npmrc", "package.json", "package-lock.json")
DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def node() -> Node:
    return found()


@pytest.fixture(scope="module")
def built(node: Node) -> Path:
    """The client, generated and compiled, beside the packages that it needs. It is kept until anything changes."""
    packages = installed(node, PROJECT, LOCKED)
    content = b"".join((PROJECT / file).read_bytes() for file in SOURCES) + DOCUMENT.read_bytes()
    folder = packages / f"built-{sha256(content).hexdigest()[:16]}"
    if not folder.exists():
        build(node, packages, folder)
    return folder


def build(node: Node, packages: Path, folder: Path) -> None:
    tools = packages / "node_modules"
    with tempfile.TemporaryDirectory(dir=packages) as name:
        fresh = Path(name) / "fresh"
        fresh.mkdir()
        for file in SOURCES:
            shutil.copy(PROJECT / file, fresh)
        node.run(tools / "openapi-typescript/bin/cli.js", DOCUMENT, "-o", "schema.ts", cwd=fresh)
        node.run(tools / "typescript/bin/tsc", "-p", ".", cwd=fresh)
        for old in {*packages.glob("built-*")} - {folder}:
            shutil.rmtree(old)
        try:
            fresh.rename(folder)
        except OSError:
            assert folder.exists()  # somebody else was faster


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
