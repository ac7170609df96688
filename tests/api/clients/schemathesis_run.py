"""Schemathesis in this process, over an application that no network is needed for.

It is slow to import, and most runs of pytest don't need it, so the test imports this module itself.
"""

from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer
from typing import Any, Final

import schemathesis
from attrs import field, frozen
from litestar import Litestar
from schemathesis import APIOperation, Case, CheckContext, Response
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, StopReason, events, from_schema
from schemathesis.python import asgi

__all__ = ["Found", "Visitor", "run", "visiting"]

load_all_checks()

GAMES_JUDGE: Final = ("playMove",)
"""The document says of a move what all games have in common, and each game is stricter."""

WHOLE: Final = "found a number with a fraction"
"""JSON Schema calls 1.0 a whole number; cardkit doesn't."""


@schemathesis.check
def what_the_schema_allows_is_not_malformed(
    _: CheckContext, response: Response, case: "Case[APIOperation[Any, Any, Any, Any]]"
) -> None:
    """Check that a request in the document's form isn't refused for its form. It may be refused for what it asks."""
    name = case.operation.definition.raw.get("operationId")
    if case.meta is None or not case.meta.generation.mode.is_positive or name in GAMES_JUDGE:
        return
    if response.status_code == 422:
        problem = response.json()
        assert problem["code"] != "malformed" or WHOLE in problem["detail"], problem


@frozen
class Visitor:
    """Asks the application in the loop in which Schemathesis asks it."""

    app: Litestar

    def get(self, path: str) -> str:
        with self._client() as client:
            return client.get(path).text

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        with self._client() as client:
            answer = client.post(path, json=body)
        assert answer.ok, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def _client(self) -> asgi.ASGIClient:
        return asgi.get_client(self.app)  # type: ignore[arg-type]  # plain dicts


@contextmanager
def visiting(app: Litestar) -> Generator[Visitor]:
    """Start the application with the first request, and end it afterwards."""
    try:
        yield Visitor(app)
    finally:
        asgi.shutdown_lifespans()


@frozen
class Found:
    """What came of a run."""

    in_time: list[bool] = field(factory=list[bool])
    problems: list[str] = field(factory=list[str])
    operations: set[str] = field(factory=set[str])
    """Those that were asked for."""
    phases: dict[str, str] = field(factory=dict[str, str])
    """How each phase ended."""


def run(app: Litestar, config: str, seconds: float | None) -> Found:
    """Let Schemathesis ask for everything. Stop it after that time, though not before the answer that it waits for."""
    schema = schemathesis.openapi.from_asgi(
        "/schema/openapi.json", app, config=SchemathesisConfig.from_str(config)
    )
    found = Found()
    stream = from_schema(schema).execute()
    alarm = Timer(seconds or 0, stream.stop)
    if seconds is not None:
        alarm.start()
    try:
        for event in stream:
            note(event, found)
    finally:
        alarm.cancel()
    return found


def note(event: events.EngineEvent, found: Found) -> None:
    match event:
        case events.ScenarioFinished():
            # Schemathesis doesn't type the operation of a case.
            labels = (
                str(node.value.operation.label)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
                for node in event.recorder.cases.values()
            )
            found.operations.update(labels)
            for checks in event.recorder.checks.values():
                found.problems.extend(
                    f"{event.label}: {check.name}: {check.failure_info.failure}\n{check.failure_info.code_sample}"
                    for check in checks
                    if check.failure_info is not None
                )
            if event.status in (Status.FAILURE, Status.ERROR):
                found.problems.append(f"{event.label}: {event.phase}: {event.status}")
        case events.PhaseFinished():
            found.phases[event.phase.name.value] = event.status.value
        case events.NonFatalError():
            found.problems.append(f"{event.label}: {event.info.format()}")
        case events.FatalError():
            raise event.exception
        case events.EngineFinished():
            found.in_time.append(event.stop_reason is StopReason.COMPLETED)
            found.problems.extend(map(str, event.failures))
        case _:
            pass
