"""Tickets: small files for their owner alone, with the tokens that let somebody act in a match on a server.

A token on the command line would end up in the shell's history and in the list of processes. So a command takes the
name of a ticket; or the id of a match, and the token from the environment (`CARDKIT_TOKEN`).
"""

import json
import os
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from uuid import uuid4

from attrs import field, frozen

from cardkit.game import Json
from cardkit_cli.errors import ServerRefusal, UsageError, file_error
from cardkit_cli.server.settings import Settings

if TYPE_CHECKING:
    from cardkit.documents import Document

__all__ = [
    "Ticket",
    "begin_renewal",
    "create_ticket",
    "find_ticket",
    "invitation_in",
    "keep_ticket",
    "link_to",
    "parse_link",
    "refuse_ticket",
    "replace_invitation",
    "require_server",
    "require_ticket",
    "rewrite_ticket",
    "ticket_of",
]

_ID: Final = re.compile("[A-Za-z0-9_-]{8,64}")
_LINK: Final = re.compile(r"(https?://[^\s#]+)#/join/([A-Za-z0-9_-]{8,64})(?:/([!-~]+))?")
_LARGEST: Final = 64 * 1024
"""In bytes. No ticket is larger, and a log can be much larger."""


@frozen
class Ticket:
    """A match on a server, and the tokens for it. A token that isn't known is empty."""

    word: str
    """What the command line says: the name of the file, or the id of the match."""
    server: str
    match: str
    token: str = field(default="", repr=False)
    owner: str = field(default="", repr=False)
    watcher: str = field(default="", repr=False)
    invitations: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    seat: int | None = None
    """The seat of the token; `None` if the ticket doesn't say it."""

    def token_for(self, viewer: str | None) -> str:
        """Return the token to look with: the seat's if there is one, or a spectator's if that is wanted."""
        if viewer == "owner":
            raise UsageError("--as owner: a server never shows all cards; name a seat or spectator")
        if viewer == "spectator":
            return self.watcher or self.owner
        return self.token or self.watcher or self.owner


def find_ticket(word: str, settings: Settings) -> Ticket | None:
    """Return the ticket in the file of that name, or for that id on the named server; `None` for a log."""
    if word.startswith(("http://", "https://")):  # it isn't repeated: it may hold an invitation
        raise UsageError(
            "a link isn't a match; `cardkit join LINK` takes a seat, `--server URL` takes a match's id"
        )
    try:
        return _read(word)
    except FileNotFoundError:
        if not settings.server or not _ID.fullmatch(word):
            return None
        return Ticket(word, require_server(settings), word, os.environ.get("CARDKIT_TOKEN", ""))
    except OSError:
        return None  # reading it as a log says what is wrong


def require_ticket(word: str, settings: Settings) -> Ticket:
    """Return the ticket, or raise an error that says why there is none."""
    found = find_ticket(word, settings)
    if found is not None:
        return found
    if Path(word).exists():
        raise UsageError(f"{word}: not a ticket; `cardkit --server URL new` and `cardkit join` write one")
    if _ID.fullmatch(word):
        raise UsageError(
            f"{word}: no such ticket; for the id of a match, name the server: cardkit --server URL ..."
        )
    missing = file_error(FileNotFoundError(2, "No such file", word), word)
    if settings.server and "did you mean" not in str(missing):
        raise UsageError(f"{word}: neither a ticket nor an id; an id has 8 to 64 letters, digits, - or _")
    raise missing


def link_to(server: str, match: str, invitation: str = "") -> str:
    """Return one text to paste, which says where a match is and holds the invitation.

    It is the address of the server's page for joining, so it works in a browser, too. Browsers don't send what is after
    the `#`. So the invitation isn't in a server's access log.
    """
    return f"{server}/#/join/{match}{'/' if invitation else ''}{invitation}"


def parse_link(text: str) -> tuple[Ticket, str] | None:
    """Return where the link's match is, and its invitation, if any; `None` for a text of another kind."""
    if "://" not in text:
        return None
    found = _LINK.fullmatch(text)
    server = "" if found is None else found[1].rstrip("/")
    if found is None or not _is_url(server):  # the text isn't repeated: it may hold an invitation
        raise UsageError("invalid link; expected one such as http://127.0.0.1:8000/#/join/MATCH/INVITATION")
    return Ticket(found[2], server, found[2]), found[3] or ""


def invitation_in(text: str) -> str:
    """Return the invitation of a link; any other text is one itself."""
    link = parse_link(text)
    return text if link is None else link[1]


