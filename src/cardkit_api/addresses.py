"""Addresses of clients: who counts as one client, and which proxies are trusted to name the client."""

import ipaddress
import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen
from litestar.types import ASGIApp, Receive, Scope, Send

__all__ = ["ForwardedFor", "TrustedProxies", "client_address"]

_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_log: Final = logging.getLogger("cardkit_api")

_HEADER: Final = b"x-forwarded-for"
_WARNED: Final = 10
"""The most peers that are warned about."""


@lru_cache(4096)
def client_address(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or the network of 64 bits that an IPv6 address is in."""
    address = _parse(host)
    if not isinstance(address, ipaddress.IPv6Address):
        return host
    return str(ipaddress.ip_network((address, 64), strict=False))


def _parse(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@frozen
class TrustedProxies:
    """The addresses of proxies that say truly for whom they ask."""

    networks: tuple[_Network, ...] = ()

    @classmethod
    def parse(cls, given: Iterable[str]) -> "TrustedProxies":
        """Read addresses and networks. Raise `ValueError`, naming the wrong one, if one is neither."""
        networks: list[_Network] = []
        for text in given:
            try:
                networks.append(ipaddress.ip_network(text))
            except ValueError:
                raise ValueError(
                    f"invalid proxy {text}; a proxy is an address such as 10.0.0.5, or a network such as 10.0.0.0/24"
                ) from None
        return cls(tuple(networks))

    def __contains__(self, host: str) -> bool:
        if not self.networks:
            return False
        address = _parse(host)
        return address is not None and any(address in network for network in self.networks)

    def client(self, peer: str, forwarded: str) -> str:
        """Return the client of a request that came from a trusted peer: the last address that isn't a proxy's."""
        client = peer
        for entry in reversed(forwarded.split(",")):
            host = _host(entry.strip())
            if host is None:
                return client
            client = host
            if host not in self:
                return client
        return client


def _host(entry: str) -> str | None:
    """Return the address in an entry of X-Forwarded-For, which may have a port."""
    bare = entry.removeprefix("[").partition("]")[0] if entry.startswith("[") else entry
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    address = _parse(bare)
    return None if address is None else str(address)


class ForwardedFor:
    """An application behind proxies: it sees the clients for whom trusted proxies ask, and believes nobody else."""

    def __init__(self, app: ASGIApp, trusted: TrustedProxies) -> None:
        self.app = app
        self.trusted = trusted
        self.warned: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks."""
        forwarded = [value for name, value in scope["headers"] if name == _HEADER]
        if forwarded and (client := scope["client"]):
            peer = client[0]
            if peer in self.trusted:
                whole = b",".join(forwarded).decode("latin-1")
                scope["client"] = self.trusted.client(peer, whole), 0
            elif peer not in self.warned and len(self.warned) < _WARNED:
                self.warned.add(peer)
                _log.warning(
                    "%s sends X-Forwarded-For, and isn't a trusted proxy, so that all its clients count as one;"
                    " if it is your proxy, start with --trusted-proxies %s",
                    peer,
                    peer,
                )
        await self.app(scope, receive, send)
