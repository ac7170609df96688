"""Arenas: which bot is stronger, by how much, and how sure that is."""

from fractions import Fraction
from functools import cached_property, partial
from typing import Final

from attrs import frozen

from cardkit.arena.lineups import deals_per_turn
from cardkit.arena.measures.facts import PARTS
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.plan import Plan
from cardkit.arena.report.wording import Terms, sentence
from cardkit.arena.simulation import Simulation, count
from cardkit.arena.spec import RunSpec, make_plan
from cardkit.arena.statistics.intervals import CONFIDENCE, Share, clustered_interval
from cardkit.arena.statistics.ratings import Rating, ratings
from cardkit.game import Json
from cardkit.language import Language
from cardkit.rejections import Invalid

__all__ = ["Arena", "deals_for", "rate", "share_between"]

HIGHEST_CONFIDENCE: Final = 0.999999999
"""The highest confidence of an interval. Beyond it floating-point numbers aren't precise enough."""


@frozen(eq=False, slots=False)
class Arena:
    """The result of an arena. A bot is named by its place in the list of bots."""

    run: Simulation
    confidence: float

    @property
    def pairs(self) -> Pairs:
        """The counts of who was ahead of whom."""
        return self.run.of(Pairs)

    @property
    def terms(self) -> Terms:
        """The terms in which two bots are compared."""
        return Terms(self.run.plan.ranked)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The ratings, the best first."""
        found = ratings(self.pairs, len(self.run.plan.bots), self.confidence)
        return tuple(sorted(found, key=lambda rating: (-rating.value, rating.bot)))

    def share(self, bot: int, other: int) -> Share | None:
        """Return the share of meetings in which the bot was ahead; ties count half. `None` if they never met.

        If a match doesn't count by rank, the share's `lead` is the mean difference in worth.
        """
        return share_between(self.pairs, bot, other, self.confidence)

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence or more about each pair of bots, the better bots first."""
        return self.sentences_in("en")

    def sentences_in(self, language: Language) -> tuple[str, ...]:
        """Return the sentences in the closest language that reports speak."""
        terms = Terms(self.run.plan.ranked, language)
        order, names = [rating.bot for rating in self.ratings], self.run.bots
        found: list[str] = []
        for place, bot in enumerate(order):
            for other in order[place + 1 :]:
                share, pair = self.share(bot, other), (min(bot, other), max(bot, other))
                deals = self.pairs.deals_of.get(pair, 0)
                with_more = partial(share_between, self.pairs, bot, other, self.confidence)
                found.append(
                    sentence(names[bot], names[other], share, deals, self.confidence, with_more, terms)
                )
        return tuple(found)

    def document(self) -> dict[str, Json]:
        """Return the result as JSON."""
        names = self.run.bots
        table: dict[str, Json] = {
            name: {other: self._cell(i, j) for j, other in enumerate(names) if i != j}
            for i, name in enumerate(names)
        }
        return {
            "confidence": self.confidence,
            "ratings": [self._rating(rating) for rating in self.ratings],
            "table": table,
            "sentences": [*self.sentences],
            "run": self.run.document(),
        }

    def _repr_html_(self) -> str:
        """Show ratings and findings in a notebook. `report.html` of a run with `out` shows all."""
        from cardkit.arena.report.notebook import arena_summary  # it imports this module

        return arena_summary(self)

    def _rating(self, rating: Rating) -> Json:
        cell = self.run.seats.bot(rating.bot)
        worth = self.run.seats.worth_to_bot(rating.bot, self.confidence)
        return {
            "bot": self.run.bots[rating.bot],
            "rating": rating.value,
            "low": _finite(rating.low),
            "high": _finite(rating.high),
            "bound": rating.bound,
            "matches": cell.matches,
            "wins": float(cell.wins / cell.matches) if cell.matches else 0.0,
            "mean_rank": cell.mean_rank(),
            "mean_score": cell.scores.mean,
            "mean_worth": worth.value,
            "worth_low": worth.low,
            "worth_high": worth.high,
        }

    def _cell(self, bot: int, other: int) -> Json:
        share = self.share(bot, other)
        if share is None:
            return None
        found = self.terms.of(share)
        return {self.terms.key: found.value, "low": found.low, "high": found.high}


def share_between(
    pairs: Pairs, bot: int, other: int, confidence: float, deals: int | None = None
) -> Share | None:
    """Return the share of meetings in which the bot was ahead, with an interval clustered by deal.

    If a match doesn't count by rank, each meeting counts one half plus half the difference in worth. So the share's
    `lead` is the mean difference in worth.

    `deals` asks for the interval after this number of deals in all, if they were like those that were played.
    """
    pair = (bot, other) if bot < other else (other, bot)
    met = pairs.met.get(pair, 0)
    if not met:
        return None
    share, key = Fraction(pairs.net[pair] + PARTS * met, 2 * PARTS * met), (pair, pair)
    off = Fraction(1, 2) - share
    net_net, net_met = Fraction(pairs.net_net[key], PARTS**2), Fraction(pairs.net_met[key], PARTS)
    spread = net_net / 4 + off * net_met + off**2 * pairs.met_met[key]
    played = pairs.deals_of[pair]
    times = Fraction(deals or played, played)
    found = clustered_interval(share, met * times, spread * times, deals or played, confidence)
    return found if bot < other else Share(1 - found.value, 1 - found.high, 1 - found.low)


def rate(spec: RunSpec, *, confidence: float = CONFIDENCE) -> Arena:
    """Rate bots against each other.

    Each deal is played once for each seat, by the same bots, and each of them sits once in each seat: good cards favour
    nobody. If there are more bots than seats, all sets of bots play in turn; more than 60 sets are drawn by lot. If
    there are fewer, bots take several seats. If all seats share one result, each bot plays each deal once, in all
    seats. `confidence` is the confidence of the intervals.
    """
    if not 0.5 <= confidence <= HIGHEST_CONFIDENCE:
        raise Invalid("confidence", confidence, f"a share from 0.5 to {HIGHEST_CONFIDENCE}, such as 0.99")
    plan = make_plan(spec, paired=True)
    return Arena(count(spec, plan, deals_for(plan, spec.matches)), confidence)


def deals_for(plan: Plan, matches: int) -> int:
    """Return the number of deals that gives enough matches, and lets all bots play equally often."""
    turn = 1 if plan.in_teams else deals_per_turn(len(plan.bots), plan.seats)
    return -(-matches // (plan.matches_per_deal * turn)) * turn


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None
