"""Verification of a match: that its log is unchanged, and that its chance follows from the seed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from cardkit import registry
from cardkit.chance import Chance, SeededChance
from cardkit.engine_events import Undone
from cardkit.game import SomeGame, any_game
from cardkit.history import Log
from cardkit.log.lines import as_stream
from cardkit.log.read import LogReader
from cardkit.log.write import dumps, text_of_log
from cardkit.match import AnyMatch
from cardkit.rejections import LogError, why
from cardkit.some_match import SomeMatch, any_match
from cardkit.telling import seat_names

__all__ = ["Check", "Report", "verify"]


Subject: TypeAlias = Literal["integrity", "fairness"]


@frozen
class Check:
    """One check and the line of the log that it is about. `passed` is `None` if the check wasn't possible."""

    line: int
    subject: Subject
    passed: bool | None
    note: str

    def __str__(self) -> str:
        mark = {True: "ok", False: "FAILED", None: "not checked"}[self.passed]
        return f"line {self.line}: {self.subject} {mark}: {self.note}"


@frozen
class Report:
    """All checks in order, line by line. Its text has one line for each."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed. Checks that weren't possible don't count: see `complete`."""
        return all(check.passed is not False for check in self.checks)

    @property
    def complete(self) -> bool:
        """Whether everything was checked and passed, the chance of every event too."""
        return all(check.passed for check in self.checks)

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.passed is False)

    def __str__(self) -> str:
        return "\n".join(map(str, self.checks))

    def _repr_html_(self) -> str:
        """Tell the result in a notebook, with the checks that failed or weren't possible."""
        from cardkit.drawing.as_html.checks import checks  # only notebooks need it

        return checks(self)


def verify(subject: SomeMatch | Log[object, object] | str | bytes, game: SomeGame | None = None) -> Report:
    """Check a match, its log, or the log's text: every seal, every event, and every draw against the seed.

    Draws are reported as unchecked if the log has no seed, or if an older version of the rules made it. The game of a
    log is looked up by its key, unless you pass it. A faulty log raises no error: the report names its faults.
    """
    known = None if game is None else any_game(game)
    if isinstance(subject, Log):
        known = known or registry.game(subject.header.game)
        subject = text_of_log(known, subject)
    elif not isinstance(subject, str | bytes):
        match = any_match(subject)
        known, subject = match.game, dumps(match)
    stream = as_stream(subject)
    return report_on(LogReader(stream, registry.game if known is None else lambda _: known))


def report_on(reader: LogReader, names: Callable[[int], Sequence[str]] | None = None) -> Report:
    """Check a log while reading it. `names` returns the names of this many players; without it, seats have numbers."""
    checks: list[Check] = []
    called: Sequence[str] | None = None
    try:
        for match in reader.matches():
            if called is None:
                seats = match.header.seats
                called = seat_names(seats, None, "en") if names is None else names(seats)
            checks += _checked(match, called)
        reader.finish()
    except LogError as error:
        checks.append(Check(error.line, "integrity", False, str(error).partition(": ")[2]))
    return Report(tuple(checks))


def _checked(match: AnyMatch, names: Sequence[str]) -> Iterator[Check]:
    """Check the events of the last move, whose lines the reader has just read."""
    header, first = match.header, match.version - len(match.events) + 1
    if match.previous is None:
        yield Check(1, "integrity", True, "the header's seal fits")
        if header.seed is None:
            yield Check(1, "fairness", None, "the log doesn't hold the seed")
        else:
            yield Check(1, "fairness", True, "the seed is the one committed to")
        for at, _ in header.branches:
            yield Check(
                1, "fairness", None, f"branched at version {at}: nobody committed to the draws after it"
            )
    for n in range(first, match.version + 1):
        yield Check(n + 1, "integrity", True, f"event {n} is in its place, its seal fits, it is well formed")
    yield Check(first + 1, "fairness", *_fair(match, names))


def _fair(match: AnyMatch, names: Sequence[str]) -> tuple[bool | None, str]:
    game, header = match.game, match.header
    if header.mixed_seed is None:
        return None, "the log doesn't hold the seed"
    if header.rules_version != game.rules_version:
        played, known = header.rules_version, game.rules_version
        return None, f"played by version {played} of the rules; this cardkit has version {known}"
    try:
        if match.by is not None and match.previous is not None and isinstance(match.events[0], Undone):
            if match.events[0].agreed:
                return True, "the move taken back: everybody agreed"
            verdict = match.previous.undoable(match.by)
            return verdict.allowed, f"the move taken back: {verdict.reason}"
        return _drawn_again(match, SeededChance(header.mixed_seed), names)
    except Exception as error:  # rules may raise anything in a state that they never lead to
        return False, f"the rules can't go on from what the log says ({why(error)})"


def _drawn_again(match: AnyMatch, chance: Chance, names: Sequence[str]) -> tuple[bool, str]:
    game, previous, by = match.game, match.previous, match.by
    if previous is None:
        if match.events[1:] == game.open(match.header.seats, match.header.options, chance):
            return True, "the opening follows from the seed"
        return False, "the opening doesn't follow from the seed"
    if by is None:
        return False, "no move brings these events with this seed"
    name = names[by]
    for move in game.legal(previous.state, by):
        if game.decide(previous.state, by, move, previous.chance) == match.events:
            return True, f"follows from the seed and {name} moving {game.say(move)}"
    return False, f"no move of {name} brings these events with this seed"
