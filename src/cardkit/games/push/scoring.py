"""Points: the numbers on a player's cards. Most points win."""

from typing import Never

from cardkit.games.push.cards import VALUE
from cardkit.games.push.state import Over, State
from cardkit.seats import Outcome, ranked

__all__ = ["outcome", "score"]


def outcome(state: State[Never]) -> Outcome | None:
    """Return the outcome. Most points win; if these are equal, more cards do."""
    phase = state.phase
    if not isinstance(phase, Over) or not phase.points:
        return None
    return ranked(phase.points, [*zip(phase.points, phase.owned, strict=True)])


def score(state: State[Never]) -> Outcome:
    """Return the outcome if the match ended now: all cards that a seat owns count."""
    hoards = [(*mine, *hidden) for mine, hidden in zip(state.open, state.secured, strict=True)]
    points = [sum([VALUE[card] for card in hoard]) for hoard in hoards]
    return ranked(points, [*zip(points, map(len, hoards), strict=True)])
