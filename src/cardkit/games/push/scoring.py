"""Points: the numbers on one's cards. Most win."""

from cardkit.games.push.cards import VALUE
from cardkit.games.push.state import Hoard, Over, State
from cardkit.seats import Outcome, ranked

__all__ = ["outcome", "owned", "points"]


def points(hoard: Hoard) -> int:
    """The sum of the numbers, open and secured."""
    return sum(VALUE[card] for cards in hoard for card in cards)


def owned(hoard: Hoard) -> int:
    """How many cards there are, open and secured."""
    return sum(map(len, hoard))


def outcome(state: State) -> Outcome | None:
    """Most points win; of equals, whoever has more cards did better."""
    phase = state.phase
    if not isinstance(phase, Over) or not phase.points:
        return None
    return ranked(phase.points, [*zip(phase.points, phase.owned, strict=True)])
