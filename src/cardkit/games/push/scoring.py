"""Points: the numbers on one's cards. Most win."""

from typing import Never

from cardkit.games.push.state import Over, State
from cardkit.seats import Outcome, ranked

__all__ = ["outcome"]


def outcome(state: State[Never]) -> Outcome | None:
    """Most points win; of equals, whoever has more cards did better."""
    phase = state.phase
    if not isinstance(phase, Over) or not phase.points:
        return None
    return ranked(phase.points, [*zip(phase.points, phase.owned, strict=True)])
