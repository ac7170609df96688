"""Law 7: imagined states are possible, vary where something is unknown, and come from the memory alone.

What is possible is found by exchanging hidden cards (`exchanges`), without asking `imagine`. What doesn't
even look right to the viewer is passed over here: that is law 6's.
"""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from typing import Final, Generic

from attrs import frozen

from cardkit.chance import Chance
from cardkit.match import Match
from cardkit.rejections import shown
from cardkit.seats import Viewer
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.leaves import leaves
from cardkit.testing.report import Breach
from cardkit.testing.trial import Event, Glimpse, Memory, Move, Options, State, Trial, View, refusal, who
from cardkit.testing.worlds import draws_of

__all__ = ["check"]

POINTS: Final = 2
"""How often in a match somebody imagines."""
FEW: Final = 24
MANY: Final = 4_000
"""How many are imagined before it is said that some state never is."""
TRIES: Final = 10
MOST_TRIES: Final = 20_000
"""Where it would take more to be sure, nothing is said about what is certain."""


@frozen(eq=False)
class Point(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """One viewer at one step, and what it knows."""

    match: Match[Move, Event, State, View, Glimpse, Memory, Options]
    viewer: Viewer
    memory: Memory
    chance: Chance

    def imagined(self, number: int) -> State:
        """One of the states that the viewer thinks possible."""
        return self.match.game.imagine(self.memory, self.chance.at(number))


def check(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Breach]:
    """At some steps, for some viewers."""
    draws = draws_of(trial)
    chance = trial.chance("imagination")
    for number in range(POINTS):
        luck = chance.at(number)
        viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
        step = luck.below("step", len(trial.steps))
        match = trial.steps[step]
        point = Point(match, viewer, match.memory(viewer), trial.chance(f"imagined {number}"))
        walk = Exchanges(trial, draws, viewer, step, trial.chance(f"imagination: walk {number}"))
        for reason in _wrong(trial, point, walk):
            yield Breach(step, f"{who(viewer)}: {reason}")
            return


def _wrong(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
    point: Point[Move, Event, State, View, Glimpse, Memory, Options],
    walk: Exchanges[Move, Event, State, View, Glimpse, Memory, Options],
) -> Iterator[str]:
    view = trial.game.view
    seen = view(point.match.state, point.viewer)
    states = [point.imagined(number) for number in range(FEW)]
    if any(view(state, point.viewer) != seen for state in states):
        return
    yield from _impossible(trial, point, states)
    other = walk.walk(TRIES)
    yield from _from_memory_alone(point, states, other)
    if other.state != point.match.state:
        yield from _constant(point, states, other)
    yield from _never_true(point, states)
    yield from _against_what_is_certain(point, states, walk)


def _impossible(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options],
    point: Point[Move, Event, State, View, Glimpse, Memory, Options],
    states: list[State],
) -> Iterator[str]:
    """An imagined state has all the cards, and can be played on."""
    game, cards = trial.game, trial.cards
    for state in states[:3]:
        if cards is not None and Counter(cards(state)) != Counter(cards(point.match.state)):
            yield f"it imagines other cards than there are: {state!r}"
        for seat in game.actors(state):
            for move in game.legal(state, seat):
                try:
                    reduce(game.evolve, game.decide(state, seat, move, point.chance), state)
                except Exception as error:
                    why = f"{shown(move)} of seat {seat} is legal, but {refusal(error)}"
                    yield f"in the imagined {state!r} {why}"


def _from_memory_alone(
    point: Point[Move, Event, State, View, Glimpse, Memory, Options],
    states: list[State],
    other: Match[Move, Event, State, View, Glimpse, Memory, Options],
) -> Iterator[str]:
    """Where another history gave the same glimpses, memory and imaginations are the same."""
    memory = other.memory(point.viewer)
    if memory != point.memory:
        yield f"the same glimpses are remembered as {point.memory!r} and as {memory!r}"
    elif any(point.imagined(number) != state for number, state in enumerate(states)):
        yield "from the same memory and chance it imagines now one state, now another"


def _constant(
    point: Point[Move, Event, State, View, Glimpse, Memory, Options],
    states: list[State],
    other: Match[Move, Event, State, View, Glimpse, Memory, Options],
) -> Iterator[str]:
    if all(state == states[0] for state in states) and all(
        point.imagined(number) == states[0] for number in range(FEW, MANY)
    ):
        yield (
            f"it imagines the same state {MANY:,} times, {states[0]!r}, though it can't tell "
            f"{point.match.state!r} from {other.state!r}"
        )


def _never_true(
    point: Point[Move, Event, State, View, Glimpse, Memory, Options], states: list[State]
) -> Iterator[str]:
    """Where there are but a few states to imagine, the true one is among them."""
    found, few = {*states}, len(states) // 2
    for number in range(FEW, MANY):
        if point.match.state in found or len(found) > few:
            return
        found.add(point.imagined(number))
    if point.match.state not in found:
        kinds = f"{MANY:,} imagined states, {len(found)} different ones,"
        yield f"among {kinds} is not what is true: {point.match.state!r}"


def _against_what_is_certain(
    point: Point[Move, Event, State, View, Glimpse, Memory, Options],
    states: list[State],
    walk: Exchanges[Move, Event, State, View, Glimpse, Memory, Options],
) -> Iterator[str]:
    """What is the same in all histories that the viewer can't tell apart isn't imagined otherwise."""
    truth = leaves(point.match.state)
    differing = Counter(path for state in states for path in _differences(truth, leaves(state)))
    doubtful = {path for path, times in differing.items() if 3 * times >= len(states)}
    if not 0 < walk.thorough < MOST_TRIES:
        return
    while doubtful and (walk.tries < 100 or walk.kept > walk.tries / 10):
        if walk.tries > walk.thorough:
            path = min(doubtful)
            yield f"it imagines {path} otherwise, though {truth.get(path)!r} is certain there: {states[0]!r}"
            return
        doubtful -= _differences(truth, leaves(walk.walk(TRIES).state))


def _differences(one: dict[str, object], other: dict[str, object]) -> set[str]:
    return {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}
