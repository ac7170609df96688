"""Findings: what a run says about its game, in sentences for its designer."""

from cardkit.arena.measures.seats import CONFIDENCE
from cardkit.arena.report.wording import FEW, format_percent
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import Share

__all__ = ["findings"]

RARE = 0.01
"""An event is rare if it happens in a smaller share of matches."""


def findings(run: Simulation) -> list[str]:
    """Return sentences on length, closeness, fairness, and what rarely or never happens."""
    if run.plan.game.shared:
        return [_length(run), _together(run), *_rare(run)]
    return [_length(run), _closeness(run), _fairness(run), *_rare(run)]


def _length(run: Simulation) -> str:
    length = run.lengths.numbers
    if not length.deviation:
        return f"Every match has {length.mean:,.0f} moves."
    return (
        f"A match has {length.quantile(0.5):,} moves (median); nine of ten have from {length.quantile(0.05):,} to "
        f"{length.quantile(0.95):,}, all of them from {length.quantile(0):,} to {length.quantile(1):,}."
    )


def _closeness(run: Simulation) -> str:
    margin = run.margins.numbers
    if not margin.count:
        return "There is one seat, and nobody to be close to."
    scores = run.seats.together.scores
    drawn = format_percent(margin.bins.get(0, 0) / margin.count)
    spread = margin.mean / scores.deviation if scores.deviation else 0.0
    return (
        f"The first is {margin.quantile(0.5):,} points from the second (median; mean {margin.mean:.3g}, that is "
        f"{spread:.2g} times the standard deviation of scores); in {drawn} of the matches nothing lies between them."
    )


def _together(run: Simulation) -> str:
    """Describe what all seats score together, if they share the result."""
    total, worth = run.seats.seat(0).scores, run.seats.worth(0, CONFIDENCE)
    return (
        f"All seats share one result: {total.mean:,.3g} points on average, from {total.quantile(0):,} to "
        f"{total.quantile(1):,}; a match is worth {worth.value:.3f} ({worth.low:.3f} to {worth.high:.3f}, "
        f"{100 * CONFIDENCE:g} % sure)."
    )


def _fairness(run: Simulation) -> str:
    if not run.plan.rotate and len(run.bots) > 1:
        return "Whether a seat has an advantage can't be told: each bot kept its seats in all matches."
    ranked, seats = run.plan.ranked, run.seats
    shares = seats.shares(CONFIDENCE) if ranked else seats.worths(CONFIDENCE)
    deals, needed = seats.deals, FEW * len(shares)
    if deals < needed:
        return f"Whether a seat has an advantage can't be told from so few deals ({deals:,}): it takes {needed:,}."
    fair = 1 / len(shares) if ranked else seats.together.mean_worth()
    apart = [_apart(seat, share, fair, ranked) for seat, share in shares.items() if share.excludes(fair)]
    if not apart:
        most = max(max(share.high - fair, fair - share.low) for share in shares.values())
        if not ranked:
            return (
                f"No seat is seen to have an advantage: if a match is worth more or less than {fair:.3f} to one, "
                f"then by {most:.3f} at most."
            )
        return (
            "No seat is seen to have an advantage: if one wins more or less than "
            f"{format_percent(fair)} of the matches, then by {format_percent(most)} at most."
        )
    if not ranked:
        return f"Seats aren't alike; if they were, a match would be worth {fair:.3f} to each. " + " ".join(
            apart
        )
    return f"Seats aren't alike; if they were, each would win {format_percent(fair)}. " + " ".join(apart)


def _apart(seat: int, share: Share, fair: float, ranked: bool) -> str:
    more = "more" if share.value > fair else "less"
    sure = f"{100 * CONFIDENCE:g} % sure of all seats at once"
    if not ranked:
        return (
            f"To seat {seat} it is worth {more}: {share.value:.3f} "
            f"({share.low:.3f} to {share.high:.3f}, {sure})."
        )
    return (
        f"Seat {seat} wins {more} than its part: {format_percent(share.value)} "
        f"({format_percent(share.low)} to {format_percent(share.high)}, {sure})."
    )


def _rare(run: Simulation) -> list[str]:
    """List events of the game that rarely or never happen."""
    happened = {
        name: one.matches / run.matches for name, one in run.events.named.items() if one.matches is not None
    }
    known = run.plan.game.wire.events
    never = [name for name in known if name not in happened]
    rare = [f"{name} ({format_percent(share, 2)})" for name, share in happened.items() if share < RARE]
    found = [f"Never happened: {', '.join(never)}."] if never else []
    return [*found, f"Rare, by the share of matches: {', '.join(rare)}."] if rare else found
