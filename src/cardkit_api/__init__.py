"""The HTTP door of cardkit: it translates, and never judges.

app = cardkit_api.create_app(cardkit_api.store("sqlite:matches.db"), key=...)

What needs Litestar is loaded when it is first asked for, so that `cardkit_api.client` does without it.
"""

from typing import TYPE_CHECKING

from cardkit_api.limits import Limits
from cardkit_api.store import Store
from cardkit_api.stores import store

if TYPE_CHECKING:
    from cardkit_api.app import create_app

__all__ = ["Limits", "Store", "create_app", "store"]


def __getattr__(name: str) -> object:
    if name == "create_app":
        from cardkit_api.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
