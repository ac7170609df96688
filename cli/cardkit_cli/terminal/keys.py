"""Single keys from a terminal, without waiting for Enter."""

import codecs
import re
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, Protocol

__all__ = ["Keys", "raw_keys", "split_keys"]


class Keys(Protocol):
    """A function that reads keys."""

    def __call__(self, timeout: float | None) -> str | None:
        """Return the name or the character of the next key; `None` if there is none within `timeout` seconds."""
        ...


_NAMES: Final = {
    "right": ("[C", "OC"),
    "left": ("[D", "OD"),
    "home": ("[H", "OH", "[1~", "[7~"),
    "end": ("[F", "OF", "[4~", "[8~"),
}
"""What terminals send after Escape, by the name of the key."""
_KEYS: Final = {sequence: name for name, sequences in _NAMES.items() for sequence in sequences}
_UNFINISHED: Final = re.compile(r"\x1b(\[[0-?]*|O)?\Z")
_KEY: Final = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O[@-~])|(.)", re.DOTALL)


def split_keys(text: str) -> list[str]:
    """Return the keys that a terminal has sent at once, by name or character. A key without a name is empty."""
    return [_KEYS.get(found[1], "") if found[1] else found[2] for found in _KEY.finditer(text)]


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

        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        waiting: list[str] = []

        def more(timeout: float | None) -> str | None:
            """Return what the terminal sends within that time; an empty text if it is gone."""
            if not select.select([descriptor], [], [], timeout)[0]:
                return None
            data = os.read(descriptor, 1024)
            return decoder.decode(data) or ("" if not data else more(timeout))

        def read(timeout: float | None) -> str | None:
            if not waiting:
                text = more(timeout)
                if text is None:
                    return None
                if _UNFINISHED.search(text):
                    text += more(0.05) or ""
                waiting.extend(split_keys(text) or ["q"])  # nothing: the terminal is gone
            return waiting.pop(0)

        try:
            tty.setcbreak(descriptor)
            yield read
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
