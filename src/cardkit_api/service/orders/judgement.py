"""What becomes of a standing order. That depends only on what its seat is shown, so it reveals nothing more."""

import json
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cardkit.clock import Clock
from cardkit.converter import FAST, structured
from cardkit.documents import glimpse_documents
from cardkit.engine_events import Undone
from cardkit.game import Json
from cardkit.history import steps_since
from cardkit.match import AnyMatch
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.messages import MOST_PATTERNS, OrderCode
from cardkit_api.service.match_info import MatchInfo

__all__ = ["Content", "Verdict", "check_patterns", "fits", "judge", "players_of"]

Verdict: TypeAlias = Literal["wait", "play"] | OrderCode

_DEPTH: Final = 8
"""The most objects and arrays inside each other in a pattern. Glimpses have fewer."""


@frozen(kw_only=True)
class Content:
    """What an order says, and who played when it was given. The store keeps it as JSON."""

    version: int
    foreseen: tuple[dict[str, Json], ...]
    move: Json
    players: tuple[str, ...]

    def dump(self) -> str:
        """Return it as JSON for the store."""
        return json.dumps(FAST.unstructure(self, Content), separators=(",", ":"))

    @classmethod
    def load(cls, document: str) -> "Content":
        """Return it from the store's JSON."""
        fields: Json = json.loads(document)
        return structured(fields, cls)


def check_patterns(foreseen: Sequence[dict[str, Json]]) -> None:
    """Raise `Invalid` if there are no patterns, too many, or some that are nested too deeply."""
    if not 1 <= len(foreseen) <= MOST_PATTERNS:
        accepted = f"1 to {MOST_PATTERNS} patterns; {{}} foresees any event"
        raise Invalid("foreseen", len(foreseen), accepted, f"foreseen: expected {accepted}")
    if any(_depth(pattern) > _DEPTH for pattern in foreseen):
        accepted = f"patterns with at most {_DEPTH} objects and arrays inside each other"
        raise Invalid("foreseen", "a pattern", accepted, f"foreseen: expected {accepted}")


def _depth(value: Json) -> int:
    depth, inner = 0, [value]
    while inner and depth <= _DEPTH:
        parts = [part for part in inner if isinstance(part, dict | list)]
        inner = [value for part in parts for value in (part.values() if isinstance(part, dict) else part)]
        depth += bool(parts)
    return depth


def fits(pattern: Json, shown: Json) -> bool:
    """Return whether a value is as the pattern says. An object may have more fields than its pattern.

    An array has as many items as its pattern, and each fits. Anything else is equal to its pattern.
    """
    if isinstance(pattern, dict):
        return isinstance(shown, dict) and all(
            name in shown and fits(value, shown[name]) for name, value in pattern.items()
        )
    if isinstance(pattern, list):
        return isinstance(shown, list) and len(pattern) == len(shown) and all(map(fits, pattern, shown))
    return isinstance(pattern, bool) == isinstance(shown, bool) and pattern == shown


def players_of(info: MatchInfo, clock: Clock | None) -> tuple[str, ...]:
    """Return who plays each seat: the name of a bot, or nothing for its player. `!` marks one who is out of time."""
    late = [False for _ in info.chairs] if clock is None else [one.flagged for one in clock.seats]
    return tuple(f"{chair.bot}{'!' if out else ''}" for chair, out in zip(info.chairs, late, strict=True))


def judge(
    seat: Seat, content: Content, reached: int, match: AnyMatch, info: MatchInfo, clock: Clock | None
) -> Verdict:
    """Return what becomes of the order of a seat, in a match at that moment.

    Everything up to the version `reached` was foreseen. If the match isn't known as far as that, the order waits. The
    caller plays the move, which may not be legal.
    """
    if match.version < reached:
        return "wait"
    chair, players = info.chairs[seat], players_of(info, clock)
    if chair.resigned:
        return "resigned"
    if players[seat]:
        return "out_of_time"
    if not match.actors:
        return "match_over"
    if players != content.players:
        return "players_changed"
    shown = glimpse_documents(match, seat, reached)
    came = False
    for step in reversed([*steps_since(match, reached)]):
        if any(isinstance(event, Undone) for event in step.events):
            return "taken_back"
        if step.by == seat:
            return "moved"
        first = step.version - len(step.events) - reached
        if not _are_foreseen(content.foreseen, shown[first : step.version - reached]):
            return "unforeseen"
        came = came or seat in step.actors
    if seat in match.actors:
        return "play"
    return "too_late" if came else "wait"


def _are_foreseen(patterns: Sequence[dict[str, Json]], documents: Iterable[dict[str, Json]]) -> bool:
    return all(any(fits(pattern, document["glimpse"]) for pattern in patterns) for document in documents)
