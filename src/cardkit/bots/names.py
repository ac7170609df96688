"""Bots by name: `random`, `greedy`, `ismcts:200`, `ismcts:50ms`, `strong`, `./mybot`, `exec:COMMAND`."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final

import attrs

from cardkit.bots.contract import Bot
from cardkit.bots.game_bots import bots_of
from cardkit.bots.observation import Need
from cardkit.bots.random_bot import at_random, random_bot
from cardkit.bots.search.budget import Budget, Clock, Iterations, Milliseconds
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.rejections import Invalid

__all__ = ["BOTS", "bot"]

BOTS: Final = MappingProxyType(
    {
        "random": "any legal move",
        "greedy": "a rule of thumb",
        "ismcts": "information-set Monte Carlo tree search; ismcts:200 playouts a move, or ismcts:50ms",
        "strong": "the strongest there is within 100 ms a move; strong:200 and strong:50ms too",
    }
)
"""The bots that come with cardkit: a description for each name."""

MILLISECONDS: Final = 100
"""The default budget of a search, for each move."""

MOST: Final = 999_999_999
"""The greatest budget."""

_FORM: Final = re.compile(r"([a-z]+)(?::([1-9][0-9]{0,8})(ms)?)?")
_SEARCHING: Final = ("ismcts", "strong")


def bot(
    name: str, game: Game[Move, Event, State, View, Glimpse, Memory, Options], clock: Clock = perf_counter
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """Return the bot of this name, for this game. Raise `Invalid`, listing the names, if there is none.

    A name with a slash is the path of a program; `exec:` begins a command line. Both speak JSON Lines
    (`cardkit.bots.programs`). Budgets in milliseconds use the clock.
    """
    if name.startswith("exec:") or "/" in name:
        from cardkit.bots.programs.program import (
            program,  # imported only if needed: it starts processes
        )

        return program(name.removeprefix("exec:"), game, whole=not name.startswith("exec:"))
    parts = _FORM.fullmatch(name)
    kind = parts[1] if parts else ""
    if parts is None or kind not in BOTS or (parts[2] and kind not in _SEARCHING):
        raise _unknown(name)
    made: Bot[Move, View, Glimpse, Memory, Options] = _MAKERS[kind](game, _budget(parts[2], parts[3], clock))
    return made


def _budget(number: str | None, unit: str | None, clock: Clock) -> Budget:
    if number is None:
        return Milliseconds(MILLISECONDS, clock)
    return Milliseconds(int(number), clock) if unit else Iterations(int(number))


def _unknown(name: str) -> Invalid:
    kind, _, budget = name.partition(":")
    near = get_close_matches(kind.lower(), BOTS, n=1)
    seconds = re.fullmatch(r"(\d{1,5}(?:\.\d{1,3})?) ?s", budget)
    if kind in _SEARCHING and seconds and (whole := round(1000 * float(seconds[1]))):
        hint = f"; did you mean {kind}:{whole}ms?"
    elif kind in BOTS:
        hint = (
            f"; N is a whole number from 1 to {MOST:,}" if kind in _SEARCHING else f"; {kind} has no budget"
        )
    else:
        hint = f"; did you mean {near[0]}?" if near else ""
    known = "random, greedy, ismcts[:N | :Nms], strong[:N | :Nms], ./PROGRAM or exec:COMMAND"
    return Invalid("bot", name, known + hint)


def _greedy(game: Any, budget: Budget) -> Any:
    """Return the rule of thumb. If the game has none, the bot is random, and its name says so."""
    greedy = bots_of(game).greedy
    return Bot("greedy (random)", at_random, frozenset()) if greedy is None else greedy


def _ismcts(game: Any, budget: Budget) -> Any:
    from cardkit.bots.search.ismcts import ismcts

    found = bots_of(game)
    if found.imagine is not None:
        game = attrs.evolve(game, imagine=found.imagine)
    fallback = found.fallback or (found.greedy.choose if found.greedy else None)
    needs = frozenset[Need]() if found.fallback or found.greedy is None else found.greedy.needs
    return ismcts(game, budget, found.model, fallback, needs)


def _strong(game: Any, budget: Budget) -> Any:
    strong = bots_of(game).strong
    return _ismcts(game, budget) if strong is None else strong(budget)


_MAKERS: Final[dict[str, Callable[[Any, Budget], Any]]] = {
    "random": lambda game, _: random_bot(game),
    "greedy": _greedy,
    "ismcts": _ismcts,
    "strong": _strong,
}
