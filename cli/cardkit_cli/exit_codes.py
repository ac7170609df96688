"""What the command's exit codes mean. They never change their meaning."""

from enum import IntEnum

__all__ = ["Exit"]


class Exit(IntEnum):
    """How a command ended. `docs/cli.md` says what each code means."""

    FINE = 0
    REFUSED = 1
    USAGE = 2
    DAMAGED = 3
    FAILED = 4
    FILE = 5
    SERVER = 6
    BUG = 70
    INTERRUPTED = 130
    PIPE = 141
    TERMINATED = 143
