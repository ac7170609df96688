"""What the arena's tests share: measures, bots and executors, where other processes can import them."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from random import Random
from threading import Condition, Thread
from typing import ClassVar, ParamSpec, TypeVar

import attrs

from cardkit.arena import Facts, RunSpec, SerialExecutor, Simulation, Values, simulate
from cardkit.bots import AnyBot, AnyObservation, Bot, bot
from cardkit.game import AnyGame
from cardkit.games.biberbande import Knock
from cardkit.games.push import GAME as PUSH
from cardkit.seats import Outcome
from cardkit.worth import by_points

ALONE = attrs.evolve(PUSH, seats=range(1, 2))
"""A game for one."""
PATIENCE = attrs.evolve(ALONE, worth=by_points(0, 400), shared=True)
"""A game for one, in which points are what counts."""


def winner_takes_all(outcome: Outcome) -> tuple[float, ...]:
    """Return a worth of somebody's own."""
    return tuple(float(outcome.winners == (seat,)) for seat in range(len(outcome.totals)))


TAKE_ALL = attrs.evolve(PUSH, worth=winner_takes_all)


def too_much(outcome: Outcome) -> tuple[float, ...]:
    """Return a worth beyond its bounds."""
    return (2.0,) * len(outcome.totals)


NAMELESS = attrs.evolve(PUSH, worth=partial(winner_takes_all))
TOO_MUCH = attrs.evolve(PUSH, worth=too_much)

P = ParamSpec("P")
T = TypeVar("T")


class Thirteens(Values):
    """A user's measure: how often a match reached exactly 13 moves of seat 0."""

    name: ClassVar[str] = "moves of seat 0"

    def values(self, facts: Facts) -> Iterable[int]:
        return (list(facts.movers).count(0),)


class Twin(Values):
    """A measure with a name that is taken."""

    name: ClassVar[str] = "length"


def first_of(game: AnyGame) -> AnyBot:
    """Return a bot that always makes the first legal move."""
    return Bot("first", _first)


def _first(observation: AnyObservation) -> object:
    return observation.legal[0]


def knocking_never(game: AnyGame) -> AnyBot:
    """Return a bot that plays Biberbande for ever."""
    return Bot("never", _never)


def _never(observation: AnyObservation) -> object:
    return next(move for move in observation.legal[::-1] if move != Knock())


def clocked(game: AnyGame) -> AnyBot:
    """Return a bot that thinks by the clock."""
    return bot("ismcts:1ms", game)


def failing(game: AnyGame) -> AnyBot:
    """Return a bot with a fault."""
    return Bot("failing", _fail)


def _fail(observation: AnyObservation) -> object:
    raise ZeroDivisionError("a bug in a bot")


def few(matches: int = 30, **how: int | Executor | None) -> Simulation:
    """Return a small run: always the same, however it is worked out."""
    workers, chunk, executor, ahead = (
        how.get(key) for key in ("workers", "chunk_size", "executor", "in_flight")
    )
    return simulate(
        RunSpec(
            "thirteen",
            ["random", "greedy"],
            matches,
            seats=3,
            options={"rounds": 1},
            seed="few",
            measures=(Thirteens,),
            workers=workers if isinstance(workers, int) else 1,
            chunk_size=chunk if isinstance(chunk, int) else None,
            in_flight=ahead if isinstance(ahead, int) else None,
            executor=executor if isinstance(executor, Executor) else None,
        )
    )


@cache
def the_few() -> Simulation:
    """Return that run, which was played once. Don't change it."""
    return few()


class Shuffled(Executor):
    """Takes up work in an order of its own."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._waiting: list[Callable[[], None]] = []
        self._news = Condition()
        self._over = False
        self._thread = Thread(target=self._work)
        self._thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = Future[T]()
        with self._news:
            self._waiting.append(lambda: _settle(future, lambda: fn(*args, **kwargs)))
            self._news.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._over)
                if not self._waiting:
                    return
                task = self._waiting.pop(self._random.randrange(len(self._waiting)))
            task()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._news:
            self._over = True
            self._news.notify()
        self._thread.join()


def _settle(future: Future[T], work: Callable[[], T]) -> None:
    if not future.set_running_or_notify_cancel():  # from here on, nobody can cancel it
        return
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)


class Stalling(SerialExecutor):
    """Does one task; of those that follow it only keeps whether they are still wanted."""

    def __init__(self) -> None:
        self.wanted: list[Callable[[], bool]] = []
        self.idle = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not self.idle:
            self.idle = True
            return super().submit(fn, *args, **kwargs)
        future = Future[T]()
        self.wanted.append(lambda: not future.cancelled())
        return future


class Dying(Executor):
    """Breaks after this number of tasks, as a pool does when its process is killed."""

    def __init__(self, tasks: int) -> None:
        self.left = tasks

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = Future[T]()
        self.left -= 1
        if self.left < 0:
            self.fail(future)
        else:
            future.set_result(fn(*args, **kwargs))
        return future

    def fail(self, future: Future[T]) -> None:
        future.set_exception(BrokenProcessPool("killed"))


class CalledOff(Dying):
    """Cancels all tasks after this number, as a cluster does when it goes away."""

    def fail(self, future: Future[T]) -> None:
        future.cancel()
        future.set_running_or_notify_cancel()
