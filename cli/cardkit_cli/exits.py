"""What the command's exit codes mean. They never change their meaning."""

from enum import IntEnum
from typing import Final

__all__ = ["MEANINGS", "Exit"]


class Exit(IntEnum):
    """How a command ended."""

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


MEANINGS: Final = {
    Exit.FINE: "fine",
    Exit.REFUSED: "refused; the code says why, and nothing was changed",
    Exit.USAGE: "the command line isn't understood",
    Exit.DAMAGED: "the file is no whole log; it was left as it is",
    Exit.FAILED: "looked, and the answer is no: `verify` failed, `diff` differs, `doctor` found trouble, "
    "`watch --turn` found the match over",
    Exit.FILE: "a file can't be read or written",
    Exit.SERVER: "the server can't be reached, failed, or can't serve",
    Exit.BUG: "a fault in cardkit or in a plugged-in game",
    Exit.INTERRUPTED: "interrupted by Ctrl-C",
    Exit.PIPE: "whoever read the output stopped reading; nothing is said",
    Exit.TERMINATED: "`play`, `arena` and `simulate`: ended by SIGTERM or SIGHUP, and their programs with them",
}
