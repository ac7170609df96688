"""House rules and the like from the command line: `--option rounds=3`, `--entropy 0=heads`, `--bot 1=random`."""

import json
from collections.abc import Iterable
from typing import TypeAlias

from cardkit_cli.failures import Usage

__all__ = ["bots_of", "entropy_of", "options_of"]

Value: TypeAlias = bool | int | str | None


def options_of(given: Iterable[str]) -> dict[str, Value]:
    """Options by name. A value is a whole number, `true`, `false`, `null` or a text in quotes; all else is text."""
    return {name: _value(text) for name, text in _pairs("--option", given)}


def entropy_of(given: Iterable[str]) -> dict[int, str]:
    """What players give to be mixed into the seed, by seat."""
    return _by_seat("--entropy", given)


def bots_of(given: Iterable[str]) -> dict[int, str]:
    """Which bot plays, by seat."""
    return _by_seat("--bot", given)


def _by_seat(what: str, given: Iterable[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for seat, text in _pairs(what, given):
        if not (seat.isascii() and seat.isdigit()):
            raise Usage(f"{what} {seat}={text}: expected SEAT=TEXT, where the first seat is 0")
        found[int(seat[:9])] = text
    return found


_FORMS = {
    "--option": "NAME=VALUE, as in --option rounds=2",
    "--entropy": "SEAT=TEXT, as in --entropy 0=heads",
    "--bot": "SEAT=NAME, as in --bot 1=random",
}


def _pairs(what: str, given: Iterable[str]) -> list[tuple[str, str]]:
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Usage(f"{what} {text!r}: expected {_FORMS[what]}")
        if name in pairs:
            raise Usage(f"{what} {text!r}: {name} is given twice")
        pairs[name] = value
    return [*pairs.items()]


def _value(text: str) -> Value:
    try:
        value: object = json.loads(text) if len(text) < 20 else text
    except ValueError:
        return text
    return value if value is None or isinstance(value, (bool, int, str)) else text
