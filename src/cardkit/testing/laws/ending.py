"""Law 8: a match ends within its bound, with an outcome."""

from collections.abc import Iterator

from cardkit.game_checks import outcome_fault
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial
from cardkit.worth import is_sound

__all__ = ["check"]


def check(trial: Trial) -> Iterator[Breach]:
    """Yield a breach if the end is late or doesn't come with an outcome, or if the outcome isn't sound."""
    seats, bound = len(trial.seats), trial.bound
    for step, match in enumerate(trial.steps):
        outcome = match.game.outcome(match.state)
        if bool(match.actors) == (outcome is not None):
            who = ", ".join(map(str, match.actors)) or "nobody"
            yield Breach(
                step,
                f"{who} may move, but the outcome is {outcome!r}; let `outcome` return one exactly when `actors` is "
                "empty",
            )
            return
        if bound is not None and step >= bound and outcome is None:
            moves = f"{bound} {'move' if bound == 1 else 'moves'}"
            yield Breach(step, f"the match isn't over after {moves}, which is its `bound`")
            return
        if outcome is None:
            continue
        if fault := outcome_fault(outcome, seats):
            yield Breach(step, f"`outcome` returned {outcome!r}; {fault}")
            return
        score = outcome if match.game.score is None else match.game.score(match.state)
        if score != outcome:
            yield Breach(step, f"the match is over with {outcome!r}, but its score is {score!r}")
        worth = match.game.worth_with(match.header.options)(outcome)
        if not is_sound(worth, seats):
            yield Breach(step, f"worth gives {worth!r}, not a number from 0 to 1 for each of {seats} seats")
        elif match.game.shared and any(len({*given}) > 1 for given in (outcome.totals, outcome.ranks, worth)):
            yield Breach(
                step, f"the result is shared, but {outcome!r}, worth {worth!r}, isn't the same for all"
            )
