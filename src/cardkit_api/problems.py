"""Refusals as RFC 9457 problem documents. Every answer that isn't a success has this form."""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from traceback import format_tb
from typing import Final

from attrs import frozen
from litestar.exceptions import HTTPException, ValidationException

from cardkit.documents import error_document
from cardkit.game import Json
from cardkit.language import Language, Part, Sentence, in_language
from cardkit.phrases import SAYS
from cardkit.rejections import BrokenGame, CardkitError, LogError, Rejected
from cardkit_api.stores.contract import StoreDown

__all__ = [
    "MEDIA_TYPE",
    "HttpRefusal",
    "Problem",
    "Refused",
    "allowed_methods",
    "busy",
    "out_of_sight",
    "problem_for",
    "stale",
    "stopping",
    "too_many",
    "too_many_clock_acts",
    "too_many_undos",
    "trace_of",
    "undo_too_slow",
]

_log: Final = logging.getLogger("cardkit_api")

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
    """What the field accepts."""
    nearest: list[str] | None = None
    """The known names nearest to the unknown one."""
    version: int | None = None
    """The version that the match has now."""


class HttpRefusal(Exception):
    """The server refuses a request, for a reason of its own. What players read is a sentence, as in `Rejected`."""

    def __init__(
        self,
        status: int,
        code: str,
        says: str | Mapping[Language, str] | Sentence,
        /,
        *,
        version: int | None = None,
        headers: Mapping[str, str] | None = None,
        **parts: Part,
    ) -> None:
        self.says: Sentence = says if isinstance(says, Sentence) else Sentence(says, parts)
        super().__init__(self.says.text())
        self.status = status
        self.code = code
        self.version = version
        self.headers: dict[str, str] = dict(headers or {})


@frozen
class Refused:
    """A problem document, with the status and the headers that go with it."""

    status: int
    document: dict[str, Json]
    headers: Mapping[str, str] = {}

    @property
    def fields(self) -> list[tuple[bytes, bytes]]:
        """All headers of the answer but its length, as they are sent."""
        sent = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store", **self.headers}
        return [(name.lower().encode(), value.encode()) for name, value in sent.items()]

    @property
    def code(self) -> str:
        """The stable code of the refusal."""
        return str(self.document["code"])

    @property
    def counted_as(self) -> str:
        """The code in the server's metrics. Those of rules may tell of a hand, so they all count as `rejected`."""
        return "rejected" if self.status == 409 and self.code not in _CONFLICTS else self.code


_STATUSES: Final[Mapping[str, int]] = {
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
    "seed_missing": 503,
}
"""The statuses of the library's refusals. A game's own refusals get 409, because they conflict with the state of the
match.
"""

_CONFLICTS: Final = (
    "not_started",
    "match_started",
    "not_over",
    "seat_taken",
    "resigned",
    "no_takebacks",
    "webhooks_off",
)
"""The codes of the server's own refusals with 409."""

_FRAMEWORK: Final = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
}
"""The codes of the framework's own refusals."""

_KINDS: Final = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}
_EXPECTED: Final = re.compile(rf"Expected `({'|'.join(_KINDS)})`( of length)?(?: ([<>]=) ([0-9.]+))?")


def problem_for(
    error: Exception,
    doing: str,
    language: Language = "en",
    names: Sequence[str] | None = None,
    base: str = "",
) -> Refused:
    """Return the problem document for any error. `doing` names the request in the server's own log.

    What players can be told is in the language, with the names of the match's players. `base` is the path at which the
    application is mounted.
    """
    match error:
        case BrokenGame() | LogError():  # sentences for the game's author, which repeat moves and events
            return _failure(error, error.code, doing, language)
        case CardkitError():
            document = error_document(error, language, names)
            status = _STATUSES.get(error.code, 409)
            return _problem(status, error.code, str(document["message"]), document)
        case HttpRefusal():
            more: dict[str, Json] = {} if error.version is None else {"version": error.version}
            return _problem(error.status, error.code, error.says.text(language, names), more, error.headers)
        case StoreDown():
            _log.warning("the store is down: %s", error)
            detail = in_language(SAYS["store_down"], language)
            return _problem(503, "store_down", detail, headers={"Retry-After": "2"})
        case HTTPException():
            code = _FRAMEWORK.get(error.status_code, "refused")
            headers = {name.lower(): value for name, value in (error.headers or {}).items()}
            if "allow" in headers:
                headers["allow"] = allowed_methods(headers["allow"].split(", "))
            detail = _framework_detail(error, headers.get("allow", ""), f"{base}/schema")
            return _problem(error.status_code, code, detail, headers=headers)
        case _:
            return _failure(error, "internal_error", doing, language)


