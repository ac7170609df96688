"""What Schemathesis is told besides: loaded by it, by the name in SCHEMATHESIS_HOOKS."""

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis.configuration import set_hypothesis_home_dir
from schemathesis import APIOperation, Case, CheckContext, Response

set_hypothesis_home_dir(Path(__file__).parents[3] / ".hypothesis")  # keeps a table that takes long to make

GAMES_JUDGE = ("playMove",)
"""The document says of a move what all games have in common, and each game is stricter."""

WHOLE = "found a number with a fraction"
"""JSON Schema calls 1.0 a whole number; cardkit doesn't."""


@schemathesis.check
def what_the_schema_allows_is_not_malformed(
    _: CheckContext, response: Response, case: "Case[APIOperation[Any, Any, Any, Any]]"
) -> None:
    """A request that is as the document says may be refused for what it asks for, but not for its form."""
    name = case.operation.definition.raw.get("operationId")
    if case.meta is None or not case.meta.generation.mode.is_positive or name in GAMES_JUDGE:
        return
    if response.status_code == 422:
        problem = response.json()
        assert problem["code"] != "malformed" or WHOLE in problem["detail"], problem
