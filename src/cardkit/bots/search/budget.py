"""How long a search may go on: so many iterations, or so many milliseconds by a clock that it is handed."""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from attrs import frozen

from cardkit.rejections import Invalid

__all__ = ["Budget", "BudgetSpent", "Clock", "Iterations", "Milliseconds", "budget_check"]

Clock: TypeAlias = Callable[[], float]
"""Seconds from some moment on."""


class BudgetSpent(Exception):
    """The search has used up its budget."""


@frozen
class Iterations:
    """So many playouts: the same wherever it runs."""

    repeatable: ClassVar[bool] = True

    number: int

    def __attrs_post_init__(self) -> None:
        if self.number < 1:
            raise Invalid("iterations", self.number, "a whole number from 1")

    def __str__(self) -> str:
        return str(self.number)


@frozen
class Milliseconds:
    """As many playouts as fit in this time: more on a quicker machine."""

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
    """Whether a search goes on after so many playouts. `seconds` cuts a budget in milliseconds short.

    Of that time, this part may be used; playouts are counted as they are.
    """
    if isinstance(budget, Iterations):
        most = budget.number
        return lambda done: done < most
    clock = budget.clock
    allowed = budget.number / 1000
    end = clock() + part * (allowed if seconds is None else min(allowed, seconds))
    return lambda done: done < 1 or clock() < end
