"""What a client raises: one class, whoever is at fault."""

from typing import Final

import httpx

from cardkit.game import Json
from cardkit_api.client.reading import object_in

__all__ = ["PASSING", "ApiError", "refusal"]

PASSING: Final = (429, 502, 503, 504)
"""Statuses after which the same request may succeed."""

_LASTING: Final = ("key_missing", "seed_missing")
"""Refusals with such a status that no waiting helps."""


class ApiError(Exception):
    """The server refused, or couldn't be reached, or wasn't understood.

    `code` is stable and meant for programs, `detail` for people. `status` is that of the answer; 0 where there was
    none: `unreachable`, or where it made no sense: `not_understood`.
    """

    def __init__(
        self, status: int, code: str, detail: str, *, version: int | None = None, path: str | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.version = version
        """The version that the match has now, where another was expected."""
        self.path = path
        """The place in the request's body that is wrong, as a JSON path."""
        self.problem: dict[str, Json] = {}
        """The server's whole problem document, where it sent one: it may tell what would be accepted."""
        self.retry_after: float = 0.0
        """Seconds after which the server wants to be asked again."""

    @property
    def passes(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.code == "unreachable" or (self.status in PASSING and self.code not in _LASTING)

    def __str__(self) -> str:
        return f"{self.detail} ({self.code})"


def refusal(response: httpx.Response) -> ApiError:
    """What a response that is no success says. It may come from something between here and the server."""
    problem = object_in(response.content) or {}
    match problem:
        case {"code": str(code), "detail": str(detail)}:
            version, path = problem.get("version"), problem.get("path")
            error = ApiError(
                response.status_code,
                code,
                detail,
                version=version if isinstance(version, int) else None,
                path=path if isinstance(path, str) else None,
            )
            error.problem = problem
        case _:
            said = f"the answer was {response.status_code} {response.reason_phrase}, and no problem document"
            error = ApiError(response.status_code, "refused", said)
    seconds = response.headers.get("Retry-After", "")
    error.retry_after = float(seconds) if seconds.isascii() and seconds.isdigit() else 0.0
    return error
