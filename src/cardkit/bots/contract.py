"""The contract of a bot: read this page first.

A bot is a value: a function from an observation to one of its legal moves, its name, and what it needs to see.
It is made for one game, and may sit in any number of seats. It keeps nothing between moves: what it ought to
know stands in the observation. So the same observation with the same chance gives the same move.
"""

from collections.abc import Callable
from typing import Generic, TypeAlias

from attrs import frozen

from cardkit.bots.observation import ALL_NEEDS, Need, Observation
from cardkit.chance import Chance
from cardkit.game import Glimpse, Memory, Move, Options, View
from cardkit.rejections import CardkitError, Invalid

__all__ = ["AnyBot", "Blind", "Bot", "BotFailed", "Choose", "Faults"]


class BotFailed(CardkitError):
    """A bot didn't answer with a legal move, and its match can't go on with it."""

    code = "bot_failed"


Choose: TypeAlias = Callable[[Observation[Move, View, Glimpse, Memory, Options]], Move]
Blind: TypeAlias = Callable[[tuple[Move, ...], Chance], Move]


def _nothing() -> None:
    return None


@frozen
class Faults:
    """What has gone wrong with a bot so far and was made good."""

    count: int = 0
    sentences: tuple[str, ...] = ()
    """The first of them, in words."""
    failed_moves: int = 0
    """How many moves something else had to make in its place."""


@frozen(eq=False)
class Bot(Generic[Move, View, Glimpse, Memory, Options]):
    """A player. `Bot("mine", choose)` is enough; the rest makes it quicker in long runs."""

    name: str
    choose: Choose[Move, View, Glimpse, Memory, Options]
    """Shown an observation, it answers with one of its legal moves."""
    needs: frozenset[Need] = ALL_NEEDS
    """What the observations that it is shown must hold, besides the legal moves."""
    blind: Blind[Move] | None = None
    """The same choice by the legal moves alone, for a bot that needs nothing else: loops make no observation then."""
    close: Callable[[], None] = _nothing
    """Ends what the bot runs outside, if anything. A closed bot begins anew when it is asked again."""
    faults: Callable[[], Faults] = Faults
    """What has gone wrong with it so far and was made good: see `cardkit.bots.programs.program`."""
    repeatable: bool = True
    """Whether it moves alike wherever and whenever it runs. A clock says no, and so does what runs outside."""

    def __attrs_post_init__(self) -> None:
        if unknown := sorted(self.needs - ALL_NEEDS):
            raise Invalid("needs", unknown[0], ", ".join(sorted(ALL_NEEDS)))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


AnyBot: TypeAlias = Bot[object, object, object, object, object]
"""A bot for a game that was looked up by its key."""
