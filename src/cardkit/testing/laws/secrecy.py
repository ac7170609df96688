"""Law 5: if a viewer can't tell two matches apart by its glimpses, they look the same to it in every other way.

The other match has another deal or another move (`histories`, `exchanges`), comes from `imagine`, or has the same draws
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
from cardkit.testing.shown_texts import probes_of
from cardkit.testing.trial import Trial, spread

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


def check(trial: Trial) -> Iterator[Breach]:
    """Compare this match with others that look the same, for every kind of viewer."""
    pairs = _Pairs(trial)
    yield from pairs.reseeded()
    yield from pairs.dealt_otherwise()
    yield from pairs.moved_otherwise()
    yield from pairs.walked()
    yield from pairs.imagined()


class _Pairs:
    """The true match, beside others."""

    def __init__(self, trial: Trial) -> None:
        header = trial.last.header
        moves = trial.game.moves(header.seats, header.options)
        self.trial = trial
        # Anything that isn't a move is refused before the state is looked at.
        self.probes = probes_of(move for _, move in spread(moves, PROBES))
        self.true = World(history(trial, SeededChance(trial.source)), self.probes)

    def reseeded(self) -> Iterator[Breach]:
        """Compare with the same draws from a seed with another text. Nothing at all may differ."""
        last = len(self.trial.steps) - 1
        closely = frozenset({0, 1, last // 3, last // 2, last})
        chance = RiggedChance(SeededChance(self.trial.source), UNRIGGED)
        other = World(history(self.trial, chance), self.probes)
        for viewer in self.trial.viewers:
            look = Look(viewer, closely, may_show=False)
            yield from compare(self.true, other, look, "when the seed's text differs, but no draw does")

    def dealt_otherwise(self) -> Iterator[Breach]:
        """Compare with matches in which one draw has one exchange."""
        trial, draws = self.trial, draws_of(self.trial)
        chance, places = trial.chance("secrecy: exchanges"), places_of(draws)
        for number in range(EXCHANGES if draws else 0):
            luck = chance.at(number)
            draw = places[luck.below("draw", len(places))]
            other = World(rigged_history(trial, random_exchange(draw, luck)), self.probes)
            shows = next((step for step, match in enumerate(trial.steps) if match.version > draw.version), 0)
            closely = frozenset({*range(shows, shows + 6), *range(shows, len(trial.steps), 7)})
            for viewer in luck.shuffle("viewers", trial.viewers)[:2]:
                how = f"with {describe_draw(draw)} drawn differently"
                yield from compare(self.true, other, Look(viewer, closely), how)

    def moved_otherwise(self) -> Iterator[Breach]:
        """Compare with matches that have one other move, which the viewer can't tell from the one made."""
        chance, choices = self.trial.chance("secrecy: moves"), choices_of(self.trial)
        for number in range(MOVES if choices else 0):
            luck = chance.at(number)
            choice = choices[luck.below("choice", len(choices))]
            rig = UNRIGGED.choose(choice, 1 + luck.below("other", choice.size - 1))
            other = World(rigged_history(self.trial, rig), self.probes)
            viewer = choice.blind[luck.below("viewer", len(choice.blind))]
            closely = frozenset(range(choice.turn, choice.turn + 6))
            look = Look(viewer, closely, passed_over=(UNDO,), other_moves=True)
            yield from compare(self.true, other, look, "with another move that it can't see")

    def walked(self) -> Iterator[Breach]:
        """Compare with histories after many exchanges of what a viewer hasn't seen up to some step."""
        trial = self.trial
        for number, (_, viewer, step) in enumerate(trial.points("secrecy: walks", WALKS)):
            walk = Exchanges(trial, viewer, step, trial.chance(f"secrecy: walk {number}"))
            walk.walk(TRIES)
            if walk.kept:
                closely, moved = frozenset(range(step, step + 4)), bool(walk.rig.moves)
                look = Look(viewer, closely, passed_over=(UNDO,) if moved else (), other_moves=moved)
                other = World(rigged_history(trial, walk.rig), self.probes)
                yield from compare(self.true, other, look, "with hidden cards exchanged")

    def imagined(self) -> Iterator[Breach]:
        """Compare with states from the viewer's own imagination."""
        trial = self.trial
        for luck, viewer, step in trial.points("secrecy: imagined", IMAGINED):
            state = trial.game.imagine(trial.memory(step, viewer), luck)
            onwards = play_on(
                attrs.evolve(trial.steps[step], state=state), trial.turns[step:], SeededChance(trial.source)
            )
            look = Look(viewer, frozenset(range(step, step + 4)), step, PROJECTED)
            other = World(onwards, self.probes, step)
            yield from compare(self.true, other, look, "with an imagined state in place of the true one")
