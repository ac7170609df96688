"""The processes of a measurement: what they print, what they use, and that none is left behind."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from attrs import asdict

from bench.api.games import Plan, Prepared

__all__ = ["asked", "cpu", "memory", "serving"]


@contextmanager
def serving(kind: str, url: str, matches: int, plan: Plan) -> Generator[tuple[list[Prepared], int]]:
    """Provide a server in a process of its own; the matches that it has prepared, and its pid."""
    command = [sys.executable, "-m", "bench.api.server", kind, url, str(matches), json.dumps(asdict(plan))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"the {kind} server over {url.partition(':')[0]} didn't start")
        yield json.loads(line), process.pid
    finally:
        process.terminate()
        process.communicate()


def asked(module: str, *arguments: object, given: object = None) -> dict[str, float]:
    """Return what a process of that module prints. Fail if it takes more than five minutes."""
    command = [sys.executable, "-m", f"bench.api.{module}", *map(str, arguments)]
    text = json.dumps(given)
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True, timeout=300)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def cpu(pid: int) -> float:
    """Return the seconds of CPU that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Return the bytes of memory that the process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024
