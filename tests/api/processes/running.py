"""A server in a process of its own, started as operators start it."""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["running"]


@contextmanager
def running(
    *arguments: str, key: str = "11" * 32, said: list[str] | None = None
) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    """Run a server. Yield its address and its process. What it prints first is added to `said`."""
    said = [] if said is None else said
    command = [sys.executable, "-m", "cardkit_api", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "CARDKIT_KEY": key}
    )
    try:
        assert process.stderr is not None
        while not (said and "Stop it with" in said[-1]):
            line = process.stderr.readline()
            assert line, said
            said.append(line)
        found = re.search(r"serves on (http://\S+),", "".join(said))
        assert found is not None, said
        yield found[1], process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
