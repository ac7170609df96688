"""An error is the same after it went from one process to another, as it does from workers."""

import copy
import pickle
from importlib import import_module
from pkgutil import walk_packages

import pytest

import cardkit
import cardkit_api
import cardkit_cli
from cardkit.arena.execution.chunks import MatchFailed
from cardkit.bots import NotAsked
from cardkit.rejections import (
    BrokenGame,
    CardkitError,
    Invalid,
    InvalidOption,
    LogError,
    Rejected,
    UnknownGame,
    UnknownOption,
    WireError,
    shown,
)
from cardkit.testing import Differs, LawReport, LawsBroken, TranscriptDiffers
from cardkit_cli import errors

MADE: tuple[CardkitError, ...] = (
    Rejected("illegal_card", "not in hand"),
    Invalid("seats", 9, "2 to 6"),
    InvalidOption("round", {"round": 3}, "rounds"),
    UnknownOption("round", 3, "push", ("rounds",)),
    UnknownGame("pusch", ["push", "thirteen"]),
    UnknownGame(3, ["push"], "it has no GAME"),
    BrokenGame("the match never ends"),
    WireError("expected an object", "$.moves"),
    LogError(3, "expected an object", "$.moves"),
    LogError(4, "is no JSON"),
    NotAsked("view"),
    MatchFailed("match 3 of seed s"),
    LawsBroken(LawReport("push", 3, 40, (2, 3))),
    TranscriptDiffers(7, "reveal", "stop"),
    Differs("seats to move", 2, "Options()", "seed", ("0 reveal",)),
    errors.FileError("no_such_file", "a.log", "a.log: there is no such file"),
    errors.CutOff(3, "line 3: ends early", "a.log", 7),
    errors.MoveRefused(Rejected("match_over", "it is over"), 2, "stop", ["reveal"], alone=False),
    errors.ServerRefusal("no_such_match", "no match has this id", {"id": "m"}),
    errors.ServerError("unreachable", "nobody answers"),
)


def kinds() -> list[type[CardkitError]]:
    """Return every class of errors, wherever it is."""
    for package in (cardkit, cardkit_api, cardkit_cli):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    found = [CardkitError]
    for kind in found:
        found += (below for below in kind.__subclasses__() if below not in found)
    return [kind for kind in found if kind.__module__.startswith("cardkit")]


def test_every_error_that_is_made_in_a_way_of_its_own_is_among_those_that_are_tried() -> None:
    own = {kind for kind in kinds() if "__init__" in vars(kind)}

    assert own == {type(error) for error in MADE} & own


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_an_error_travels_between_processes(error: CardkitError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert (str(twin), twin.code, twin.args) == (str(error), error.code, error.args)
        assert repr(vars(twin)) == repr(vars(error))


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.__init__ is CardkitError.__init__])
def test_an_error_that_is_only_a_sentence_does_too(kind: type[CardkitError]) -> None:
    twin = pickle.loads(pickle.dumps(kind("a sentence")))

    assert (type(twin), str(twin)) == (kind, "a sentence")


def test_a_note_stays_with_its_error() -> None:
    error = Invalid("seats", 9, "2 to 6")
    error.add_note("in the third match")

    assert pickle.loads(pickle.dumps(error)).__notes__ == ["in the third match"]


class Odd:
    """Can be written down, and not be read again."""

    def __init__(self, one: str, two: str) -> None:
        self.text = one + two

    def __reduce__(self) -> tuple[type["Odd"], tuple[str]]:
        return Odd, (self.text,)


@pytest.mark.parametrize("value", [lambda: 3, (n for n in "ab"), Odd("a", "b")], ids=type)
def test_a_value_that_cant_travel_is_told_in_words(value: object) -> None:
    twin = pickle.loads(pickle.dumps(Invalid("bot", value, "a name")))

    assert isinstance(twin, Invalid)
    assert isinstance(twin.value, str)
    assert str(twin) == f"bot: {twin.value} is invalid; expected a name"


def test_a_copy_keeps_its_value() -> None:
    value = [3]

    assert copy.copy(Invalid("seats", value, "2 to 6")).value is value


def test_a_value_is_repeated_without_its_address_in_memory() -> None:
    assert str(UnknownGame(object(), ["push"])) == "unknown game <object object>; known games: push"
    assert shown(kinds).endswith("kinds>")
    assert shown("mine at 0x1f") == "'mine at 0x1f'"
