"""All that a viewer can get to see of a match, as text: not even an order or a size differs unnoticed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from cardkit.codec import codec
from cardkit.engine_events import EngineEvent
from cardkit.game import Event, Game, Glimpse, Json, Memory, Move, Options, State, View
from cardkit.match import Match
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat, Viewer
from cardkit.testing.worlds import glimpsed

__all__ = ["Probe", "Sight", "faces", "glimpse_told", "judged", "probes_of", "sights", "told", "undoing"]

T = TypeVar("T")

Sight: TypeAlias = tuple[str, str, str]
"""What kind of thing it is, what just, and what it looks like."""

Probe: TypeAlias = tuple[str, Move]
"""A move that a viewer tries; and how a report says that."""


def probes_of(moves: Iterable[Move]) -> tuple[Probe[Move], ...]:
    """Return these moves, to be tried."""
    return tuple((f"what trying {shown(move)} brings", move) for move in moves)


def sights(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    probes: Sequence[Probe[Move]],
) -> Iterator[Sight]:
    """Yield what the viewer is shown now: the view, what it may and may not do, and the last move."""
    yield from faces(match, viewer, probes)
    yield "version", "the version", str(match.version)
    yield from told(match, viewer)


def faces(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    probes: Sequence[Probe[Move]],
    documents: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Sight]:
    """Yield what the viewer is shown of the match's state.

    `documents` are JSON of views that need not be made again, by their text.
    """
    game, state = match.game, match.state
    view = game.view(state, viewer)
    looks = text(lambda: repr(view))
    yield "view", "the view", looks
    yield "view", "the view's JSON", documents.get(looks) or text(partial(_json, codec(game).view_out, view))
    yield "actors", "who may move", text(lambda: repr(game.actors(state)))
    yield "outcome", "the outcome", text(lambda: repr(game.outcome(state)))
    if viewer is not None:
        yield from _legal(game, game.legal(state, viewer))
        yield from _attempts(match, viewer, probes)


def _legal(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], legal: tuple[Move, ...]
) -> Iterator[Sight]:
    move_out = codec(game).move_out
    yield "legal", "the legal moves", text(lambda: repr(legal))
    yield "legal", "the legal moves in words", text(lambda: ", ".join(map(game.say, legal)))
    yield "legal", "the legal moves' JSON", text(lambda: json.dumps([*map(move_out, legal)]))


def _attempts(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    seat: Seat,
    probes: Sequence[Probe[Move]],
) -> Iterator[Sight]:
    for trying, move in probes:
        try:
            match.play(move, seat)
        except Rejected as refused:
            answer = f"{refused.code}: {refused}"
        except Exception as error:
            answer = f"raised {error!r}"
        else:
            answer = "accepted"
        yield "refusal", trying, answer


def told(match: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer) -> Iterator[Sight]:
    """Yield what the viewer is shown of the last move."""
    names = tuple(f"P{seat}" for seat in range(match.header.seats))
    for glimpse in glimpsed(match, viewer):
        yield from glimpse_told(match.game, glimpse, names)


def glimpse_told(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    glimpse: Glimpse | EngineEvent,
    names: tuple[str, ...],
) -> Iterator[Sight]:
    """Yield a glimpse, as JSON and in sentences."""
    yield "glimpse", "a glimpse's JSON", text(partial(_json, codec(game).glimpse_out, glimpse))
    if not isinstance(glimpse, EngineEvent):
        for language in game.languages:
            sentence = text(partial(game.tell, glimpse, language, names))
            yield "sentence", f"a sentence ({language})", sentence


def undoing(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Sight]:
    """Yield whether the last move can be taken back, by whom, and how that is refused: shown to everybody."""
    for seat in range(match.header.seats):
        yield (
            "undo",
            f"whether seat {seat} can take back the last move",
            text(partial(_undone, match, seat)),
        )


def judged(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], common: Memory
) -> Iterator[Sight]:
    """Yield the same, by what a spectator is known to have remembered before the last move: quicker."""
    for seat in range(match.header.seats):
        yield (
            "undo",
            f"whether seat {seat} can take back the last move",
            text(partial(_verdict, match, seat, common)),
        )


def _verdict(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: Seat, common: Memory
) -> str:
    verdict = match.undoable(seat, common)
    return f"{verdict.allowed}: {verdict.reason}"


def _undone(match: Match[Move, Event, State, View, Glimpse, Memory, Options], seat: Seat) -> str:
    try:
        match.undo(seat)
    except Rejected as refused:
        return f"{refused.code}: {refused}"
    return "granted"


def _json(document: Callable[[T], Json], message: T) -> str:
    return json.dumps(document(message))


def text(make: Callable[[], str]) -> str:
    """Return the text, or what came instead."""
    try:
        return make()
    except Exception as error:  # that it fails is another law's; how it fails may be seen
        return f"raised {error!r}"
