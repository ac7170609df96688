"""What a run says about its game, in sentences for its designer."""

from cardkit.arena.interval import Share
from cardkit.arena.named import game_of
from cardkit.arena.seating import CONFIDENCE
from cardkit.arena.simulation import Simulation
from cardkit.arena.words import FEW, percent

__all__ = ["findings"]

RARE = 0.01
"""What comes in fewer matches than this is rare."""


def findings(run: Simulation) -> list[str]:
    """The answers to what is asked first: how long, how close, is it fair, what never happens."""
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
    drawn = percent(margin.bins.get(0, 0) / margin.count)
    spread = margin.mean / scores.deviation if scores.deviation else 0.0
    return (
        f"The first is {margin.quantile(0.5):,} points from the second (median; mean {margin.mean:.3g}, that is "
        f"{spread:.2g} times the standard deviation of scores); in {drawn} of the matches nothing lies between them."
    )


def _fairness(run: Simulation) -> str:
    if not run.spec.rotate and len(run.bots) > 1:
        return "Whether a seat has an advantage can't be told: each bot kept its seats in all matches."
    shares = run.seats.shares(CONFIDENCE)
    deals, needed = run.seats.deals, FEW * len(shares)
    if deals < needed:
        return f"Whether a seat has an advantage can't be told from so few deals ({deals:,}): it takes {needed:,}."
    fair = 1 / len(shares)
    apart = [_apart(seat, share, fair) for seat, share in shares.items() if share.excludes(fair)]
    if not apart:
        most = max(max(share.high - fair, fair - share.low) for share in shares.values())
        return (
            f"No seat is seen to have an advantage: if one wins more or less than {percent(fair)} of the matches, "
            f"then by {percent(most)} at most."
        )
    return f"Seats aren't alike; if they were, each would win {percent(fair)}. " + " ".join(apart)


def _apart(seat: int, share: Share, fair: float) -> str:
    more = "more" if share.value > fair else "less"
    return (
        f"Seat {seat} wins {more} than its part: {percent(share.value)} "
        f"({percent(share.low)} to {percent(share.high)}, {100 * CONFIDENCE:g} % sure of all seats at once)."
    )


def _rare(run: Simulation) -> list[str]:
    """Events that the game has, and that hardly ever happen."""
    happened = {
        name: one.matches / run.matches for name, one in run.rules.named.items() if one.matches is not None
    }
    known = game_of(run.spec.game).wire.events
    never = [name for name in known if name not in happened]
    rare = [f"{name} ({percent(share, 2)})" for name, share in happened.items() if share < RARE]
    found = [f"Never happened: {', '.join(never)}."] if never else []
    return [*found, f"Rare, by the share of matches: {', '.join(rare)}."] if rare else found
