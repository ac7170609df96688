"""Optional parts of a game, such as its bots: named by a reference, imported on first use.

A reference is text, `package.module:NAME`. A `Game` holds the reference, not the part, so importing a game's rules
imports no bot and no drawing. It works alike for built-in games, plug-ins and a game in your own file. A game names a
module beside it by its own name: `f"{__name__}_layout:LAYOUT"`. So the two are found wherever they lie.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TypeGuard, TypeVar

from cardkit.rejections import BrokenGame, shown, why

__all__ = ["load", "load_part"]

Part = TypeVar("Part")


def load(reference: str) -> object:
    """Import what the reference names. Raise `ValueError` if it is malformed, and any error that the import raises."""
    module, colon, name = reference.partition(":")
    if not (module and colon and name):
        raise ValueError("a reference has the form package.module:NAME")
    found: object = getattr(import_module(module), name)
    return found


def load_part(
    key: str, field: str, reference: str, fits: Callable[[object], TypeGuard[Part]], wanted: str
) -> Part:
    """Import a part of the game with this key.

    Raise `BrokenGame`, naming the game, the field and the reference, if it can't be imported or isn't `wanted`.
    """
    problem = f"game {key}: {field}={shown(reference)}"
    remedy = f"use the package.module:NAME of {wanted}, or leave {field} out"
    try:
        part = load(reference)
    except ModuleNotFoundError as error:
        if error.name != reference.partition(":")[0]:
            raise BrokenGame(f"{problem} can't be imported ({why(error)}); {remedy}") from error
        beside = f'for a module beside the game, write f"{{__name__}}_{field}:{field.upper()}"'
        raise BrokenGame(
            f"{problem} can't be imported: there is no such module; {beside}, or {remedy}"
        ) from error
    except Exception as error:  # importing somebody's code may raise anything
        raise BrokenGame(f"{problem} can't be imported ({why(error)}); {remedy}") from error
    if not fits(part):
        raise BrokenGame(f"{problem} is of type {type(part).__name__}; {remedy}")
    return part
