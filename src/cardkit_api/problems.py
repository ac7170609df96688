"""Refusals as RFC 9457 problem documents: every answer that isn't a success has this one form."""

from collections.abc import Mapping
from http import HTTPStatus
from traceback import format_tb
from typing import Final

from attrs import frozen

from cardkit.documents import error_document
from cardkit.game import Json
from cardkit.rejections import CardkitError

__all__ = [
    "MEDIA_TYPE",
    "Problem",
    "Trouble",
    "busy",
    "problem_of",
    "problem_of_error",
    "problem_of_trouble",
    "stale",
    "status_of",
    "traced",
    "undo_too_slow",
]

MEDIA_TYPE: Final = "application/problem+json"


@frozen(kw_only=True)
class Problem:
    """What went wrong. `code` is stable and meant for programs, `detail` for people."""

    type: str
    """`urn:cardkit:` and the code."""
    title: str
    status: int
    code: str
    detail: str
    path: str | None = None
    """The place in the request's body that is wrong, as a JSON path."""
    field: str | None = None
    accepted: str | None = None
    """What the field takes."""
    nearest: list[str] | None = None
    """What may have been meant."""
    version: int | None = None
    """The version that the match has now."""


class Trouble(Exception):
    """The server refuses a request, for a reason of its own."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        version: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.version = version
        self.headers: dict[str, str] = dict(headers or {})


_CODES: Final[Mapping[str, int]] = {
    "stale_version": 412,
    "malformed": 422,
    "unreadable": 422,
    "not_a_move": 422,
    "invalid": 422,
    "invalid_option": 422,
    "unknown_game": 404,
    "no_such_version": 404,
    "no_such_viewer": 404,
    "no_such_seat": 422,
    "broken_game": 500,
    "bad_log": 500,
    "seed_missing": 503,
}


def status_of(error: CardkitError) -> int:
    """The status of a refusal by the library. What a game refuses conflicts with how its match stands: 409."""
    return _CODES.get(error.code, 409)


def problem_of(
    status: int, code: str, detail: str, more: Mapping[str, Json] | None = None
) -> dict[str, Json]:
    """The problem document, without what it has nothing to say about."""
    return {
        "type": f"urn:cardkit:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **{name: value for name, value in (more or {}).items() if name not in ("code", "message")},
    }


def problem_of_trouble(trouble: Trouble) -> dict[str, Json]:
    """The problem document of a refusal by the server."""
    more: dict[str, Json] = {} if trouble.version is None else {"version": trouble.version}
    return problem_of(trouble.status, trouble.code, str(trouble), more)


def traced(error: BaseException) -> str:
    """What failed, for the server's own log: where, but not with which values, for they may be cards or tokens."""
    places = "".join(format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{places}"


def problem_of_error(error: CardkitError) -> dict[str, Json]:
    """The problem document of a refusal by the library."""
    document = error_document(error)
    return problem_of(status_of(error), error.code, str(document["message"]), document)


def stale(detail: str, version: int) -> Trouble:
    """What the mover saw has changed; the match is at that version now."""
    return Trouble(
        412,
        "stale_version",
        detail,
        version=version,
        headers={"ETag": f'"{version}"'},
    )


def undo_too_slow(seconds: float) -> Trouble:
    """It can't be found out in time whether the move told anybody anything."""
    told = f"whether the move can be taken back wasn't found out within {seconds:g} seconds; try again, or play on"
    return Trouble(503, "undo_too_slow", told)


def busy() -> Trouble:
    """Others were faster, again and again."""
    return Trouble(503, "busy", "too many changes at once; try again", headers={"Retry-After": "1"})
