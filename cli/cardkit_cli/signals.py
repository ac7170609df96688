"""SIGTERM and SIGHUP, for commands that run bots."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from cardkit.bots.programs import cleanup
from cardkit.bots.programs.cleanup import Terminated
from cardkit_cli.exit_codes import Exit

__all__ = ["exit_on_signals"]

_SIGNALS: Final = [
    signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__
]


@contextmanager
def exit_on_signals() -> Generator[None, None, None]:
    """Turn SIGTERM, and SIGHUP of a closed terminal, into an exception in the block, so that its programs end too.

    A second signal ends the process and its programs at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handled = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> None:
        for one in handled:
            signal.signal(one, at_once)
        raise Terminated(Exit.TERMINATED)

    def at_once(number: int, frame: FrameType | None) -> None:
        cleanup.end(Exit.TERMINATED)  # the first may have come up in code that lets nothing through

    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)
