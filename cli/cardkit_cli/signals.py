"""Signals to end, for commands that bots play in."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from cardkit.bots.programs import cleanup
from cardkit.bots.programs.cleanup import Terminated
from cardkit_cli.exits import Exit

__all__ = ["ending_in_order"]

_SIGNALS: Final = [
    signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__
]


@contextmanager
def ending_in_order() -> Generator[None, None, None]:
    """SIGTERM, and a terminal that is closed, are exceptions as Ctrl-C is: so what the block runs ends with it.

    A second one ends the process and its programs at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> None:
        for one in heeded:
            signal.signal(one, at_once)
        raise Terminated(Exit.TERMINATED)

    def at_once(number: int, frame: FrameType | None) -> None:
        cleanup.end(Exit.TERMINATED)  # the first may have come up in code that lets nothing through

    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)
