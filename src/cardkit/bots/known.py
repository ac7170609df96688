"""What bots know of particular games. Of another one nothing: it is played by its rules alone."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from attrs import frozen

from cardkit.bots.budget import Budget
from cardkit.bots.contract import Bot
from cardkit.bots.lens import Lens
from cardkit.bots.observation import Need
from cardkit.chance import Chance

__all__ = ["Known", "known"]

MEMORY: Final[frozenset[Need]] = frozenset({"memory"})


@frozen(eq=False)
class Known:
    """The rule of thumb for a game, how a tree search looks at it, and how to play it best."""

    greedy: Bot[Any, Any, Any, Any, Any] | None = None
    lens: Lens[Any, Any] | None = None
    imagine: Callable[[Any, Chance], Any] | None = None
    """What a search draws its worlds from, where some that are possible are less likely than others."""
    thumb: Callable[[Any], Any] | None = None
    """What a tree search does when in doubt; the rule of thumb, unless its playouts know better."""
    strong: Callable[[Any, Budget], Bot[Any, Any, Any, Any, Any]] | None = None


@cache
def known(key: str) -> Known:
    """What is known of the game with this key."""
    match key:
        case "thirteen":
            from cardkit.bots import thirteen

            thumb = Bot[Any, Any, Any, Any, Any]("greedy", thirteen.greedy, MEMORY)
            return Known(thumb, thirteen.LENS, strong=lambda _, budget: thirteen.strong(budget))
        case "friday13":
            from cardkit.bots import friday13

            thumb = Bot[Any, Any, Any, Any, Any]("greedy", friday13.greedy, MEMORY)
            return Known(thumb, friday13.LENS, strong=lambda _, budget: friday13.strong(budget))
        case "push":
            from cardkit.bots import lens_of_push, push, strong_push

            thumb = Bot[Any, Any, Any, Any, Any]("greedy", push.greedy, MEMORY)
            return Known(
                thumb,
                lens_of_push.LENS,
                thumb=lens_of_push.thumb,
                strong=lambda _, budget: strong_push.strong(budget),
            )
        case "biberbande":
            from cardkit.bots import biberbande, tuned_biberbande, worlds_of_biberbande

            thumb = Bot[Any, Any, Any, Any, Any]("greedy", biberbande.greedy, MEMORY)
            return Known(
                thumb,
                biberbande.LENS,
                worlds_of_biberbande.likely,
                tuned_biberbande.careful,
                strong=lambda _, budget: tuned_biberbande.strong(budget),
            )
        case _:
            return Known()
