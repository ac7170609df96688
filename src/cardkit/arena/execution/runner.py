"""A run: chunks go out to workers, come back in any order, and are counted in the order of their deals.

At any moment so many deals from the first on are counted, so one number says how far the run is. A chunk that
comes early waits; how many may wait has a bound, so memory doesn't grow with the number of matches.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from operator import add
from time import monotonic
from typing import Final

from attrs import Factory, define, frozen

from cardkit.arena.execution.chunks import Chunk, run_chunk
from cardkit.arena.measures.bot_faults import BotFaults
from cardkit.arena.measures.tally import MeasureFailed, Tally
from cardkit.arena.plan import Plan
from cardkit.arena.references import name_of, unique_names
from cardkit.arena.storage.folder import RUN, Folder, Progress, locate_damage
from cardkit.arena.storage.json_values import Damaged
from cardkit.bots.programs.cleanup import Terminated
from cardkit.game import Json
from cardkit.rejections import CardkitError, why

__all__ = ["Counts", "Pace", "Workers", "WorkersDied", "dump_all", "run"]

MOST_DEALS: Final = 5000
"""No chunk grows beyond these by itself."""
SECONDS: Final = 1.0
"""How long a chunk should take, and how old a saved run may become."""
RETRIES: Final = 3
"""So often in a row workers may die before anything is counted."""


class WorkersDied(CardkitError):
    """The processes that do the work were killed, or have no memory left. What was counted is saved."""

    code = "workers_died"


@frozen
class Pace:
    """How far a run is, for somebody who waits."""

    matches: int
    of: int
    a_second: float
    seconds_left: float


@define
class Counts:
    """What was counted so far."""

    measures: tuple[type[Tally], ...]
    deals: int = 0
    tallies: list[Tally] = Factory(list[Tally])
    faults: BotFaults = Factory(BotFaults)

    @classmethod
    def empty(cls, measures: tuple[type[Tally], ...]) -> "Counts":
        """Neutral: counts nothing."""
        return cls(measures, 0, [measure() for measure in measures])

    def add(self, chunk: Chunk) -> None:
        """Count the next chunk."""
        for tally, measure, dumped in zip(self.tallies, self.measures, chunk.tallies, strict=True):
            try:
                tally.merge(measure.load(dumped))
            except Terminated:
                raise
            except (Exception, SystemExit) as error:
                where = f"deals {chunk.first} to {chunk.first + chunk.count - 1}"
                raise MeasureFailed(f"{where}: measure {tally.name}, load and merge: {why(error)}") from error
        self.faults.merge(BotFaults.load(chunk.faults))
        self.deals += chunk.count

    def progress(self) -> Progress:
        """As it is saved."""
        return Progress(self.deals, dump_all(self.tallies, self.faults))

    @classmethod
    def from_progress(cls, measures: tuple[type[Tally], ...], progress: Progress) -> "Counts":
        """What `progress` told."""
        counted = progress.counted
        for name in (*(measure.name for measure in measures), BotFaults.name):
            if name not in counted:
                raise Damaged(f"the saved run counts no {name!r}")
        tallies = [_loaded(measure, counted[measure.name]) for measure in measures]
        return cls(measures, progress.deals, tallies, BotFaults.load(counted[BotFaults.name]))


def _loaded(measure: type[Tally], document: Json) -> Tally:
    """What was counted before. A measure of somebody's own may have been changed since."""
    try:
        return measure.load(document)
    except Damaged:
        raise
    except Exception as error:
        raise MeasureFailed(f"measure {measure.name}, load of what was saved: {why(error)}") from error


def dump_all(tallies: Iterable[Tally], faults: BotFaults) -> dict[str, Json]:
    """All that was counted, by measure."""
    counted = {tally.name: tally.dump() for tally in tallies}
    counted[faults.name] = faults.dump()
    return counted


@define
class Workers:
    """Where chunks go: an executor, how many chunks to have there at a time, and how to get another when it breaks."""

    executor: Executor
    in_flight: int
    restart: Callable[[], Executor] | None = None

    def revive(self) -> bool:
        """Take a new executor in place of a broken one, if that can be done."""
        if self.restart is None:
            return False
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.restart()
        return True


