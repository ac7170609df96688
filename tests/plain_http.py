"""Requests to servers of this machine.

By itself, httpx loads all certificates for each of them, which takes longer than the request.
"""

from functools import partial
from typing import Final

import httpx

from tests.patience import PATIENCE

__all__ = ["client", "get", "post", "stream"]

client: Final = partial(httpx.Client, timeout=PATIENCE, verify=False)
get: Final = partial(httpx.get, timeout=PATIENCE, verify=False)
post: Final = partial(httpx.post, timeout=PATIENCE, verify=False)
stream: Final = partial(httpx.stream, timeout=PATIENCE, verify=False)
