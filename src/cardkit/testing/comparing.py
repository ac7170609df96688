"""Two worlds, side by side, before the eyes of one viewer."""

from collections.abc import Iterator, Sequence
from typing import Generic

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game
from cardkit.match import Match
from cardkit.record import Mark
from cardkit.seats import Viewer
from cardkit.testing.report import Breach
from cardkit.testing.sights import Probe, Sight, sights
from cardkit.testing.trial import Event, Glimpse, Memory, Move, Options, State, View, who
from cardkit.testing.worlds import glimpsed

__all__ = ["Look", "World", "apart", "compare", "happened", "rightly_shown"]


@frozen(eq=False)
class World(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """A match as it goes on, and the chance that it draws from."""

    matches: Iterator[Match[Move, Event, State, View, Glimpse, Memory, Options]]
    chance: Chance


@frozen(eq=False)
class Look:
    """Who looks on, at which steps closely, trying which moves."""

    viewer: Viewer
    closely: frozenset[int]
    probes: tuple[Probe, ...]
    first: int = 0
    """The step at which the worlds begin."""
    passed_over: tuple[str, ...] = ()
    """What, if it differs, is no fault of secrecy; the worlds can't be compared any further then."""
    may_show: bool = True
    """Whether a hidden thing may come to light."""


def compare(
    one: World[Move, Event, State, View, Glimpse, Memory, Options],
    other: World[Move, Event, State, View, Glimpse, Memory, Options],
    look: Look,
    how: str,
) -> Iterator[Breach]:
    """The first thing that differs for the viewer though it shouldn't."""
    viewer = who(look.viewer)
    for step, ((mine, my_sights), (theirs, their_sights)) in enumerate(
        zip(_watched(one, look), _watched(other, look), strict=False), look.first
    ):
        seen, differing = glimpsed(mine, look.viewer), glimpsed(theirs, look.viewer)
        if seen != differing:
            if not look.may_show or not _accounted_for(mine, theirs, look.viewer):
                known = ", and its memory doesn't know of that" if look.may_show else ""
                told = f"{viewer} is shown another glimpse {how}{known}"
                yield Breach(step, f"{told}: {apart(repr(seen), repr(differing))}", "glimpse")
            return
        for (topic, what, text), (_, _, other_text) in zip(my_sights, their_sights, strict=False):
            if text != other_text:
                if topic in look.passed_over:
                    return
                told = f"{viewer} has seen the same, yet {how} there is a difference in {what}"
                yield Breach(step, f"{told}: {apart(text, other_text)}", topic)
                return


def _watched(
    world: World[Move, Event, State, View, Glimpse, Memory, Options], look: Look
) -> Iterator[tuple[Match[Move, Event, State, View, Glimpse, Memory, Options], tuple[Sight, ...]]]:
    """Each match with what it looks like, taken down before the world goes on."""
    for step, match in enumerate(world.matches, look.first):
        chance = world.chance.at(match.version)
        yield match, tuple(sights(match, look.viewer, chance, look.probes) if step in look.closely else ())


def _accounted_for(
    mine: Match[Move, Event, State, View, Glimpse, Memory, Options],
    theirs: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
) -> bool:
    (state, memory), (other_state, other_memory) = _before(mine, viewer), _before(theirs, viewer)
    one, other = (state, memory, happened(mine)), (other_state, other_memory, happened(theirs))
    return rightly_shown(mine.game, viewer, one, other)


def rightly_shown(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
    one: tuple[State, Memory, Sequence[Event]],
    other: tuple[State, Memory, Sequence[Event]],
) -> bool:
    """Whether the first glimpse that differs is known to the memory, or leads to one and the same state.

    Each is a state, what the viewer remembered there, and what happened then. More events are a difference, too.
    """
    (state, memory, events), (other_state, other_memory, other_events) = one, other
    for event, other_event in zip(events, other_events, strict=False):
        seen, differing = game.glimpse(event, viewer), game.glimpse(other_event, viewer)
        state, other_state = game.evolve(state, event), game.evolve(other_state, other_event)
        memory, other_memory = game.remember(memory, seen), game.remember(other_memory, differing)
        if seen != differing:
            return memory != other_memory or state == other_state
    for event in events[len(other_events) :]:
        state, memory = game.evolve(state, event), game.remember(memory, game.glimpse(event, viewer))
    for event in other_events[len(events) :]:
        seen = game.glimpse(event, viewer)
        other_state, other_memory = game.evolve(other_state, event), game.remember(other_memory, seen)
    return memory != other_memory or state == other_state


def happened(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> list[Event]:
    """The game's events of the last move."""
    return [event for event in match.events if not isinstance(event, Mark)]


def _before(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
) -> tuple[State, Memory]:
    earlier = match.previous
    if earlier is None:
        return match.game.initial, match.game.blank(viewer)
    return earlier.state, earlier.memory(viewer)


def apart(one: str, other: str) -> str:
    """The two texts around the place where they part."""
    place = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(place - 30, 0)
    return f"{one[start : place + 30]!r} or {other[start : place + 30]!r}"
