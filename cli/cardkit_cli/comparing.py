"""`cardkit diff`: where two matches part."""

from itertools import zip_longest

from cardkit.documents import Document, match_document
from cardkit.game import Json, Language
from cardkit.match import AnyMatch
from cardkit.seats import OWNER
from cardkit_cli.exits import Exit
from cardkit_cli.eyes import Eyes, eyes
from cardkit_cli.files import read
from cardkit_cli.output import Format, emit_all, jsonl, say
from cardkit_cli.showing import seen

__all__ = ["diff"]

_HEADER = ("game", "rules_version", "seats", "options", "commitment", "entropy", "branched")


def diff(first: str, second: str, viewer: str | None, language: Language, format: Format) -> Exit:
    """What differs in the headers, and the first event that does, as the viewer saw it: the owner if none is named."""
    ours, theirs = read(first), read(second)
    documents = _differences(ours, theirs, viewer or "owner", language)

    def table() -> None:
        for document in documents:
            where = f"event {document['n']}" if document["what"] == "event" else str(document["what"])
            say(f"{where}\n  {first}: {_shown(document['a'])}\n  {second}: {_shown(document['b'])}")
        if not documents:
            say(f"the same, {ours.version} events")

    emit_all(documents, format, table)
    return Exit.FAILED if documents else Exit.FINE


def _differences(ours: AnyMatch, theirs: AnyMatch, viewer: str, language: Language) -> list[Document]:
    who = eyes(viewer, ours), eyes(viewer, theirs)
    heads = match_document(ours, None), match_document(theirs, None)
    found: list[Document] = [
        {"what": what, "a": heads[0][what], "b": heads[1][what]}
        for what in _HEADER
        if heads[0][what] != heads[1][what]
    ]
    if (
        who[0] is OWNER
        and ours.header.branches != theirs.header.branches
        and heads[0]["branched"] == heads[1]["branched"]
    ):
        found.append({"what": "branch_seeds", "a": None, "b": None})
    if ours.game.key != theirs.game.key:
        return found
    pairs = zip_longest(_events(ours, who[0], language), _events(theirs, who[1], language))
    for n, (a, b) in enumerate(pairs, 1):
        if a != b:
            return [*found, {"what": "event", "n": n, "a": a, "b": b}]
    return found


def _events(match: AnyMatch, who: Eyes, language: Language) -> list[Document]:
    names = tuple(f"seat {seat}" for seat in range(match.header.seats))
    return seen(match, who, 0, language, names)


def _shown(value: Json) -> str:
    if value is None:
        return "nothing: its log ends before"
    if isinstance(value, dict):
        text = value.get("text")
        return text if isinstance(text, str) else jsonl(value)
    return str(value)
