"""What a run is told by name: games, bots and measures, so that another process finds them too."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeGuard

from cardkit import registry
from cardkit.arena.measures.tally import Tally
from cardkit.bots import BOTS, AnyBot, Bot, bot
from cardkit.bots.programs.cleanup import Terminated
from cardkit.game import AnyGame, Game
from cardkit.parts import load
from cardkit.rejections import Invalid, why
from cardkit.worth import ByPoints, Worth

__all__ = [
    "Contender",
    "check_measure",
    "display_name",
    "is_reference",
    "load_game",
    "load_measure",
    "make_bot",
    "name_of",
    "reference_of",
    "unique_names",
    "worth_name",
]

Contender: TypeAlias = str | Callable[[AnyGame], AnyBot]
"""A bot's name (`cardkit.bots.bot`), a function that makes one for a game, or where that is: `package.module:name`."""

MAIN: Final = "__main__"
_PLACE: Final = re.compile(r"(?!exec:)([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


def load_game(name: str) -> AnyGame:
    """The game with this key, or at this place: `package.module:GAME`."""
    _check_text(name)
    if _PLACE.fullmatch(name) is None:
        return registry.game(name)
    value = _at("game", name)
    if not _is_game(value):
        raise Invalid("game", name, "the place of a cardkit.game.Game")
    return value


def _check_text(name: object) -> None:
    if not isinstance(name, str):
        raise Invalid("game", name, "a game's key, or where it is: package.module:GAME")


def make_bot(contender: Contender, game: AnyGame) -> AnyBot:
    """The bot, made for the game."""
    make: object = contender
    if isinstance(contender, str):
        if not is_reference(contender):
            return bot(contender, game)
        make = _at("bot", contender)
    if not callable(make):
        accepted = "a function that makes a bot for a game: def mine(game): return Bot(...)"
        raise Invalid("bot", contender, accepted)
    try:
        made: object = make(game)
    except Exception as error:
        raise Invalid(
            "bot", name_of(contender), f"a function of a game that makes a bot ({why(error)})"
        ) from error
    if not _is_bot(made):
        raise Invalid("bot", name_of(contender), "a function that returns a cardkit.bots.Bot")
    return made


def is_reference(name: str) -> bool:
    """Whether a bot's name says where it is, `package.module:name`, and not what it is."""
    return _PLACE.fullmatch(name) is not None and name.partition(":")[0] not in BOTS


def load_measure(place: str) -> type[Tally]:
    """The measure at this place: `package.module:Class`."""
    found = _at("measure", place) if _PLACE.fullmatch(place) else None
    if not _is_measure(found):
        raise Invalid("measure", place, "the place of a measure, as in package.module:Class")
    return found


def check_measure(measure: object) -> None:
    """`Invalid` if it can't be made."""
    accepted = "a class that keeps cardkit.arena.Tally, has a text as its name, and is made without arguments"
    if not _is_measure(measure):
        raise Invalid("measure", reference_of(measure) if isinstance(measure, type) else measure, accepted)
    try:
        measure()
    except Exception as error:
        raise Invalid("measure", reference_of(measure), f"{accepted} ({why(error)})") from error


def name_of(contender: Contender) -> str:
    """Its name, or where it is."""
    return contender if isinstance(contender, str) else reference_of(contender)


def display_name(contender: Contender, game: AnyGame) -> str:
    """Its name for people: `greedy` says so where there is no rule of thumb for the game."""
    return bot("greedy", game).name if contender == "greedy" else name_of(contender)


def unique_names(names: Sequence[str]) -> list[str]:
    """The names, each one's own: those that come more than once with a number."""
    return [
        f"{name}#{names[:place].count(name) + 1}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def reference_of(named: Callable[..., object]) -> str:
    """Where a class or function is: `package.module:name`."""
    module = MAIN if named.__module__ == "__mp_main__" else named.__module__  # so it is called in workers
    return f"{module}:{getattr(named, '__qualname__', type(named).__qualname__)}"


def worth_name(worth: Worth) -> str:
    """Return what tells one way to judge results from another: its numbers, or where the function is."""
    return str(worth) if isinstance(worth, ByPoints) else reference_of(worth)


def _at(what: str, place: str) -> object:
    try:
        return load(place)
    except Terminated:
        raise
    except (Exception, SystemExit) as error:  # all of a script may run when it is imported
        raise Invalid(
            what, place, f"package.module:name of something that can be imported ({why(error)})"
        ) from error


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def _is_bot(value: object) -> TypeGuard[AnyBot]:
    return isinstance(value, Bot)


def _is_measure(value: object) -> TypeGuard[type[Tally]]:
    needed = ("add", "merge", "dump", "load", "summary")
    named = isinstance(value, type) and isinstance(getattr(value, "name", None), str)
    return named and all(hasattr(value, part) for part in needed)
