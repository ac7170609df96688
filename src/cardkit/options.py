"""House rules of a match: validators for the options of a game, and the options of one match."""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeGuard, TypeVar

import attrs
from attrs import frozen

from cardkit.game import Json
from cardkit.rejections import InvalidOption, UnknownOption, nearest_of, shown
from cardkit.seats import Seat

__all__ = [
    "Choice",
    "Flag",
    "SeatOrRandom",
    "Whole",
    "checked_seat",
    "is_mapping",
    "options_document",
    "options_exactly",
    "options_from",
]

Options = TypeVar("Options")


@frozen
class Whole:
    """A validator that accepts a whole number from `least` to `most`. If `optional`, it accepts `None` too."""

    least: int
    most: int
    optional: bool = False

    def __call__(self, instance: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise `InvalidOption` for any other value."""
        if value is None and self.optional:
            return
        if type(value) is not int or not self.least <= value <= self.most:
            raise InvalidOption(attribute.name, value, f"a whole number from {self.least} to {self.most}")


@frozen
class Flag:
    """A validator that accepts true or false."""

    def __call__(self, instance: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise `InvalidOption` for any other value."""
        if type(value) is not bool:
            raise InvalidOption(attribute.name, value, "true or false")


@frozen(init=False)
class Choice:
    """A validator that accepts one of these texts: `Choice("random", "ascending")`, for a `Literal` field."""

    texts: tuple[str, ...]

    def __init__(self, *texts: str) -> None:
        if len({*texts}) < len(texts) or len(texts) < 2:
            raise TypeError(
                f"a choice needs two texts or more, all different; found {', '.join(map(shown, texts))}"
            )
        object.__setattr__(self, "texts", texts)

    def __call__(self, instance: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise `InvalidOption` for any other value."""
        if type(value) is not str or value not in self.texts:
            *others, last = map(_quoted, self.texts)
            raise InvalidOption(attribute.name, value, f"{', '.join(others)} or {last}")


@frozen
class SeatOrRandom:
    """A validator that accepts a seat, or the word "random". A random seat is drawn once, before the first shuffle."""

    def __call__(self, instance: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise `InvalidOption` for any other value."""
        word = type(value) is str and value == "random"
        if not word and (type(value) is not int or value < 0):
            raise InvalidOption(attribute.name, value, "a seat (0 is the first) or 'random'")


def checked_seat(field: str, value: int, seats: int) -> Seat:
    """Return the seat if the match has it, else raise `InvalidOption`. `SeatOrRandom` can't know the number."""
    if value >= seats:
        raise InvalidOption(field, value, f"a seat from 0 to {seats - 1}, or 'random'")
    return value


def options_from(kind: type[Options], given: Options | Mapping[str, object] | None, game: str) -> Options:
    """Return options of this kind, given as such or by names and values. A value `None` means "not given".

    Raise `InvalidOption`, naming the game by this key, if they aren't valid.
    """
    if given is None:
        return kind()
    if isinstance(given, kind):
        return given
    if not is_mapping(given):
        raise InvalidOption(
            "options", given, f"names and values; {nearest_of(game, '', _names(kind), 'options')}"
        )
    names = {str(name): value for name, value in given.items()}
    known = _names(kind)
    kept = {name: value for name, value in names.items() if value is not None or name not in known}
    return options_exactly(kind, kept, game)


def options_exactly(kind: type[Options], given: Mapping[str, object], game: str) -> Options:
    """Return options of this kind with exactly these values, `None` too. Others are those of the rule sheet."""
    names = _names(kind)
    for name in given:
        if name not in names:
            raise UnknownOption(name[:40], given[name], game, names)
    try:
        return kind(**given)
    except (TypeError, ValueError) as error:  # attrs' own validators raise these
        raise InvalidOption("options", given, f"what the game takes: {_words(error)}") from error


def _words(error: Exception) -> str:
    """Return what an attrs validator says, without what it says of Python."""
    said = str(error.args[0] if error.args else type(error).__name__).partition(" (got ")[0]
    return re.sub(r"<class '(\w+)'>", lambda found: _NAMES.get(found[1], found[1]), said)


_NAMES: Final = {"bool": "true or false", "int": "a whole number", "str": "a text", "float": "a number"}
"""The types that attrs validators name, as a sentence names them."""


def _names(kind: type[Options]) -> list[str]:
    return [field.name for field in attrs.fields(kind)]  # type: ignore[arg-type]  # attrs' stubs want its own bound


def _quoted(text: str) -> str:
    return f"'{text}'"


def is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    """Return whether it is a mapping of any kind."""
    return isinstance(value, Mapping)


def options_document(options: object) -> dict[str, Json]:
    """Return the options as names and values in JSON."""
    document: dict[str, Json] = attrs.asdict(options)  # type: ignore[arg-type]  # attrs' stubs want their own bound
    return document
