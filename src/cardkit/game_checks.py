"""Checks of what an author of a game declares, and of what the game's functions return.

Each error names the game, the function or field, what is wrong, and what to write instead. What is declared is checked
when the `Game` is created. What a function returns is checked when a match uses it.
"""

import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, Signature, isclass, signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from cardkit.fields import class_of
from cardkit.rejections import BrokenGame, Rejected, shown
from cardkit.seats import Outcome

if TYPE_CHECKING:
    from cardkit.game import AnyGame

__all__ = [
    "check_attrs_class",
    "check_declared",
    "check_event_classes",
    "check_events",
    "check_function",
    "check_move_classes",
    "check_moves",
    "check_outcome",
    "check_reason",
    "check_state",
    "check_text",
    "check_tuple_of",
    "outcome_fault",
    "text_of_value",
    "with_named_arguments",
]

Made = TypeVar("Made")

_KEY: Final = re.compile("[a-z][a-z0-9_]*")

PARAMETERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "open": "seats, options, chance",
        "actors": "state",
        "legal": "state, seat",
        "decide": "state, seat, move, chance",
        "evolve": "state, event",
        "outcome": "state",
        "view": "state, viewer",
        "glimpse": "event, viewer",
        "blank": "viewer",
        "remember": "memory, glimpse",
        "imagine": "memory, chance",
        "moves": "seats, options",
        "say": "move",
        "refuse": "state, seat, move",
        "tell": "event, language, names",
        "bound": "seats, options",
        "worth": "outcome",
        "cards": "state",
        "score": "state",
    }
)
"""The functions of a game, with the parameters that they get."""
OPTIONAL: Final = ("cards", "score")
"""The functions that may be `None`."""
EXAMPLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "key": '"my_game"',
        "title": '"My Game"',
        "seats": "range(2, 5)",
        "options": "Options",
        "initial": "State()",
        "move_names": '{"play": Play}',
        "event_names": '{"played": Played}',
        "deck": "lambda state: DECK",
        **{name: f"lambda {parameters}: ..." for name, parameters in PARAMETERS.items()},
    }
)
"""What to write for each argument that a game can't do without."""
LISTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "open": "return a tuple of events, (event,) for one of them",
        "decide": "return a tuple of events, (event,) for one of them",
        "actors": "return a tuple of the seats that may move, () if there are none",
        "legal": "return a tuple of moves, () if the seat may not move",
        "moves": "return a tuple of all moves that can ever be legal",
    }
)
"""What to write, for each function that returns a tuple."""


def with_named_arguments(function: Callable[..., Made]) -> Callable[..., Made]:
    """Return the function, but let it raise `BrokenGame` if an argument is unknown, missing or without its name."""
    expected = signature(function)

    @wraps(function)
    def checked(*args: object, **named: object) -> Made:
        try:
            expected.bind(*args, **named)
        except TypeError:
            key = named.get("key", "a game without a key")
            fault = _argument_fault(function.__name__, expected, len(args), named)
            raise BrokenGame(f"{key}: {fault}") from None
        return function(*args, **named)

    return checked


def _argument_fault(function: str, expected: Signature, unnamed: int, named: Collection[str]) -> str:
    known = expected.parameters
    if unnamed:
        return f"{function} takes each argument by its name; write key={EXAMPLES['key']}, and so on"
    for name in named:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            remedy = f"did you mean {shown(near[0])}?" if near else f"leave it out, or see help({function})"
            return f"{function} has no argument {shown(name)}; {remedy}"
    lacking = [name for name, one in known.items() if one.default is Parameter.empty and name not in named]
    examples = ", ".join(f"{name}={EXAMPLES[name]}" for name in lacking)
    return f"{function} lacks {', '.join(lacking)}; write {examples}"


def check_declared(game: "AnyGame") -> None:
    """Raise `BrokenGame` if a field of the game isn't what it should be."""
    key = game.key
    _check_key(key)
    _check_seats(key, game.seats)
    _check_options(key, game.options)
    for name, parameters in PARAMETERS.items():
        function: object = getattr(game, name)
        if not (function is None and name in OPTIONAL):
            check_function(key, name, function, parameters)
    _check_kinds(key, game)


def _check_key(key: object) -> None:
    if not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise BrokenGame(
            f"the key {shown(key)} isn't made of lower case letters, digits and underscores; write it like my_game"
        )


def _check_seats(key: str, numbers: object) -> None:
    if not (isinstance(numbers, range) and numbers and min(numbers) > 0):
        raise BrokenGame(
            f"{key}: seats={text_of_value(numbers)} isn't a range of numbers of players; for 2 to 4 players, write "
            "seats=range(2, 5)"
        )


def _check_options(key: str, options: Any) -> None:
    if not isclass(options):
        raise BrokenGame(
            f"{key}: options={text_of_value(options)} isn't a class; write options=Options, without brackets"
        )
    check_attrs_class(f"{key}: options", options)
    for field in attrs.fields(class_of(options)):
        if field.init and field.default is attrs.NOTHING:
            raise BrokenGame(
                f"{key}: {options.__name__}.{field.name} has no default, so there are no default rules; "
                "give each option a default"
            )


def _check_kinds(key: str, game: "AnyGame") -> None:
    kinds: list[tuple[str, object, type, str]] = [
        ("title", game.title, str, "a text"),
        ("languages", game.languages, tuple, 'a tuple of tags: ("en",)'),
        ("rules", game.rules, Mapping, 'texts by language: {"en": "# The rules"}'),
        ("rejections", game.rejections, Mapping, "texts by code"),
        ("bots", game.bots or "", str, "a reference to the bots: package.module:BOTS"),
        ("layout", game.layout or "", str, "a reference to the layout: package.module:LAYOUT"),
    ]
    for name, value, kind, wanted in kinds:
        if not isinstance(value, kind):
            raise BrokenGame(f"{key}: {name} is of type {type(value).__name__}; write {wanted}")


