"""Law 5: if a viewer can't tell two matches apart by its glimpses, they look the same to it in every other way.

The other match has another deal or another move (`worlds`, `exchanges`), comes from `imagine`, or has the same draws
from another seed's text. Glimpses may differ in the end, when something hidden comes to light. Then the viewer's memory
must show the difference too, unless another move caused it.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from cardkit.chance import SeededChance
from cardkit.testing.comparison import Look, World, compare
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.histories import (
    UNRIGGED,
    Choice,
    Draw,
    RiggedChance,
    choices_of,
    describe_draw,
    draws_of,
    history,
    places_of,
    play_on,
    random_exchange,
    rigged_history,
)
from cardkit.testing.report import Breach
from cardkit.testing.shown_texts import Probe, probes_of
from cardkit.testing.trial import AnyTrial, spread

__all__ = ["check"]

EXCHANGES: Final = 8
MOVES: Final = 4
WALKS: Final = 4
TRIES: Final = 24
IMAGINED: Final = 8
PROBES: Final = 24

UNDO: Final = "undo"
"""The topic of undoing. Whether a move can be taken back depends on the move, so it may differ for another one."""

PROJECTED: Final = ("view", "legal", "actors", "outcome")
"""The topics that an imagined state must get right before it can be used here. Law 6 checks them."""


def check(
    trial: AnyTrial,
) -> Iterator[Breach]:
    """Compare this match with others that look the same, for every kind of viewer."""
    draws, choices = draws_of(trial), choices_of(trial)
    probes, chance = _probes(trial), SeededChance(trial.source)
    true = World(history(trial, chance), probes)
    yield from _reseeded(trial, true, probes)
    yield from _dealt_otherwise(trial, true, draws, probes)
    yield from _moved_otherwise(trial, true, choices, probes)
    yield from _walked(trial, true, draws, choices, probes)
    yield from _imagined(trial, true, probes)


def _reseeded(
    trial: AnyTrial,
    true: World,
    probes: tuple[Probe, ...],
) -> Iterator[Breach]:
    """Compare with the same draws from a seed with another text. Nothing at all may differ."""
    last = len(trial.steps) - 1
    closely = frozenset({0, 1, last // 3, last // 2, last})
    chance = RiggedChance(SeededChance(trial.source), UNRIGGED)
    other = World(history(trial, chance), probes)
    for viewer in trial.viewers:
        look = Look(viewer, closely, may_show=False)
        yield from compare(true, other, look, "when the seed's text differs, but no draw does")


def _dealt_otherwise(
    trial: AnyTrial,
    true: World,
    draws: tuple[Draw, ...],
    probes: tuple[Probe, ...],
) -> Iterator[Breach]:
    """Compare with matches in which one draw has one exchange."""
    chance, places = trial.chance("secrecy: exchanges"), places_of(draws)
    for number in range(EXCHANGES if draws else 0):
        luck = chance.at(number)
        draw = places[luck.below("draw", len(places))]
        rig = random_exchange(draw, luck)
        shows = next((step for step, match in enumerate(trial.steps) if match.version > draw.version), 0)
        closely = frozenset({*range(shows, shows + 6), *range(shows, len(trial.steps), 7)})
        other = World(rigged_history(trial, rig), probes)
        for viewer in luck.shuffle("viewers", trial.viewers)[:2]:
            look = Look(viewer, closely)
            yield from compare(true, other, look, f"with {describe_draw(draw)} drawn differently")


def _moved_otherwise(
    trial: AnyTrial,
    true: World,
    choices: tuple[Choice, ...],
    probes: tuple[Probe, ...],
) -> Iterator[Breach]:
    """Compare with matches that have one other move, which the viewer can't tell from the one made."""
    chance = trial.chance("secrecy: moves")
    for number in range(MOVES if choices else 0):
        luck = chance.at(number)
        choice = choices[luck.below("choice", len(choices))]
        rig = UNRIGGED.choose(choice, 1 + luck.below("other", choice.size - 1))
        other = World(rigged_history(trial, rig), probes)
        viewer = choice.blind[luck.below("viewer", len(choice.blind))]
        closely = frozenset(range(choice.turn, choice.turn + 6))
        look = Look(viewer, closely, passed_over=(UNDO,), other_moves=True)
        yield from compare(true, other, look, "with another move that it can't see")


def _walked(
    trial: AnyTrial,
    true: World,
    draws: tuple[Draw, ...],
    choices: tuple[Choice, ...],
    probes: tuple[Probe, ...],
) -> Iterator[Breach]:
    """Compare with histories after many exchanges of what a viewer hasn't seen up to some step."""
    chance = trial.chance("secrecy: walks")
    for number in range(WALKS):
        luck = chance.at(number)
        viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
        step = luck.below("step", len(trial.steps))
        walk = Exchanges(trial, draws, viewer, step, trial.chance(f"secrecy: walk {number}"), choices)
        walk.walk(TRIES)
        if walk.kept:
            closely, moved = frozenset(range(step, step + 4)), bool(walk.rig.moves)
            look = Look(viewer, closely, passed_over=(UNDO,) if moved else (), other_moves=moved)
            other = World(rigged_history(trial, walk.rig), probes)
            yield from compare(true, other, look, "with hidden cards exchanged")


def _imagined(
    trial: AnyTrial,
    true: World,
    probes: tuple[Probe, ...],
) -> Iterator[Breach]:
    """Compare with states from the viewer's own imagination."""
    chance = trial.chance("secrecy: imagined")
    for number in range(IMAGINED):
        luck = chance.at(number)
        viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
        step = luck.below("step", len(trial.steps))
        match = trial.steps[step]
        double = attrs.evolve(match, state=trial.game.imagine(trial.memory(step, viewer), luck))
        look = Look(viewer, frozenset(range(step, step + 4)), step, PROJECTED)
        onwards = play_on(double, trial.turns[step:], SeededChance(trial.source))
        other = World(onwards, probes, step)
        yield from compare(true, other, look, "with an imagined state in place of the true one")


def _probes(trial: AnyTrial) -> tuple[Probe, ...]:
    """Return the moves that viewers try. Anything else is refused before the state is looked at."""
    header = trial.last.header
    moves = trial.game.moves(header.seats, header.options)
    return probes_of(move for _, move in spread(moves, PROBES))
