"""Write docs/commands.md: every command's help, as the command line itself prints it."""

import io
import os
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

from cardkit_cli.commands import COMMANDS
from cardkit_cli.main import main

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"

HEAD = """# The commands

This page shows the help of each command, as `cardkit COMMAND --help` prints it.
[The command line](cli.md) explains how they go together.
"""


def help_of(*words: str) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed):
        main([*words, "--help"])
    return printed.getvalue().rstrip()


def text() -> str:
    with patch.dict(os.environ, {"COLUMNS": "80"}):  # whatever the terminal's
        parts = [HEAD, f"```text\n{help_of()}\n```\n"]
        parts += [f"## {name}\n\n```text\n{help_of(name)}\n```\n" for name in COMMANDS]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
