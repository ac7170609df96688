"""Simulations: the same bots, many deals, and what there is to count."""

import os
import pickle
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final, TypeVar

from attrs import frozen

from cardkit.arena.execution.executors import SerialExecutor, cores, processes, stop
from cardkit.arena.execution.runner import Counted, Pace, Workers, dumped, run
from cardkit.arena.measures.bot_faults import Faults
from cardkit.arena.measures.occurrences import Moves, Rules
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.measures.seats import Seats
from cardkit.arena.measures.tally import Tally, summed_up
from cardkit.arena.measures.values import Lengths, Margins
from cardkit.arena.references import Contender, called, name_of, told_apart
from cardkit.arena.spec import STANDARD, Spec, specified
from cardkit.arena.storage.folder import Folder, seed_of
from cardkit.game import Json
from cardkit.rejections import Invalid

__all__ = ["BY_BOT", "Simulation", "counted_run", "simulate"]

BY_BOT: Final = "by_bot"
"""What is told of bots, beside what measures told."""
SomeTally = TypeVar("SomeTally", bound=Tally)


@frozen(eq=False)
class Simulation:
    """What was counted in a run."""

    spec: Spec
    matches: int
    tallies: tuple[Tally, ...]
    """One a measure, the standard ones first."""
    faults: Faults

    def of(self, measure: type[SomeTally]) -> SomeTally:
        """What this measure counted."""
        for tally in self.tallies:
            if isinstance(tally, measure):
                return tally
        raise Invalid("measure", measure.name, ", ".join(tally.name for tally in self.tallies))

    @property
    def lengths(self) -> Lengths:
        """How many moves the matches had."""
        return self.of(Lengths)

    @property
    def margins(self) -> Margins:
        """How close they were."""
        return self.of(Margins)

    @property
    def seats(self) -> Seats:
        """How seats and bots fared."""
        return self.of(Seats)

    @property
    def moves(self) -> Moves:
        """How often each move was made."""
        return self.of(Moves)

    @property
    def rules(self) -> Rules:
        """How often each kind of event happened."""
        return self.of(Rules)

    @property
    def bots(self) -> list[str]:
        """The names of the bots, each one's own."""
        game = self.spec.rules
        return told_apart([called(contender, game) for contender in self.spec.bots])

    @property
    def repeatable(self) -> bool:
        """Whether all bots move alike in every run, so that it can be repeated to the last bit."""
        return self.spec.repeatable

    def by_bot(self) -> Json:
        """How each bot fared in all its seats together."""
        return [{"bot": name, **self.seats.bot_row(bot)} for bot, name in enumerate(self.bots)]

    def own(self) -> tuple[Tally, ...]:
        """The tallies of one's own measures."""
        return tuple(tally for tally in self.tallies if not isinstance(tally, (*STANDARD, Pairs)))

    def exact(self) -> dict[str, Json]:
        """All that was counted, in whole numbers: the same for any workers, chunks and executors."""
        counted = dumped(self.tallies, self.faults)
        return {"spec": self.spec.identity(), "matches": self.matches, "counted": counted}

    def document(self) -> dict[str, Json]:
        """What it comes to, for people and programs."""
        return {
            **{
                name: value
                for name, value in self.spec.identity().items()
                if name not in ("records", "moves")
            },
            "matches": self.matches,
            "repeatable": self.repeatable,
            **{tally.name: summed_up(tally) for tally in self.tallies},
            BY_BOT: self.by_bot(),
            "faults": self.faults.dump(),
        }


def simulate(
    game: str,
    bots: Sequence[Contender],
    matches: int,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | object = None,
    seed: str | None = None,
    rotate: bool = True,
    measures: Sequence[type[Tally]] = (),
    workers: int | None = None,
    executor: Executor | None = None,
    ahead: int | None = None,
    chunk: int | None = None,
    out: str | os.PathLike[str] | None = None,
    moves: bool = False,
    watch: Callable[[Pace], None] | None = None,
) -> Simulation:
    """Play that many matches and count. For one seed the result is the same, however it is worked out.

    Fewer bots than seats sit down again and again; with `rotate`, each moves one seat on from match to match.
    Work goes to `workers` processes, as many as there are cores, or to an executor of yours, which has up to
    `ahead` chunks at a time. In the folder `out` each match has a line, with its `moves` if that is wanted, and the
    run is saved every second: started again, it goes on there. `watch` is told how far it is.
    """
    spec = specified(
        game,
        bots,
        seats=seats,
        options=options,
        seed=seed_of(out) if seed is None else seed,
        paired=False,
        rotate=rotate,
        measures=measures,
        records=out is not None,
        moves=moves,
    )
    _check_matches(matches)
    return counted_run(spec, matches, workers, executor, ahead, chunk, out, watch)


def counted_run(
    spec: Spec,
    deals: int,
    workers: int | None,
    executor: Executor | None,
    ahead: int | None,
    chunk: int | None,
    out: str | os.PathLike[str] | None,
    watch: Callable[[Pace], None] | None,
) -> Simulation:
    """What is counted in so many deals."""
    for field, number in (("workers", workers), ("ahead", ahead), ("chunk", chunk)):
        if number is not None and (type(number) is not int or number < 1):
            raise Invalid(field, number, "a whole number from 1, or None")
    if spec.moves and out is None:
        raise Invalid("moves", True, "a folder to write them to")
    with _working(spec, workers, executor, ahead) as force, _folder(spec, out) as folder:
        counted = run(spec, deals, force, folder, chunk, watch)
    return simulation(spec, counted)


def simulation(spec: Spec, counted: Counted) -> Simulation:
    """The result of a run."""
    return Simulation(spec, counted.deals * spec.tables, tuple(counted.tallies), counted.faults)


def _check_matches(matches: object) -> None:
    if type(matches) is not int or matches < 1:
        raise Invalid("matches", matches, "a whole number from 1")


@contextmanager
def _working(
    spec: Spec, workers: int | None, executor: Executor | None, ahead: int | None
) -> Generator[Workers, None, None]:
    """Who does the work. An executor that was handed in stays as it is."""
    number = cores() if workers is None else workers
    if executor is not None:
        yield Workers(executor, ahead or 2 * number)
        return
    own = processes(number)
    if not isinstance(own, SerialExecutor):
        _check_sendable(spec)
    force = Workers(own, ahead or (1 if number == 1 else 2 * number), lambda: processes(number))
    try:
        yield force
    except BaseException:
        stop(force.executor)
        raise
    finally:
        force.executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _folder(spec: Spec, out: str | os.PathLike[str] | None) -> Generator[Folder | None, None, None]:
    if out is None:
        yield None
        return
    folder = Folder.opened(out, spec.identity())
    try:
        yield folder
    finally:
        folder.close()


def _check_sendable(spec: Spec) -> None:
    try:
        pickle.dumps(spec)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Invalid(
            "bots",
            [*map(name_of, spec.bots)],
            f"what other processes can import; with workers=1, anything ({error})",
        ) from None
