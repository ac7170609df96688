"""All that a viewer can get to see of a match, as text: not even an order or a size differs unnoticed."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from cardkit.chance import Chance
from cardkit.codec import codec
from cardkit.game import LANGUAGES, Json
from cardkit.match import Match
from cardkit.record import Mark
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat, Viewer
from cardkit.testing.trial import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.testing.worlds import glimpsed

__all__ = ["Sight", "sights"]

T = TypeVar("T")

Sight: TypeAlias = tuple[str, str, str]
"""What kind of thing it is, what just, and what it looks like."""


def sights(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    chance: Chance,
    probes: Sequence[object],
) -> Iterator[Sight]:
    """What the viewer is shown now: the view, what it may and may not do, and the last move."""
    game, state, family = match.game, match.state, codec(match.game)
    view = game.view(state, viewer)
    yield "view", "the view", text(lambda: repr(view))
    yield "view", "the view's JSON", text(partial(_json, family.view_out, view))
    yield "actors", "who may move", text(lambda: repr(game.actors(state)))
    yield "outcome", "the outcome", text(lambda: repr(game.outcome(state)))
    yield "version", "the version", str(match.version)
    if viewer is not None:
        yield from _attempts(match, viewer, chance, probes)
    for glimpse in glimpsed(match, viewer):
        yield "glimpse", "a glimpse's JSON", text(partial(_json, family.glimpse_out, glimpse))
        if not isinstance(glimpse, Mark):
            names = tuple(f"P{seat}" for seat in range(match.header.seats))
            for language in LANGUAGES:
                sentence = text(partial(game.tell, glimpse, language, names))
                yield "sentence", f"a sentence ({language})", sentence


def _attempts(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    seat: Seat,
    chance: Chance,
    probes: Sequence[object],
) -> Iterator[Sight]:
    game, state, family = match.game, match.state, codec(match.game)
    legal = game.legal(state, seat)
    yield "legal", "the legal moves", text(lambda: repr(legal))
    yield "legal", "the legal moves in words", text(lambda: ", ".join(map(game.say, legal)))
    yield "legal", "the legal moves' JSON", text(lambda: json.dumps([*map(family.move_out, legal)]))
    decide: Callable[..., tuple[Event, ...]] = game.decide  # it judges things of any type
    for probe in probes:
        try:
            decide(state, seat, probe, chance)
        except Rejected as refused:
            answer = f"{refused.code}: {refused}"
        except Exception as error:
            answer = f"raised {error!r}"
        else:
            answer = "accepted"
        yield "refusal", f"what trying {shown(probe)} brings", answer


def _json(document: Callable[[T], Json], message: T) -> str:
    return json.dumps(document(message))


def text(make: Callable[[], str]) -> str:
    """The text, or what came instead."""
    try:
        return make()
    except Exception as error:  # that it fails is another law's; how it fails may be seen
        return f"raised {error!r}"
