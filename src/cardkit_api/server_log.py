"""What the server writes about itself: lines of text or of JSON, with the id of the request that they are about.

Nothing from a body, a token or a query string gets into the log. So values of exceptions are left out, too.
"""

import json
import logging
import re
import secrets
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from cardkit_api.problems import trace_of

__all__ = ["LEVELS", "REQUEST", "TRACE", "LogFormat", "configure_logging", "request_id"]

LogFormat: TypeAlias = Literal["text", "json"]
LEVELS: Final = ("debug", "info", "warning", "error")

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that this task answers."""

TRACE: Final[ContextVar[str]] = ContextVar("trace", default="")
"""The id of the trace that this task belongs to, if there is tracing."""

_GIVEN: Final = re.compile(rb"[A-Za-z0-9._:/+=@-]{1,64}")
_DATABASE: Final = "asyncpg"
_FIELDS: Final = ("method", "route", "status", "milliseconds", "client")


def request_id(given: bytes | None) -> str:
    """Return the id that the client or its proxy gave the request. Return a new one if it is missing or invalid."""
    if given is not None and _GIVEN.fullmatch(given):
        return given.decode()
    return next(_IDS)


def _fresh_ids() -> Iterator[str]:
    """Yield random ids. A number that goes up would tell each client how much the others do."""
    while True:
        drawn = secrets.token_hex(8 * 512)  # at once, because the system is slow to ask
        yield from (drawn[place : place + 16] for place in range(0, len(drawn), 16))


_IDS: Final = _fresh_ids()


def configure_logging(form: LogFormat, level: str) -> None:
    """Write the server's log to standard error from that level on, and nothing else of it anywhere."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    for name, least in (
        ("cardkit_api", level.upper()),
        ("uvicorn.error", "WARNING"),  # below that, it writes URLs with their tokens, and what sockets send
        ("asyncio", "WARNING"),
        (_DATABASE, "WARNING"),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least)


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """Return what the record says besides its message."""
    facts = {name: value for name in _FIELDS if (value := getattr(record, name, None)) is not None}
    if name := getattr(record, "request_id", None) or REQUEST.get():
        facts["request_id"] = name
    if trace := TRACE.get():
        facts["trace_id"] = trace
    return facts


def _message(record: logging.LogRecord) -> str:
    message = record.getMessage().rstrip("\n")
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and record.name.startswith(_DATABASE):  # it is away, and the places don't help
        return f"PostgreSQL: {message}: {type(error).__name__}"
    return message if error is None else f"{message}: {trace_of(error)}".rstrip("\n")


class _JsonLines(logging.Formatter):
    """An object on each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        document = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **_facts(record),
        }
        return json.dumps(document, ensure_ascii=False)


class _TextLines(logging.Formatter):
    """A line of text, and the places of an error below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        when = datetime.fromtimestamp(record.created).astimezone().isoformat(sep=" ", timespec="milliseconds")
        facts = "".join(f" {name}={value}" for name, value in _facts(record).items())
        first, _, rest = _message(record).partition("\n")
        return f"{when} {record.levelname.lower()}: {first}{facts}" + (f"\n{rest}" if rest else "")
