"""Standing orders: a move for the next turn of a seat, and what the player foresees until then."""

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from cardkit.documents import Document
from cardkit.game import Json
from cardkit.language import Language
from cardkit.rejections import UnknownGame, shown
from cardkit_api.client import RemoteMatch
from cardkit_api.messages import OrderStatus
from cardkit_cli.errors import UsageError
from cardkit_cli.games import event_types, find_game
from cardkit_cli.move_text import parse_move
from cardkit_cli.output import jsonl
from cardkit_cli.phrases import phrase

__all__ = ["give_order", "order_document", "order_lines", "parse_pattern"]


def parse_pattern(text: str) -> Document:
    """Return the pattern of an event: its type, or a JSON object with some of its fields."""
    if text.startswith("{"):
        try:
            pattern: Json = json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            place = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
            raise UsageError(f"--if {shown(text)}: invalid JSON{place}") from None
        if isinstance(pattern, dict):
            return pattern
    if not text.replace(".", "").replace("_", "").isalnum():
        raise UsageError(
            f"--if {shown(text)}: expected the type of an event, or a JSON object with some of its fields"
        )
    return {"type": text}


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} isn't JSON")


def give_order(remote: RemoteMatch, move: str, patterns: Sequence[Document], seen: int | None) -> OrderStatus:
    """Order the move. Without a version that the player saw, count from now."""
    wanted = parse_move(move)
    if seen is None or any("type" in pattern for pattern in patterns):
        status = remote.status()
        patterns = [_with_whole_type(pattern, status.game) for pattern in patterns]
        seen = status.version if seen is None else seen
    return remote.set_order(wanted, patterns, seen)


def _with_whole_type(pattern: Document, game: str) -> Document:
    """Return the pattern with its type as events have it. Refuse a type that the game, if it's installed, hasn't."""
    given = pattern.get("type")
    if not isinstance(given, str):
        return pattern
    try:
        types = event_types(find_game(game))
    except UnknownGame:
        return pattern
    if given in types.values():
        return pattern
    if given not in types:
        near = get_close_matches(given.rpartition(".")[2], types, 1)
        hint = f"did you mean {near[0]}?" if near else f"it has: {', '.join(types)}"
        raise UsageError(f"--if: {game} has no event {shown(given)}; {hint}")
    return {**pattern, "type": types[given]}


def order_document(match: str, status: OrderStatus) -> Document:
    """Return the order that waits, and else what became of the last one."""
    order, last = status.order, status.last
    return {
        "match": match,
        "order": None
        if order is None
        else {"version": order.version, "foreseen": [*order.foreseen], "move": order.move},
        "last": None if last is None else {"code": last.code, "version": last.version, "text": last.text},
    }


def order_lines(status: OrderStatus, language: Language) -> Iterator[str]:
    """Yield the same in words. Each pattern is on a line of its own, as `--if` takes it."""
    order, last = status.order, status.last
    if order is None:
        yield phrase("no order", language) if last is None else last.text
        return
    move = _move_text(order.move)
    if {} in order.foreseen:
        yield phrase("order whatever", language, move=move)
        return
    yield phrase("order if", language, move=move, version=order.version)
    for pattern in order.foreseen:
        match pattern:
            case {"type": str(kind)} if len(pattern) == 1:
                yield f"  {kind}"
            case _:
                yield f"  {jsonl(pattern)}"


def _move_text(move: Json) -> str:
    """Return the move as the command takes it."""
    match move:
        case str():
            return move
        case int():
            return f"#{move}"
        case _:
            return json.dumps(move, ensure_ascii=False, separators=(",", ":"))
