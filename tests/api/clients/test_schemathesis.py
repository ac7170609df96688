"""Schemathesis, with all its checks, finds nothing: as a stranger, and with the token of a seat or the owner."""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import attrs
import httpx
import pytest

from cardkit_api.client import Client
from tests.api.clients.serving import serving
from tests.api.door import PATIENT

ROOT: Final = Path(__file__).parents[3]
SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))

EACH: Final = "whom it is open to"
"""Each operation is asked for by whom it is open to, in one run. At full size all ask for all operations."""

STRANGER: Final = """
# 412 is what versions are for, 428 says that a header has to be there (RFC 6585), and 422 says of a body, too, that it
# is in order but can't be meant: no such bot, too few players for the game. Our own check sees to what is malformed.
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422"]
checks.negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 415, 422, 428, 429]
checks.missing_required_header.expected-statuses = [400, 401, 403, 406, 415, 422, 428]

# Schemathesis makes no header with quotation marks in it. In place of an optional one it sends a wrong value, and
# calls it right.
[[operations]]
include-operation-id = "undoMove"
parameters = { "header.If-Match" = "*" }
"""

WITH_A_TOKEN: Final = """
[parameters]
"path.match_id" = "{match}"
"path.key" = "thirteen"

[auth.openapi.token]
bearer = "{token}"

[auth.openapi.tokenInUrl]
api_key = "{token}"
"""

AS_THE_OWNER: Final = """
[[operations]]
include-operation-id = "startMatch"
headers = {{ Authorization = "Bearer {owner}" }}

# The one request that succeeds removes what it is about. Asked once more, as nobody, the answer is 404, not 401; who
# may delete is the concern of test_guard.
[[operations]]
include-operation-id = "deleteMatch"
checks.ignored_auth.enabled = false
parameters = {{ "path.match_id" = "{other}" }}
headers = {{ Authorization = "Bearer {owner_of_other}" }}
"""


@pytest.fixture(scope="module")
def server() -> Generator[str, None, None]:
    with serving(limits=attrs.evolve(PATIENT, wait=0.05)) as url:
        yield url


def run(server: str, folder: Path, config: str) -> subprocess.CompletedProcess[str]:
    (folder / "schemathesis.toml").write_text(config, encoding="utf-8")
    return subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--no-color", "run"),
            f"{server}/schema/openapi.json",
            *(
                "--max-examples",
                "1000" if SOAK else "3",
                "--continue-on-failure",
                "--warnings",
                "off",
            ),
            *("--suppress-health-check", "all", "--generation-database", "none"),
            *(() if SOAK else ("--seed", "1", "--no-shrink", "--phases", "coverage,fuzzing,stateful")),
        ],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SCHEMATHESIS_HOOKS": "tests.api.clients.schemathesis_hooks",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=None if SOAK else 120,
        check=False,
    )


def config_for(who: str, server: str) -> str:
    if who == "a stranger":
        return STRANGER
    with Client(server) as client:
        bots = {1: "random", 2: "random"}
        made, other = (client.create("thirteen", 3, name="Ada", bots=bots) for _ in range(2))
    token = made.owner if who == "the owner" else made.token
    config = STRANGER + WITH_A_TOKEN.format(match=made.match.id, token=token)
    owner = {"owner": made.owner, "other": other.match.id, "owner_of_other": other.owner}
    return config + AS_THE_OWNER.format(**owner) if who != "a seat" else config


@pytest.mark.parametrize("who", ["a stranger", "a seat", "the owner", EACH] if SOAK else [EACH])
def test_it_finds_nothing(who: str, server: str, tmp_path: Path) -> None:
    done = run(server, tmp_path, config_for(who, server))

    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout
    assert "Tested: 19" in done.stdout or "19 passed" in done.stdout, done.stdout
    if who == EACH:
        answers = httpx.get(f"{server}/metrics").text
        for method, route, status in REACHED:
            assert re.search(
                f'_count{{method="{method}",route="{re.escape(route)}",status="{status}"}}', answers
            ), route


REACHED: Final = (
    ("POST", "/v1/matches", 201),
    ("GET", "/v1/matches/{match_id}/view", 200),
    ("GET", "/v1/matches/{match_id}/moves", 200),
    ("POST", "/v1/matches/{match_id}/start", 409),
    ("DELETE", "/v1/matches/{match_id}", 204),
)
"""What the tokens open. The match that can be started has begun already."""
