"""The files of the page: small, of one host, typed, and in three languages."""

import gzip
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from tests.node import Node, found, installed

PROJECT: Final = Path(__file__).parent
TYPESCRIPT: Final = PROJECT.parent / "api" / "clients" / "typescript"
LOCKED: Final = (".npmrc", "package.json", "package-lock.json")
MOST: Final = 60_000


def sent(name: str) -> bool:
    """Return whether browsers get the file. They don't get the types, which are for the type checker."""
    return not name.endswith(".ts")


def page() -> dict[str, str]:
    """Return the files of the page by their names."""
    folder = files("cardkit_api").joinpath("table_page")
    return {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if sent(entry.name)}


def words(language: str) -> dict[str, str]:
    """Return the page's words in a language."""
    at = ("en", "de", "nl").index(language)
    block = re.search(r"const WORDS = \{\n(.*?)\n\};", page()["words.js"], re.DOTALL)
    assert block is not None
    rows = re.findall(r"^  (\w+): \[(.*?)\],$", block[1], re.MULTILINE | re.DOTALL)
    return {word: re.findall(r'"((?:[^"\\]|\\.)*)"', row)[at] for word, row in rows}


def test_all_of_the_page_is_small() -> None:
    sizes = {name: len(gzip.compress(text.encode(), mtime=0)) for name, text in page().items()}

    assert sum(sizes.values()) < MOST, sizes


def test_no_line_is_longer_than_120_characters() -> None:
    long = {name for name, text in page().items() if max(map(len, text.splitlines())) > 120}

    assert long == {"icon.svg"}


def test_the_page_names_no_other_host_and_makes_no_html_from_texts() -> None:
    for name, text in page().items():
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), name
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text
        ), name


def test_the_document_holds_no_script_and_no_style() -> None:
    html = page()["index.html"]

    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", html)


def test_the_document_names_all_modules_at_once() -> None:
    """So a browser doesn't find one after the other. A replay loads its own when somebody asks for it."""
    scripts = {name for name in page() if name.endswith(".js")}

    assert {*re.findall(r'"page/([\w-]+\.js)"', page()["index.html"])} == scripts - {"cardkit-replay.js"}


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_page_says_everything_in_each_language_with_the_same_values(language: str) -> None:
    english, other = words("en"), words(language)

    assert len(english) > 60
    assert other.keys() == english.keys()
    for word, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", other[word])) == sorted(re.findall(r"\{\w+\}", text)), word
        assert other[word]


def test_no_word_is_left_over() -> None:
    """A word is said, or it is in a table of words. A place of the page may have the same name."""
    scripts = "".join(text for name, text in page().items() if name.endswith(".js") and name != "words.js")
    tables = re.findall(r"/\*\* @type \{[^}]*\bWord\b[^}]*\} \*/\nconst \w+ = ([^;]*);", scripts)
    spoken = {*re.findall(r'"(\w+)"', "".join((*tables, *re.findall(r"\bsay\([^()]*", scripts))))}

    assert len(tables) == 4
    assert words("en").keys() - spoken == set()


def test_the_modules_have_no_type_errors() -> None:
    """`npx tsc -p tests/browser` checks them by hand."""
    node: Node = found()
    packages = installed(node, TYPESCRIPT, LOCKED)

    kept = ("--incremental", "--tsBuildInfoFile", packages / "page.tsbuildinfo")  # what didn't change since
    node.run(packages / "node_modules/typescript/bin/tsc", "-p", PROJECT, *kept, cwd=packages)
