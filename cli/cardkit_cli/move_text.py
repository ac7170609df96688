"""A move as the command line names it: by its text (`b7`), its number (`#4`) or its JSON."""

import json

from cardkit.game import Json
from cardkit.rejections import WireError

__all__ = ["parse_move"]


def parse_move(text: str) -> Json:
    """Return the move's text, its number, or its JSON. Raise `WireError` for invalid JSON."""
    if text.startswith("#") and text[1:].isascii() and text[1:].isdigit():
        return int(text[1:1000])
    if not text.startswith("{"):
        return text
    try:
        document: Json = json.loads(text)
    except json.JSONDecodeError as error:
        raise WireError(f"invalid JSON at character {error.pos + 1}") from None
    except (ValueError, RecursionError):
        raise WireError("invalid JSON") from None
    if isinstance(document, dict) and "type" not in document and "move" in document:
        document = document["move"]  # as `cardkit moves` prints it
    return document
