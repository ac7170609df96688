"""Points: the numbers on a player's cards. Most points win."""

from typing import Never

from cardkit.games.push.state import Over, State
from cardkit.seats import Outcome, ranked

__all__ = ["outcome"]


def outcome(state: State[Never]) -> Outcome | None:
    """Return the outcome. Most points win; if these are equal, more cards do."""
    phase = state.phase
    if not isinstance(phase, Over) or not phase.points:
        return None
    return ranked(phase.points, [*zip(phase.points, phase.owned, strict=True)])
