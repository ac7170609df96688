"""Schemathesis, with all its checks, finds nothing: as a stranger, and with the token of a seat or the owner."""

import os
import re
from collections.abc import Generator
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from cardkit_api.app import guard_for
from cardkit_api.stores.memory import MemoryStore
from tests.api.clients.serving import built_in
from tests.api.door import KEY, PATIENT, application_behind

if TYPE_CHECKING:
    from tests.api.clients.schemathesis_run import Visitor

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
LONGEST: Final = None if SOAK else 600
"""How many seconds it may take, on a machine that has much else to do. It takes five."""

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

# A seat says three things at once, and then has to wait.
[[operations]]
include-operation-id = "react"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "429"]
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

# Its first success ends the token. So it is asked of a match about which nothing else is asked.
[[operations]]
include-operation-id = "renewToken"
checks.ignored_auth.enabled = false
parameters = {{ "path.match_id" = "{other}", "path.seat" = 0 }}
headers = {{ Authorization = "Bearer {token_of_other}" }}
"""

SIZE: Final = (
    """
suppress-health-check = ["all"]
continue-on-failure = true
generation = { max-examples = 1000, database = "none" }
"""
    if SOAK
    else """
seed = 1
suppress-health-check = ["all"]
continue-on-failure = true
generation = { max-examples = 3, database = "none", no-shrink = true }
phases.examples.enabled = false
analysis.constants.enabled = false # or each text in the program would change what is asked
"""
)

PHASES: Final = ("coverage", "fuzzing", "stateful")


@pytest.fixture(scope="module")
def visitor() -> Generator["Visitor"]:
    from tests.api.clients.schemathesis_run import visiting

    limits = attrs.evolve(PATIENT, wait=0.05)
    guard = guard_for(MemoryStore(), built_in(), KEY, limits, None, None)
    with application_behind(guard) as app, visiting(app) as visitor:
        yield visitor


def config_for(who: str, visitor: "Visitor") -> str:
    if who == "a stranger":
        return SIZE + STRANGER
    bots = [{"seat": seat, "bot": "random"} for seat in (1, 2)]
    match = {"game": "thirteen", "seats": 3, "name": "Ada", "bots": bots}
    made, other = visitor.post("/v1/matches", match), visitor.post("/v1/matches", match)
    token = made["owner" if who == "the owner" else "token"]
    config = SIZE + STRANGER + WITH_A_TOKEN.format(match=made["match"]["id"], token=token)
    owner = {"owner": made["owner"], "other": other["match"]["id"], "owner_of_other": other["owner"]}
    owner["token_of_other"] = other["token"]
    return config + AS_THE_OWNER.format(**owner) if who != "a seat" else config


@pytest.mark.parametrize("who", ["a stranger", "a seat", "the owner", EACH] if SOAK else [EACH])
def test_it_finds_nothing(who: str, visitor: "Visitor") -> None:
    from tests.api.clients.schemathesis_run import run

    found = run(visitor.app, config_for(who, visitor), LONGEST)

    assert not found.problems, "\n\n".join(found.problems)
    assert found.in_time == [True], f"it took more than {LONGEST} seconds"
    assert {phase: found.phases[phase] for phase in PHASES} == dict.fromkeys(PHASES, "success")
    assert len(found.operations) == 46
    if who == EACH:
        answers = visitor.get("/metrics")
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
