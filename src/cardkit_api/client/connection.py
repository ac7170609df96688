"""Sending requests, and repeating them if they or their answers got lost."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from time import monotonic, sleep
from typing import Final, TypeVar
from uuid import uuid4

import attrs
import httpx
from attrs import AttrsInstance, field, frozen

from cardkit.game import Json, Language
from cardkit_api.client.answers import InvalidAnswer, parse_message
from cardkit_api.client.errors import ApiError, refusal

__all__ = [
    "Connection",
    "Retries",
    "fresh_key",
    "in_language",
    "message_in",
    "unreachable",
    "with_read_timeout",
]

T = TypeVar("T")

_ERRNO: Final = re.compile(r"^\[Errno -?\d+\] ")
_SHORTEST: Final = 0.05
_LONGEST: Final = 2.0
_UNCHANGED: Final = 304


class Retries:
    """The attempts after a failure: for `seconds` from the first failure on, with growing pauses.

    `lost` is called with each failure that is followed by another attempt, `back` when the server answers after that.
    """

    def __init__(
        self,
        seconds: float,
        lost: Callable[[ApiError], None] | None = None,
        back: Callable[[], None] | None = None,
    ) -> None:
        self.seconds = seconds
        self.lost = lost
        self.back = back
        self.until: float | None = None
        self.pauses: Iterator[float] = _pauses()

    def reset(self) -> None:
        """Start over, after an answer."""
        self.notice()
        if self.until is not None:
            self.until, self.pauses = None, _pauses()

    def notice(self) -> None:
        """Call `back` if the server answers again. A stream that has begun may still bring nothing."""
        if self.until is not None and self.back is not None:
            self.back()

    def wait(self, error: ApiError) -> None:
        """Wait until the next attempt. Raise the error if it doesn't pass, or if the time is up."""
        if not error.passes and error.status:
            self.reset()
        now = monotonic()
        self.until = now + self.seconds if self.until is None else self.until
        pause = max(next(self.pauses), error.retry_after)
        if not error.passes or now + pause > self.until:
            raise error from error.__cause__
        if self.lost is not None:
            self.lost(error)
        sleep(pause)


def _pauses() -> Iterator[float]:
    pause = _SHORTEST
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST)


@frozen
class Connection:
    """A connection to a server, with one token."""

    http: httpx.Client
    token: str = field(repr=False)
    patience: float
    lost: Callable[[ApiError], None] | None = None
    back: Callable[[], None] | None = None

    def headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the headers of a request."""
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**token, **(more or {})}

    def get(
        self,
        path: str,
        cls: type[T],
        params: Mapping[str, str | int | float] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        longer: float = 0,
    ) -> T:
        """Return the message at that path."""
        return message_in(self.send("GET", path, params=params, headers=headers, longer=longer), cls)

    def post(
        self,
        path: str,
        message: AttrsInstance,
        cls: type[T],
        key: str | None,
        headers: Mapping[str, str] | None = None,
    ) -> T:
        """Send a message, and return the answer. The request takes effect once, even if it has to be repeated."""
        keyed = {
            "Content-Type": "application/json",
            "Idempotency-Key": fresh_key() if key is None else key,
            **(headers or {}),
        }
        return message_in(self.send("POST", path, headers=keyed, content=_body(message)), cls)

    def put(self, path: str, message: AttrsInstance, cls: type[T]) -> T:
        """Replace what is at that path, and return the answer. If it has to be repeated, the last request counts."""
        json_headers = {"Content-Type": "application/json"}
        return message_in(self.send("PUT", path, headers=json_headers, content=_body(message)), cls)

    def delete(self, path: str, gone: str, headers: Mapping[str, str] | None = None) -> None:
        """Delete what is at that path. `gone` is the code of the refusal if a lost attempt has deleted it already."""
        self.send("DELETE", path, headers=headers, done_before=gone)

    def delete_for(self, path: str, cls: type[T]) -> T:
        """Delete what is at that path, and return the answer. The answer is the same if there is nothing."""
        return message_in(self.send("DELETE", path), cls)

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str | int | float] | None = None,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        longer: float = 0,
        done_before: str = "",
    ) -> httpx.Response:
        """Send a request that may be repeated, and return the response.

        `done_before` is the code of the refusal that means success if the request was repeated.
        """
        retries = Retries(self.patience, self.lost, self.back)
        lost = False
        timeout = with_read_timeout(self.http.timeout, longer + (self.http.timeout.read or 0))
        while True:
            try:
                response = self.http.request(
                    method,
                    path,
                    params=params,
                    headers=self.headers(headers),
                    content=content,
                    timeout=timeout,
                )
            except httpx.RequestError as error:
                retries.wait(unreachable(error))
                lost = True
                continue
            if response.is_success or response.status_code == _UNCHANGED:
                retries.reset()
                return response
            refused = refusal(response)
            if lost and refused.code == done_before:
                return response
            lost = lost or refused.status != 429
            retries.wait(refused)


def in_language(language: Language | None) -> dict[str, str]:
    """Return the header that asks for sentences in a language; none for that of the client."""
    return {} if language is None else {"Accept-Language": language}


def with_read_timeout(timeout: httpx.Timeout, seconds: float) -> httpx.Timeout:
    """Return the same timeouts with another one for reading."""
    return httpx.Timeout(connect=timeout.connect, read=seconds, write=timeout.write, pool=timeout.pool)


def unreachable(error: httpx.RequestError) -> ApiError:
    """Return the error for a request that got no answer."""
    url = error.request.url
    found = _ERRNO.sub("", str(error)) or type(error).__name__
    why = found[:1].lower() + found[1:]
    failed = ApiError(0, "unreachable", f"no answer from {url.scheme}://{url.netloc.decode()}: {why}")
    failed.__cause__ = error
    return failed


def fresh_key() -> str:
    """Return a new idempotency key."""
    return str(uuid4())


def _body(message: AttrsInstance) -> bytes:
    """Return the message as JSON, without fields that are `None`. A repetition sends the same bytes."""
    given: dict[str, Json] = attrs.asdict(message, filter=lambda _, value: value is not None)
    try:
        return json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (ValueError, RecursionError):
        sentence = (
            "the request isn't JSON: a number is infinite, a text isn't Unicode, or it is nested too deeply"
        )
        raise ApiError(0, "bad_request", sentence) from None


def message_in(response: httpx.Response, cls: type[T]) -> T:
    """Return the message in the response. Raise `ApiError` if it isn't one."""
    try:
        return parse_message(response.content, cls)
    except InvalidAnswer as invalid:
        raise ApiError(0, "not_understood", str(invalid)) from None