def _failure(error: Exception, code: str, doing: str, language: Language) -> Refused:
    """Return the problem document for a fault of ours or of a game, and log where it is."""
    _log.error("%s failed: %s", doing, trace_of(error))
    return _problem(500, code, in_language(SAYS["internal_error"], language))


def _problem(
    status: int,
    code: str,
    detail: str,
    more: Mapping[str, Json] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Refused:
    document: dict[str, Json] = {
        "type": f"urn:cardkit:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **{name: value for name, value in (more or {}).items() if name not in ("code", "message")},
    }
    return Refused(status, document, headers or {})


def allowed_methods(methods: Iterable[str]) -> str:
    """Return the value of Allow for a path with these methods. HEAD is wherever GET is."""
    names = {*methods, "OPTIONS"} - {"websocket"}  # the framework lists that, too
    return ", ".join(sorted(names | {"HEAD"} if "GET" in names else names))


def _framework_detail(error: HTTPException, allowed: str, schema: str) -> str:
    """Return what is wrong with a request that the framework refused, and what to do. `schema` leads to all paths."""
    if error.status_code == 404:
        return f"there is nothing at this path; {schema} shows all paths"
    if error.status_code == 405:
        only_socket = allowed == "OPTIONS"
        return "this path only opens a WebSocket" if only_socket else f"this path takes only {allowed}"
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        # an argument has an underscore after its name if it is named like a word of Python
        return "; ".join(
            f"{str(item.get('key')).rstrip('_')}: {_expected(str(item.get('message')), schema)}"
            for item in error.extra
        )
    return str(error.detail)


def _expected(message: str, schema: str) -> str:
    """Return what the framework says of an argument, without the names of Python's types."""
    if found := _EXPECTED.match(message):
        kind, of_length, sign, bound = found.groups()
        least = "" if sign is None else f" of at {'least' if sign == '>=' else 'most'} {bound}"
        return f"expected {_KINDS[kind]}{least.removesuffix('.0')}{' characters' if of_length else ''}"
    return message.replace("Invalid enum value", "invalid value") + f", see {schema}"


def trace_of(error: BaseException) -> str:
    """Return where it failed, for the server's own log. Values are left out: they may be cards or tokens."""
    places = "".join(format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{places}"


def stale(refused: Rejected, version: int) -> HttpRefusal:
    """Return the refusal of a request that is based on an old version."""
    return HttpRefusal(412, "stale_version", refused.says, version=version, headers={"ETag": f'"{version}"'})


def too_many(wait: float, code: str) -> HttpRefusal:
    """Return the refusal of what is asked for too often, until that many seconds have passed."""
    seconds = str(int(wait) + 1)
    return HttpRefusal(
        429, code, SAYS["too_many_requests"], headers={"Retry-After": seconds}, seconds=seconds
    )


def too_many_undos(number: int) -> HttpRefusal:
    """Return the refusal if a seat has taken back as many moves as it may."""
    return HttpRefusal(409, "too_many_undos", SAYS["too_many_undos"], number=str(number))


def too_many_clock_acts() -> HttpRefusal:
    """Return the refusal if players have acted on the clock of a match too often."""
    return HttpRefusal(409, "too_many_clock_acts", SAYS["too_many_clock_acts"])


def undo_too_slow(seconds: float) -> HttpRefusal:
    """Return the refusal if the judgement of an undo takes too long."""
    return HttpRefusal(503, "undo_too_slow", SAYS["undo_too_slow"], seconds=f"{seconds:g}")


def busy() -> HttpRefusal:
    """Return the refusal if the changes of others came first again and again."""
    return HttpRefusal(503, "busy", SAYS["busy"], headers={"Retry-After": "1"})


def out_of_sight() -> HttpRefusal:
    """Return the refusal if the server no longer knows the state of a match. The next request reads it again."""
    return HttpRefusal(503, "store_down", SAYS["store_down"], headers={"Retry-After": "1"})


def stopping() -> HttpRefusal:
    """Return the refusal of a server that was told to stop."""
    headers = {"Retry-After": "1"}
    return HttpRefusal(503, "stopping", "this server was told to stop; ask another one", headers=headers)
