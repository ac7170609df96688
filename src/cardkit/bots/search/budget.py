"""The budget of a search: a number of iterations, or milliseconds by a clock that the caller passes."""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from attrs import frozen

from cardkit.rejections import Invalid

__all__ = ["Budget", "BudgetSpent", "Clock", "Iterations", "Milliseconds", "budget_check"]

Clock: TypeAlias = Callable[[], float]
"""Returns seconds since some moment."""


class BudgetSpent(Exception):
    """The search has used up its budget."""


@frozen
class Iterations:
    """A number of playouts: the same on any machine."""

    repeatable: ClassVar[bool] = True

    number: int

    def __attrs_post_init__(self) -> None:
        if self.number < 1:
            raise Invalid("iterations", self.number, "a whole number from 1")

    def __str__(self) -> str:
        return str(self.number)


@frozen
class Milliseconds:
    """A time for each move: more playouts on a faster machine."""

    repeatable: ClassVar[bool] = False

    number: int
    clock: Clock

    def __attrs_post_init__(self) -> None:
        if self.number < 1:
            raise Invalid("milliseconds", self.number, "a whole number from 1")

    def __str__(self) -> str:
        return f"{self.number}ms"


Budget: TypeAlias = Iterations | Milliseconds


def budget_check(budget: Budget, seconds: float | None, part: float = 1.0) -> Callable[[int], bool]:
    """Return a function that says whether a search may continue, given the number of playouts so far.

    `seconds` is a limit for budgets in time. `part` is the part of a budget in time that may be used.
    """
    if isinstance(budget, Iterations):
        most = budget.number
        return lambda done: done < most
    clock = budget.clock
    allowed = budget.number / 1000
    end = clock() + part * (allowed if seconds is None else min(allowed, seconds))
    return lambda done: done < 1 or clock() < end
