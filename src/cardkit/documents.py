"""A match as JSON documents. The API and the command line show these, so they show the same and nothing else.

A document is made for one viewer, from the library's own projections (`Match.view`, `Match.glimpses`, `Match.legal`).
Nothing here looks at a state. Only `event_documents`, for the owner, looks at events.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from cardkit.codec import codec
from cardkit.game import AnyGame, Json, Language, SomeGame, any_game, known_moves
from cardkit.header import header_document
from cardkit.phrases import SAYS
from cardkit.rejections import CardkitError, Invalid, LogError, Rejected, UnknownGame, WireError, shown
from cardkit.schema import options_schema
from cardkit.seats import OWNER, Outcome, Seat, Viewer
from cardkit.some_match import SomeMatch, any_match
from cardkit.telling import sentences

if TYPE_CHECKING:
    from cardkit.hidden.memory import Memory

__all__ = [
    "Document",
    "error_document",
    "event_documents",
    "game_document",
    "glimpse_documents",
    "match_document",
    "memory_document",
    "move_document",
    "move_documents",
    "move_of",
    "outcome_document",
    "progress_document",
    "read_move",
    "view_document",
]

Document: TypeAlias = dict[str, Json]


def game_document(game: SomeGame) -> Document:
    """Return the description of a game, with the JSON Schema of its options and its rejection codes."""
    rules = any_game(game)
    return {
        "key": rules.key,
        "title": rules.title,
        "least_seats": rules.seats[0],
        "most_seats": rules.seats[-1],
        "rules_version": rules.rules_version,
        "options": options_schema(rules),
        "rejections": dict(rules.rejections),
    }


def match_document(match: SomeMatch, viewer: Viewer) -> Document:
    """Return all that a viewer may know now: the match, its progress, and the view.

    `seed` is revealed when the match is over. The seed of a branch isn't, because the match that it left may still run.
    """
    match = any_match(match)
    header = match.header
    over = match.outcome is not None and not header.branches
    return {
        **header_document(header),
        "seed": header.seed if over else None,
        **progress_document(match),
        "seat": viewer,
        "view": view_document(match, viewer),
    }


def progress_document(match: SomeMatch) -> Document:
    """Return the progress of a match: its version, who may move, and the outcome if it is over."""
    match = any_match(match)
    outcome = match.outcome
    return {
        "version": match.version,
        "actors": [*match.actors],
        "outcome": None if outcome is None else outcome_document(outcome),
    }


def view_document(match: SomeMatch, viewer: Viewer) -> Document:
    """Return what the viewer sees now."""
    match = any_match(match)
    return codec(match.game).view_out(match.view(viewer))


def memory_document(match: SomeMatch, viewer: Viewer) -> Document | None:
    """Return what the viewer knows: the view, in which each card that the viewer can still tell has its face.

    Return `None` if the game's memory isn't of that form. That of each game made with `derive_game` is.
    """
    match = any_match(match)
    memory: object = match.memory(viewer)
    known = memory.state if _is_derived(memory) else memory
    if type(known) is not type(match.view(viewer)):
        return None
    return codec(match.game).view_out(known)


def _is_derived(memory: object) -> "TypeGuard[Memory[object]]":
    from cardkit.hidden.memory import Memory  # loads the whole layer, which a game by hand doesn't need

    return isinstance(memory, Memory)


def glimpse_documents(
    match: SomeMatch,
    viewer: Viewer,
    since: int = 0,
    language: Language = "en",
    names: Sequence[str] | None = None,
    limit: int | None = None,
) -> list[Document]:
    """Return what the viewer saw after version `since`: the number of each event, its glimpse and its sentence.

    With a limit, return only the first ones. The time doesn't depend on how many more there are.
    """
    match = any_match(match)
    out = codec(match.game).glimpse_out
    if limit is not None:
        while match.previous is not None and match.previous.version >= since + limit:
            match = match.previous
    glimpses = match.glimpses(viewer, since)[:limit]
    texts = sentences(match.game, match.header.seats, glimpses, language, names)
    return [
        {"n": n, "glimpse": out(glimpse), "text": text}
        for n, (glimpse, text) in enumerate(zip(glimpses, texts, strict=True), since + 1)
    ]


def event_documents(
    match: SomeMatch, since: int = 0, language: Language = "en", names: Sequence[str] | None = None
) -> list[Document]:
    """Return the events after version `since`, for the owner: the number of each, the whole event and its sentence."""
    match = any_match(match)
    out = codec(match.game).event_out
    events = match.glimpses(OWNER, since)
    texts = match.sentences(OWNER, language, names, since)
    return [
        {"n": n, "event": out(event), "text": text}
        for n, (event, text) in enumerate(zip(events, texts, strict=True), since + 1)
    ]


def move_documents(match: SomeMatch, seat: Seat) -> list[Document]:
    """Return the number, text and JSON of each legal move of a seat, in order. Any of the three names the move."""
    return [move_document(match, move) for move in any_match(match).legal(seat)]


def move_document(match: SomeMatch, move: object) -> Document:
    """Return the number, text and JSON of a move of this match."""
    match = any_match(match)
    game, header = match.game, match.header
    number = known_moves(game, header.seats, header.options).numbers[move]
    return {"number": number, "text": game.say(move), "move": codec(game).move_out(move)}


def move_of(match: SomeMatch, given: Json) -> object:
    """Return the move with this number, text or JSON, legal or not.

    Raise `Rejected` ("unreadable") or `WireError` if there is no such move.
    """
    match = any_match(match)
    return read_move(match.game, match.header.seats, match.header.options, given)


def read_move(game: AnyGame, seats: int, options: object, given: Json) -> object:
    """Do the same as `move_of` without a match."""
    match given:
        case dict():
            return codec(game).move_in(given)
        case str():
            return game.read(given, seats, options)
        case int() if type(given) is int:
            moves = known_moves(game, seats, options).in_order
            if 0 <= given < len(moves):
                return moves[given]
            last = len(moves) - 1
            raise Rejected("unreadable", SAYS["unreadable, number"], given=shown(given), last=last)
        case _:
            raise WireError("expected a move: its number, its text, or its JSON object")


def outcome_document(outcome: Outcome) -> Document:
    """Return how a match ended: totals, ranks and winners, by seat."""
    return {"totals": [*outcome.totals], "ranks": [*outcome.ranks], "winners": [*outcome.winners]}


def error_document(
    error: CardkitError, language: Language = "en", names: Sequence[str] | None = None
) -> Document:
    """Return an error as a document: its `code` for programs, its text, and details (path, line, field, nearest).

    A refused move is explained in the language, with the players' names.
    """
    text = error.sentence(language, names) if isinstance(error, Rejected) else str(error)
    document: Document = {"code": error.code, "message": text}
    match error:
        case WireError(path=path):
            document["path"] = path
        case LogError(line=line, path=path):
            document |= {"line": line, "path": path}
        case Invalid(field=name, accepted=accepted):
            document |= {"field": name, "accepted": accepted}
        case UnknownGame(nearest=nearest):
            document["nearest"] = [*nearest]
        case _:
            pass
    return document
