"""Reading what a server says. One that is newer may say more than is asked for here."""

import json
from typing import TypeVar

from cardkit.converter import OPEN
from cardkit.game import Json

__all__ = ["Garbled", "message_in", "object_in", "read"]

T = TypeVar("T")


class Garbled(Exception):
    """This isn't what was asked for."""


def object_in(content: bytes) -> dict[str, Json] | None:
    """The JSON object that it is, if it is one."""
    try:
        document: Json = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def message_in(content: bytes, cls: type[T]) -> T:
    """The message that it is, or `Garbled`."""
    document = object_in(content)
    if document is None:
        raise Garbled("the answer is no JSON object")
    return read(document, cls)


def read(document: Json, cls: type[T]) -> T:
    """The document as a message, or `Garbled`."""
    try:
        return OPEN.structure(document, cls)
    except Exception as error:  # cattrs raises what its hooks raise, of any kind
        raise Garbled(f"the answer is no {cls.__name__}: {error}") from None
