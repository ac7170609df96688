"""Documents that are the same for everybody: each is encoded once, and compressed once."""

import gzip
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from cardkit_api.requests import HttpRequest
from cardkit_api.responses import Reply, encode, fields_of
from cardkit_api.service.service import Service

__all__ = ["Prepared", "Shelf"]

T = TypeVar("T")

_MOST: Final = 200
"""The most documents of a service that are kept. There are fewer, unless it is mounted at many paths."""


class Prepared(Generic[T]):
    """A document, ready to be sent."""

    def __init__(self, content: T) -> None:
        self.body: bytes = content.encode() if isinstance(content, str) else encode(content)
        self.tag: str = f'"{sha256(self.body).hexdigest()[:32]}"'

    @cached_property
    def zipped(self) -> bytes:
        """The document, compressed."""
        return gzip.compress(self.body, 9, mtime=0)

    def answer(
        self,
        asked: HttpRequest,
        tag: str = "",
        headers: Mapping[str, str] | None = None,
        media_type: str = "application/json",
    ) -> Reply[T]:
        """Return the answer to a request."""
        fields, zipped = fields_of(tag, headers, media_type, asked)
        return Reply(self.zipped if zipped else self.body, 200, fields)


class Shelf(Generic[T]):
    """The prepared documents of each service, by their names."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Service, dict[tuple[str, ...], Prepared[T]]] = WeakKeyDictionary()

    def get(self, service: Service, name: tuple[str, ...], make: Callable[[], T]) -> Prepared[T]:
        """Return the document of that name. Make it if it isn't there."""
        kept = self._kept.setdefault(service, {})
        found = kept.get(name)
        if found is None:
            if len(kept) >= _MOST:
                kept.clear()
            found = kept[name] = Prepared(make())
        return found
