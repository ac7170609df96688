"""`make test-fast` starts no process."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.slow import SLOW

ROOT: Final = Path(__file__).parents[1]
STARTS: Final = re.compile(r"^(?:import|from) subprocess\b|[.]create_subprocess_", re.MULTILINE)
IMPORTS: Final = re.compile(r"^from (tests[\w.]*) import (\([^)]*\)|.+)$", re.MULTILINE)


def helpers(path: Path) -> Iterator[Path]:
    """Yield the modules without tests that a module of the tests imports."""
    for package, names in IMPORTS.findall(path.read_text(encoding="utf-8")):
        folder = ROOT / package.replace(".", "/")
        found = [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in re.findall(r"\w+", names))]
        yield from (module for module in found if module.is_file() and not module.name.startswith("test_"))


def can_start_a_process(path: Path) -> bool:
    """Return whether the module, or a helper that it imports, can start a process."""
    seen, ahead = set[Path](), [path]
    while ahead:
        module = ahead.pop()
        if STARTS.search(module.read_text(encoding="utf-8")):
            return True
        seen.add(module)
        ahead += (helper for helper in helpers(module) if helper not in seen)
    return False


def test_what_starts_processes_is_listed_as_slow() -> None:
    modules = (ROOT / "tests").rglob("test_*.py")
    starting = {path.relative_to(ROOT).as_posix() for path in modules if can_start_a_process(path)}

    assert len(starting) > 20
    assert {path for path in starting if not path.startswith(SLOW)} == set()


@pytest.mark.parametrize("place", SLOW)
def test_what_is_listed_as_slow_is_there(place: str) -> None:
    assert (ROOT / place).exists()
