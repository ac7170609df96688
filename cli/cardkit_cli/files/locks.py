"""Locks on files: readers share one, a writer has it alone. A lock ends with its process at the latest."""

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cardkit_cli.errors import FileError

__all__ = ["PATIENCE", "lock"]

PATIENCE: Final = 10.0
"""Seconds to wait for another process. A holder needs milliseconds."""

if sys.platform == "win32":
    import msvcrt
    import os

    _BEYOND: Final = 2**40  # a locked byte can't be read by others, so it is one that no log has

    def _try(descriptor: int, *, shared: bool) -> None:
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(descriptor: int, *, shared: bool) -> None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def lock(descriptor: int, name: str, *, shared: bool = False) -> Generator[None, None, None]:
    """Hold a lock on the open file in the block. Raise `FileError` ("busy") after `PATIENCE`."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            _try(descriptor, shared=shared)
            break
        except (BlockingIOError, PermissionError):
            if time.monotonic() > deadline:
                raise FileError(
                    "busy", name, f"{name}: another process is using the file; try again"
                ) from None
            time.sleep(0.005)
    try:
        yield
    finally:
        _release(descriptor)
