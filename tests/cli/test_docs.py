"""`docs/cli.md`, `docs/pipe.md` and `docs/commands.md`: their examples run, and say what they say."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit_cli.commands import COMMANDS
from cardkit_cli.exit_codes import Exit
from cardkit_cli.main import function_of
from tests.cli.forking import surroundings
from tests.node import found
from tests.patience import PATIENCE
from tools.write_commands import text

DOCS: Final = Path(__file__).parents[2] / "docs"
CLI: Final = (DOCS / "cli.md").read_text(encoding="utf-8")
PIPE: Final = (DOCS / "pipe.md").read_text(encoding="utf-8")
MARK: Final = "=== a mark between commands ==="


def blocks(page: str, kind: str) -> list[str]:
    """Return the fenced blocks of a page."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)


def session(page: str) -> list[tuple[str, list[str]]]:
    """Return the commands in a page's console blocks, from its top to its end, and the lines that they print."""
    said: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(page, "console")).splitlines():
        if line.startswith("$ "):
            said.append((line[2:], []))
        elif line.startswith("> "):
            command, printed = said[-1]
            said[-1] = f"{command}\n{line[2:]}", printed
        else:
            said[-1][1].append(line)
    return said


def printed(commands: Iterable[str], folder: Path) -> list[list[str]]:
    """Return what these commands print, in one folder and one shell."""
    script = "".join(f"{command}\necho '{MARK}'\n" for command in commands)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=5 * PATIENCE,
        check=True,
    )
    return [part.splitlines() for part in done.stdout.split(f"{MARK}\n")]


def test_the_pipelines_print_what_the_page_says(tmp_path: Path) -> None:
    said = session(CLI)

    assert len(said) > 15
    for (command, expected), got in zip(
        said, printed((command for command, _ in said), tmp_path), strict=False
    ):
        assert got == expected, command


def test_the_table_of_exit_codes_is_that_of_the_program() -> None:
    assert [int(code) for code in re.findall(r"^\| (\d+) \| .+ \|$", CLI, re.MULTILINE)] == [*Exit]


def test_every_command_with_a_format_is_in_the_table_of_documents() -> None:
    table = CLI.partition("| command | documents |")[2].partition("\n\n")[0]
    for command in COMMANDS:
        if "format" in function_of(command).__annotations__:
            assert f"`{command}`" in table


def test_the_page_of_commands_is_as_the_command_line_prints_it() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == text(), "run tools/write_commands.py"


def run_program(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=surroundings(),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def test_the_example_in_javascript_plays_a_match(tmp_path: Path) -> None:
    (program,) = blocks(PIPE, "js")
    (tmp_path / "play.mjs").write_text(program, encoding="utf-8")

    done = run_program([found().node[0], "play.mjs"], tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    match = cardkit.load(tmp_path / "match.log")
    assert match.outcome is not None
    assert cardkit.verify(match).complete
    lines = done.stdout.splitlines()
    assert lines[0] == "13, for 3 to 6 players"
    assert lines[1].startswith("refused, unreadable: 'b14' isn't a move of thirteen")
    assert lines[2:-1] == [*match.sentences(0, "en", ("Ann", "Ben", "Cleo"), 3)]
    assert lines[-1].startswith("won by [")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash")
def test_the_example_in_shell_plays_a_match(tmp_path: Path) -> None:
    (program,) = blocks(PIPE, "sh")

    done = run_program(["bash", "-c", program], tmp_path)

    match = cardkit.start("push", 2, seed="only an example")
    while match.actors:
        match = match.play(match.legal()[0])
    assert match.outcome is not None
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().startswith(f'{{"totals":[{match.outcome.totals[0]},{match.outcome.totals[1]}]')
