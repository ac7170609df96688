"""Reading the server's answers. A newer server may add fields, which are ignored."""

import json
from typing import TypeVar

from cardkit.converter import OPEN
from cardkit.game import Json

__all__ = ["InvalidAnswer", "parse_message", "parse_object", "read_message"]

T = TypeVar("T")


class InvalidAnswer(Exception):
    """The answer isn't the expected message."""


def parse_object(content: bytes) -> dict[str, Json] | None:
    """Return the content as a JSON object, or `None` if it isn't one."""
    try:
        document: Json = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def parse_message(content: bytes, cls: type[T]) -> T:
    """Return the content as a message. Raise `InvalidAnswer` if it isn't one."""
    document = parse_object(content)
    if document is None:
        raise InvalidAnswer("the answer isn't a JSON object")
    return read_message(document, cls)


def read_message(document: Json, cls: type[T]) -> T:
    """Return the document as a message. Raise `InvalidAnswer` if it isn't one."""
    try:
        return OPEN.structure(document, cls)
    except Exception as error:  # cattrs raises what its hooks raise, of any kind
        raise InvalidAnswer(f"the answer isn't a {cls.__name__}: {error}") from None
