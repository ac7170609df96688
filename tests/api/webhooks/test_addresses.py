"""Where webhooks may go: public addresses only, however they are written."""

import ipaddress
import socket
from typing import Final

import pytest

from cardkit_api.webhooks.addresses import (
    BadAddress,
    Place,
    Resolver,
    check_place,
    is_public,
    read_place,
)

CLOSED: Final = """
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254
    172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.9 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255
    198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1
    100::1 2001::1 2001:0:1:2:3:4:5:6 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 3fff::1
    4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 ff0e::1
""".split()
OPEN: Final = """
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 172.15.255.255
    172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.0 223.255.255.255
    2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::1111 2a00::1 3ffe::1
""".split()


@pytest.mark.parametrize("text", CLOSED)
def test_an_address_that_isnt_public_is_refused(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", OPEN)
def test_a_public_address_is_taken(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://a.example", Place(True, "a.example", 443, "/")),
        ("https://A.example:8443/x/y?z=1", Place(True, "a.example", 8443, "/x/y?z=1")),
        ("https://8.8.8.8/", Place(True, "8.8.8.8", 443, "/")),
        ("https://[2606:4700::1111]:443/", Place(True, "2606:4700::1111", 443, "/")),
        ("https://xn--bcher-kva.example./", Place(True, "xn--bcher-kva.example.", 443, "/")),
    ],
)
def test_a_url_is_read(url: str, place: Place) -> None:
    assert read_place(url) == place


def test_a_host_is_named_as_it_was_given() -> None:
    named = [
        read_place(f"https://{text}/").authority for text in ("a.example:443", "a.example:8443", "[::1]")
    ]
    assert named == ["a.example", "a.example:8443", "[::1]"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a.example",
        "http://a.example/",
        "ftp://a.example/",
        "file:///etc/passwd",
        "https:///path",
        "https://user@a.example/",
        "https://user:word@a.example/",
        "https://:@a.example/",
        "https://a.example/#part",
        "https://a.example:99999/",
        "https://a.example:x/",
        "https://a.example /",
        "https://a.example/\r\nHost: b",
        "https://a.example/\n",
        "https://bücher.example/",
        "https://a..example/",
        "https://a.example\\@b.example/",
        "https://[fe80::1%25eth0]/",
        "https://[::1/",
        "https://" + "a" * 64 + ".example/",
        "https://a.example/" + "x" * 1000,
    ],
)
def test_a_url_that_isnt_plain_https_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        read_place(url)


@pytest.mark.parametrize("text", ["8.8.8.8", "8.8.8.8 2606:4700::1111"])
def test_a_host_with_public_addresses_is_taken_at_two_ports(text: str) -> None:
    found = [ipaddress.ip_address(one) for one in text.split()]
    for port in (443, 8443):
        check_place(read_place(f"https://a.example:{port}/"), found, ())
    for port in (22, 80, 444):
        with pytest.raises(BadAddress, match="port 443 or 8443"):
            check_place(read_place(f"https://a.example:{port}/"), found, ())


@pytest.mark.parametrize("text", ["", "127.0.0.1", "8.8.8.8 127.0.0.1", "10.0.0.5 8.8.8.8", "8.8.8.8 ::1"])
def test_one_address_that_isnt_public_refuses_the_host(text: str) -> None:
    found = [ipaddress.ip_address(one) for one in text.split()]
    with pytest.raises(BadAddress):
        check_place(read_place("https://a.example/"), found, ())


def test_allowed_networks_take_any_port_and_nothing_else() -> None:
    allowed = (ipaddress.ip_network("10.0.0.0/24"), ipaddress.ip_network("fd00::/8"))
    place = read_place("https://a.example:9000/")
    check_place(place, [ipaddress.ip_address("10.0.0.7"), ipaddress.ip_address("fd00::1")], allowed)
    for text in ("10.0.1.7", "8.8.8.8", "10.0.0.7 10.0.1.7"):
        with pytest.raises(BadAddress):
            check_place(place, [ipaddress.ip_address(one) for one in text.split()], allowed)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "localhost"]
)
async def test_odd_ways_to_write_an_address_are_looked_up_before_they_are_judged(host: str) -> None:
    resolver = Resolver(1)
    try:
        found = await resolver(read_place(f"https://{host}/").host, 443)
    except socket.gaierror:
        return  # this system doesn't take it for an address
    finally:
        resolver.close()
    with pytest.raises(BadAddress):
        check_place(read_place(f"https://{host}/"), found, ())
