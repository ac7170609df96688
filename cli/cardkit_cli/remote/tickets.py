"""Tickets: small files for their owner alone, with the tokens that let somebody act in a match on a server.

A token on the command line would stand in the shell's history and in the list of processes. So a command takes the
name of a ticket, or the id of a match and the token from the environment (`CARDKIT_TOKEN`).
"""

import json
import os
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from attrs import field, frozen

from cardkit.game import Json
from cardkit_cli.failures import Refused, Usage, file_trouble
from cardkit_cli.remote.extras import needed
from cardkit_cli.remote.settings import Settings

if TYPE_CHECKING:
    from cardkit.documents import Document

__all__ = ["Ticket", "check_log", "new_ticket", "server_of", "ticket_of", "wanted_ticket"]

_ID: Final = re.compile("[A-Za-z0-9_-]{8,64}")
_LARGEST: Final = 64 * 1024
"""Bytes. No ticket has more, and a log that has may be long."""


@frozen
class Ticket:
    """A match on a server, and what may be done there. What isn't known is empty."""

    called: str
    """As on the command line: the name of the file, or the id of the match."""
    server: str
    match: str
    token: str = field(default="", repr=False)
    owner: str = field(default="", repr=False)
    watcher: str = field(default="", repr=False)
    invitations: tuple[tuple[int, str], ...] = field(default=(), repr=False)

    def sight(self, viewer: str | None) -> str:
        """The token to look with: the seat's, if there is one; a spectator's, where that is wanted."""
        if viewer == "owner":
            raise Usage("--as owner: a server shows all cards to nobody")
        if viewer == "spectator":
            return self.watcher or self.owner
        return self.token or self.watcher or self.owner


def ticket_of(word: str, settings: Settings) -> Ticket | None:
    """The ticket in the file of that name, or for the match of that id if a server is named; `None` for a log."""
    try:
        found = _read(word)
    except FileNotFoundError:
        if not settings.server or not _ID.fullmatch(word):
            return None
        found = Ticket(word, server_of(settings), word, os.environ.get("CARDKIT_TOKEN", ""))
    except OSError:
        return None  # whoever reads it as a log says what is wrong
    if found is not None:
        needed("client", "httpx")
    return found


def wanted_ticket(word: str, settings: Settings) -> Ticket:
    """The same, where nothing else will do."""
    found = ticket_of(word, settings)
    if found is not None:
        return found
    if Path(word).exists():
        raise Usage(f"{word}: a ticket is needed here, as `cardkit --server URL new` and `join` write it")
    if _ID.fullmatch(word):
        raise Usage(f"{word}: to mean a match by its id, name the server: cardkit --server URL ...")
    raise file_trouble(FileNotFoundError(2, "No such file", word), word)


def check_log(path: str) -> None:
    """Refuse a ticket where a log is needed."""
    try:
        found = _read(path)
    except OSError:
        return
    if found is not None:
        raise Usage(
            f"{path}: a ticket is no log; once the match is over, `cardkit fetch {path} -o FILE` saves it"
        )


def server_of(settings: Settings) -> str:
    """The URL of the server that is named."""
    if not settings.server:
        raise Usage("which server? cardkit --server URL ..., or CARDKIT_SERVER in the environment")
    if not _is_url(settings.server):
        raise Usage(f"--server {settings.server}: expected a URL, such as http://127.0.0.1:8000")
    needed("client", "httpx")
    return settings.server.rstrip("/")


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


@contextmanager
def new_ticket(path: str | None) -> Generator[Callable[["Document"], None], None, None]:
    """A file to be written, or none. It is there before a server is asked, for what that says is said once."""
    if path is None:
        yield lambda document: None
        return
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise file_trouble(error, path, writing=True) from error
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:

        def write(document: "Document") -> None:
            stream.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
            stream.flush()
            os.fsync(descriptor)

        try:
            yield write
        finally:
            if not stream.tell():
                Path(path).unlink()


def _read(path: str) -> Ticket | None:
    """`None` for what is no ticket."""
    with Path(path).open("rb") as stream:
        content = stream.read(_LARGEST)
    if b'"server"' not in content:
        return None
    try:
        document: Json = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    server, match = document.get("server"), document.get("match")
    if not (isinstance(server, str) and isinstance(match, str)):
        return None
    return _ticket(path, server, match, document)


def _ticket(path: str, server: str, match: str, document: dict[str, Json]) -> Ticket:
    invitations: list[tuple[int, str]] = []
    listed = document.get("invitations")
    for one in listed if isinstance(listed, list) else ():
        match one:
            case {"seat": int(seat), "invitation": str(text)}:
                invitations.append((seat, text))
            case _:
                raise Refused("bad_ticket", f"{path}: a ticket whose invitations aren't understood")
    token, owner, watcher = (document.get(name) or "" for name in ("token", "owner", "watcher"))
    if not (isinstance(token, str) and isinstance(owner, str) and isinstance(watcher, str)):
        raise Refused("bad_ticket", f"{path}: a ticket whose tokens aren't texts")
    return Ticket(path, server, match, token, owner, watcher, tuple(invitations))
