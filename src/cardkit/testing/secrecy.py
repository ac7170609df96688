"""Law 5: two matches that a viewer can't tell apart by its glimpses look the same to it in every other way.

The other match is one that was dealt otherwise (`worlds`, `exchanges`), one that `imagine` made up, or the
same draws from a seed that reads otherwise. Glimpses may differ at last, where something hidden comes to
light: then the viewer's memory must know of it too.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, Generic

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.match import Mark, Match
from cardkit.seats import Viewer
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.junk import JUNK, misshapen
from cardkit.testing.report import Breach
from cardkit.testing.sights import Sight, sights
from cardkit.testing.trial import Event, Glimpse, Memory, Move, Options, State, Trial, View, spread, who
from cardkit.testing.worlds import (
    UNRIGGED,
    Draw,
    RiggedChance,
    draws_of,
    exchanged,
    glimpsed,
    history,
    onward,
    rigged,
)

__all__ = ["check"]

EXCHANGES: Final = 8
WALKS: Final = 4
TRIES: Final = 24
IMAGINED: Final = 8
PROBES: Final = 24

PROJECTED: Final = ("view", "legal", "actors", "outcome")
"""What an imagined state must have right before it can serve here: law 6."""


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
    probes: tuple[object, ...]
    first: int = 0
    """The step at which the worlds begin."""
    passed_over: tuple[str, ...] = ()
    """What, if it differs, is no fault of secrecy; the worlds can't be compared any further then."""
    may_show: bool = True
    """Whether a hidden thing may come to light."""


def check(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
) -> Iterator[Breach]:
    """Compare this match with its doubles, for every kind of viewer."""
    draws = draws_of(trial)
    probes = _probes(trial)
    yield from _reseeded(trial, probes)
    yield from _dealt_otherwise(trial, draws, probes)
    yield from _walked(trial, draws, probes)
    yield from _imagined(trial, probes)


