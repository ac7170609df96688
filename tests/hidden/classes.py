"""Classes of states and events, made of the types of their fields."""

from types import new_class
from typing import Generic

import attrs

from cardkit.hidden import H


def class_with(name: str = "State", /, **fields: object) -> type:
    """Return an attrs class with these fields, generic in what a hidden card is."""
    made = new_class(name, (Generic[H],), exec_body=lambda body: body.update(__annotations__=fields))
    return attrs.frozen(made)
