"""The error that a client raises."""

from typing import Final

import httpx

from cardkit.game import Json
from cardkit_api.client.answers import parse_object

__all__ = ["PASSING", "ApiError", "refusal"]

PASSING: Final = (429, 502, 503, 504)
"""The statuses after which the same request may succeed later."""

_LASTING: Final = ("key_missing", "seed_missing")
"""The codes of refusals that have such a status but don't pass."""


class ApiError(Exception):
    """The server refused the request, couldn't be reached, or gave an invalid answer.

    `code` is stable and meant for programs, `detail` for people. `status` is the answer's. It is 0 for
    `unreachable` (no answer) and `not_understood` (an invalid answer).
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
        """The server's whole problem document, if it sent one. It may say what would be accepted."""
        self.retry_after: float = 0.0
        """Seconds to wait before the next attempt, if the server said so."""

    @property
    def passes(self) -> bool:
        """Whether the same request may succeed later."""
        return self.code == "unreachable" or (self.status in PASSING and self.code not in _LASTING)

    def __str__(self) -> str:
        return f"{self.detail} ({self.code})"


def refusal(response: httpx.Response) -> ApiError:
    """Return the error for a response that isn't a success. It may come from a proxy, without a problem document."""
    problem = parse_object(response.content) or {}
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
            detail = (
                f"the answer was {response.status_code} {response.reason_phrase}, without a problem document"
            )
            error = ApiError(response.status_code, "refused", detail)
    seconds = response.headers.get("Retry-After", "")
    error.retry_after = float(seconds) if seconds.isascii() and seconds.isdigit() else 0.0
    return error
