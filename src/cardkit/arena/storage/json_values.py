"""Readers of JSON that a tally dumped. Each checks the type, and raises `Damaged` if it is wrong."""

from cardkit.game import Json
from cardkit.rejections import CardkitError, shown

__all__ = ["Damaged", "to_counts", "to_int", "to_list", "to_object", "to_text"]


class Damaged(CardkitError):
    """A saved run can't be read. It was changed, or comes from another version."""

    code = "damaged_run"


def to_int(document: Json) -> int:
    """Return the whole number."""
    if type(document) is not int:
        raise Damaged(f"expected a whole number, not {shown(document)}")
    return document


def to_text(document: Json) -> str:
    """Return the text."""
    if not isinstance(document, str):
        raise Damaged(f"expected a text, not {shown(document)}")
    return document


def to_object(document: Json) -> dict[str, Json]:
    """Return the document, which must be an object. Raise `Damaged` if it isn't."""
    if not isinstance(document, dict):
        raise Damaged(f"expected an object, not {shown(document)}")
    return document


def to_list(document: Json, length: int | None = None) -> list[Json]:
    """Return the list. Check its length if one is given."""
    if not isinstance(document, list) or length not in (None, len(document)):
        raise Damaged(f"expected a list{'' if length is None else f' of {length}'}, not {shown(document)}")
    return document


def to_counts(document: Json) -> dict[int, int]:
    """Return an object from numbers to numbers."""
    try:
        return {int(key): to_int(count) for key, count in to_object(document).items()}
    except ValueError as error:
        raise Damaged(f"expected a whole number as a key: {error}") from None
