"""Executors for chunks: this process, or processes of this machine."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from threading import Thread
from types import FrameType
from typing import ParamSpec, TypeVar

from cardkit.bots.programs.cleanup import SIGNALS, end
from cardkit.rejections import Invalid

__all__ = ["SerialExecutor", "cores", "processes", "stop"]

P = ParamSpec("P")
T = TypeVar("T")


class SerialExecutor(Executor):
    """Works in this process, at once: for one worker, for tests, and for bots that can't be pickled."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function now."""
        future = Future[T]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Executor:
    """Return an executor with this number of processes, which don't fork this one. One worker is this process.

    The processes end with this one, or when the executor is no longer referenced.
    """
    if type(workers) is not int or workers < 1:
        raise Invalid("workers", workers, "a whole number from 1")
    if workers == 1:
        return SerialExecutor()
    known = multiprocessing.get_all_start_methods()
    method = "forkserver" if "forkserver" in known else "spawn"
    context = multiprocessing.get_context(method)
    return _Processes(workers, context)


class _Processes(ProcessPoolExecutor):
    """Processes that hold one end of a pipe, and end when the other end is closed."""

    def __init__(self, workers: int, context: BaseContext) -> None:
        theirs, self._ours = context.Pipe(duplex=False)
        super().__init__(workers, mp_context=context, initializer=_follow, initargs=(theirs,))

    def stop(self) -> None:
        self._ours.close()


def stop(executor: Executor) -> None:
    """Stop an executor of this module at once. `shutdown` would wait for its work."""
    if isinstance(executor, _Processes):
        executor.stop()


def _follow(pipe: "Connection[object, object]") -> None:
    """End at once, with all programs: on a signal, when the parent ends, or when the parent asks for it."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end_on_signal)
    Thread(target=_end_after, args=(pipe,), daemon=True).start()


def _end_on_signal(number: int, frame: FrameType | None) -> None:
    end(1)


def _end_after(pipe: "Connection[object, object]") -> None:
    connection.wait([pipe])
    end(1)
