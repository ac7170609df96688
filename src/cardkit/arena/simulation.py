"""Simulations: the same bots, many deals, and what was counted."""

import pickle
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, TypeVar

from attrs import frozen

from cardkit.arena.execution.executors import SerialExecutor, cores, processes, stop
from cardkit.arena.execution.runner import Counts, Workers, dump_all, run
from cardkit.arena.measures.bot_faults import BotFaults
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.leads import Leads
from cardkit.arena.measures.occurrences import Events, Moves
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.measures.seats import Seats
from cardkit.arena.measures.tally import Tally, summarize
from cardkit.arena.measures.values import Lengths, Margins
from cardkit.arena.plan import STANDARD, Plan
from cardkit.arena.references import display_name, name_of, unique_names
from cardkit.arena.spec import RunSpec, make_plan
from cardkit.arena.storage.folder import Folder
from cardkit.game import Json
from cardkit.rejections import Invalid

__all__ = ["BY_BOT", "Simulation", "count", "simulate", "simulation"]

BY_BOT: Final = "by_bot"
"""The name of the bots' figures in a result, besides those of measures."""
SomeTally = TypeVar("SomeTally", bound=Tally)


@frozen(eq=False)
class Simulation:
    """The result of a run: what was counted."""

    plan: Plan
    matches: int
    tallies: tuple[Tally, ...]
    """One for each measure, the standard ones first."""
    faults: BotFaults

    def of(self, measure: type[SomeTally]) -> SomeTally:
        """Return what this measure counted."""
        for tally in self.tallies:
            if isinstance(tally, measure):
                return tally
        raise Invalid("measure", measure.name, ", ".join(tally.name for tally in self.tallies))

    @property
    def lengths(self) -> Lengths:
        """The lengths of matches, in moves."""
        return self.of(Lengths)

    @property
    def margins(self) -> Margins:
        """The margins between first and second."""
        return self.of(Margins)

    @property
    def seats(self) -> Seats:
        """The results of seats and bots."""
        return self.of(Seats)

    @property
    def moves(self) -> Moves:
        """The number of times that each move was made."""
        return self.of(Moves)

    @property
    def events(self) -> Events:
        """The number of times that each kind of event happened."""
        return self.of(Events)

    @property
    def choices(self) -> Choices | None:
        """The legal moves of turns, if that was counted."""
        return next((tally for tally in self.tallies if isinstance(tally, Choices)), None)

    @property
    def leads(self) -> Leads | None:
        """Who led when, if that was counted."""
        return next((tally for tally in self.tallies if isinstance(tally, Leads)), None)

    @property
    def bots(self) -> list[str]:
        """The names of the bots, numbered if two are alike."""
        game = self.plan.game
        return unique_names([display_name(contender, game) for contender in self.plan.bots])

    @property
    def repeatable(self) -> bool:
        """Whether all bots move the same way in every run, so that it can be repeated to the last bit."""
        return self.plan.repeatable

    def by_bot(self) -> Json:
        """Return the results of each bot in all its seats together."""
        return [{"bot": name, **self.seats.bot_row(bot)} for bot, name in enumerate(self.bots)]

    def own(self) -> tuple[Tally, ...]:
        """Return the tallies of the user's own measures."""
        return tuple(
            tally for tally in self.tallies if not isinstance(tally, (*STANDARD, Pairs, Choices, Leads))
        )

    def exact(self) -> dict[str, Json]:
        """Return all counts, in whole numbers. They are the same for any workers, chunks and executors."""
        counted = dump_all(self.tallies, self.faults)
        return {"spec": self.plan.identity(), "matches": self.matches, "counted": counted}

    def document(self) -> dict[str, Json]:
        """Return the result as JSON."""
        return {
            **{
                name: value
                for name, value in self.plan.identity().items()
                if name not in ("records", "moves")
            },
            "matches": self.matches,
            "repeatable": self.repeatable,
            **{tally.name: summarize(tally) for tally in self.tallies},
            BY_BOT: self.by_bot(),
            "faults": self.faults.dump(),
        }

    def _repr_html_(self) -> str:
        """Show the findings in a notebook. `report.html` of a run with `out` shows all."""
        from cardkit.arena.report.notebook import simulation_summary  # it imports this module

        return simulation_summary(self)


def simulate(spec: RunSpec, *, rotate: bool = True) -> Simulation:
    """Play the matches of the specification, and count. For one seed the result is the same on any machine.

    If there are fewer bots than seats, bots take several seats. Each bot moves one seat on from match to match, unless
    `rotate` is false.
    """
    plan = make_plan(spec, paired=False, rotate=rotate)
    return count(spec, plan, spec.matches)


def count(spec: RunSpec, plan: Plan, deals: int) -> Simulation:
    """Return what is counted in this number of deals."""
    with _work(spec, plan) as workers, _open_folder(spec, plan) as folder:
        return simulation(plan, run(plan, deals, workers, folder, spec.chunk_size, spec.watch))


def simulation(plan: Plan, counts: Counts) -> Simulation:
    """Return the result of a run."""
    return Simulation(plan, counts.deals * plan.matches_per_deal, tuple(counts.tallies), counts.faults)


@contextmanager
def _work(spec: RunSpec, plan: Plan) -> Generator[Workers, None, None]:
    """Provide workers. The caller's own executor is left running."""
    number = cores() if spec.workers is None else spec.workers
    if spec.executor is not None:
        yield Workers(spec.executor, spec.in_flight or 2 * number)
        return
    own = processes(number)
    if not isinstance(own, SerialExecutor):
        _check_sendable(plan)
    workers = Workers(own, spec.in_flight or (1 if number == 1 else 2 * number), lambda: processes(number))
    try:
        yield workers
    except BaseException:
        stop(workers.executor)
        raise
    finally:
        workers.executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _open_folder(spec: RunSpec, plan: Plan) -> Generator[Folder | None, None, None]:
    if spec.out is None:
        yield None
        return
    folder = Folder.open(spec.out, plan.identity())
    try:
        yield folder
    finally:
        folder.close()


def _check_sendable(plan: Plan) -> None:
    try:
        pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Invalid(
            "bots",
            [*map(name_of, plan.bots)],
            f"bots that other processes can import, or workers=1 ({error})",
        ) from None
