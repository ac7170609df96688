"""What the server says when it starts: its lines for a shell are pasted into one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.api.processes.running import running


def pasted(script: str) -> list[str]:
    done = subprocess.run(
        ["bash", "-eu"], input=script, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="curl and bash aren't here")
def test_the_hints_of_a_server_that_starts_lead_to_a_first_move() -> None:
    command = (sys.executable, "-m", "cardkit_api", "--db", "memory:", "--port", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as server:
        assert server.stderr is not None
        said = ""
        try:
            while "Stop it" not in said and (line := server.stderr.readline()):
                said += line
            block = re.search(r"\n\n(  A=.*?)\n\n", said, re.DOTALL)
            assert block, said
            view, moves, answer = pasted(dedent(block[1]))
        finally:
            server.terminate()
    assert '"view"' in view
    assert '"moves":[{' in moves
    assert "Ada" in answer


@pytest.mark.parametrize(
    ("database", "end"), [("memory:", "its matches end with it"), ("sqlite:matches.db", "nothing is lost")]
)
def test_they_say_whether_matches_outlast_the_server(database: str, end: str, tmp_path: Path) -> None:
    said: list[str] = []
    with running("--db", database.replace("matches.db", f"{tmp_path}/matches.db"), said=said):
        assert said[-1] == f"Stop it with Ctrl-C; {end}.\n"
