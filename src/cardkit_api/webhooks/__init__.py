"""Webhooks: requests by which the server tells others' servers of its matches.

`verify` is for those who receive them. It needs nothing but this package, so a receiver can have it without the server.
"""

from cardkit_api.webhooks.config import Webhooks
from cardkit_api.webhooks.signatures import BadSignature, verify

__all__ = ["BadSignature", "Webhooks", "verify"]
