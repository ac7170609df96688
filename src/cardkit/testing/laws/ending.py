"""Law 8: a match ends within its bound, with an outcome."""

from collections.abc import Iterator

from cardkit.seats import Outcome
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial
from cardkit.worth import is_sound

__all__ = ["check"]


def check(trial: Trial) -> Iterator[Breach]:
    """Yield a breach if the end is late or doesn't come with an outcome, or if the outcome isn't sound."""
    seats, bound = len(trial.seats), trial.bound
    for step, match in enumerate(trial.steps):
        outcome = match.outcome
        if bool(match.actors) == (outcome is not None):
            who = ", ".join(map(str, match.actors)) or "nobody"
            yield Breach(step, f"{who} may move, but the outcome is {outcome!r}")
            return
        if bound is not None and step >= bound and outcome is None:
            yield Breach(step, f"the match isn't over after {bound} moves, which is its bound")
            return
        if outcome is None:
            continue
        if not _sound(outcome, seats):
            yield Breach(step, f"{outcome!r} doesn't give each of {seats} seats its total and rank")
            return
        score = outcome if match.game.score is None else match.game.score(match.state)
        if score != outcome:
            yield Breach(step, f"the match is over with {outcome!r}, but its score is {score!r}")
        worth = match.game.worth(outcome)
        if not is_sound(worth, seats):
            yield Breach(step, f"worth gives {worth!r}, not a number from 0 to 1 for each of {seats} seats")
        elif match.game.shared and any(len({*given}) > 1 for given in (outcome.totals, outcome.ranks, worth)):
            yield Breach(
                step, f"the result is shared, but {outcome!r}, worth {worth!r}, isn't the same for all"
            )


def _sound(outcome: Outcome, seats: int) -> bool:
    """Return whether each rank is one more than the number of better seats, as `Outcome` promises."""
    ranks, totals = outcome.ranks, outcome.totals
    ranked = all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return len(ranks) == len(totals) == seats and ranked and outcome.winners == winners
