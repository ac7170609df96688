"""Findings: what a run says about its game, in sentences for its designer."""

from cardkit.arena.report.labels import Labels
from cardkit.arena.report.phrases import Say
from cardkit.arena.report.wording import FEW
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import CONFIDENCE, Share
from cardkit.language import Language

__all__ = ["findings"]

RARE = 0.01
"""An event is rare if it happens in a smaller share of matches."""


def findings(run: Simulation, language: Language = "en") -> list[str]:
    """Return sentences on length, closeness, fairness, and what rarely or never happens."""
    say = Say(language)
    rare = _rare(run, say)
    if run.plan.game.shared:
        return [_length(run, say), *_choices(run, say), _together(run, say), *rare]
    places = [_closeness(run, say), *_leads(run, say), _fairness(run, say)]
    return [_length(run, say), *_choices(run, say), *places, *rare]


def _length(run: Simulation, say: Say) -> str:
    length = run.lengths.numbers
    if not length.deviation:
        return say("one length", length=length.mean)
    shares = {"median": 0.5, "low": 0.05, "high": 0.95, "least": 0, "most": 1}
    return say("lengths", **{name: length.quantile(share) for name, share in shares.items()})


def _choices(run: Simulation, say: Say) -> list[str]:
    """Say how much there is to decide, if that was counted."""
    choices = run.choices
    if choices is None:
        return []
    sizes, forced = choices.sizes, say.percent(choices.forced)
    median = say.counted("legal move", "legal moves", sizes.quantile(0.5))
    return [say("decided", median=median, mean=sizes.mean, forced=forced)]


def _closeness(run: Simulation, say: Say) -> str:
    margin = run.margins.numbers
    if not margin.count:
        return say("alone")
    scores = run.seats.together.scores
    drawn = say.percent(margin.bins.get(0, 0) / margin.count)
    spread = margin.mean / scores.deviation if scores.deviation else 0.0
    return say("close", median=margin.quantile(0.5), mean=margin.mean, spread=spread, drawn=drawn)


def _leads(run: Simulation, say: Say) -> list[str]:
    """Say how stable the lead is, if that was counted."""
    leads = run.leads
    if leads is None:
        return []
    if not leads.changes.count:
        return [say("no score")]
    changes, half = leads.changes, len(leads.led) // 2
    found = [say("lead", times=say.times(changes.quantile(0.5)), mean=changes.mean)]
    if leads.settled.count:
        found.append(say("settled", part=leads.settled.quantile(0.5)))
    if leads.led[half]:
        found.append(say("half", share=say.percent(leads.won[half] / leads.led[half])))
    return [" ".join(found)]


def _together(run: Simulation, say: Say) -> str:
    """Describe what all seats score together, if they share the result."""
    total, worth = run.seats.seat(0).scores, run.seats.worth(0, CONFIDENCE)
    return say(
        "together",
        mean=total.mean,
        low=total.quantile(0),
        high=total.quantile(1),
        worth=worth.value,
        least=worth.low,
        most=worth.high,
        sure=say.percent(CONFIDENCE, "g"),
    )


def _fairness(run: Simulation, say: Say) -> str:
    if not run.plan.rotate and len(run.bots) > 1:
        return say("kept seats")
    ranked, seats = run.plan.ranked, run.seats
    shares = seats.shares(CONFIDENCE) if ranked else seats.worths(CONFIDENCE)
    deals, needed = seats.deals, FEW * len(shares)
    if deals < needed:
        return say("few deals", deals=deals, needed=needed)
    fair = 1 / len(shares) if ranked else seats.together.mean_worth()
    apart = [_apart(seat, share, fair, ranked, say) for seat, share in shares.items() if share.excludes(fair)]
    even = _amount(fair, ranked, say)
    if apart:
        return " ".join((say("unfair" if ranked else "unfair worth", fair=even), *apart))
    most = max(max(share.high - fair, fair - share.low) for share in shares.values())
    return say("fair" if ranked else "fair worth", fair=even, most=_amount(most, ranked, say))


def _apart(seat: int, share: Share, fair: float, ranked: bool, say: Say) -> str:
    found, low, high = (_amount(value, ranked, say) for value in (share.value, share.low, share.high))
    more = "more" if share.value > fair else "less"
    return say(
        "apart" if ranked else "apart worth",
        seat=seat,
        more=say(more if ranked else f"worth, {more}"),
        share=found,
        low=low,
        high=high,
        sure=say.percent(CONFIDENCE, "g"),
    )


def _amount(value: float, ranked: bool, say: Say) -> str:
    return say.percent(value) if ranked else say.number(value, ".3f")


def _rare(run: Simulation, say: Say) -> list[str]:
    """List events of the game that rarely or never happen."""
    happened = {
        name: one.matches / run.matches for name, one in run.events.named.items() if one.matches is not None
    }
    label = Labels(run.plan.game, say.language).event
    never = [label(name) for name in run.plan.game.wire.events if name not in happened]
    rare = [
        f"{label(name)} ({say.percent(share, '.2f')})" for name, share in happened.items() if share < RARE
    ]
    found = [say("never happened", names=", ".join(never))] if never else []
    return [*found, say("rare", names=", ".join(rare))] if rare else found
