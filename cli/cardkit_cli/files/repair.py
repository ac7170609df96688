"""Log files to play on from: repaired if they were cut off, and changed without Ctrl-C in between."""

import shutil
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import cardkit
from cardkit.rejections import SeedMissing
from cardkit_cli.errors import CutOff, file_error
from cardkit_cli.files.log_file import Change, LogFile, change_match, open_log, recover_match

__all__ = ["change_undisturbed", "free_name", "open_or_repair"]


def free_name(stem: str, suffix: str) -> str:
    """Return the first of `stem`, `stem-2`, `stem-3`... that isn't a file yet, with the suffix."""
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{suffix}" for number in range(1, 1000))
    return next(name for name in names if not Path(name).exists())


def open_or_repair(path: str) -> tuple[LogFile, str | None]:
    """Open a match to play on. If the file was cut off, repair it and return the backup's name too.

    Only a half-written last move is ever dropped. Raise `LogError` for any other damage, and leave the file as it is.
    """
    try:
        log, backup = open_log(path), None
    except CutOff:
        match, backup = recover_match(path).match, _back_up(path)
        cardkit.dump(match, path)
        log = open_log(path)
    if log.match.header.seed is None:
        raise SeedMissing(f"{path}: this log has no seed, so the match can be shown, but not played on")
    return log, backup


def _back_up(path: str) -> str:
    """Copy the file, and return the copy's name."""
    backup = free_name(f"{path}.cut-off", "")
    try:
        shutil.copyfile(path, backup)
        shutil.copymode(path, backup)
    except OSError as error:
        raise file_error(error, backup) from error
    return backup


def change_undisturbed(log: LogFile, change: Change) -> LogFile:
    """Change the match of the file, and return the file after it. Ctrl-C waits until the change is written."""
    with _delay_interrupts():
        return change_match(log, change)[1]


@contextmanager
def _delay_interrupts() -> Generator[None, None, None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        pressed.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
