"""The command line in this process: faster than a process of its own, and the same except for the shell."""

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen

from cardkit.documents import Document
from cardkit_cli.main import main

__all__ = ["Ran", "check_refusal", "documents", "rows", "run"]


@frozen
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def run(*words: str | Path, stdin: str | bytes = b"") -> Ran:
    """Run `cardkit` with these words."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", write_through=True))
        code = main([str(word) for word in words])
        sys.stdout.flush()
        sys.stderr.flush()
        return Ran(code, out.getvalue().decode(), err.getvalue().decode())


def documents(ran: Ran) -> list[Document]:
    """Return what it printed as JSON Lines, after it went well."""
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def rows(*words: str | Path, stdin: str | bytes = b"") -> list[Document]:
    """Return the documents that `cardkit` prints for these words."""
    return documents(run(*words, "--format", "jsonl", stdin=stdin))


def check_refusal(words: Sequence[str], exit: int, code: str, hint: str, *, document: bool = True) -> None:
    """Check that `cardkit` refuses these words by a sentence and, if it prints documents, by a document."""
    sentence = run(*words)
    assert (sentence.code, sentence.out) == (exit, "")
    first = sentence.err.splitlines()[0]
    assert first.startswith("cardkit: ")
    assert first.endswith(f"({code})")
    assert hint in sentence.err
    if document:
        ran = run(*words, "--format", "jsonl")
        assert (ran.code, ran.out) == (exit, "")
        (line,) = ran.err.splitlines()
        assert json.loads(line)["code"] == code
