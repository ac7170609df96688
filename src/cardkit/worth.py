"""The worth of a match to each seat, from 0 to 1. Bots play for it; ratings and reports use it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, NoReturn, TypeAlias, TypeVar

from attrs import frozen

from cardkit.fields import is_tuple
from cardkit.rejections import BrokenGame, Invalid
from cardkit.seats import Outcome

__all__ = ["ByOptions", "ByPoints", "Worth", "by_options", "by_points", "by_rank", "is_sound"]

Options = TypeVar("Options")

Worth: TypeAlias = Callable[[Outcome], tuple[float, ...]]
"""A function from an outcome to its worth by seat, from 0 (the worst) to 1 (the best)."""


def by_rank(outcome: Outcome) -> tuple[float, ...]:
    """Return the share of the others that each seat did better than. A tie counts half."""
    return _by_rank(outcome.ranks)


@lru_cache(maxsize=1024)
def _by_rank(ranks: tuple[int, ...]) -> tuple[float, ...]:
    others = max(1, len(ranks) - 1)
    return tuple((sum(own < rank for rank in ranks) + (ranks.count(own) - 1) / 2) / others for own in ranks)


def by_points(worst: int, best: int) -> "ByPoints":
    """Return a worth by points: `worst` points are worth 0, `best` points 1, and those between in proportion.

    Points beyond a bound are worth as much as the bound. `by_points(-13, 13)` is for a game in which more points are
    better, `by_points(60, 0)` for one in which fewer are. Bounds are whole numbers, as totals are: a game with half
    points counts in halves.
    """
    for field, value in (("worst", worst), ("best", best)):
        if type(value) is not int:
            raise Invalid(
                field, value, "a whole number, as totals are; a game with half points counts halves"
            )
    if worst == best:
        raise Invalid("best", best, f"other points than the worst ({worst})")
    return ByPoints(worst, best)


@frozen
class ByPoints:
    """A worth by points, as `by_points` makes it."""

    worst: int
    best: int

    def __call__(self, outcome: Outcome) -> tuple[float, ...]:
        """Return what the totals are worth, by seat."""
        span = self.best - self.worst
        return tuple(min(1.0, max(0.0, (total - self.worst) / span)) for total in outcome.totals)

    def __str__(self) -> str:
        return f"by_points({self.worst}, {self.best})"


def by_options(choose: Callable[[Options], Worth]) -> "ByOptions[Options]":
    """Return a worth that depends on the options: `by_options(lambda options: by_points(0, options.rounds * 10))`.

    `game.worth_with(options)` is then what `choose` returns for these options.
    """
    return ByOptions(choose)


@frozen
class ByOptions(Generic[Options]):
    """A worth for each choice of options, as `by_options` makes it."""

    choose: Callable[[Options], Worth]

    def __call__(self, outcome: Outcome) -> NoReturn:
        """Raise `BrokenGame`: without options there is no answer."""
        raise BrokenGame(
            "the worth of a match depends on its options here; call game.worth_with(options)(outcome)"
        )


def is_sound(worth: object, seats: int) -> bool:
    """Return whether it is a tuple with a number from 0 to 1 for each seat."""
    return (
        is_tuple(worth)
        and len(worth) == seats
        and all(isinstance(one, (int, float)) and 0 <= one <= 1 for one in worth)
    )
