"""Law 7: imagined states are possible, vary where something is unknown, and come from the memory alone.

Possible states are found by exchanging hidden cards and moves (`exchanges`), without asking `imagine`. Other
laws find two faults. Law 6 finds a state that looks wrong to the viewer. Law 12 (`consistency`) finds a state that
contradicts what the viewer knows. This law never claims that something is certain.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Final

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.match import AnyMatch
from cardkit.rejections import shown
from cardkit.seats import Viewer
from cardkit.testing.differences import describe_difference, differing_paths
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.laws import evenness
from cardkit.testing.laws.conservation import miscounted
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_refusal, viewer_name

__all__ = ["check"]

POINTS: Final = 2
"""The number of times in a match that somebody imagines."""
FEW: Final = 24
MANY: Final = 4_000
"""The number of states to imagine before a report says that some state never is."""
TRIES: Final = 10


@frozen(eq=False)
class Point:
    """One viewer at one step, with its memory."""

    match: AnyMatch
    viewer: Viewer
    memory: object
    chance: SeededChance

    def imagined(self, number: int) -> object:
        """Return one of the states that the viewer thinks possible."""
        return self.match.game.imagine(self.memory, self.chance.at(number))


def check(trial: Trial) -> Iterator[Breach]:
    """Yield what is wrong with states imagined at some steps, for some viewers, and right after many openings."""
    yield from _check_points(trial)
    yield from evenness.check(trial)


def _check_points(trial: Trial) -> Iterator[Breach]:
    for number, (_, viewer, step) in enumerate(trial.points("imagination", POINTS)):
        memory = trial.memory(step, viewer)
        point = Point(trial.steps[step], viewer, memory, trial.chance(f"imagined {number}"))
        walk = Exchanges(trial, viewer, step, trial.chance(f"imagination: walk {number}"))
        for reason in _wrong(trial, point, walk):
            yield Breach(step, f"{viewer_name(viewer)}: {reason}")
            return


def _wrong(trial: Trial, point: Point, walk: Exchanges) -> Iterator[str]:
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


def _impossible(trial: Trial, point: Point, states: list[object]) -> Iterator[str]:
    """Yield why an imagined state is impossible: it has other cards, or a legal move can't be played there."""
    game, cards = trial.game, trial.game.cards
    for state in states[:3]:
        if cards is not None and (wrong := miscounted(cards(point.match.state), cards(state))):
            yield f"the imagined cards aren't those of the match: {wrong}"
        for seat in game.actors(state):
            for move in game.legal(state, seat):
                try:
                    reduce(game.evolve, game.decide(state, seat, move, point.chance), state)
                except Exception as error:
                    where = describe_difference(point.match.state, state, "in truth", "as imagined")
                    why = f"{shown(move)} of seat {seat} is legal, but {describe_refusal(error)}"
                    yield f"in an imagined state ({where}) {why}"


def _from_memory_alone(point: Point, states: list[object], other: AnyMatch) -> Iterator[str]:
    """Yield a fault if another history with the same glimpses gives another memory or other imagined states."""
    memory = other.memory(point.viewer)
    if memory != point.memory:
        difference = describe_difference(point.memory, memory, "in one", "in the other")
        yield f"the same glimpses give two memories: {difference}"
    elif any(point.imagined(number) != state for number, state in enumerate(states)):
        yield "the same memory and chance give different imagined states"


def _constant(point: Point, states: list[object], other: AnyMatch) -> Iterator[str]:
    if all(state == states[0] for state in states) and all(
        point.imagined(number) == states[0] for number in range(FEW, MANY)
    ):
        yield (
            f"it imagines the same state {MANY:,} times, but a different one fits its glimpses too: "
            f"{describe_difference(point.match.state, other.state, 'in truth', 'in that one')}"
        )


def _never_true(point: Point, states: list[object]) -> Iterator[str]:
    """Yield a fault if only a few states are imagined, and the true one isn't among them."""
    found, few = {*states}, len(states) // 2
    for number in range(FEW, MANY):
        if point.match.state in found or len(found) > few:
            return
        found.add(point.imagined(number))
    if point.match.state not in found:
        nearest = min(found, key=lambda state: len(differing_paths(point.match.state, state)))
        difference = describe_difference(point.match.state, nearest, "in truth", "in the nearest one")
        yield f"the true state isn't among {MANY:,} imagined ones ({len(found)} different): {difference}"
