"""A folder of the operator's own files, such as a game's page, served beside the API."""

import asyncio
import logging
import mimetypes
import os
from pathlib import Path
from typing import BinaryIO, Final

from attrs import field, frozen
from litestar.types import Send

from cardkit.phrases import SAYS
from cardkit_api.problems import HttpRefusal

__all__ = ["StaticFolder"]

_log: Final = logging.getLogger("cardkit_api")

_PIECE: Final = 256 * 1024
_OURS: Final = ("/v1", "/page", "/schema", "/health", "/metrics")
_TYPES: Final = mimetypes.MimeTypes()
"""The types that Python knows. Those of the machine would make servers differ."""
for _ending, _type in (
    (".js", "text/javascript"),
    (".mjs", "text/javascript"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
    (".webp", "image/webp"),
    (".woff2", "font/woff2"),
):
    _TYPES.add_type(_type, _ending)  # some versions of Python have another one, or none


def _resolve(folder: Path) -> Path:
    return folder.resolve()


@frozen
class StaticFolder:
    """A folder whose files anybody may fetch. Files and folders that begin with a dot stay hidden."""

    root: Path = field(converter=_resolve)

    def __attrs_post_init__(self) -> None:
        if not self.root.is_dir():
            raise ValueError(f"{self.root} isn't a folder; name one with files to serve")

    def find(self, path: str) -> Path | None:
        """Return the file at that path of a URL, or `None`. What belongs to the API is never looked up."""
        if any(path == ours or path.startswith(f"{ours}/") for ours in _OURS):
            return None
        names = path.removeprefix("/").split("/")
        if names[-1] == "":
            names[-1] = "index.html"
        if any(not name or "\\" in name or not name.isprintable() or _is_hidden(name) for name in names):
            return None
        try:
            found = self.root.joinpath(*names).resolve(strict=True)
            inside = found.is_relative_to(self.root) and found.is_file()
        except (OSError, ValueError):
            return None
        return found if inside else None

    async def send(self, file: Path, known: bytes | None, send: Send) -> None:
        """Send the file in pieces, or 304 if the client has it by the entity tag in `known`.

        Refuse if it can't be opened. If it can't be read to its end, the answer stays incomplete.
        """
        try:
            opened, size, changed = await asyncio.to_thread(_open, file)
        except FileNotFoundError:
            raise HttpRefusal(404, "not_found", "there is no such file") from None
        except OSError as error:
            _log.error("%s can't be served: %s", file, (error.strerror or str(error)).lower())
            raise HttpRefusal(500, "internal_error", SAYS["internal_error"]) from None
        try:
            tag = f'"{changed:x}-{size:x}"'.encode()
            headers = [
                (b"etag", tag),
                (b"cache-control", b"no-cache"),
                (b"x-content-type-options", b"nosniff"),
            ]
            if known is not None and tag in (part.strip() for part in known.split(b",")):
                await send({"type": "http.response.start", "status": 304, "headers": headers})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            headers += [(b"content-type", _media_type(file)), (b"content-length", b"%d" % size)]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            left = size
            while left > 0 and (piece := await asyncio.to_thread(_read, opened, min(left, _PIECE))):
                left -= len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": left > 0})
            if left:
                _log.error("%s wasn't sent to its end: it became shorter, or can't be read", file)
            elif not size:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            opened.close()


def _is_hidden(name: str) -> bool:
    return name.startswith(".") and name != ".well-known"


def _open(file: Path) -> tuple[BinaryIO, int, int]:
    opened = file.open("rb")
    status = os.fstat(opened.fileno())
    return opened, status.st_size, status.st_mtime_ns


def _read(opened: BinaryIO, size: int) -> bytes:
    """Return the next bytes; none if they can't be read."""
    try:
        return opened.read(size)
    except OSError:
        return b""


def _media_type(file: Path) -> bytes:
    kind = _TYPES.guess_type(file.name)[0] or "application/octet-stream"
    return (f"{kind}; charset=utf-8" if kind.startswith("text/") else kind).encode()
