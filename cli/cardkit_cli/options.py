"""Options that are pairs: `--option rounds=3`, `--entropy 0=heads`, `--bot 1=random`."""

import json
from collections.abc import Iterable
from typing import Final, TypeAlias

from cardkit.seats import Seat
from cardkit_cli.errors import UsageError

__all__ = ["parse_bots", "parse_entropy", "parse_options"]

Value: TypeAlias = bool | int | str | None

_FORMS: Final = {
    "--option": "NAME=VALUE, as in --option rounds=2",
    "--entropy": "SEAT=TEXT, as in --entropy 0=heads (0 is the first seat)",
    "--bot": "SEAT=NAME, as in --bot 1=random (0 is the first seat)",
}


def parse_options(given: Iterable[str]) -> dict[str, Value]:
    """Return options by name. A value is a whole number, `true`, `false`, `null`, a text in quotes, or else a text."""
    return {name: _value(text) for name, text in _pairs("--option", given)}


def parse_entropy(given: Iterable[str]) -> dict[Seat, str]:
    """Return by seat what players add to the seed."""
    return _by_seat("--entropy", given)


def parse_bots(given: Iterable[str]) -> dict[Seat, str]:
    """Return by seat which bot plays it."""
    return _by_seat("--bot", given)


def _by_seat(option: str, given: Iterable[str]) -> dict[Seat, str]:
    texts: dict[Seat, str] = {}
    for seat, text in _pairs(option, given):
        if not (seat.isascii() and seat.isdigit()):
            raise UsageError(f"{option} {seat}={text}: expected {_FORMS[option]}")
        texts[int(seat[:9])] = text
    return texts


def _pairs(option: str, given: Iterable[str]) -> list[tuple[str, str]]:
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"{option} {text}: expected {_FORMS[option]}")
        if name in pairs:
            raise UsageError(f"{option} {text}: {name} is given twice; give it once")
        pairs[name] = value
    return [*pairs.items()]


def _value(text: str) -> Value:
    try:
        value: object = json.loads(text) if len(text) < 20 else text
    except ValueError:
        return text
    return value if value is None or isinstance(value, (bool, int, str)) else text
