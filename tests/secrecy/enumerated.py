"""Chance of which every outcome is gone through, each with its weight: what may come, and how often."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from cardkit.chance import Chance

T = TypeVar("T")


class Enumerated:
    """Draws as its path says, and the first there is where the path ends. Twins in a shuffle are one choice."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.weight = 1
        """How many outcomes look like this one."""
        self._path = path
        self._taken: list[tuple[int, int]] = []
        self._drawn: set[str] = set()

    def below(self, label: str, n: int) -> int:
        self._once(label)
        return self._choice([1] * n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        self._once(label)
        rest, order = list(items), list[T]()
        while rest:
            faces = list(dict.fromkeys(rest))
            order.append(faces[self._choice([rest.count(face) for face in faces])])
            rest.remove(order[-1])
        return tuple(order)

    def next_path(self) -> tuple[int, ...] | None:
        """Return the path of the next outcome."""
        taken = [*self._taken]
        while taken:
            choice, choices = taken.pop()
            if choice + 1 < choices:
                return (*(earlier for earlier, _ in taken), choice + 1)
        return None

    def _once(self, label: str) -> None:
        assert label not in self._drawn, f"{label!r} is drawn twice in one decision"
        self._drawn.add(label)

    def _choice(self, weights: list[int]) -> int:
        place = len(self._taken)
        choice = self._path[place] if place < len(self._path) else 0
        self._taken.append((choice, len(weights)))
        self.weight *= weights[choice]
        return choice


def outcomes(run: Callable[[Chance], T]) -> Iterator[tuple[int, T]]:
    """Yield all that may come of it, each with its weight."""
    path: tuple[int, ...] | None = ()
    while path is not None:
        chance = Enumerated(path)
        value = run(chance)
        yield chance.weight, value
        path = chance.next_path()