def check_function(key: str, name: str, function: object, parameters: str) -> None:
    """Raise `BrokenGame` unless this is a function that can be called with as many arguments."""
    if not callable(function):
        raise BrokenGame(
            f"{key}: {name} is of type {type(function).__name__}, not a function; "
            f"write {name}=lambda {parameters}: ..."
        )
    try:
        signature(function).bind(*parameters.split(", "))
    except ValueError:  # built-in functions don't all say what they take
        return
    except TypeError as error:
        raise BrokenGame(
            f"{key}: `{name}` can't be called as {name}({parameters}); give it these parameters, in this order"
        ) from error


def check_attrs_class(what: str, kind: Any) -> None:
    """Raise `BrokenGame` unless this is a class of attrs."""
    cls = class_of(kind)
    if not isclass(cls):
        raise BrokenGame(
            f"{what}: {text_of_value(kind)} isn't a class; write the name of a class, without brackets"
        )
    if not attrs.has(cls):
        raise BrokenGame(f"{what}: {cls.__name__} isn't an attrs class; decorate it with attrs.frozen")
    if cls.__hash__ is None:  # as attrs.define makes it
        raise BrokenGame(
            f"{what}: {cls.__name__} can be changed, so it can't be hashed; decorate it with attrs.frozen"
        )


def check_tuple_of(key: str, name: str, found: object) -> None:
    """Raise `BrokenGame` if what the function returned isn't a tuple."""
    if type(found) is not tuple:
        raise BrokenGame(f"{key}: `{name}` returned {_typed(found)}; {LISTS[name]}")


def text_of_value(value: object) -> str:
    """Return a value as an author writes it: a class is its name."""
    return value.__name__ if isclass(value) else "None" if value is None else shown(value)


def _typed(value: object) -> str:
    return "nothing (None)" if value is None else f"{text_of_value(value)}, of type {type(value).__name__}"


def check_events(key: str, events: object) -> None:
    """Raise `BrokenGame` if what `decide` returned isn't a tuple of one or more events."""
    check_tuple_of(key, "decide", events)
    if not events:
        raise BrokenGame(f"{key}: `decide` returned no event; return one or more")


def check_event_classes(game: "AnyGame", name: str, events: Collection[object]) -> None:
    """Raise `BrokenGame` if one of the events that the function returned has another class than the game names."""
    _check_classes(game, name, events, "events", game.wire.events)


def check_state(key: str, state: object, event: object) -> None:
    """Raise `BrokenGame` if `evolve` returned nothing."""
    if state is None:
        raise BrokenGame(
            f"{key}: `evolve` returned nothing (None) after {type(event).__name__}; return the state on every way"
        )


def check_moves(game: "AnyGame", moves: tuple[object, ...]) -> None:
    """Raise `BrokenGame` if what `moves` returned isn't a tuple of moves whose classes are named."""
    check_tuple_of(game.key, "moves", moves)
    check_move_classes(game, "moves", moves)


def check_move_classes(game: "AnyGame", name: str, moves: Collection[object]) -> None:
    """Raise `BrokenGame` if one of the moves that the function returned has another class than the game names."""
    _check_classes(game, name, moves, "moves", game.wire.moves)


def _check_classes(
    game: "AnyGame", name: str, found: Collection[object], what: str, named: Mapping[str, object]
) -> None:
    known = [class_of(cls) for cls in named.values()]
    for one in found:
        if type(one) not in known:
            names = ", ".join(cls.__name__ for cls in known) or "none"
            raise BrokenGame(
                f"{game.key}: `{name}` returned {_typed(one)}, among its {what}; the classes of {what} are: {names}; "
                f"return only these, or add the class to `{what[:-1]}_names` (or `Wire`)"
            )


def check_text(key: str, move: object, text: object) -> None:
    """Raise `BrokenGame` if what `say` returned isn't a text."""
    if not isinstance(text, str):
        raise BrokenGame(
            f"{key}: `say` returned {text_of_value(text)} for {shown(move)}; return a text: str(...)"
        )


def check_reason(key: str, reason: object) -> None:
    """Raise `BrokenGame` if what `refuse` returned is neither a refusal nor nothing."""
    if not isinstance(reason, Rejected):
        raise BrokenGame(
            f'{key}: `refuse` returned {text_of_value(reason)}; return Rejected("some_code", "a sentence"), or None'
        )


def check_outcome(key: str, outcome: object, seats: int) -> None:
    """Raise `BrokenGame` if what `outcome` returned can't be the outcome of a match with this many seats."""
    if fault := outcome_fault(outcome, seats):
        raise BrokenGame(f"{key}: `outcome` returned {text_of_value(outcome)}; {fault}")


def outcome_fault(outcome: object, seats: int) -> str:
    """Return what is wrong with an outcome, and what to write; an empty text if nothing is."""
    if type(outcome) is not Outcome:
        return "return what `ranked(totals, merits)` makes, or None while the match goes on"
    totals, ranks = outcome.totals, outcome.ranks
    if not len(totals) == len(ranks) == seats:
        return f"it needs a total and a rank for each of {seats} seats; pass `ranked` a value for each seat"
    if any(type(total) is not int for total in totals):
        return "totals are whole numbers; to allow half points, count in halves"
    if ranks != tuple([1 + sum(other < rank for other in ranks) for rank in ranks]):
        return "a rank is one more than the number of better seats; use `ranked`"
    if outcome.winners != tuple([seat for seat, rank in enumerate(ranks) if rank == 1]):
        return "the winners are the seats of rank 1, in order; use `ranked`"
    return ""
