"""A run's folder: how far it is, what was counted, and a line for each match.

How far it is stands in one file, which is replaced as a whole: after a crash, what it says is true. Lines of
matches that it doesn't count yet are cut off when the run goes on.
"""

import json
import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from errno import ENOTDIR
from pathlib import Path
from typing import Final, Self

from attrs import define, frozen

from cardkit.arena.storage.json_values import Damaged, to_int, to_object, to_text
from cardkit.game import Json
from cardkit.rejections import CardkitError, Invalid

__all__ = [
    "MATCHES",
    "RUN",
    "Folder",
    "OtherRun",
    "Progress",
    "hold",
    "locate_damage",
    "replace_file",
    "saved_seed",
    "write_file",
]

FORMAT: Final = "cardkit-arena/1"
RUN: Final = "run.json"
"""The file that says how far the run is."""
MATCHES: Final = "matches.jsonl"
"""The file with a line for each match."""
LOCK: Final = ".lock"


class OtherRun(CardkitError):
    """The folder holds a run of something else, or another process is at work in it."""

    code = "other_run"


@frozen
class Progress:
    """How far a run is: the deals that were counted, and what was counted in them."""

    deals: int
    counted: Mapping[str, Json]


@define
class Folder:
    """The folder of one run. `opened` makes or finds it; one process at a time has it."""

    path: Path
    identity: dict[str, Json]
    _lock: int
    _size: int = 0

    @classmethod
    def open(cls, path: str | os.PathLike[str], identity: dict[str, Json]) -> Self:
        """The folder, made if there is none. `OtherRun` if it holds something else."""
        if not os.fspath(path):
            raise Invalid("out", path, "the name of a folder")
        folder = Path(path)
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, "is there, and is not a folder", str(folder))
        folder.mkdir(parents=True, exist_ok=True)
        begun = {LOCK, _new(folder / RUN).name}
        """All that there is when a run was killed, or is at work, before it is saved for the first time."""
        if not (folder / RUN).exists() and any(entry.name not in begun for entry in folder.iterdir()):
            raise OtherRun(f"{folder}: there are files in it, but no run; take a new folder")
        return cls(folder, identity, _lock_folder(folder))

    def progress(self) -> Progress | None:
        """How far the run was; `None` when it hasn't begun. What was written and not counted is cut off."""
        try:
            saved = read(self.path)
        except FileNotFoundError:
            self._cut(0)
            return None
        if saved.get("spec") != self.identity:
            raise OtherRun(f"{self.path}: holds a run of something else: {differences(saved, self.identity)}")
        with locate_damage(self.path / RUN):
            size, deals, counted = (
                to_int(saved.get("size")),
                to_int(saved.get("deals")),
                to_object(saved.get("counted")),
            )
            if min(size, deals) < 0:
                raise Damaged("says that there is less than none")
        self._cut(size)
        return Progress(deals, counted)

    def save(self, progress: Progress) -> None:
        """From now on this is how far the run is."""
        document: dict[str, Json] = {
            "format": FORMAT,
            "spec": self.identity,
            "deals": progress.deals,
            "size": self._size,
            "counted": {**progress.counted},
        }
        write_file(self.path / RUN, json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")

    def append(self, lines: Iterable[str]) -> None:
        """Add lines of matches. They count from the next `save` on."""
        data = "".join(f"{line}\n" for line in lines).encode()
        if data:
            path = self.path / MATCHES
            with name_file(path), path.open("ab") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            self._size += len(data)

    def _cut(self, size: int) -> None:
        matches = self.path / MATCHES
        self._size = size
        if matches.exists():
            if matches.stat().st_size < size:
                raise Damaged(
                    f"{matches}: is shorter than {self.path / RUN} says; begin anew in another folder"
                )
            os.truncate(matches, size)
        elif size:
            raise Damaged(f"{matches}: is missing; begin anew in another folder")

    def close(self) -> None:
        """Let others have it."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def read(folder: Path) -> dict[str, Json]:
    """What stands in a folder about its run."""
    with locate_damage(folder / RUN):
        try:
            saved = to_object(json.loads((folder / RUN).read_text(encoding="utf-8")))
        except ValueError as error:
            raise Damaged(f"is no JSON ({error})") from None
        if saved.get("format") != FORMAT:
            raise Damaged(f"is no {FORMAT}")
        to_object(saved.get("spec"))
        return saved


def saved_seed(folder: str | os.PathLike[str] | None) -> str | None:
    """The seed of the run in the folder, if there is one."""
    if folder is None or not (Path(folder) / RUN).exists():
        return None
    saved = read(Path(folder))
    with locate_damage(Path(folder) / RUN):
        return to_text(to_object(saved.get("spec")).get("seed"))


def differences(saved: dict[str, Json], wanted: dict[str, Json]) -> str:
    """In what the run that was saved differs from the one that is wanted."""
    had = to_object(saved.get("spec"))
    names = [name for name in wanted if wanted[name] != had.get(name)]
    return "; ".join(f"{name} {had.get(name)}, not {wanted[name]}" for name in names)


@contextmanager
def hold(path: Path, identity: dict[str, Json], deals: int) -> Generator[None, None, None]:
    """While something is written beside a run: nobody is at work in it, and it is this one, so far and no further."""
    if not (path / RUN).exists():
        yield
        return
    folder = Folder(path, identity, _lock_folder(path))
    try:
        saved = folder.progress()
        if saved is not None and saved.deals != deals:
            raise OtherRun(
                f"{path}: the run there has come to deal {saved.deals}, and this is told of {deals}"
            )
        yield
    finally:
        folder.close()


def write_file(path: Path, content: str) -> None:
    """The file with this text, or as it was: never half of it."""
    with replace_file(path) as new, new.open("w", encoding="utf-8") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replace_file(path: Path) -> Generator[Path, None, None]:
    """Another file to be written, which then takes this one's place. Where that fails nothing of it is left."""
    new = _new(path)
    try:
        with name_file(path):
            yield new
            new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _new(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


@contextmanager
def name_file(path: Path) -> Generator[None, None, None]:
    """Errors of the system say that they are about this file, where they don't say which: so on a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


@contextmanager
def locate_damage(path: Path) -> Generator[None, None, None]:
    """What can't be read is told with its file."""
    try:
        yield
    except Damaged as error:
        raise Damaged(f"{path}: {error}") from None


def _lock_folder(folder: Path) -> int:
    """Keep other processes out, where the system has locks that end with a process."""
    with suppress(ImportError):
        import fcntl

        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise OtherRun(f"{folder}: another process is at work in it") from None
        return descriptor
    return -1
