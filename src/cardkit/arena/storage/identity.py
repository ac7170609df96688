"""The identity of a kept run: it goes on only with the same bots, measures and cardkit."""

import hashlib
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import MethodType

from cardkit.arena.references import MAIN, Contender, reference_of
from cardkit.rejections import Invalid

__all__ = ["cardkit_version", "check_importable", "main_script", "program_digests"]


def check_importable(what: str, named: Callable[..., object]) -> None:
    """Raise `Invalid` unless importing the name of this class or function finds the same one."""
    place = reference_of(named)
    module, _, name = place.partition(":")
    found: object = None
    with suppress(Exception):  # importing a user's module may raise anything
        found = attrgetter(name)(import_module(module))
    if found is named or (
        isinstance(named, MethodType) and found == named
    ):  # bound methods are made anew each time
        return
    where = ", and pass its reference: package.module:name" if what == "bot" else ""
    raise Invalid(
        what,
        place,
        "a function or class that can be imported by its name, because the run is kept (out); "
        f"define this one in a module{where}",
    )


def program_digests(bots: Iterable[Contender]) -> tuple[tuple[str, str], ...]:
    """Return the bots that are programs, each with digests of the files that its first two words name."""
    found: dict[str, str] = {}
    for bot in bots:
        if isinstance(bot, str) and (bot.startswith("exec:") or "/" in bot):
            words = shlex.split(bot[5:]) if bot.startswith("exec:") else [bot]
            files = [shutil.which(words[0]), *words[1:2]]
            found[bot] = " ".join(digest for file in files if file and (digest := _digest(Path(file))))
    return tuple(found.items())


def _digest(path: Path) -> str | None:
    try:
        if not path.is_file():  # a pipe may have no end
            return None
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:16]
    except OSError:
        return None


def main_script(places: Iterable[str]) -> str | None:
    """Return the name of the main script, if a reference leads into it. Another script may use the same names."""
    if not any(place.startswith(f"{MAIN}:") for place in places):
        return None
    file: object = getattr(sys.modules[MAIN], "__file__", None)
    return Path(file).name if isinstance(file, str) else None


@cache
def cardkit_version() -> str:
    """Return the version of cardkit."""
    from importlib.metadata import PackageNotFoundError  # takes longer to import than all of cardkit
    from importlib.metadata import version as version_of

    try:
        return version_of("cardkit")
    except PackageNotFoundError:
        return "unknown"
