"""Plain English: a few habits that make sentences hard to read stay out of code and docs.

`CONTRIBUTING.md` says how we write. This tests only what a machine can see. Rule sheets keep their own tone.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from tests.sources import statements

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = sorted(path for folder in ("src", "cli", "examples") for path in (ROOT / folder).rglob("*.py"))
WORKSHOP: Final = sorted(
    path
    for folder in ("bench", "tests", "tools")
    for path in (ROOT / folder).rglob("*.py")
    if path != Path(__file__).resolve()
)
"""What only contributors read."""
PAGES: Final = sorted(
    {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")}
    - {*(ROOT / "docs" / "_build").rglob("*.md"), *(ROOT / "docs" / "rules").rglob("*.md")}
)

NOT_A_VERB: Final = frozenset(
    "a after all an another any as at by each every five for four from how if in its many most no nothing of one own "
    "rows small some somebody such that the these things this those three to two what whatever when where whether "
    "which while who whoever whose why with".split()
)
"""A docstring of a function tells what it does: "Return the view", not "The view"."""

HARD_TO_READ: Final = {
    "so many": "say how many, or `this many`",
    "whoever": "name who it is: the caller, a player, somebody who",
    "such a one": "name it again",
    "that there is": "leave it out",
    "be gone on": "say continue",
    "is not accepted": "say what is wrong with it: unknown, invalid, too long",
    "one's own": "say your own, or whose it is",
    "wont to": "say usually",
    "goes by": "say uses, follows, depends on",
    "go by": "say use, follow, depend on",
    "can be had": "say who gets it, and how",
    "but for": "say except for, without",
    "nothing but": "say only",
    "in the place of": "say in place of, instead of",
    "is to be": "say must be, or what to do: the card to place",
    "are to be": "say must be, or the probability that",
    "is that of": "name it again: the colour of paper",
    "match stands": "say the state of the match, or its progress",
    "by all that": "say from what: estimated from all glimpses",
    "is no terminal": "say isn't a terminal",
    "is no failure": "say isn't a failure",
    "says nothing of": "say that it has no meaning there",
    "tells nothing of": "say reveals nothing about",
    "what lies before": "say what the viewer sees",
    "who is to do": "say whose turn it is, and for what",
    "what else helps": "say further details",
    "what else matters": "name it: other notes",
}
"""Turns of phrase, and what to write instead."""

PHRASES: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, HARD_TO_READ))})\b", re.IGNORECASE)

ALLOWED: Final[dict[tuple[str, str], str]] = {}
"""Where such a phrase stays, by file and phrase, and why."""


LONGEST: Final = 30
"""Twenty words are the rule. A sentence of more than thirty has to be read twice."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


NO_ACTION: Final = {
    "property": "its docstring names a value",
    "cached_property": "its docstring names a value",
    "setter": "its docstring names a value",
    "fixture": "it says what a test is given, which takes it as a value",
}
"""Decorators of functions that are used as values, and why they need no verb."""


def functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the docstring of each function that acts.

    The name of a test is a sentence already, and its docstring goes on with it.
    """
    for node in statements(tree.body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (text := ast.get_docstring(node)):
            decorators = {word for one in node.decorator_list for word in re.split(r"\W", ast.unparse(one))}
            if not node.name.startswith("test_") and decorators.isdisjoint(NO_ACTION):
                yield node.lineno, text


def is_imperative(text: str) -> bool:
    """Return whether the text may begin with an imperative verb: "Return the view", not "The view" or "Returns it"."""
    word = re.split(r"[\s.,:;]", text)[0].lower()
    return bool(re.fullmatch(r"[a-z]+(?:ss|[^s])(?<!ing)(?<!ed)", word)) and word not in NOT_A_VERB


@pytest.mark.parametrize("text", ["Return it.", "Pass: nothing.", "Do it"])
def test_an_imperative_is_known(text: str) -> None:
    assert is_imperative(text)


@pytest.mark.parametrize(
    "text", ["The view.", "Returns it.", "Seconds of work", "Rated", "`it` is so", "4 cards"]
)
def test_what_is_no_imperative_is_known(text: str) -> None:
    assert not is_imperative(text)


@frozen
class Read:
    """What the docstrings of a module say."""

    functions: tuple[tuple[int, str], ...]
    docstrings: tuple[str, ...]


@cache
def read(path: Path) -> Read:
    tree = ast.parse(path.read_text("utf-8"))
    return Read(tuple(functions(tree)), tuple(docstrings(tree)))


def test_a_functions_docstring_begins_with_a_verb() -> None:
    wrong = [
        f"{name_of(path)}:{line}: {text.partition(chr(10))[0]}"
        for path in (*CODE, *WORKSHOP)
        for line, text in read(path).functions
        if not is_imperative(text)
    ]

    assert wrong == []


def hard_phrases(text: str) -> Iterator[tuple[str, str]]:
    """Yield each such phrase, and the words around it."""
    flowing = re.sub(r"\s+#?\s*", " ", text)
    lower = flowing.lower()
    if not any(phrase in lower for phrase in HARD_TO_READ):  # much faster than the expression
        return
    for found in PHRASES.finditer(flowing):
        yield found[0].lower(), flowing[max(0, found.start() - 40) : found.start() + 40]


@pytest.mark.parametrize("phrase", HARD_TO_READ)
def test_a_hard_turn_of_phrase_is_found(phrase: str) -> None:
    first, _, rest = phrase.partition(" ")
    text = f"Up to {first.capitalize()}\n    # {rest} of them" if rest else f"Give it to {phrase}, then."

    assert [found for found, _ in hard_phrases(text)] == [phrase]
    assert [*hard_phrases(f"xx{phrase}xx")] == []


def test_hard_turns_of_phrase_stay_out() -> None:
    found = [
        f"{name_of(path)}: {phrase!r}: {HARD_TO_READ[phrase]} (… {around} …)"
        for path in (*CODE, *WORKSHOP, *PAGES)
        for phrase, around in hard_phrases(path.read_text("utf-8"))
        if (name_of(path), phrase) not in ALLOWED
    ]

    assert found == []


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the paragraphs and items of all docstrings, those of attributes too."""
    for node in statements(tree.body):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield from re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d\.) )", text)
            case _:
                pass


def paragraphs(page: str) -> Iterator[str]:
    """Yield the paragraphs, items and cells of a page of Markdown. Blocks of code are left out."""
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |\|)", prose):
        yield from block.split("|")


def long_sentences(paragraph: str) -> list[str]:
    """Return the sentences that are too long. A colon or a semicolon ends one, too, and code counts as one word."""
    words = re.sub(r"`[^`]*`", "`code`", re.sub(r"\]\([^)]*\)", "]", paragraph))
    return [one for one in re.split(r"(?<=[.!?:;])[*_)]*\s+", words) if len(one.split()) > LONGEST]


def test_a_long_sentence_is_found() -> None:
    long, code = " ".join(["word"] * (LONGEST + 1)), f"`{' '.join(['code'] * LONGEST)}`"
    page = f"# Title\n\n{long[5:]}.\n{long[5:]}.\n- one {code}:\n- {long}\n\n```text\n{long}\n```\n"
    module = ast.parse(f'"""{long[5:]}.\n\n{long}."""\nx = 1\n"""{long}."""')

    assert [one.strip() for part in paragraphs(page) for one in long_sentences(part)] == [f"- {long}"]
    assert [one for part in docstrings(module) for one in long_sentences(part)] == [f"{long}."] * 2


def test_no_sentence_is_longer_than_thirty_words() -> None:
    pages = [(path, paragraphs(path.read_text("utf-8"))) for path in PAGES]
    code = [(path, read(path).docstrings) for path in (*CODE, *WORKSHOP)]
    found = [
        f"{name_of(path)}: {sentence}"
        for path, parts in (*pages, *code)
        for part in parts
        for sentence in long_sentences(part)
    ]

    assert found == []


def test_every_exception_is_still_needed() -> None:
    for name, phrase in ALLOWED:
        assert phrase in (ROOT / name).read_text("utf-8"), (
            f"{name} has no {phrase!r} any more: take it off the list"
        )
