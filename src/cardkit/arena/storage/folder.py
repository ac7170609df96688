"""The folder of a kept run: its progress, its counts, and a line for each match.

The progress is in one file, which is replaced as a whole. So it is right after a crash. Lines of matches that it
doesn't count yet are cut off when the run goes on.
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
"""The file with the progress and the counts."""
MATCHES: Final = "matches.jsonl"
"""The file with a line for each match."""
LOCK: Final = ".lock"


class OtherRun(CardkitError):
    """The folder holds a different run, or another process uses it."""

    code = "other_run"


@frozen
class Progress:
    """The progress of a run: the number of deals that are counted, and their counts."""

    deals: int
    counted: Mapping[str, Json]


@define
class Folder:
    """The folder of one run. `open` makes or finds it. One process at a time can use it."""

    path: Path
    identity: dict[str, Json]
    _lock: int
    _size: int = 0

    @classmethod
    def open(cls, path: str | os.PathLike[str], identity: dict[str, Json]) -> Self:
        """Return the folder. Make it if there is none. Raise `OtherRun` if it holds something else."""
        if not os.fspath(path):
            raise Invalid("out", path, "the name of a folder")
        folder = Path(path)
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, "exists, but isn't a folder", str(folder))
        folder.mkdir(parents=True, exist_ok=True)
        begun = {LOCK, _new(folder / RUN).name}
        """The files of a run that isn't saved yet."""
        if not (folder / RUN).exists() and any(entry.name not in begun for entry in folder.iterdir()):
            raise OtherRun(f"{folder}: has files, but no run; use a new folder")
        return cls(folder, identity, _lock_folder(folder))

    def progress(self) -> Progress | None:
        """Return the saved progress, or `None` if the run is new. Cut off lines that aren't counted."""
        try:
            saved = read(self.path)
        except FileNotFoundError:
            self._cut(0)
            return None
        if saved.get("spec") != self.identity:
            raise OtherRun(f"{self.path}: holds a different run: {differences(saved, self.identity)}")
        with locate_damage(self.path / RUN):
            size, deals, counted = (
                to_int(saved.get("size")),
                to_int(saved.get("deals")),
                to_object(saved.get("counted")),
            )
            if min(size, deals) < 0:
                raise Damaged("holds a negative number of deals or bytes")
        self._cut(size)
        return Progress(deals, counted)

    def save(self, progress: Progress) -> None:
        """Save the progress."""
        document: dict[str, Json] = {
            "format": FORMAT,
            "spec": self.identity,
            "deals": progress.deals,
            "size": self._size,
            "counted": {**progress.counted},
        }
        write_file(self.path / RUN, json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")

    def append(self, lines: Iterable[str]) -> None:
        """Append lines of matches. They count from the next `save` on."""
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
                    f"{matches}: is shorter than {self.path / RUN} says; start again in another folder"
                )
            os.truncate(matches, size)
        elif size:
            raise Damaged(f"{matches}: is missing; start again in another folder")

    def close(self) -> None:
        """Release the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def read(folder: Path) -> dict[str, Json]:
    """Read the file with the progress."""
    with locate_damage(folder / RUN):
        try:
            saved = to_object(json.loads((folder / RUN).read_text(encoding="utf-8")))
        except ValueError as error:
            raise Damaged(f"isn't JSON ({error})") from None
        if saved.get("format") != FORMAT:
            raise Damaged(f"isn't a file in the format {FORMAT}")
        to_object(saved.get("spec"))
        return saved


def saved_seed(folder: str | os.PathLike[str] | None) -> str | None:
    """Return the seed of the run in the folder, if there is one."""
    if folder is None or not (Path(folder) / RUN).exists():
        return None
    saved = read(Path(folder))
    with locate_damage(Path(folder) / RUN):
        return to_text(to_object(saved.get("spec")).get("seed"))


def differences(saved: dict[str, Json], wanted: dict[str, Json]) -> str:
    """Describe how the saved run differs from the wanted one."""
    had = to_object(saved.get("spec"))
    names = [name for name in wanted if wanted[name] != had.get(name)]
    return "; ".join(f"{name} {_in_words(had.get(name))}, not {_in_words(wanted[name])}" for name in names)


def _in_words(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@contextmanager
def hold(path: Path, identity: dict[str, Json], deals: int) -> Generator[None, None, None]:
    """Lock a folder while a report is written. Raise `OtherRun` unless it holds this run, with this number of deals."""
    if not (path / RUN).exists():
        yield
        return
    folder = Folder(path, identity, _lock_folder(path))
    try:
        saved = folder.progress()
        if saved is not None and saved.deals != deals:
            raise OtherRun(
                f"{path}: the run there is at deal {saved.deals}, and this report at {deals}; resume it first"
            )
        yield
    finally:
        folder.close()


def write_file(path: Path, content: str) -> None:
    """Write the whole file, or leave it as it was."""
    with replace_file(path) as new, new.open("w", encoding="utf-8") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replace_file(path: Path) -> Generator[Path, None, None]:
    """Provide a new file to write, which then replaces this one. Delete it if that fails."""
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
    """Name the file in errors of the system that name none, such as a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


@contextmanager
def locate_damage(path: Path) -> Generator[None, None, None]:
    """Name the file in errors about its content."""
    try:
        yield
    except Damaged as error:
        raise Damaged(f"{path}: {error}") from None


def _lock_folder(folder: Path) -> int:
    """Lock the folder, if the system has locks that end with a process."""
    with suppress(ImportError):
        import fcntl

        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise OtherRun(
                f"{folder}: another process is using it; wait for it to end, or use a new folder"
            ) from None
        return descriptor
    return -1
