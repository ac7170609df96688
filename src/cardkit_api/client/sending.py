"""Sending requests, and sending them again when they or their answers got lost."""

import json
from collections.abc import Callable, Iterator, Mapping
from time import monotonic, sleep
from typing import Final, TypeVar
from uuid import uuid4

import attrs
import httpx
from attrs import AttrsInstance, field, frozen

from cardkit.game import Json
from cardkit_api.client.errors import ApiError, refusal
from cardkit_api.client.reading import Garbled, message_in

__all__ = ["Line", "Patience", "fresh_key", "silence", "unreachable"]

T = TypeVar("T")

_SHORTEST: Final = 0.05
_LONGEST: Final = 2.0


class Patience:
    """How long it is tried again: for so many seconds from the first failure on, with pauses that grow.

    `lost` is told of each failure that is waited out.
    """

    def __init__(self, seconds: float, lost: Callable[[ApiError], None] | None = None) -> None:
        self.seconds = seconds
        self.lost = lost
        self.renew()

    def renew(self) -> None:
        """Begin anew, after a success."""
        self.until: float | None = None
        self.pauses: Iterator[float] = _pauses()

    def spend(self, error: ApiError) -> None:
        """Wait until it may be tried again; if there is no point or no time, raise the error."""
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
class Line:
    """The connection to a server, under one token."""

    http: httpx.Client
    token: str = field(repr=False)
    patience: float
    lost: Callable[[ApiError], None] | None = None

    def headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The headers of a request."""
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
        """What is there, as a message."""
        return _message(self.send("GET", path, params=params, headers=headers, longer=longer), cls)

    def post(
        self,
        path: str,
        message: AttrsInstance,
        cls: type[T],
        key: str | None,
        headers: Mapping[str, str] | None = None,
    ) -> T:
        """Have the server do something, once however often it is sent; its answer."""
        keyed = {
            "Content-Type": "application/json",
            "Idempotency-Key": fresh_key() if key is None else key,
            **(headers or {}),
        }
        return _message(self.send("POST", path, headers=keyed, content=_body(message)), cls)

    def delete(self, path: str, gone: str) -> None:
        """Remove what is there; that it is gone when this is sent again is what was wanted."""
        self.send("DELETE", path, done_before=gone)

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
        """The response to a request that may be sent twice. `done_before`: the refusal that then means success."""
        patience = Patience(self.patience, self.lost)
        lost = False
        timeout = silence(self.http.timeout, longer + (self.http.timeout.read or 0))
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
                patience.spend(unreachable(error))
                lost = True
                continue
            if response.is_success:
                return response
            refused = refusal(response)
            if lost and refused.code == done_before:
                return response
            lost = lost or refused.status != 429
            patience.spend(refused)


def silence(timeout: httpx.Timeout, seconds: float) -> httpx.Timeout:
    """The same bounds, with so many seconds of silence until an answer counts as lost."""
    return httpx.Timeout(connect=timeout.connect, read=seconds, write=timeout.write, pool=timeout.pool)


def unreachable(error: httpx.RequestError) -> ApiError:
    """What it means that a request got no answer."""
    url = error.request.url
    why = str(error) or type(error).__name__
    failed = ApiError(0, "unreachable", f"no answer from {url.scheme}://{url.netloc.decode()}: {why}")
    failed.__cause__ = error
    return failed


def fresh_key() -> str:
    """An idempotency key that nobody used before."""
    return str(uuid4())


def _body(message: AttrsInstance) -> bytes:
    """The message, without what it leaves to the server. It is made once: the same bytes are sent again."""
    given: dict[str, Json] = attrs.asdict(message, filter=lambda _, value: value is not None)
    return json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _message(response: httpx.Response, cls: type[T]) -> T:
    try:
        return message_in(response.content, cls)
    except Garbled as garbled:
        raise ApiError(0, "not_understood", str(garbled)) from None