def refuse_ticket(path: str) -> None:
    """Raise `UsageError` if the file is a ticket, in a command that needs a log."""
    try:
        found = _read(path)
    except OSError:
        return
    if found is not None:
        raise UsageError(
            f"{path}: a ticket, not a log; once the match is over, `cardkit fetch {path} -o FILE` saves its log"
        )


def require_server(settings: Settings) -> str:
    """Return the URL of the server that is named."""
    if not settings.server:
        raise UsageError("no server is named; use cardkit --server URL ..., or set CARDKIT_SERVER")
    if not _is_url(settings.server):
        raise UsageError(f"--server {settings.server}: expected a URL, such as http://127.0.0.1:8000")
    return settings.server.rstrip("/")


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


@contextmanager
def create_ticket(path: str | None) -> Generator[Callable[["Document"], None], None, None]:
    """Create the ticket's file, if one is wanted, and write it in the block. It is removed if nothing is written.

    It exists before the server is asked, because the server gives each token only once.
    """
    if path is None:
        yield lambda document: None
        return
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise file_error(error, path, writing=True) from error
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


def rewrite_ticket(ticket: Ticket, changes: "Document") -> bool:
    """Change what the ticket's file says; `None` takes an entry out. Return `False` if the ticket isn't a file."""
    path = Path(ticket.word)
    if not path.is_file():
        return False
    document: dict[str, Json] = json.loads(path.read_bytes())
    changed: Document = {name: value for name, value in {**document, **changes}.items() if value is not None}
    _replace(path, changed)
    return True


def begin_renewal(ticket: Ticket) -> str:
    """Return the key with which a new token is asked for, after writing it into the ticket's file.

    The key of an attempt that was interrupted is used again: with it, the server gives the same token.
    """
    path = Path(ticket.word)
    if path.is_file():
        match json.loads(path.read_bytes()):
            case {"renewal": str(key)}:
                return key
            case _:
                pass
    key = str(uuid4())
    rewrite_ticket(ticket, {"renewal": key})
    return key


def replace_invitation(ticket: Ticket, seat: int, invitation: str, link: str) -> None:
    """Write the new invitation to a seat into the ticket's file, in place of the old one."""
    entries: list[Json] = [
        {"seat": number, "invitation": text, "link": link_to(ticket.server, ticket.match, text)}
        for number, text in ticket.invitations
        if number != seat
    ]
    entries.append({"seat": seat, "invitation": invitation, "link": link})
    rewrite_ticket(ticket, {"invitations": entries})


def keep_ticket(ticket: Ticket, document: "Document") -> str:
    """Write the document into the ticket's file, and keep what was there in another one. Return the name of that.

    Return an empty text if the ticket isn't a file.
    """
    path = Path(ticket.word)
    if not path.is_file():
        return ""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    kept = str(next(name for name in names if not name.exists()))
    with create_ticket(kept) as write:
        write(json.loads(path.read_bytes()))
    _replace(path, document)
    return kept


def _replace(path: Path, document: "Document") -> None:
    """Replace the file by one with this document, which only its owner can read. A crash leaves one of the two."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)  # of an attempt that was killed
        with create_ticket(str(fresh)) as write:
            write(document)
        fresh.replace(path)
    except OSError as error:
        raise file_error(error, str(path), writing=True) from error


def _read(path: str) -> Ticket | None:
    """Read a file. Return `None` if it isn't a ticket."""
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
    return ticket_of(path, document) if isinstance(server, str) and isinstance(match, str) else None


def ticket_of(path: str, document: "Document") -> Ticket:
    """Return the ticket with these entries, as the command line names it. Raise `ServerRefusal` if one is invalid."""
    invitations: list[tuple[int, str]] = []
    listed = document.get("invitations")
    for one in listed if isinstance(listed, list) else ():
        match one:
            case {"seat": int(seat), "invitation": str(text)}:
                invitations.append((seat, text))
            case _:
                raise ServerRefusal(
                    "bad_ticket",
                    f"{path}: the ticket's invitations are invalid: expected a list of seats and texts",
                )
    token, owner, watcher = (document.get(name) or "" for name in ("token", "owner", "watcher"))
    if not (isinstance(token, str) and isinstance(owner, str) and isinstance(watcher, str)):
        raise ServerRefusal("bad_ticket", f"{path}: the ticket's tokens are invalid: expected texts")
    known = document.get("seat")
    own = known if isinstance(known, int) else None
    server, match = str(document["server"]), str(document["match"])
    return Ticket(path, server, match, token, owner, watcher, tuple(invitations), own)
