"""`cardkit diff`: where two matches part."""

from itertools import zip_longest
from typing import Annotated

import typer

from cardkit.documents import Document, match_document
from cardkit.game import Json
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.seats import OWNER
from cardkit.telling import seat_names
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.players_file import names_of
from cardkit_cli.files.source import events_seen_by
from cardkit_cli.open_match import read_log
from cardkit_cli.output import emit_all, jsonl, say
from cardkit_cli.parameters import AsViewer, FormatOption, LanguageOption
from cardkit_cli.viewers import AnyViewer, parse_viewer

__all__ = ["diff"]

_HEADER = ("game", "rules_version", "seats", "options", "commitment", "entropy", "branched")


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A log file.")],
    second: Annotated[
        str, typer.Argument(metavar="B", help="The other log file. Either may be - for stdin.")
    ],
    viewer: AsViewer = None,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Compare two matches.

    It shows what differs in their headers, and the first event that differs. It shows what the owner sees, unless --as
    names another viewer. The exit code is 4 if anything differs.

    Example: cardkit diff game.log what-if.log
    """
    ours, theirs = read_log(first), read_log(second)
    seats = ours.header.seats
    names = names_of(first, seats, language) if seats == theirs.header.seats else None
    differences = _differences(ours, theirs, viewer or "owner", language, names)

    def table() -> None:
        for one in differences:
            where = f"event {one['n']}" if one["what"] == "event" else str(one["what"])
            say(f"{where}\n  {first}: {_shown(one['a'])}\n  {second}: {_shown(one['b'])}")
        if not differences:
            say(f"no difference in {ours.version} events")

    emit_all(differences, format, table)
    return Exit.FAILED if differences else Exit.FINE


def _differences(
    ours: AnyMatch, theirs: AnyMatch, viewer: str, language: Language, names: tuple[str, ...] | None
) -> list[Document]:
    who = parse_viewer(viewer, ours.header.seats), parse_viewer(viewer, theirs.header.seats)
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
    pairs = zip_longest(_events(ours, who[0], language, names), _events(theirs, who[1], language, names))
    for n, (a, b) in enumerate(pairs, 1):
        if a != b:
            return [*found, {"what": "event", "n": n, "a": a, "b": b}]
    return found


def _events(
    match: AnyMatch, viewer: AnyViewer, language: Language, names: tuple[str, ...] | None
) -> list[Document]:
    return events_seen_by(match, viewer, 0, language, names or seat_names(match.header.seats, None, language))


def _shown(value: Json) -> str:
    if value is None:
        return "nothing: the log ends before that"
    if isinstance(value, dict):
        text = value.get("text")
        return text if isinstance(text, str) else jsonl(value)
    return str(value)
