"""Single keys from a terminal, without waiting for Enter."""

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["Keys", "raw_keys"]


class Keys(Protocol):
    """A function that reads keys."""

    def __call__(self, timeout: float | None) -> str | None:
        """Return the name or the character of the next key; `None` if there is none within `timeout` seconds."""
        ...


_NAMES = {
    "[C": "right",
    "OC": "right",
    "[D": "left",
    "OD": "left",
    "[H": "home",
    "OH": "home",
    "[F": "end",
    "OF": "end",
}

if sys.platform == "win32":
    import msvcrt

    _AFTER = {"M": "right", "K": "left", "G": "home", "O": "end"}

    @contextmanager
    def raw_keys() -> Generator[Keys, None, None]:
        """Read keys one by one, as long as the block runs."""

        def read(timeout: float | None) -> str | None:
            deadline = None if timeout is None else time.monotonic() + timeout
            while not msvcrt.kbhit():
                if deadline is not None and time.monotonic() > deadline:
                    return None
                time.sleep(0.02)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return _AFTER.get(msvcrt.getwch(), "") if key in "\x00\xe0" else key

        yield read

else:
    import os
    import select
    import termios
    import tty

    @contextmanager
    def raw_keys() -> Generator[Keys, None, None]:
        """Read keys one by one, as long as the block runs. Restore the terminal afterwards."""
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)

        def ready(timeout: float | None) -> bool:
            return bool(select.select([descriptor], [], [], timeout)[0])

        def read(timeout: float | None) -> str | None:
            if not ready(timeout):
                return None
            key = os.read(descriptor, 1).decode(errors="replace")
            if key != "\x1b" or not ready(0.05):
                return key or "q"  # the terminal is gone
            sequence = os.read(descriptor, 8).decode(errors="replace")
            return _NAMES.get(sequence.rstrip("~"), "")

        try:
            tty.setcbreak(descriptor)
            yield read
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
