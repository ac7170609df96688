"""Law 8: a match ends within its bound, with an outcome."""

from collections.abc import Iterator

from cardkit.seats import Outcome
from cardkit.testing.report import Breach
from cardkit.testing.trial import Event, Glimpse, Memory, Move, Options, State, Trial, View

__all__ = ["check"]


def check(trial: Trial[Move, Event, State, View, Glimpse, Memory, Options]) -> Iterator[Breach]:
    """Nobody moves when there is an outcome, somebody when there is none, and the end comes in time."""
    seats, bound = len(trial.seats), trial.bound
    for step, match in enumerate(trial.steps):
        outcome = match.outcome
        if bool(match.actors) == (outcome is not None):
            who = ", ".join(map(str, match.actors)) or "nobody"
            yield Breach(step, f"{who} may move, and the outcome is {outcome!r}")
            return
        if bound is not None and step >= bound and outcome is None:
            yield Breach(step, f"the match goes on after {bound} moves, and that is its bound")
            return
        if outcome is not None and not _sound(outcome, seats):
            yield Breach(step, f"{outcome!r} doesn't give each of {seats} seats its total and rank")


def _sound(outcome: Outcome, seats: int) -> bool:
    """Whether ranks are as `Outcome` promises: one more than the number of seats ranked better."""
    ranks, totals = outcome.ranks, outcome.totals
    ranked = all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return len(ranks) == len(totals) == seats and ranked and outcome.winners == winners
