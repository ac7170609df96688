"""What bots know of particular games. Of another one nothing: it is played by its rules alone."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import attrs
from attrs import frozen

from cardkit.bots.budget import Budget
from cardkit.bots.contract import Bot
from cardkit.bots.lens import Lens
from cardkit.bots.observation import Need

__all__ = ["Known", "known"]

MEMORY: Final[frozenset[Need]] = frozenset({"memory"})


@frozen(eq=False)
class Known:
    """The rule of thumb for a game, how a tree search looks at it, and how to play it best."""

    greedy: Bot[Any, Any, Any, Any, Any] | None = None
    lens: Lens[Any, Any] | None = None
    strong: Callable[[Any, Budget], Bot[Any, Any, Any, Any, Any]] | None = None


@cache
def known(key: str) -> Known:
    """What is known of the game with this key."""
    match key:
        case "thirteen":
            from cardkit.bots import thirteen

            return _raced(thirteen.greedy, thirteen.LENS, at_random(thirteen.LENS))
        case "friday13":
            from cardkit.bots import friday13

            return _raced(friday13.greedy, friday13.LENS, at_random(friday13.LENS))
        case "push":
            from cardkit.bots import push

            # Played on at random, rows are so bad that all there is to learn is to stop: not even a tree helps.
            return _raced(push.greedy, push.LENS, push.LENS)
        case "biberbande":
            from cardkit.bots import biberbande, strong_biberbande

            thumb = Bot[Any, Any, Any, Any, Any]("greedy", biberbande.greedy, MEMORY)
            return Known(thumb, biberbande.LENS, lambda _, budget: strong_biberbande.strong(budget))
        case _:
            return Known()


def at_random(lens: Lens[Any, Any]) -> Lens[Any, Any]:
    """The same look, with playouts at random."""
    return attrs.evolve(lens, policy=None)


def _raced(greedy: Any, lens: Lens[Any, Any], tree: Lens[Any, Any]) -> Known:
    """A tree search with its own lens, and a race by the rule of thumb."""
    from cardkit.bots.race import race

    bot = Bot[Any, Any, Any, Any, Any]("greedy", greedy, MEMORY)
    return Known(bot, tree, lambda game, budget: race(f"strong:{budget}", game, budget, lens, greedy))
