"""The available games: the built-in ones, and those that other distributions plug in."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final, TypeGuard

from attrs import frozen

from cardkit.game import AnyGame, Game
from cardkit.games import BUILT_IN  # loads the package before the face binds `cardkit.games` to the function
from cardkit.rejections import BrokenGame, UnknownGame

__all__ = ["BUILT_IN", "GROUP", "BrokenPlugIn", "Games", "game", "games"]

GROUP: Final = "cardkit.games"


class BrokenPlugIn(UserWarning):
    """A plugged-in game could not be loaded. The other games are not affected."""


@frozen(eq=False)
class Games(Mapping[str, AnyGame]):
    """Games by key, and the errors of those that could not be loaded, by entry-point name."""

    loaded: Mapping[str, AnyGame]
    broken: Mapping[str, str]

    def __getitem__(self, key: str) -> AnyGame:
        return self.loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.loaded)

    def __len__(self) -> int:
        return len(self.loaded)


def games() -> Games:
    """Return all games, built in and plugged in (entry-point group `cardkit.games`), by key.

    If a plug-in can't be loaded, or its key is taken, a warning and `broken` name it.
    """
    found = _found()
    for name, trouble in found.broken.items():
        warnings.warn(f"game plug-in {name!r} was left out: {trouble}", BrokenPlugIn, stacklevel=2)
    return found


def game(key: str) -> AnyGame:
    """Return the game with this key. Raise `UnknownGame`, naming the nearest keys, if there is none."""
    for known in BUILT_IN:
        if known == key:
            with suppress(Exception):  # the error is raised below
                return _built_in(known)
    found = _found()
    for known, value in found.items():
        if known == key:
            return value
    raise UnknownGame(key, found, found.broken.get(key) if key in list(found.broken) else None)


@cache
def _built_in(key: str) -> AnyGame:
    """Return a built-in game without importing the others. That would take as long as the rest of cardkit."""
    value: object = import_module(f"cardkit.games.{key}").GAME
    if not _is_game(value):
        raise BrokenGame(f"cardkit.games.{key}:GAME isn't a cardkit.game.Game")
    return value


@cache
def _found() -> Games:
    from importlib.metadata import EntryPoint, entry_points  # slower to import than all of cardkit

    loaded: dict[str, AnyGame] = {}
    broken: dict[str, str] = {}
    built_in = [EntryPoint(key, f"cardkit.games.{key}:GAME", GROUP) for key in BUILT_IN]
    for entry in (*built_in, *sorted(entry_points(group=GROUP), key=lambda entry: entry.name)):
        try:
            value: object = entry.load()
            if not _is_game(value):
                raise BrokenGame(f"{entry.value} isn't a cardkit.game.Game")
            if value.key in loaded:
                raise BrokenGame(f"the key {value.key!r} is taken")
        except (Exception, SystemExit) as error:  # a plug-in may raise anything; the others stay available
            broken[entry.name] = f"{type(error).__name__}: {error}"
        else:
            loaded[value.key] = value
    return Games(MappingProxyType(loaded), MappingProxyType(broken))


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)
