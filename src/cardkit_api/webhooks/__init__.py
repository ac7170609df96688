"""Webhooks: requests by which the server tells others' servers of its matches.

`verify` is for those who receive them. It needs neither the server's packages nor the client's.
"""

from cardkit_api.webhooks.config import Webhooks
from cardkit_api.webhooks.signatures import BadSignature, verify

__all__ = ["BadSignature", "Webhooks", "verify"]
