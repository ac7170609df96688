"""Where chunks are worked on: here, in processes of this machine, or wherever an executor of yours sends them."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import connection
from threading import Thread
from typing import ParamSpec, TypeVar

from cardkit.rejections import Invalid

__all__ = ["SerialExecutor", "cores", "processes"]

P = ParamSpec("P")
T = TypeVar("T")


class SerialExecutor(Executor):
    """Works in this process, at once. For tests, for one worker, and for what can't be sent anywhere."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it now."""
        future = Future[T]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Executor:
    """Processes of this machine that begin afresh: nothing of this one is forked. One worker is this process."""
    if type(workers) is not int or workers < 1:
        raise Invalid("workers", workers, "a whole number from 1")
    if workers == 1:
        return SerialExecutor()
    known = multiprocessing.get_all_start_methods()
    method = "forkserver" if "forkserver" in known else "spawn"
    context = multiprocessing.get_context(method)
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_follow)


def _follow() -> None:
    """End when the parent ends, however that happens, and at once on Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
