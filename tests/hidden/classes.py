"""Classes of states and events, made of the types of their fields."""

from types import new_class
from typing import Annotated, Any, Generic

import attrs

from cardkit.hidden import H

ANNOTATED: Any = Annotated
GENERIC: Any = Generic
HIDDEN: Any = H
TUPLE: Any = tuple
"""What types are made of when a test runs; the type checkers don't look at those."""


def class_with(module: str, /, **fields: object) -> type:
    """Return an attrs class with these fields, generic in what a hidden card is. Types may be text, as in a module."""
    body = {"__annotations__": fields, "__module__": module}
    return attrs.frozen(new_class("State", (GENERIC[HIDDEN],), exec_body=lambda made: made.update(body)))
