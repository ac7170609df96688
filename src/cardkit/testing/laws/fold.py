"""Law 1: the state is the fold of the log, and a log can be read back without deciding or drawing."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Final, NoReturn

import attrs

from cardkit.chance import SeededChance
from cardkit.log import dumps, loads
from cardkit.match import AnyMatch
from cardkit.testing.differences import describe_difference
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, describe_error, game_events, spread

__all__ = ["check"]

LOGS: Final = 6
"""The number of logs of a match that are written and read, at different lengths."""


def check(trial: Trial) -> Iterator[Breach]:
    """Fold the log again, write it and read it back. Yield what differs."""
    yield from _folded(trial)
    for step, match in spread(trial.steps, LOGS):
        yield from _read_back(match, step)


def _folded(trial: Trial) -> Iterator[Breach]:
    state, step = trial.game.initial, 0
    try:
        for step, match in enumerate(trial.steps):
            state = _fold_on(match, state)
            if state != match.state:
                difference = describe_difference(
                    match.state, state, "at first", "when the log is folded again"
                )
                yield Breach(step, f"the state isn't the fold of the log: {difference}")
                return
    except Exception as error:
        yield Breach(step, f"folding the log again, evolve {describe_error(error)}")


def _fold_on(match: AnyMatch, state: object) -> object:
    """Return the state after the last move's events, given the state before them."""
    with no_draws():
        return reduce(match.game.evolve, game_events(match), state)


def _read_back(match: AnyMatch, step: int) -> Iterator[Breach]:
    blind = attrs.evolve(match.game, open=_forbidden, decide=_forbidden, legal=_forbidden, imagine=_forbidden)
    try:
        text = dumps(match)
        with no_draws():
            read = attrs.evolve(loads(text, blind), game=match.game)
    except Exception as error:
        yield Breach(step, f"writing its log and reading it back {describe_error(error)}")
        return
    if read.state != match.state:
        difference = describe_difference(match.state, read.state, "in the match", "when its log is read back")
        yield Breach(step, f"the log tells of another state: {difference}")
    elif read != match:
        yield Breach(step, "the match that is read back from its log is a different one")
    elif dumps(read) != text:
        yield Breach(step, "its log changes when it is read back and written again")


@contextmanager
def no_draws() -> Generator[None, None, None]:
    """Forbid all draws from any chance within the block."""
    draws = {name: getattr(SeededChance, name) for name in ("below", "shuffle")}
    for name in draws:
        setattr(SeededChance, name, _forbidden)
    try:
        yield
    finally:
        for name, draw in draws.items():
            setattr(SeededChance, name, draw)


def _forbidden(*_: object) -> NoReturn:
    raise AssertionError("a replay must not decide or draw")