def _reseeded(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], probes: tuple[object, ...]
) -> Iterator[Breach]:
    """The same draws from a seed that reads otherwise: nothing at all may differ."""
    last = len(trial.steps) - 1
    closely = frozenset({0, 1, last // 3, last // 2, last})
    for viewer in trial.viewers:
        look = Look(viewer, closely, probes, may_show=False)
        chance = RiggedChance(Chance(trial.source), UNRIGGED)
        other = World(history(trial, chance), chance)
        yield from _compare(_true(trial), other, look, "when only the seed's text differs, not one draw")


def _dealt_otherwise(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
    draws: tuple[Draw, ...],
    probes: tuple[object, ...],
) -> Iterator[Breach]:
    """One exchange in one draw."""
    chance = trial.chance("secrecy: exchanges")
    for number in range(EXCHANGES if draws else 0):
        luck = chance.at(number)
        draw = draws[luck.below("draw", len(draws))]
        rig = exchanged(draw, luck)
        shows = next((step for step, match in enumerate(trial.steps) if match.version > draw.version), 0)
        closely = frozenset({*range(shows, shows + 6), *range(shows, len(trial.steps), 7)})
        for viewer in luck.shuffle("viewers", trial.viewers)[:2]:
            look = Look(viewer, closely, probes)
            other = World(rigged(trial, rig), RiggedChance(Chance(trial.source), rig))
            yield from _compare(_true(trial), other, look, f"with {_told(draw)} drawn otherwise")


def _walked(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
    draws: tuple[Draw, ...],
    probes: tuple[object, ...],
) -> Iterator[Breach]:
    """Many exchanges of what a viewer hasn't seen up to some step."""
    chance = trial.chance("secrecy: walks")
    for number in range(WALKS):
        luck = chance.at(number)
        viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
        step = luck.below("step", len(trial.steps))
        walk = Exchanges(trial, draws, viewer, step, trial.chance(f"secrecy: walk {number}"))
        walk.walk(TRIES)
        if walk.kept:
            look = Look(viewer, frozenset(range(step, step + 4)), probes)
            other = World(rigged(trial, walk.rig), RiggedChance(Chance(trial.source), walk.rig))
            yield from _compare(_true(trial), other, look, "with hidden cards exchanged")


def _imagined(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], probes: tuple[object, ...]
) -> Iterator[Breach]:
    """A state from the viewer's own imagination."""
    chance = trial.chance("secrecy: imagined")
    true_chance = Chance(trial.source)
    for number in range(IMAGINED):
        luck = chance.at(number)
        viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
        step = luck.below("step", len(trial.steps))
        match = trial.steps[step]
        double = attrs.evolve(match, state=trial.game.imagine(match.memory(viewer), luck))
        look = Look(viewer, frozenset(range(step, step + 4)), probes, step, PROJECTED)
        one, other = (
            World(onward(start, trial.turns[step:], true_chance), true_chance) for start in (match, double)
        )
        yield from _compare(one, other, look, "with an imagined state in the place of the true one")


def _compare(
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
                told = f"{viewer} is shown another glimpse {how}, and its memory doesn't know of that"
                yield Breach(step, f"{told}: {_apart(repr(seen), repr(differing))}", "glimpse")
            return
        for (topic, what, text), (_, _, other_text) in zip(my_sights, their_sights, strict=False):
            if text != other_text:
                if topic in look.passed_over:
                    return
                told = f"{viewer} has seen the same, yet {how} there is a difference in {what}"
                yield Breach(step, f"{told}: {_apart(text, other_text)}", topic)
                return


def _watched(
    world: World[Move, Event, State, View, Glimpse, Memory, Options], look: Look
) -> Iterator[tuple[Match[Move, Event, State, View, Glimpse, Memory, Options], tuple[Sight, ...]]]:
    """Each match with what it looks like, taken down before the world goes on."""
    for step, match in enumerate(world.matches, look.first):
        close = step in look.closely
        yield (
            match,
            (*sights(match, look.viewer, world.chance.at(match.version), look.probes),) if close else (),
        )


def _accounted_for(
    mine: Match[Move, Event, State, View, Glimpse, Memory, Options],
    theirs: Match[Move, Event, State, View, Glimpse, Memory, Options],
    viewer: Viewer,
) -> bool:
    """Whether the first glimpse that differs is known to the memory; or leads to one and the same state."""
    game = mine.game
    (state, memory), (other_state, other_memory) = _before(mine, viewer), _before(theirs, viewer)
    for event, other in zip(mine.events, theirs.events, strict=False):
        if isinstance(event, Mark) or isinstance(other, Mark):
            continue
        seen, differing = game.glimpse(event, viewer), game.glimpse(other, viewer)
        state, other_state = game.evolve(state, event), game.evolve(other_state, other)
        memory, other_memory = game.remember(memory, seen), game.remember(other_memory, differing)
        if seen != differing:
            return memory != other_memory or state == other_state
    return mine.memory(viewer) != theirs.memory(viewer) or mine.state == theirs.state


def _before(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
) -> tuple[State, Memory]:
    earlier = match.previous
    if earlier is None:
        return match.game.initial, match.game.blank(viewer)
    return earlier.state, earlier.memory(viewer)


def _true(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
) -> World[Move, Event, State, View, Glimpse, Memory, Options]:
    chance = Chance(trial.source)
    return World(history(trial, chance), chance)


def _probes(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> tuple[object, ...]:
    """What viewers try, in turn and out of turn: moves, and things that are none."""
    header = trial.last.header
    moves = [move for _, move in spread(trial.game.moves(header.seats, header.options), PROBES)]
    return (*moves, *JUNK[:3], *islice(misshapen(moves), 3))


def _told(draw: Draw) -> str:
    kind = "shuffle" if draw.shuffles else "number"
    return f"the {kind} {draw.label!r} at version {draw.version}"


def _apart(one: str, other: str) -> str:
    """The two texts around the place where they part."""
    place = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(place - 30, 0)
    return f"{one[start : place + 30]!r} or {other[start : place + 30]!r}"
