"""How likely each state is that a derived game imagines: exactly, by trying all that chance may bring."""

from collections.abc import Iterable
from fractions import Fraction
from math import factorial, prod
from types import MethodType
from typing import Any, TypeVar

from cardkit.game import Game
from cardkit.hidden import Memory
from cardkit.hidden.imagine import Filling, laid
from cardkit.hidden.keeper import Keeper
from tests.hidden.lab import Belief, Known, Lab, Truth, normal

T = TypeVar("T")

MOST = 5040
"""Up to this many ways are tried."""


class _Told:
    """Chance that brings what it is told, and notes how many ways there were each time."""

    def __init__(self, told: list[int]) -> None:
        self.ways: list[int] = []
        self._told = told

    def _next(self, ways: int) -> int:
        self.ways.append(ways)
        at = len(self.ways) - 1
        return self._told[at] if at < len(self._told) else 0

    def below(self, label: str, n: int) -> int:
        return self._next(n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        cards = tuple(items)
        number, order, left = self._next(factorial(len(cards))), list[T](), list(cards)
        while left:
            number, at = divmod(number, len(left))
            order.append(left.pop(at))
        return tuple(order)


def imagined_exactly(game: Lab, memory: Memory[Known]) -> Belief | None:
    """Return the probability of each state that may be imagined; `None` if there are too many ways to try them all.

    A way that isn't kept is drawn again, so what counts is how often each is kept. What happens when none is kept in
    many tries isn't looked at here.
    """
    keeper = keeper_of(game)
    found: dict[Truth, Fraction] = {}
    told: list[int] = []
    while True:
        chance = _Told(told)
        filling = Filling.of(keeper, memory, chance)
        if filling is None:
            (only,) = normal({memory_as_truth(memory): Fraction(1)})
            return {only: Fraction(1)}
        faces, weight = filling.way("imagine")
        if prod(chance.ways) > MOST:
            return None
        if weight:
            state = laid(keeper, memory.state, faces)
            share = Fraction(weight).limit_denominator(10**6) / prod(chance.ways)
            found[state] = found.get(state, Fraction(0)) + share
        told = [told[at] if at < len(told) else 0 for at in range(len(chance.ways))]
        while told and told[-1] + 1 == chance.ways[len(told) - 1]:
            told.pop()
        if not told:
            return normal(found)
        told[-1] += 1


def keeper_of(game: Game[Any, Any, Any, Any, Any, Any, Any]) -> Keeper:
    remember: object = game.remember
    assert isinstance(remember, MethodType)
    assert isinstance(remember.__self__, Keeper)
    return remember.__self__


def memory_as_truth(memory: Memory[Known]) -> Truth:
    return memory.state  # type: ignore[return-value]  # all is seen in it
