"""The file that a match is kept in while it is played: every move is on the disk before the next."""

import shutil
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType

import cardkit
from cardkit.match import AnyMatch
from cardkit.rejections import SeedMissing
from cardkit_cli.failures import CutOff, file_trouble
from cardkit_cli.files import Change, Kept, changed, create, held, saved

__all__ = ["added", "begun", "found", "fresh_name"]


def fresh_name(key: str) -> str:
    """A file name that isn't taken: the game and the time."""
    stem = f"{key}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.jsonl" for number in range(1, 1000))
    return next(name for name in names if not Path(name).exists())


def begun(path: str, match: AnyMatch) -> Kept:
    """A new file with the match. One that is there already is never written over."""
    create(path, match)
    return held(path)


def found(path: str) -> tuple[Kept, str | None]:
    """The match of a file, to be gone on with; where its end was missing, the name of a copy of how it was.

    Only a half-written last move is ever dropped. Any other fault is a `LogError`, and the file stays as it is.
    """
    try:
        kept, copy = held(path), None
    except CutOff:
        match, copy = saved(path).match, _copied(path)
        cardkit.dump(match, path)
        kept = held(path)
    if kept.match.header.seed is None:
        raise SeedMissing(f"{path}: this log has no seed, so it can be looked at, but not played on")
    return kept, copy


def _copied(path: str) -> str:
    """A copy of the file under a name of its own."""
    names = (f"{path}.cut-off{'' if number == 1 else f'-{number}'}" for number in range(1, 1000))
    copy = next(name for name in names if not Path(name).exists())
    try:
        shutil.copyfile(path, copy)
        shutil.copymode(path, copy)
    except OSError as error:
        raise file_trouble(error, copy) from error
    return copy


def added(kept: Kept, change: Change) -> Kept:
    """Return the file with what the change adds to its match. Ctrl-C waits until that is written."""
    with _undisturbed():
        return changed(kept, change)[1]


@contextmanager
def _undisturbed() -> Generator[None, None, None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
