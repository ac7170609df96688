"""What the operator of a server decides about webhooks."""

import ipaddress
from collections.abc import Iterable

from attrs import Attribute, field, frozen

from cardkit_api.webhooks.addresses import BadAddress, Network, read_place
from cardkit_api.webhooks.signatures import check_secret

__all__ = ["Webhooks", "read_networks"]


def _check_url(_holder: object, _attribute: "Attribute[str]", url: str) -> None:
    try:
        if url:
            read_place(url, trusted=True)
    except BadAddress as error:
        raise ValueError(f"invalid URL; expected {error}") from None


@frozen(kw_only=True)
class Webhooks:
    """Which webhooks a server has. By default it has none."""

    players: bool = False
    """Whether players, and owners of matches, may name URLs. The server then sends requests to strangers' hosts."""
    url: str = field(default="", repr=False, validator=_check_url)
    """Where all events of all matches go, or nothing. This URL is trusted: its address isn't checked."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """The secrets that sign what goes there, such as `whsec_...`. All of them sign, so that one can replace another."""
    allowed: tuple[Network, ...] = ()
    """Networks that players' webhooks may go to though they aren't public."""

    def __attrs_post_init__(self) -> None:
        for secret in self.secrets:
            check_secret(secret)
        if self.url and not self.secrets:
            raise ValueError("a webhook for all matches needs a secret: whsec_ and 24 to 64 bytes in base64")

    @property
    def any(self) -> bool:
        """Whether there are any webhooks."""
        return self.players or self.url != ""


def read_networks(given: Iterable[str]) -> tuple[Network, ...]:
    """Read addresses and networks. Raise `ValueError`, naming the wrong one, if one is neither."""
    networks: list[Network] = []
    for text in given:
        try:
            networks.append(ipaddress.ip_network(text))
        except ValueError:
            raise ValueError(f"invalid network {text}; expected 10.0.0.5 or 10.0.0.0/24, say") from None
    return tuple(networks)