class _Run:
    def __init__(
        self,
        plan: Plan,
        deals: int,
        workers: Workers,
        counted: Counts,
        folder: Folder | None,
        chunk_size: int | None,
    ) -> None:
        self.plan = plan
        self.deals = deals
        self.workers = workers
        self.counted = counted
        self.folder = folder
        self.size = chunk_size or 1
        self.fixed = chunk_size is not None
        self.next = counted.deals
        self.out: dict[Future[Chunk], tuple[int, int]] = {}
        self.lost: list[tuple[int, int]] = []
        """What was on its way when workers died."""
        self.early: dict[int, Chunk | Exception] = {}
        """By their first deal: what came back before its turn, and what has failed."""
        self.failed_moves = counted.faults.failed_moves(unique_names([*map(name_of, plan.bots)]))
        """By bot, before this run began and in all chunks that came back: those that go out are told."""
        self.deaths = 0
        self.halfway = False
        """Whether a chunk is written or counted in part: nothing can be saved then."""
        self.saved = monotonic()

    def send(self) -> None:
        """Keep the workers busy."""
        workers = self.workers
        while len(self.out) < workers.in_flight:
            if self.lost:
                first, count = self.lost.pop(0)
            elif self.next < self.deals and len(self.out) + len(self.early) < 8 * workers.in_flight:
                first, count = self.next, min(self.size, self.deals - self.next)
                self.next += count
            else:
                return
            try:
                future = workers.executor.submit(run_chunk, self.plan, first, count, self.failed_moves)
                self.out[future] = first, count
            except BrokenExecutor as error:
                self.lost.append((first, count))
                self.revive(error)

    def receive(self) -> None:
        """Wait for the next chunk, and count all that are next in order. The first that failed ends the run."""
        done, _ = wait(self.out, return_when=FIRST_COMPLETED)
        broken: Exception | None = None
        for future in done:
            place = self.out.pop(future)
            try:
                chunk = future.result()
            except (BrokenExecutor, CancelledError) as error:  # a cluster that is gone calls its work off
                self.lost.append(place)
                broken = error
            except Exception as error:  # told in its turn: those before it may have failed as well
                first, _ = place
                self.early[first] = error
                self.deals = min(self.deals, first)
            else:
                self.early[chunk.first] = chunk
                self.failed_moves = tuple(map(add, self.failed_moves, chunk.failed_moves))
                self.resize(chunk)
        while self.counted.deals in self.early:
            following = self.early.pop(self.counted.deals)
            if isinstance(following, Exception):
                raise following
            self.count(following)
        if broken is not None:
            self.revive(broken)

    def revive(self, cause: Exception) -> None:
        """All that was on its way is lost, and is played again; nothing of it was counted."""
        self.lost = sorted({*self.lost, *self.out.values()})
        self.out.clear()
        self.deaths += 1
        if self.deaths > RETRIES:
            raise WorkersDied(
                f"workers die again and again, and no chunk is finished ({cause}); "
                'does your script begin its work below `if __name__ == "__main__":`?'
            ) from cause
        if not self.workers.revive():
            raise WorkersDied(
                f"the executor broke after {self.counted.deals * self.plan.matches_per_deal:,} matches ({why(cause)})"
            ) from cause

    def count(self, chunk: Chunk) -> None:
        self.halfway = True
        if self.folder is not None:
            self.folder.append(chunk.lines)
        self.counted.add(chunk)
        self.halfway = False
        self.deaths = 0
        if monotonic() > self.saved + SECONDS:
            self.save()

    def save(self) -> None:
        if self.folder is not None and not self.halfway:
            self.folder.save(self.counted.progress())
            self.saved = monotonic()

    def resize(self, chunk: Chunk) -> None:
        """Chunks of about a second: long enough to be worth sending, and short enough to be played again."""
        if not self.fixed:
            wanted = int(chunk.count * SECONDS / max(chunk.seconds, 1e-6))
            self.size = max(1, min(wanted, 4 * self.size, MOST_DEALS))


def run(
    plan: Plan,
    deals: int,
    workers: Workers,
    folder: Folder | None = None,
    chunk_size: int | None = None,
    watch: Callable[[Pace], None] | None = None,
) -> Counts:
    """Play the deals that are not counted yet. The result, or the match that fails, is the same for any workers."""
    counted = _begun(plan, folder)
    work = _Run(plan, deals, workers, counted, folder, chunk_size)
    began, first = monotonic(), counted.deals
    if watch is not None and first < deals:
        watch(_pace(plan.matches_per_deal, first, deals, 0, 0.0))
    try:
        while counted.deals < deals:
            work.send()
            work.receive()
            if watch is not None:
                watch(
                    _pace(
                        plan.matches_per_deal,
                        counted.deals,
                        deals,
                        counted.deals - first,
                        monotonic() - began,
                    )
                )
    finally:
        if workers.restart is None:  # a pool of the run's own is shut down, and breaks if both are done
            for future in work.out:
                future.cancel()
        work.save()
    return counted


def _begun(plan: Plan, folder: Folder | None) -> Counts:
    """What was counted before. A run that begins says so at once: its folder is known by that."""
    measures = plan.all_measures
    if folder is None:
        return Counts.empty(measures)
    before = folder.progress()
    if before is None:
        nothing = Counts.empty(measures)
        folder.save(nothing.progress())
        return nothing
    with locate_damage(folder.path / RUN):
        return Counts.from_progress(measures, before)


def _pace(tables: int, done: int, of: int, now: int, seconds: float) -> Pace:
    rate = now / seconds if seconds > 0 else 0.0
    return Pace(done * tables, of * tables, rate * tables, (of - done) / rate if rate else float("inf"))
