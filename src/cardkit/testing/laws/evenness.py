"""Law 7, over many matches: imagined states have the same distribution as true ones.

Right after its opening, a match is as likely as any other that gives the viewer the same glimpses. So over many seeds,
each part of a state takes the same values equally often, in truth and as imagined. No moves are made, because the
seats' choices would reveal something about their hands.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from cardkit.chance import SeededChance
from cardkit.opening import begin
from cardkit.testing.differences import varying_parts
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, viewer_name
from cardkit.testing.uniform import alike

__all__ = ["check"]

MATCHES: Final = 200
UNLIKELY: Final = 1e-9
"""A difference less likely than this is a breach. Chance alone doesn't reach it, even over hundreds of parts."""


def check(trial: Trial) -> Iterator[Breach]:
    """Yield the first part of a state that is imagined unevenly, for one viewer."""
    luck = trial.chance("evenness")
    viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
    game, header = trial.game, trial.last.header
    seeds = [f"{header.seed}, evenness {number}" for number in range(MATCHES)]
    matches = [begin(game, header.seats, header.options, seed, None) for seed in seeds]
    states = [match.state for match in matches]
    for match, seed in zip(matches, seeds, strict=True):
        states.append(game.imagine(match.memory(viewer), SeededChance(f"{seed}, imagined")))
    for path, texts in varying_parts(states):
        truths, imagined = Counter(texts[:MATCHES]), Counter(texts[MATCHES:])
        if alike(truths, imagined) < UNLIKELY:
            uneven = (
                f"in {MATCHES} matches, {path} is most often {_often(truths)}, "
                f"but it is imagined as {_often(imagined)}"
            )
            yield Breach(0, f"{viewer_name(viewer)}: {uneven}", "evenness")
            return


def _often(counts: "Counter[str]") -> str:
    return ", ".join(f"{value} ({times} times)" for value, times in counts.most_common(2))
