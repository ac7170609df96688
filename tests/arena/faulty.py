"""Measures and bots with faults in them, where other processes can import them."""

import sys
from collections.abc import Iterable
from multiprocessing import parent_process
from typing import ClassVar

from cardkit.arena import Facts, Values
from cardkit.bots import AnyBot, AnyObservation, Bot, bot
from cardkit.game import AnyGame, Json
from cardkit.rejections import Rejected


class Zero(Values):
    """Divides by zero in the third match."""

    name: ClassVar[str] = "zero"

    def values(self, facts: Facts) -> Iterable[int]:
        yield 1 // (facts.number - 2)


class Late(Values):
    """Fails in the sixth match, and in all that follow."""

    name: ClassVar[str] = "late"

    def values(self, facts: Facts) -> Iterable[int]:
        if facts.number >= 5:
            raise IndexError("out of names")
        yield 1


class Refusing(Values):
    """Asks the game for what it refuses."""

    name: ClassVar[str] = "refusing"

    def values(self, facts: Facts) -> Iterable[int]:
        raise Rejected("not_your_turn", "seat 1 is to move")


class Leaving(Values):
    """Exits, as if all were well."""

    name: ClassVar[str] = "leaving"

    def values(self, facts: Facts) -> Iterable[int]:
        sys.exit(0)


def leaving(game: AnyGame) -> AnyBot:
    """Return a bot that exits."""
    return Bot("leaving", _leave)


def _leave(observation: AnyObservation) -> object:
    sys.exit(0)


class Halves(Values):
    """Counts halves."""

    name: ClassVar[str] = "halves"

    def values(self, facts: Facts) -> Iterable[int]:
        yield len(facts.moves) / 2  # type: ignore[misc]  # the fault


class Undumped(Values):
    """Dumps what is no JSON."""

    name: ClassVar[str] = "undumped"

    def values(self, facts: Facts) -> Iterable[int]:
        return ()

    def dump(self) -> Json:
        return {1, 2}  # type: ignore[return-value]  # the fault


class Forgetful(Values):
    """Can't load what it dumped."""

    name: ClassVar[str] = "forgetful"

    def values(self, facts: Facts) -> Iterable[int]:
        return ()

    def dump(self) -> Json:
        return {}


class Speechless(Values):
    """Has nothing to say in the end."""

    name: ClassVar[str] = "speechless"

    def values(self, facts: Facts) -> Iterable[int]:
        return ()

    def summary(self) -> Json:
        return self.numbers.total / self.numbers.count


class Twos(Values):
    """Has no fault yet."""

    name: ClassVar[str] = "twos"

    def values(self, facts: Facts) -> Iterable[int]:
        return (2,)


class Unmade(Values):
    """Wants to be told something."""

    name: ClassVar[str] = "unmade"

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


class Nameless:
    """Is no measure."""


def unready(game: AnyGame) -> AnyBot:
    """Return a function that makes no bot."""
    raise ValueError("the budget must be positive")


def homebound(game: AnyGame) -> AnyBot:
    """Return a function that makes a bot in the first process only."""
    if parent_process() is not None:
        raise FileNotFoundError("the weights are not here")
    return bot("random", game)
