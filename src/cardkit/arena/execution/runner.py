"""The runner: chunks go out to workers, come back in any order, and are counted in the order of their deals.

The first deals are counted, up to one number, and that number says how far the run is. A chunk that comes early waits.
The number of waiting chunks is bounded, so memory doesn't grow with the number of matches.
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
"""The most deals of a chunk, unless the caller sets its size."""
SECONDS: Final = 1.0
"""The time that a chunk should take, and between saves of the run."""
RETRIES: Final = 3
"""The number of times that workers may die in a row without anything counted."""


class WorkersDied(CardkitError):
    """The worker processes were killed, or have no memory left. All counts so far are saved."""

    code = "workers_died"


@frozen
class Pace:
    """How far a run is."""

    matches: int
    of: int
    a_second: float
    seconds_left: float


@define
class Counts:
    """The counts so far."""

    measures: tuple[type[Tally], ...]
    deals: int = 0
    tallies: list[Tally] = Factory(list[Tally])
    faults: BotFaults = Factory(BotFaults)

    @classmethod
    def empty(cls, measures: tuple[type[Tally], ...]) -> "Counts":
        """Return counts of no deals."""
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
                raise MeasureFailed(
                    f"{where}: measure {tally.name}: `load` or `merge` failed: {why(error)}"
                ) from error
        self.faults.merge(BotFaults.load(chunk.faults))
        self.deals += chunk.count

    def progress(self) -> Progress:
        """Return the counts as they are saved."""
        return Progress(self.deals, dump_all(self.tallies, self.faults))

    @classmethod
    def from_progress(cls, measures: tuple[type[Tally], ...], progress: Progress) -> "Counts":
        """Return the counts that were saved."""
        counted = progress.counted
        for name in (*(measure.name for measure in measures), BotFaults.name):
            if name not in counted:
                raise Damaged(f"the saved run counts no {name!r}")
        tallies = [_load(measure, counted[measure.name]) for measure in measures]
        return cls(measures, progress.deals, tallies, BotFaults.load(counted[BotFaults.name]))


def _load(measure: type[Tally], document: Json) -> Tally:
    """Load a saved tally. The user may have changed the measure since."""
    try:
        return measure.load(document)
    except Damaged:
        raise
    except Exception as error:
        raise MeasureFailed(
            f"measure {measure.name}: `load` of its saved counts failed: {why(error)}"
        ) from error


def dump_all(tallies: Iterable[Tally], faults: BotFaults) -> dict[str, Json]:
    """Return all counts by measure."""
    counted = {tally.name: tally.dump() for tally in tallies}
    counted[faults.name] = faults.dump()
    return counted


@define
class Workers:
    """An executor, the number of chunks that are sent to it at once, and how to replace it if it breaks."""

    executor: Executor
    in_flight: int
    restart: Callable[[], Executor] | None = None

    def revive(self) -> bool:
        """Replace a broken executor. Return whether that was possible."""
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
        """The chunks that were lost when workers died: first deal and count."""
        self.early: dict[int, Chunk | Exception] = {}
        """By first deal: chunks that came back early, and errors of chunks that failed."""
        self.failed_moves = counted.faults.failed_moves(unique_names([*map(name_of, plan.bots)]))
        """The failed moves by bot, in all that is known so far. Each chunk that goes out gets them."""
        self.deaths = 0
        self.halfway = False
        """Whether a chunk is written or counted in part. Nothing can be saved then."""
        self.saved = monotonic()

    def send(self) -> None:
        """Send chunks until the workers have enough."""
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
        """Wait for the next chunk, and count all that are next in order. Raise the error of the first that failed."""
        done, _ = wait(self.out, return_when=FIRST_COMPLETED)
        broken: Exception | None = None
        for future in done:
            place = self.out.pop(future)
            try:
                chunk = future.result()
            except (BrokenExecutor, CancelledError) as error:  # a lost cluster cancels its work
                self.lost.append(place)
                broken = error
            except Exception as error:  # raised in its turn: earlier chunks may have failed too
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
        """Replace dead workers. Chunks on their way are lost and sent again; nothing of them was counted."""
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
        """Aim at chunks of about a second: long enough to be worth sending, short enough to be played again."""
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
    """Play the deals that aren't counted yet. The result, or the match that fails, is the same for any workers."""
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
        if (
            workers.restart is None
        ):  # the run's own pool is shut down, and would break if its work were cancelled too
            for future in work.out:
                future.cancel()
        work.save()
    return counted


def _begun(plan: Plan, folder: Folder | None) -> Counts:
    """Return the counts that were saved. A new run saves its start at once, which marks its folder."""
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
