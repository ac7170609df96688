"""`docs/http.md`: its examples run, and its tables are complete."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from time import time
from typing import Any, Final

import attrs
import pytest
from litestar import Litestar

import cardkit
import cardkit_api
from cardkit.rejections import ENGINE_CODES, CardkitError
from cardkit_api.messages import WebhookMessage
from cardkit_api.webhooks import BadSignature
from cardkit_api.webhooks.signatures import new_headers, secret_text
from tests.api.clients.serving import serving
from tests.api.door import visited
from tests.patience import PATIENCE

PAGE: Final = (Path(__file__).parents[3] / "docs" / "http.md").read_text(encoding="utf-8")
STAND_IN: Final = Path(__file__).parent / "curl.py"
SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
CURL: Final = "curl" if shutil.which("curl") else "a stand-in"
MARK: Final = "=== a mark between commands ==="


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def steps() -> list[tuple[str, str]]:
    """Return each command of the page, and what it prints."""
    found: list[tuple[str, str]] = []
    for line in "".join(blocks("console")).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            command, printed = found[-1]
            more = line.startswith("> ")
            found[-1] = (f"{command}\n{line[2:]}", printed) if more else (command, f"{printed}{line}\n")
    return found


def matches(expected: str, printed: str) -> bool:
    """Return whether it was printed. `...` means anything in a line, and any lines if it is alone on one."""
    pattern = re.escape(expected).replace(re.escape("\n...\n"), r"\n(?:.*\n)*?").replace(r"\.\.\.", ".*")
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash")
@pytest.mark.parametrize("curl", ["curl", "a stand-in"] if SOAK else [CURL])
def test_the_transcript_is_what_happens(curl: str, tmp_path: Path) -> None:
    """In one folder and one shell, from the top of the page to its end. Machines without curl have a stand-in."""
    if curl == "curl" and shutil.which("curl") is None:
        pytest.skip("curl is not here; its stand-in is")
    python = shlex.quote(sys.executable)
    opening = f'python() {{ {python} "$@"; }}\n'
    if curl != "curl":
        opening += f'curl() {{ {python} {shlex.quote(str(STAND_IN))} "$@"; }}\n'
    told = steps()
    script = opening + "".join(f"{command}\necho '{MARK}'\n" for command, _ in told)

    with serving() as url:
        done = subprocess.run(
            ["bash", "-c", script.replace("http://127.0.0.1:8000", url)],
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=5 * PATIENCE,
            check=True,
        )

    pieces = done.stdout.decode().replace("\r\n", "\n").split(f"{MARK}\n")
    assert len(told) > 20
    for (command, expected), printed in zip(told, pieces, strict=False):
        if expected and not printed.endswith("\n"):
            printed += "\n"  # a body needn't end a line
        assert matches(expected, printed), f"{command}\n{printed}"


def test_the_comparison_notices_differences() -> None:
    assert matches("a ... c\n...\nd\n", "a b c\nany\nlines\nd\n")
    assert matches("a\n...\nd\n", "a\nd\n")
    assert not matches("a ... c\n", "a b\nc\n")
    assert not matches("a\n", "a\nb\n")
    assert not matches("", "a\n")


REFUSING: Final = ("HttpRefusal", "_failure", "_problem", "_refuse", "too_many")


def refused_in(path: Path) -> set[str]:
    """Return the codes that are named where the server refuses something."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    return {
        code.value
        for call in calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in REFUSING
        for code in call.args[1:2]
        if isinstance(code, ast.Constant) and isinstance(code.value, str)
    }


OF_HTTP: Final = ("bad_request", "not_found", "method_not_allowed")
"""Codes for what the framework refuses."""
UNHEARD_OF: Final = {"error", "no_such_viewer", "seat_needed"}
"""Codes that no request can cause: that of the base class, and mistakes that the server doesn't make."""


def library_codes(kind: type[CardkitError] = CardkitError) -> set[str]:
    own = {kind.code} if kind.__module__ == CardkitError.__module__ else set[str]()
    return own.union(*map(library_codes, kind.__subclasses__()))


def test_all_codes_are_in_the_table_and_no_others() -> None:
    source = Path(cardkit_api.__file__).parent
    known = set[str]().union(
        *(refused_in(path) for path in source.rglob("*.py") if "client" not in path.parts)
    )
    known |= {*ENGINE_CODES, *OF_HTTP} | library_codes()
    known -= UNHEARD_OF

    table = PAGE.partition("| status | code |")[2].partition("\n\n")[0]
    rows = [row.split("|")[2] for row in table.splitlines() if row.startswith("|")]
    assert {code for row in rows for code in re.findall("`([a-z_]+)`", row)} == known


@pytest.mark.anyio
@pytest.mark.usefixtures("logging_as_before")
async def test_the_example_of_mounting_serves_the_games_that_it_names() -> None:
    (example,) = (block for block in blocks("python") if "is_mount" in block)
    names: dict[str, Any] = {}
    exec(example, names)

    app: Litestar = names["app"]
    async with app.lifespan(), visited(app) as door:
        games = (await door.get("/cards/v1/games")).json()["games"]
    assert [(game["key"], game["links"]["self"]) for game in games] == [("push", "/cards/v1/games/push")]


def test_the_example_in_python_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = (block for block in blocks("python") if "cardkit_api.client" in block)
    names: dict[str, Any] = {}
    exec(example, names)

    with serving() as url:
        winners = names["play"](url)

    assert winners in ([0], [1], [0, 1])
    assert "Ada looks at the outer cards: " in capsys.readouterr().out
    assert cardkit.game("biberbande").title in PAGE


def test_the_example_that_receives_webhooks_takes_each_once_and_nobody_elses() -> None:
    (example,) = (block for block in blocks("python") if "cardkit_api.webhooks" in block)
    names: dict[str, Any] = {}
    exec(example, names)
    (body,) = (
        block.strip().encode() for block in blocks("json") if '"timestamp"' in block and '"data"' in block
    )
    assert sorted(json.loads(body)) == sorted(field.name for field in attrs.fields(WebhookMessage))

    known = set[str]()
    headers = new_headers("one", time(), body, [bytes(range(32))])
    assert names["receive"](headers, body, [secret_text(bytes(range(32)))], known)
    assert not names["receive"](headers, body, [secret_text(bytes(range(32)))], known)
    with pytest.raises(BadSignature):
        names["receive"](headers, body, [secret_text(bytes(32))], known)
