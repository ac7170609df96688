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
    Exit.FINE: "success",
    Exit.REFUSED: "refused; the error code says why, and nothing was changed",
    Exit.USAGE: "the command line is wrong: an unknown command or option, a missing or invalid value",
    Exit.DAMAGED: "the file isn't a complete log; it was left as it is",
    Exit.FAILED: "the answer is no: `verify` failed, the matches of `diff` differ, `doctor` found a problem, "
    "`watch --turn` found the match over, or an order came to nothing; "
    "or a bot of `play` or `new --bots` failed and random moves were made for it",
    Exit.FILE: "a file can't be read or written",
    Exit.SERVER: "the server can't be reached, has failed, or can't start",
    Exit.BUG: "a bug in cardkit or in a plugged-in game",
    Exit.INTERRUPTED: "interrupted by Ctrl-C",
    Exit.PIPE: "the reader of the output has gone; nothing is printed",
    Exit.TERMINATED: "`play`, `arena` and `simulate`: ended by SIGTERM or SIGHUP, and their programs with them",
}
