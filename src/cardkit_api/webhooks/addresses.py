"""Where webhooks may go: public addresses, and networks that the server's operator allows."""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from attrs import frozen

__all__ = [
    "Address",
    "BadAddress",
    "Network",
    "Place",
    "Resolve",
    "Resolver",
    "check_place",
    "is_public",
    "read_place",
]

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Returns the addresses of a host."""

LONGEST: Final = 1000
"""The most characters of a URL."""
_PORTS: Final = (443, 8443)
_NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?", re.IGNORECASE)
_TARGET: Final = re.compile(r"[!-~]*")

_GLOBAL_6: Final = ipaddress.ip_network("2000::/3")
_CLOSED: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20",
        ),
    )
)
"""What isn't public: IANA's special networks.

Those of IPv6 that aren't in 2000::/3 need no line. Among them are all that hold an IPv4 address, except for 6to4 and
Teredo, which have one.
"""


class BadAddress(ValueError):
    """A webhook can't go there."""


@frozen
class Place:
    """The parts of a URL."""

    secure: bool
    host: str
    port: int
    target: str
    """The path and the query."""

    @property
    def authority(self) -> str:
        """What the Host header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def read_place(url: str, *, trusted: bool = False) -> Place:
    """Return the parts of a URL. Raise `BadAddress` if webhooks can't go there.

    A `trusted` URL, which the server's operator gives, may have any port, and may begin with `http:`.
    """
    if len(url) > LONGEST or not _TARGET.fullmatch(url):
        raise BadAddress(f"a URL of at most {LONGEST} ASCII characters without spaces")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress("a valid URL") from None
    secure = parts.scheme == "https"
    if not secure and not (trusted and parts.scheme == "http"):
        raise BadAddress("a URL that begins with https://")
    if parts.username is not None or parts.password is not None or "\\" in url:
        raise BadAddress("a URL without a user or password")
    if parts.fragment or "#" in url:
        raise BadAddress("a URL without a fragment")
    if not _is_literal(host) and not _NAME.fullmatch(host):
        raise BadAddress("a URL with the name of a host")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(secure, host, port or (443 if secure else 80), target)


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def is_public(address: Address) -> bool:
    """Return whether the address is one of the public internet, and leads to no other one."""
    if isinstance(address, ipaddress.IPv6Address) and address not in _GLOBAL_6:
        return False
    return not _is_in(address, _CLOSED)


def check_place(place: Place, addresses: Iterable[Address], allowed: Sequence[Network]) -> None:
    """Raise `BadAddress` unless all addresses of the host are public, or all are in networks that are allowed."""
    found = [*addresses]
    if not found:
        raise BadAddress("a host that has an address")
    if all(_is_in(address, allowed) for address in found):
        return
    if not all(map(is_public, found)):
        raise BadAddress("a host with public addresses only")
    if place.port not in _PORTS:
        raise BadAddress(f"a URL with port {' or '.join(map(str, _PORTS))}")


def _is_in(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


class Resolver:
    """Looks names up, in threads of its own: a slow name server may hold them for long."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="cardkit names")

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        """Return the addresses of the host. Raise `OSError` if there are none."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _look_up, host, port)
        return [ipaddress.ip_address(str(given[4][0]).partition("%")[0]) for given in found]

    def close(self) -> None:
        """Leave the threads alone."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[tuple[object, object, int, str, tuple[object, ...]]]:
    return [*socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
