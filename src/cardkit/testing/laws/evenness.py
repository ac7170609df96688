"""Law 7, over many matches: imagined states have the same distribution as true ones.

Right after its opening, a match is as likely as any other that gives the viewer the same glimpses. So over many seeds,
each part of a state takes the same values equally often, in truth and as imagined. No moves are made, because the
seats' choices would reveal something about their hands.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from cardkit.chance import SeededChance
from cardkit.game import Event, Glimpse, Memory, Move, Options, State, View
from cardkit.opening import begin
from cardkit.seats import Viewer
from cardkit.testing.differences import parts
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, viewer_name
from cardkit.testing.uniform import alike

__all__ = ["check"]

MATCHES: Final = 200
UNLIKELY: Final = 1e-9
"""A difference less likely than this is a breach. Chance alone doesn't reach it, even over hundreds of parts."""


def check(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Breach]:
    """Yield the first part of a state that is imagined unevenly, for one viewer."""
    luck = trial.chance("evenness")
    viewer = trial.viewers[luck.below("viewer", len(trial.viewers))]
    truths, imagined = _counted(trial, viewer)
    for path in truths:
        if alike(truths[path], imagined[path]) < UNLIKELY:
            often = _often(truths[path]), _often(imagined[path])
            uneven = (
                f"in {MATCHES} matches, {path} is most often {often[0]}, but it is imagined as {often[1]}"
            )
            yield Breach(0, f"{viewer_name(viewer)}: {uneven}", "evenness")
            return


def _counted(
    trial: Trial[Move, Event, State, View, Glimpse, Memory, Options], viewer: Viewer
) -> "tuple[dict[str, Counter[str]], dict[str, Counter[str]]]":
    """Return how often each part of a state has each value: first in truth, then as imagined."""
    game, header = trial.game, trial.last.header
    truths, imagined = defaultdict[str, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
    for number in range(MATCHES):
        seed = f"{header.seed}, evenness {number}"
        match = begin(game, header.seats, header.options, seed, None)
        fancied = game.imagine(match.memory(viewer), SeededChance(f"{seed}, imagined"))
        for counts, state in ((truths, match.state), (imagined, fancied)):
            for path, value in parts(state).items():
                counts[path][repr(value)] += 1
    paths = sorted({*truths, *imagined})
    return {path: truths[path] for path in paths}, imagined


def _often(counts: "Counter[str]") -> str:
    return ", ".join(f"{value} ({times} times)" for value, times in counts.most_common(2)) or "missing"
