"""The contract of a bot: read this page first.

A bot is a value: its name, what it needs to see, and a function from an observation to one of its legal moves. It is
made for one game, and may take any number of seats. It keeps nothing between moves: the observation holds all that it
may know. So the same observation with the same chance gives the same move.
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
    """A bot didn't answer with a legal move, so its match can't go on."""

    code = "bot_failed"


Choose: TypeAlias = Callable[[Observation[Move, View, Glimpse, Memory, Options]], Move]
Blind: TypeAlias = Callable[[tuple[Move, ...], Chance], Move]


def _nothing() -> None:
    return None


@frozen
class Faults:
    """The errors of a bot so far that didn't end its match."""

    count: int = 0
    sentences: tuple[str, ...] = ()
    """The first errors, in words."""
    failed_moves: int = 0
    """The number of moves that were made in its place."""


@frozen(eq=False)
class Bot(Generic[Move, View, Glimpse, Memory, Options]):
    """A player. `Bot("mine", choose)` is enough; the other fields speed up long runs."""

    name: str
    choose: Choose[Move, View, Glimpse, Memory, Options]
    """The choice: a function from an observation to one of its legal moves."""
    needs: frozenset[Need] = ALL_NEEDS
    """What its observations must hold, besides the legal moves."""
    blind: Blind[Move] | None = None
    """The same choice, made from the legal moves alone. Loops make no observation for a bot that has it."""
    close: Callable[[], None] = _nothing
    """Ends what the bot runs outside, if anything. A closed bot starts again when it is asked."""
    faults: Callable[[], Faults] = Faults
    """Returns its errors so far: see `cardkit.bots.programs.program`."""
    repeatable: bool = True
    """Whether it moves the same way in every run. False if it uses a clock, or asks something outside."""

    def __attrs_post_init__(self) -> None:
        if unknown := sorted(self.needs - ALL_NEEDS):
            raise Invalid("needs", unknown[0], ", ".join(sorted(ALL_NEEDS)))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


AnyBot: TypeAlias = Bot[object, object, object, object, object]
"""A bot for a game that is known by its key only."""
