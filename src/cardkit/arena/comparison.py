"""Two runs of one game beside each other: what differs, and how sure that is."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Final

from attrs import Factory, define, frozen

from cardkit.arena.saved import Record, deals, load_run
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import CONFIDENCE, t_quantile
from cardkit.game import Json
from cardkit.options import options_document
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["Comparison", "Difference", "compare"]

SHARES: Final = ("wins", "first place shared")
"""The beginnings of the names of quantities that are shares of matches."""


@frozen
class Difference:
    """A quantity in both runs, and the second less the first, with its interval."""

    name: str
    first: float
    second: float
    value: float
    low: float
    high: float

    @property
    def is_share(self) -> bool:
        """Whether the quantity is a share of matches."""
        return self.name.startswith(SHARES)

    @property
    def is_sure(self) -> bool:
        """Whether the interval excludes that both are equal."""
        return not self.low <= 0 <= self.high


@frozen
class Comparison:
    """Two runs of one game."""

    names: tuple[str, str]
    runs: tuple[Simulation, Simulation]
    differences: tuple[Difference, ...]
    paired: bool
    """Whether the runs play the same deals, so that each deal of one is compared with the same deal of the other."""

    @property
    def variations(self) -> dict[str, tuple[Json, Json]]:
        """What was asked for differently, with both values."""
        one, other = (run.plan.identity() | {"matches": run.matches} for run in self.runs)
        usual = options_document(self.runs[0].plan.game.options())
        options = [{**usual, **run.plan.options} for run in self.runs]
        names = [name for name in one if name not in ("options", "measures", "moves", "records")]
        found = {name: (one[name], other[name]) for name in names if one[name] != other[name]}
        rules = {name: (options[0][name], options[1].get(name)) for name in options[0]}
        return found | {name: values for name, values in rules.items() if values[0] != values[1]}

    def document(self) -> dict[str, Json]:
        """Return the comparison as JSON."""
        return {
            "first": {"name": self.names[0], "run": self.runs[0].document()},
            "second": {"name": self.names[1], "run": self.runs[1].document()},
            "variations": {name: [*values] for name, values in self.variations.items()},
            "paired": self.paired,
            "confidence": CONFIDENCE,
            "differences": [
                {
                    "name": one.name,
                    "first": one.first,
                    "second": one.second,
                    "difference": one.value,
                    "low": one.low,
                    "high": one.high,
                }
                for one in self.differences
            ],
        }


@define
class _Sums:
    """The sums of some numbers and of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The variance of the mean."""
        if self.count < 2:
            return float("inf")
        scatter = max(0.0, self.squares - self.total * self.total / self.count)
        return scatter / (self.count - 1) / self.count


@define
class _Found:
    """A quantity by deal: in the first run, in the second one, and its difference if the deals are the same."""

    first: _Sums = Factory(_Sums)
    second: _Sums = Factory(_Sums)
    apart: _Sums = Factory(_Sums)


def compare(first: Path, second: Path) -> Comparison:
    """Compare the runs in two folders. Raise `Invalid` if they are of different games."""
    runs = load_run(first), load_run(second)
    plans = runs[0].plan, runs[1].plan
    if plans[0].game.key != plans[1].game.key:
        raise Invalid("folder", str(second), f"a run of {plans[0].game.key}, not of {plans[1].game.key}")
    paired = all(getattr(plans[0], what) == getattr(plans[1], what) for what in ("seed", "seats", "paired"))
    found: dict[str, _Found] = {}
    one, other = (
        _by_deal(folder, run.matches, run.plan.game.shared)
        for folder, run in zip((first, second), runs, strict=True)
    )
    for of_one, of_other in zip(one, other, strict=False) if paired else zip_longest(one, other):
        for name in dict.fromkeys((*(of_one or ()), *(of_other or ()))):
            sums = found.setdefault(name, _Found())
            _note(sums, (of_one or {}).get(name), (of_other or {}).get(name))
    differences = tuple(
        _difference(name, sums, paired)
        for name, sums in found.items()
        if sums.first.count and sums.second.count
    )
    return Comparison(_names(first, second), runs, differences, paired)


def _note(sums: _Found, first: float | None, second: float | None) -> None:
    if first is not None:
        sums.first.add(first)
    if second is not None:
        sums.second.add(second)
    if first is not None and second is not None:
        sums.apart.add(second - first)


def _difference(name: str, sums: _Found, paired: bool) -> Difference:
    """Return the difference of the means of deals. Without common deals, both vary by themselves."""
    if paired:
        value, error, freedom = sums.apart.mean, sums.apart.error, sums.apart.count - 1
    else:
        value = sums.second.mean - sums.first.mean
        error = sums.first.error + sums.second.error
        freedom = min(sums.first.count, sums.second.count) - 1
    half = float("inf") if freedom < 1 else t_quantile(CONFIDENCE, freedom) * sqrt(error)
    return Difference(name, sums.first.mean, sums.second.mean, value, value - half, value + half)


def _by_deal(folder: Path, matches: int, shared: bool) -> Iterator[Mapping[str, float]]:
    """Yield the quantities of each deal."""
    for _, played in deals(folder, matches):
        yield _quantities(played, shared)


def _quantities(matches: list[Record], shared: bool) -> Mapping[str, float]:
    """Return the quantities of a deal, each a mean of its matches."""
    found: dict[str, list[float]] = {}
    for match in matches:
        for name, value in (*_of_match(match), *(() if shared else _of_places(match))):
            found.setdefault(name, []).append(value)
    return {name: fmean(values) for name, values in found.items()}


def _of_match(match: Record) -> Iterator[tuple[str, float]]:
    yield "moves", match.length
    yield "score", fmean(match.totals)
    bots = sorted({*match.bots})
    for bot in bots if len(bots) > 1 else ():
        yield f"score of {bot}", fmean(match.totals[seat] for seat in _seats_of(bot, match))


def _of_places(match: Record) -> Iterator[tuple[str, float]]:
    """Yield what depends on who finished ahead of whom."""
    if len(match.ranks) < 2:
        return
    shared = len(match.winners) > 1
    second = 0 if shared else match.totals[match.ranks.index(2)]
    yield "margin", 0 if shared else abs(match.totals[match.winners[0]] - second)
    yield "first place shared", float(shared)
    won = [(seat in match.winners) / len(match.winners) for seat in range(len(match.totals))]
    for seat, part in enumerate(won):
        yield f"wins of seat {seat}", part
    bots = sorted({*match.bots})
    for bot in bots if len(bots) > 1 else ():
        yield f"wins of {bot}", fmean(won[seat] for seat in _seats_of(bot, match))


def _seats_of(bot: str, match: Record) -> list[Seat]:
    return [seat for seat, name in enumerate(match.bots) if name == bot]


def _names(first: Path, second: Path) -> tuple[str, str]:
    """Return the names of the folders; their whole paths if they are named alike."""
    names = first.resolve().name, second.resolve().name
    return names if names[0] != names[1] else (str(first), str(second))
