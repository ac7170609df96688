"""Everything that a viewer can see of a match, as text. So even a difference in an order or a size is noticed."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from cardkit.codec import codec
from cardkit.engine_events import EngineEvent
from cardkit.game import AnyGame, Json
from cardkit.language import Listed, Name, Part, Sentence
from cardkit.match import AnyMatch
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat, Viewer
from cardkit.testing.histories import glimpses_of

__all__ = [
    "IDLE_PROBES",
    "Probe",
    "ShownText",
    "glimpse_texts",
    "move_texts",
    "probes_of",
    "shown_texts",
    "state_texts",
    "undo_texts",
    "verdict_texts",
]

T = TypeVar("T")

ShownText: TypeAlias = tuple[str, str, str]
"""Something that a viewer sees: its topic, its name in reports, and its text."""

Probe: TypeAlias = tuple[str, object]
"""An attempt: its result's name in reports, and the move that the viewer tries."""


IDLE_PROBES: Final = 1
"""The number of moves that a seat tries when it isn't to move. The engine answers just that, whatever the move is."""


def probes_of(moves: Iterable[object]) -> tuple[Probe, ...]:
    """Return attempts at these moves."""
    return tuple((f"the result of trying {shown(move)}", move) for move in moves)


def shown_texts(match: AnyMatch, viewer: Viewer, probes: Sequence[Probe]) -> Iterator[ShownText]:
    """Yield what the viewer is shown now: the view, what it may and may not do, and the last move."""
    yield from state_texts(match, viewer, probes)
    yield "version", "the version", str(match.version)
    yield from move_texts(match, viewer)


def state_texts(
    match: AnyMatch,
    viewer: Viewer,
    probes: Sequence[Probe],
    documents: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[ShownText]:
    """Yield what the viewer is shown of the match's state.

    `documents` holds the JSON of views by the views' text, so that it needn't be made again.
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


def _legal(game: AnyGame, legal: tuple[object, ...]) -> Iterator[ShownText]:
    move_out = codec(game).move_out
    yield "legal", "the legal moves", text(lambda: repr(legal))
    yield "legal", "the legal moves in words", text(lambda: ", ".join(map(game.say, legal)))
    yield "legal", "the legal moves' JSON", text(lambda: json.dumps([*map(move_out, legal)]))


def _attempts(match: AnyMatch, seat: Seat, probes: Sequence[Probe]) -> Iterator[ShownText]:
    for trying, move in probes:
        try:
            match.play(move, seat)
        except Rejected as refused:
            answer = said(refused, match)
        except Exception as error:
            answer = f"raised {error!r}"
        else:
            answer = "accepted"
        yield "refusal", trying, answer


def move_texts(match: AnyMatch, viewer: Viewer) -> Iterator[ShownText]:
    """Yield what the viewer is shown of the last move."""
    names = _names(match.header.seats)
    for glimpse in glimpses_of(match, viewer):
        yield from glimpse_texts(match.game, glimpse, names)


def glimpse_texts(game: AnyGame, glimpse: object, names: tuple[str, ...]) -> Iterator[ShownText]:
    """Yield a glimpse as JSON and in sentences."""
    yield "glimpse", "a glimpse's JSON", text(partial(_json, codec(game).glimpse_out, glimpse))
    if not isinstance(glimpse, EngineEvent):
        for language in game.languages:
            sentence = text(partial(game.tell, glimpse, language, names))
            yield "sentence", f"a sentence ({language})", sentence


def undo_texts(match: AnyMatch) -> Iterator[ShownText]:
    """Yield, for each seat, whether it can take back the last move, or how that is refused. Everybody sees this."""
    yield from _undo_texts(match, partial(_undone, match))


def verdict_texts(match: AnyMatch, common: object) -> Iterator[ShownText]:
    """Yield, for each seat, whether it can take back the last move. This is faster than `undo_texts`.

    `common` is what a spectator remembered before the last move.
    """
    yield from _undo_texts(match, partial(_verdict, match, common))


def _undo_texts(match: AnyMatch, answer: Callable[[Seat], str]) -> Iterator[ShownText]:
    for seat in range(match.header.seats):
        yield "undo", f"whether seat {seat} can take back the last move", text(partial(answer, seat))


def _verdict(match: AnyMatch, common: object, seat: Seat) -> str:
    verdict = match.undoable(seat, common)
    return f"{verdict.allowed}: {_in_all_languages(verdict.says, match)}"


def _undone(match: AnyMatch, seat: Seat) -> str:
    try:
        match.undo(seat)
    except Rejected as refused:
        return said(refused, match)
    return "granted"


def said(refused: Rejected, match: AnyMatch) -> str:
    """Return the code and the sentences of a refusal, as players read them in each language of the game."""
    return f"{refused.code}: {_in_all_languages(refused.says, match)}"


_SAID: Final = dict[tuple[object, ...], str]()
"""Sentences in all languages, cached. Worlds that look the same refuse the same moves in the same words."""
MOST_SAID: Final = 4096
"""The most sentences that are cached. Then the cache is emptied."""


def _in_all_languages(sentence: Sentence, match: AnyMatch) -> str:
    languages, seats = match.game.languages or ("en",), match.header.seats
    key = (languages, seats, _key(sentence))
    known = _SAID.get(key)
    if known is None:
        names = _names(seats)
        known = " / ".join(dict.fromkeys([sentence.text(language, names) for language in languages]))
        if len(_SAID) >= MOST_SAID:
            _SAID.clear()
        _SAID[key] = known
    return known


def _key(part: Part) -> Hashable:
    """Return what tells a part of a sentence from others that may have another text: 1 from True, for example."""
    match part:
        case str() | int():
            return type(part), part
        case Name():
            return part
        case Listed(items, last):
            return last, *map(_key, items)
        case Sentence(template, parts):
            return _key(template), *[(name, _key(one)) for name, one in parts.items()]
        case _:
            return (*part.items(),)


@cache
def _names(seats: int) -> tuple[str, ...]:
    return tuple(f"P{seat}" for seat in range(seats))


def _json(document: Callable[[T], Json], message: T) -> str:
    return json.dumps(document(message))


def text(make: Callable[[], str]) -> str:
    """Return the text, or the error that came instead."""
    try:
        return make()
    except Exception as error:  # another law reports the error, but a viewer may see its text
        return f"raised {error!r}"
