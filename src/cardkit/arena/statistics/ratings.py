"""Ratings by Bradley and Terry: the odds between any two bots follow from their ratings.

A bot that is rated r points above another is ahead of it with odds of 10 ** (r / 400) to 1; ties count half. If a match
doesn't count by rank, a meeting counts one half plus half the difference in worth. The ratings are those that make the
results likeliest. Their intervals follow from how much results vary from deal to deal (a sandwich estimate), because
the matches of one deal depend on each other.
"""

from math import exp, inf, log, sqrt
from typing import Final

from attrs import frozen

from cardkit.arena.measures.facts import PARTS
from cardkit.arena.measures.pairs import Pair, Pairs
from cardkit.arena.statistics.intervals import ASSUMED, t_quantile
from cardkit.arena.statistics.matrices import Matrix, centred_inverse, product, transformed

__all__ = ["Rating", "are_linked", "ratings"]

SCALE: Final = 400 / log(10)
STEPS: Final = 100
NEAR: Final = 1e-12


@frozen
class Rating:
    """A bot's rating. All ratings of an arena have the mean 0."""

    bot: int
    value: float
    low: float
    high: float
    bound: bool
    """Whether the results set no limit, so that one more tie between each two bots was assumed.

    Then some bots won nothing against others, or didn't meet them, even by way of others.
    """


def ratings(pairs: Pairs, bots: int, confidence: float) -> tuple[Rating, ...]:
    """Return the ratings of the bots, in the order of their numbers."""
    counted = sorted(pairs.met.items())  # sums of floating-point numbers depend on their order
    met: dict[Pair, float] = {pair: float(count) for pair, count in counted}
    won = {pair: (pairs.net[pair] / PARTS + count) / 2 for pair, count in counted}
    bound = not _are_limited(won, met, bots)
    if bound:
        for pair in ((one, two) for two in range(bots) for one in range(two)):
            met[pair] = met.get(pair, 0.0) + 1
            won[pair] = won.get(pair, 0.0) + 0.5
    strengths = _likeliest(won, met, bots)
    freedom = pairs.deals - (bots - 1)
    if freedom < 1 or not are_linked(pairs, bots):
        return tuple(Rating(bot, SCALE * one, -inf, inf, bound) for bot, one in enumerate(strengths))
    width = t_quantile(confidence, freedom)
    errors = _errors(pairs, strengths, met, freedom, bound=bound)
    return tuple(
        Rating(bot, SCALE * one, SCALE * (one - width * error), SCALE * (one + width * error), bound)
        for bot, (one, error) in enumerate(zip(strengths, errors, strict=True))
    )


def are_linked(pairs: Pairs, bots: int) -> bool:
    """Return whether every two bots met, at least through other bots."""
    met: dict[int, set[int]] = {bot: set() for bot in range(bots)}
    for one, two in pairs.met:
        met[one].add(two)
        met[two].add(one)
    return len(_reached(met)) == bots


def _are_limited(won: dict[Pair, float], met: dict[Pair, float], bots: int) -> bool:
    """Return whether every bot won something against every other one, at least through other bots."""
    beaten: dict[int, set[int]] = {bot: set() for bot in range(bots)}
    for (one, two), count in met.items():
        if won[one, two] > 0:
            beaten[two].add(one)
        if won[one, two] < count:
            beaten[one].add(two)
    taken: dict[int, set[int]] = {bot: {a for a in beaten if bot in beaten[a]} for bot in beaten}
    return all(len(_reached(graph)) == bots for graph in (beaten, taken))


def _reached(graph: dict[int, set[int]]) -> set[int]:
    seen, new = {0}, [0]
    while new:
        for bot in graph[new.pop()] - seen:
            seen.add(bot)
            new.append(bot)
    return seen


def _chance(strengths: list[float], pair: Pair) -> float:
    return 1 / (1 + exp(strengths[pair[1]] - strengths[pair[0]]))


def _likeliest(won: dict[Pair, float], met: dict[Pair, float], bots: int) -> list[float]:
    """Return the likeliest strengths, by Newton's method in steps of at most 2."""
    strengths = [0.0] * bots
    for _ in range(STEPS):
        slope = [0.0] * bots
        for pair, count in met.items():
            surplus = won[pair] - count * _chance(strengths, pair)
            slope[pair[0]] += surplus
            slope[pair[1]] -= surplus
        step = transformed(centred_inverse(_curvature(strengths, met)), slope)
        longest = max(map(abs, step))
        scale = min(1.0, 2 / longest) if longest else 0.0
        strengths = [strength + scale * part for strength, part in zip(strengths, step, strict=True)]
        if longest < NEAR:
            break
    return strengths


def _curvature(strengths: list[float], met: dict[Pair, float]) -> Matrix:
    matrix = [[0.0] * len(strengths) for _ in strengths]
    for (one, two), count in met.items():
        chance = _chance(strengths, (one, two))
        weight = count * chance * (1 - chance)
        matrix[one][one] += weight
        matrix[two][two] += weight
        matrix[one][two] -= weight
        matrix[two][one] -= weight
    return matrix


def _errors(
    pairs: Pairs, strengths: list[float], met: dict[Pair, float], freedom: int, *, bound: bool
) -> list[float]:
    """Return the standard error of each strength."""
    inverse = centred_inverse(_curvature(strengths, met))
    covariance = product(product(inverse, _scatter(pairs, strengths)), inverse)
    more, assumed = pairs.deals / freedom, ASSUMED / pairs.deals
    variances = [
        max(0.0, covariance[bot][bot]) * more + inverse[bot][bot] * assumed for bot in range(len(strengths))
    ]
    if bound:
        variances = [max(variance, inverse[bot][bot]) for bot, variance in enumerate(variances)]
    return [*map(sqrt, variances)]


def _scatter(pairs: Pairs, strengths: list[float]) -> Matrix:
    """Return the sum over deals of the squares and products of each bot's wins beyond its expectation."""
    matrix = [[0.0] * len(strengths) for _ in strengths]
    off = {pair: 0.5 - _chance(strengths, pair) for pair in pairs.met}
    for key, net_net in sorted(pairs.net_net.items()):
        one, two = key
        value = (
            net_net / (4 * PARTS**2)
            + off[two] * (pairs.net_met[key] / PARTS) / 2
            + off[one] * (pairs.net_met[two, one] / PARTS) / 2
            + off[one] * off[two] * pairs.met_met[key]
        )
        for bot, sign in ((one[0], 1), (one[1], -1)):
            matrix[bot][two[0]] += sign * value
            matrix[bot][two[1]] -= sign * value
    return matrix
