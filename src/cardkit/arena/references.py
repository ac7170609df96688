"""References to games, bots and measures, so that another process finds them too."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard, TypeVar

from cardkit import registry
from cardkit.arena.measures.tally import Tally
from cardkit.arena.python_files import NoFile, import_file, is_file_here
from cardkit.bots import BOTS, AnyBot, Bot, bot
from cardkit.bots.programs.cleanup import Terminated
from cardkit.game import AnyGame, Game
from cardkit.parts import load
from cardkit.rejections import Invalid, nearest_of, why
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
"""A bot's name (`cardkit.bots.bot`), a function that makes a bot for a game, or a reference to one."""

T = TypeVar("T")

MAIN: Final = "__main__"
_PLACE: Final = re.compile(r"(?!exec:)([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_IN_FILE: Final = re.compile(r"(.+\.py):([A-Za-z_]\w*)")


def load_game(name: str) -> AnyGame:
    """Return the game with this key or reference: `package.module:GAME` or `path/to/file.py:GAME`."""
    _check_text(name)
    in_file = _IN_FILE.fullmatch(name)
    if in_file is not None:
        value = _in_file(*in_file.groups())
    elif _PLACE.fullmatch(name) is None:
        return registry.game(name)
    elif is_file_here(name.partition(":")[0]):
        module, _, attribute = name.partition(":")
        value = _in_file(f"{module}.py", attribute)
    else:
        value = _at("game", name)
    if not _is_game(value):
        raise Invalid("game", name, "the reference of a cardkit.game.Game")
    return value


def _check_text(name: object) -> None:
    if not isinstance(name, str):
        raise Invalid(
            "game", name, "a game's key, or its reference: package.module:GAME or path/to/file.py:GAME"
        )


def make_bot(contender: Contender, game: AnyGame) -> AnyBot:
    """Make the bot for the game."""
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
    """Return whether a bot's name is a reference: `package.module:name`."""
    return _PLACE.fullmatch(name) is not None and name.partition(":")[0] not in BOTS


def load_measure(place: str) -> type[Tally]:
    """Return the measure with this reference (`package.module:Class`)."""
    found = _at("measure", place) if _PLACE.fullmatch(place) else None
    if not _is_measure(found):
        raise Invalid("measure", place, "the reference of a measure, as in package.module:Class")
    return found


def check_measure(measure: object) -> None:
    """Raise `Invalid` unless the measure keeps the contract and can be made."""
    accepted = "a class that keeps cardkit.arena.Tally, has a text as its name, and is made without arguments"
    if not _is_measure(measure):
        raise Invalid("measure", reference_of(measure) if isinstance(measure, type) else measure, accepted)
    try:
        measure()
    except Exception as error:
        raise Invalid("measure", reference_of(measure), f"{accepted} ({why(error)})") from error


def name_of(contender: Contender) -> str:
    """Return the name of the bot, or the reference of its function."""
    return contender if isinstance(contender, str) else reference_of(contender)


def display_name(contender: Contender, game: AnyGame) -> str:
    """Return the name to show. It says so if `greedy` has no rule of thumb for the game."""
    return bot("greedy", game).name if contender == "greedy" else name_of(contender)


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names, with numbers for those that occur more than once."""
    return [
        f"{name}#{names[:place].count(name) + 1}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def reference_of(named: Callable[..., object]) -> str:
    """Return the reference of a class or function: `package.module:name`."""
    module = MAIN if named.__module__ == "__mp_main__" else named.__module__  # the script's name in workers
    return f"{module}:{getattr(named, '__qualname__', type(named).__qualname__)}"


def worth_name(worth: Worth) -> str:
    """Return the name of a worth: its numbers, or the reference of its function."""
    return str(worth) if isinstance(worth, ByPoints) else reference_of(worth)


def _at(what: str, place: str) -> object:
    return _loaded(what, place, "a package.module:name that can be imported", partial(load, place))


def _in_file(path: str, name: str) -> object:
    expected = "the path/to/file.py:NAME of a game"
    place = f"{path}:{name}"
    module = _loaded("game", place, expected, partial(import_file, path))
    value: object = getattr(module, name, None)
    if not _is_game(value):
        games = [known for known, found in vars(module).items() if _is_game(found)]
        hint = nearest_of(Path(path).name, name, games, "game")
        problem = f"{name} is no game" if hasattr(module, name) else f"there is no {name}"
        raise Invalid("game", place, f"{expected} ({problem}; {hint})")
    return value


def _loaded(what: str, place: str, expected: str, load: Callable[[], T]) -> T:
    try:
        return load()
    except Terminated:
        raise
    except (Exception, SystemExit) as error:  # importing a script may run all of it
        problem = str(error) if isinstance(error, NoFile) else why(error)
        raise Invalid(what, place, f"{expected} ({problem})") from error


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def _is_bot(value: object) -> TypeGuard[AnyBot]:
    return isinstance(value, Bot)


def _is_measure(value: object) -> TypeGuard[type[Tally]]:
    needed = ("add", "merge", "dump", "load", "summary")
    named = isinstance(value, type) and isinstance(getattr(value, "name", None), str)
    return named and all(hasattr(value, part) for part in needed)
