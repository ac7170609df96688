"""What a refusal of an argument must say."""

from cardkit.rejections import Invalid, shown

__all__ = ["names_all"]


def names_all(refusal: Invalid, field: str, value: object, accepted: str) -> bool:
    """Return whether it names the field, the value and what would be accepted, as data and in its text."""
    found = "this value" if isinstance(value, type) else shown(value)
    text = f"{field}: {found} is invalid; expected {accepted}"
    data = (refusal.field, refusal.accepted, str(refusal))
    return refusal.value is value and data == (field, accepted, text)
