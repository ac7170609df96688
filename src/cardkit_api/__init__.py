"""The HTTP API of cardkit. It translates requests, and leaves every judgement to the library.

    app = cardkit_api.create_app(cardkit_api.store("sqlite:matches.db"), key=...)

Names are loaded when they are first used, so that `cardkit_api.client` loads nothing of the server.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from cardkit.extras import needs_extra

if TYPE_CHECKING:
    from cardkit_api.app import create_app
    from cardkit_api.limits import Limits
    from cardkit_api.stores import store
    from cardkit_api.stores.contract import Store
    from cardkit_api.webhooks import Webhooks

__all__ = ["Limits", "Store", "Webhooks", "create_app", "store"]

_ROOMS: Final = {
    "Limits": "cardkit_api.limits",
    "Store": "cardkit_api.stores.contract",
    "Webhooks": "cardkit_api.webhooks",
    "create_app": "cardkit_api.app",
    "store": "cardkit_api.stores",
}


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        with needs_extra("api"):
            return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_ROOMS]
