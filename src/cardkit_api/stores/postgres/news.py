"""Notifications: what processes that share a database tell each other of their writes.

The first line of a notification names its sender. A line `match version` follows for each write. If the sender tells of
moves, these lines are `match version tag`, and the last one is a space and the veiled moves. Everybody who can connect
to the database can listen and notify. So nothing is taken from a notification but what the veil proves to be genuine.

A statement may write only some of its moves. The others are veiled with them, but their tags stay secret: the line with
the tag is what says that a move was written. A text that belongs to no write is sent in the same way, with `ASIDE`.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from attrs import field, frozen

from cardkit_api.stores.contract import ASIDE, EVERYBODY, Change, Peers, Wake

__all__ = ["Shares", "asides", "receive", "share_out", "tells_of_matches"]

_MOVES: Final = 16
"""The most moves that are told in a notification. One with facts of a clock counts twice."""
_VEILED: Final = 5120
"""The most bytes that are veiled in a notification. Veiled, they take about 6,900."""
_TOLD_HEADS: Final = 1000
"""The most bytes of the lines before them. PostgreSQL takes less than 8,000 bytes in all."""
_HEADS: Final = 7000
"""The most bytes of these lines if nothing is told."""
_HEAD: Final = 38
"""The most bytes of such a line besides the name of the match."""
_SHARE: Final = 320
"""Bytes for each move that is veiled. The size of the veil doesn't tell how long the name of a hidden card is."""
_LEAST: Final = 512
"""The fewest bytes that are veiled."""
_STEP: Final = 1024
"""If that isn't enough, the number of bytes is a multiple of this."""

_TAG: Final = 16


@frozen
class Shares:
    """Which notification tells what of the changes of one statement."""

    notifications: list[int]
    """The number of each change's notification, from 1."""
    tags: list[str]
    """The tag of each change; empty if its lines aren't told."""
    ends: list[str] = field(factory=lambda: list[str]())
    """The last line of each notification, or nothing."""


def share_out(changes: Sequence[Change], peers: Peers | None) -> Shares:
    """Share the changes out to notifications. Without peers, nothing is told but versions."""
    shares = Shares([0] * len(changes), [""] * len(changes))
    drawn = os.urandom(_TAG // 2 * len(changes)).hex()
    silent: list[int] = []
    told: list[str] = []
    size = heads = parts = 0
    for place, change in enumerate(changes):
        tag = drawn[_TAG * place : _TAG * (place + 1)]
        text = change.told
        entry = f"{tag} {change.after} {len(text)} {change.match}\n{text}"
        long, head = _bytes(entry), _bytes(change.match) + _HEAD
        if peers is None or long > _VEILED or head > _TOLD_HEADS:
            silent.append(place)
            continue
        more = 1 if change.clock is None else 2
        if told and (parts + more > _MOVES or size + long > _VEILED or heads + head > _TOLD_HEADS):
            shares.ends.append(_veil(told, size, parts, peers))
            told, size, heads, parts = [], 0, 0, 0
        told.append(entry)
        size, heads, parts = size + long, heads + head, parts + more
        shares.notifications[place] = len(shares.ends) + 1
        shares.tags[place] = tag
    if told and peers is not None:
        shares.ends.append(_veil(told, size, parts, peers))
    heads = _HEADS
    for place in silent:
        head = _bytes(changes[place].match) + _HEAD
        if heads + head > _HEADS:
            shares.ends.append("")
            heads = 0
        heads += head
        shares.notifications[place] = len(shares.ends)
    return shares


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _veil(told: list[str], size: int, parts: int, peers: Peers) -> str:
    room = max(_LEAST, _SHARE * parts)
    if size > room:
        room = -(-size // _STEP) * _STEP
    return f"\n {peers.veil(''.join(told), room)}"


def asides(told: Sequence[tuple[str, str]], peers: Peers) -> Iterator[str]:
    """Yield the lines of notifications with short texts that belong to no write."""
    heads: list[str] = []
    entries: list[str] = []
    size = above = 0
    for match, text in told:
        tag = os.urandom(_TAG // 2).hex()
        entry = f"{tag} 0 {len(text)} {match}\n{text}"
        long, head = _bytes(entry), f"\n{match} {ASIDE} {tag}"
        full = len(entries) == _MOVES or size + long > _VEILED or above + _bytes(head) > _TOLD_HEADS
        if entries and full:
            yield "".join(heads) + _veil(entries, size, len(entries), peers)
            heads, entries, size, above = [], [], 0, 0
        heads.append(head)
        entries.append(entry)
        size, above = size + long, above + _bytes(head)
    if entries:
        yield "".join(heads) + _veil(entries, size, len(entries), peers)


def tells_of_matches(lines: list[str]) -> bool:
    """Return whether a notification tells of more than its process itself."""
    return not lines or not lines[0].startswith(f"{EVERYBODY} ")


def receive(lines: list[str], wake: Wake, peers: Peers | None) -> None:
    """Pass on what another process notified of, in the lines after its name. Ignore what isn't of this library."""
    if lines and lines[-1][:1] == " ":
        _hear(lines, wake, peers)
        return
    for line in lines:
        match, _, version = line.rpartition(" ")
        with suppress(ValueError):
            wake(match, int(version))


def _hear(lines: list[str], wake: Wake, peers: Peers | None) -> None:
    """Pass on the moves that were told. Wake for those of which nothing genuine was told."""
    *heads, veiled = lines
    written = [*_written(heads)]
    told: dict[str, tuple[str, int, str]] = {}
    if peers is not None and any(peers.holds(match) for match, _, _ in written):
        with suppress(ValueError):  # another key, or another version of this library
            told = dict(_entries(peers.unveil(veiled[1:])))
    for match, version, tag in written:
        known, after, moves = told.get(tag, ("", 0, ""))
        if peers is not None and known == match:
            peers.hear(match, after, version, moves)
        elif version != ASIDE:  # of what isn't written, nothing can be read
            wake(match, version)


def _written(heads: list[str]) -> Iterator[tuple[str, int, str]]:
    """Yield each match that was written to, its version, and the tag of the move."""
    for head in heads:
        with suppress(ValueError):
            match, version, tag = head.rsplit(" ", 2)
            yield match, int(version), tag


def _entries(text: str) -> Iterator[tuple[str, tuple[str, int, str]]]:
    """Yield the tag of each move that is told, and its match, the version before it and its lines."""
    at = 0
    while at < len(text):
        end = text.index("\n", at) + 1
        tag, after, length, match = text[at : end - 1].split(" ", 3)
        at = end + int(length)
        yield tag, (match, int(after), text[end:at])
