"""Reading back what a tally dumped: each part is what it must be, or `Damaged` says that it isn't."""

from cardkit.game import Json
from cardkit.rejections import CardkitError, shown

__all__ = ["Damaged", "counts", "items", "parts", "text", "whole"]


class Damaged(CardkitError):
    """A saved run that can't be read: it was changed, or is of another version."""

    code = "damaged_run"


def whole(document: Json) -> int:
    """The whole number."""
    if type(document) is not int:
        raise Damaged(f"expected a whole number, not {shown(document)}")
    return document


def text(document: Json) -> str:
    """The text."""
    if not isinstance(document, str):
        raise Damaged(f"expected a text, not {shown(document)}")
    return document


def parts(document: Json) -> dict[str, Json]:
    """The object."""
    if not isinstance(document, dict):
        raise Damaged(f"expected an object, not {shown(document)}")
    return document


def items(document: Json, length: int | None = None) -> list[Json]:
    """The list, of that length where one is named."""
    if not isinstance(document, list) or length not in (None, len(document)):
        raise Damaged(f"expected a list{'' if length is None else f' of {length}'}, not {shown(document)}")
    return document


def counts(document: Json) -> dict[int, int]:
    """Numbers by number."""
    try:
        return {int(key): whole(count) for key, count in parts(document).items()}
    except ValueError as error:
        raise Damaged(f"expected a whole number as a key: {error}") from None
