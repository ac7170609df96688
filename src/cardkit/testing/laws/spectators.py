"""Law 11: a spectator sees only what every seat sees.

What can be undone, and what everybody is shown, depends on what a spectator knows. So if a seat can't tell two
histories apart, a spectator can't either. The other histories come from exchanges (`exchanges`). A difference that
takes more exchanges at once than were tried isn't found.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from cardkit.seats import Seat
from cardkit.testing.differences import describe_difference
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.histories import glimpses_of, rigged_history
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial

__all__ = ["check"]

WALKS: Final = 4
TRIES: Final = 24


def check(trial: Trial) -> Iterator[Breach]:
    """Yield what a spectator sees and a seat doesn't, for some seats, up to some steps."""
    for number, (luck, _, step) in enumerate(trial.points("spectators", WALKS)):
        seat = trial.seats[luck.below("seat", len(trial.seats))]
        walk = Exchanges(trial, seat, step, trial.chance(f"spectators: walk {number}"))
        walk.walk(TRIES)
        if walk.kept:
            yield from _seen_by_spectators(trial, walk, seat, step)


def _seen_by_spectators(trial: Trial, walk: Exchanges, seat: Seat, step: int) -> Iterator[Breach]:
    game, reason = trial.game, f"seat {seat} can't tell two histories apart, but a spectator can"
    for place, other in enumerate(islice(rigged_history(trial, walk.rig), step + 1)):
        true = trial.steps[place]
        if other is true:
            continue
        seen, differs = glimpses_of(true, None), glimpses_of(other, None)
        if seen != differs:
            where = describe_difference(seen, differs, "in one", "in the other")
            yield Breach(place, f"{reason}, by its glimpses: {where}", "glimpse")
            return
        view, other_view = game.view(true.state, None), game.view(other.state, None)
        if view != other_view:
            where = describe_difference(view, other_view, "in one", "in the other")
            yield Breach(place, f"{reason}, by its view: {where}", "view")
            return
