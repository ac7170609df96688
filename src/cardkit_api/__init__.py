"""The HTTP API of cardkit. It translates requests, and leaves every judgement to the library.

    app = cardkit_api.create_app(cardkit_api.store("sqlite:matches.db"), key=...)

Names are loaded when they are first used, so that `cardkit_api.client` loads nothing of the server.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardkit.lazy import lazy_names

if TYPE_CHECKING:
    from cardkit_api.app import create_app
    from cardkit_api.limits import Limits
    from cardkit_api.stores import store
    from cardkit_api.stores.contract import Store
    from cardkit_api.webhooks import Webhooks

__all__ = ["Limits", "Store", "Webhooks", "create_app", "store"]

__getattr__: Callable[[str], object] = lazy_names(
    __name__,
    {
        "app": "create_app",
        "limits": "Limits",
        "stores": "store",
        "stores.contract": "Store",
        "webhooks": "Webhooks",
    },
    extra="api",
)
