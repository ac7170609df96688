"""A server in a process of its own, started as operators start it."""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["running"]


@contextmanager
def running(*arguments: str, key: str = "11" * 32) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    """Run a server. Yield its address and its process."""
    command = [sys.executable, "-m", "cardkit_api", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "CARDKIT_KEY": key}
    )
    try:
        assert process.stderr is not None
        said = ""
        while "Stop it with" not in said:
            line = process.stderr.readline()
            assert line, said
            said += line
        found = re.search(r"serves on (http://\S+),", said)
        assert found is not None, said
        yield found[1], process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
