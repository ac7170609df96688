"""Findings: what a run says about its game, in sentences for its designer."""

from cardkit.arena.measures.seats import CONFIDENCE
from cardkit.arena.report.wording import FEW, format_choices, format_percent, format_times
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import Share

__all__ = ["findings"]

RARE = 0.01
"""An event is rare if it happens in a smaller share of matches."""


def findings(run: Simulation) -> list[str]:
    """Return sentences on length, closeness, fairness, and what rarely or never happens."""
    if run.plan.game.shared:
        return [_length(run), *_choices(run), _together(run), *_rare(run)]
    return [_length(run), *_choices(run), _closeness(run), *_leads(run), _fairness(run), *_rare(run)]


def _length(run: Simulation) -> str:
    length = run.lengths.numbers
    if not length.deviation:
        return f"Every match has {length.mean:,.0f} moves."
    return (
        f"A match has {length.quantile(0.5):,} moves (median); nine of ten have from {length.quantile(0.05):,} to "
        f"{length.quantile(0.95):,}, all of them from {length.quantile(0):,} to {length.quantile(1):,}."
    )


def _choices(run: Simulation) -> list[str]:
    """Say how much there is to decide, if that was counted."""
    choices = run.choices
    if choices is None:
        return []
    sizes = choices.sizes
    median, forced = format_choices(sizes.quantile(0.5)), format_percent(choices.forced)
    return [
        f"A turn has {median} (median), {sizes.mean:.3g} on average. In {forced} of turns there is only one."
    ]


def _closeness(run: Simulation) -> str:
    margin = run.margins.numbers
    if not margin.count:
        return "There is only one seat, so nobody can be close to it."
    scores = run.seats.together.scores
    drawn = format_percent(margin.bins.get(0, 0) / margin.count)
    spread = margin.mean / scores.deviation if scores.deviation else 0.0
    return (
        f"The first is {margin.quantile(0.5):,} points ahead of the second (median; the mean is {margin.mean:.3g}, or "
        f"{spread:.2g} times the standard deviation of scores). In {drawn} of the matches they have the same score."
    )


def _leads(run: Simulation) -> list[str]:
    """Say how stable the lead is, if that was counted."""
    leads = run.leads
    if leads is None:
        return []
    if not leads.changes.count:
        return ["It isn't known who leads before the end, because the game has no `score`."]
    changes, half = leads.changes, len(leads.led) // 2
    times = format_times(changes.quantile(0.5))
    found = f"The lead changes {times} in a match (median; the mean is {changes.mean:.3g})."
    if leads.settled.count:
        found += (
            f" The later winner takes it for good after {leads.settled.quantile(0.5)} % of a match (median)."
        )
    if leads.led[half]:
        found += f" Who leads after half of a match wins {format_percent(leads.won[half] / leads.led[half])} of them."
    return [found]


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
        return (
            "It isn't known whether a seat has an advantage, because each bot kept its seats in all matches."
        )
    ranked, seats = run.plan.ranked, run.seats
    shares = seats.shares(CONFIDENCE) if ranked else seats.worths(CONFIDENCE)
    deals, needed = seats.deals, FEW * len(shares)
    if deals < needed:
        return f"There are too few deals ({deals:,}) to say whether a seat has an advantage; it takes {needed:,}."
    fair = 1 / len(shares) if ranked else seats.together.mean_worth()
    apart = [_apart(seat, share, fair, ranked) for seat, share in shares.items() if share.excludes(fair)]
    if not apart:
        most = max(max(share.high - fair, fair - share.low) for share in shares.values())
        if not ranked:
            return (
                f"No seat shows an advantage. If a match is worth more or less than {fair:.3f} to a seat, "
                f"the difference is {most:.3f} at most."
            )
        return (
            f"No seat shows an advantage. If a seat wins more or less than {format_percent(fair)} of the matches, "
            f"the difference is {format_percent(most)} at most."
        )
    if not ranked:
        return f"Seats aren't equal. If they were, a match would be worth {fair:.3f} to each. " + " ".join(
            apart
        )
    return f"Seats aren't equal. If they were, each would win {format_percent(fair)}. " + " ".join(apart)


def _apart(seat: int, share: Share, fair: float, ranked: bool) -> str:
    more = "more" if share.value > fair else "less"
    sure = f"{100 * CONFIDENCE:g} % sure of all seats at once"
    if not ranked:
        return (
            f"To seat {seat} a match is worth {more}: {share.value:.3f} "
            f"({share.low:.3f} to {share.high:.3f}, {sure})."
        )
    return (
        f"Seat {seat} wins {more} than its share: {format_percent(share.value)} "
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
