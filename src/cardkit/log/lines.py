"""The lines of a log, read from a stream. Their length is bounded, and errors in JSON are named."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Final, NoReturn, Protocol

from cardkit.game import Json
from cardkit.log.format import LONGEST_LINE
from cardkit.rejections import Invalid, LogError

__all__ = ["ByteLines", "Lines", "as_stream"]


class ByteLines(Protocol):
    """A source to read a log from: a binary file, or an object with the same methods."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line with its line break, or only this many bytes of it; nothing at the end."""
        ...

    def read(self, size: int, /) -> bytes:
        """Return this many bytes, or fewer at the end."""
        ...


class Lines:
    """Reads a log from a stream, line by line. It keeps the lines of a move that isn't complete yet."""

    def __init__(self, stream: ByteLines) -> None:
        self.number: int = 0
        """The number of the line that was read last."""
        self.broken: bool = True
        """Whether that line had a line break at its end."""
        self.pending: list[bytes] = []
        self._stream = stream

    def next(self) -> bytes | None:
        """Return the next line without its line break, or `None` at the end."""
        line = self._stream.readline(LONGEST_LINE + 1)
        if not line:
            return None
        self.number += 1
        self.broken = line.endswith(b"\n")
        if len(line) > LONGEST_LINE:
            self.broken = True  # whatever follows it
            self.fail(f"longer than {LONGEST_LINE} bytes: this isn't a log")
        self.pending.append(line)
        if line.endswith(b"\r\n"):
            self.fail("ends in CR LF; the lines of a log end in LF alone")
        return line.rstrip(b"\n")

    def at_end(self) -> bool:
        """Return whether no byte follows. This may read one."""
        return not self._stream.read(1)

    def fail(self, message: str, path: str = "$") -> NoReturn:
        """Raise `LogError` about the line that was read last."""
        raise LogError(self.number, message if self.broken else f"cut off, or {message}", path)

    def fields(self, text: bytes) -> dict[str, Json]:
        """Return the fields of this JSON object."""
        try:
            fields: Json = _decode(text.decode())
        except UnicodeDecodeError as error:
            self.fail(f"invalid UTF-8 at byte {error.start}")
        except json.JSONDecodeError as error:
            bom = text.startswith(b"\xef\xbb\xbf")
            self.fail(
                "begins with a byte order mark" if bom else f"invalid JSON at character {error.pos + 1}"
            )
        except _NoNumber as error:
            self.fail(str(error))
        except ValueError:  # Python's bound on the digits of a number
            self.fail("a number in it has too many digits")
        except RecursionError:
            self.fail("nested too deeply")
        if not isinstance(fields, dict):
            self.fail("expected an object")
        return fields

    def check_written(self, write: Callable[[], str], text: bytes) -> None:
        """Refuse the text unless it is exactly what is written for it."""
        try:
            same = write().encode() == text
        except (ValueError, RecursionError):  # an infinity, half a character, too deep a nest
            same = False
        if not same:
            self.fail(
                "isn't written as a log is: no spaces, keys in order and each once, plain numbers and texts"
            )


class _NoNumber(ValueError):
    """`NaN` or an infinity, which Python's reader would take."""


def _refuse(constant: str) -> NoReturn:
    raise _NoNumber(f"{constant} isn't valid JSON")


_decode: Final = json.JSONDecoder(parse_constant=_refuse).decode


def as_stream(text: str | bytes) -> ByteLines:
    """Return the text as a stream to read a log from."""
    match text:
        case bytes():
            return BytesIO(text)
        case str():
            return _TextLines(text)
    raise Invalid("text", text, "the text of a log, or its bytes")


class _TextLines:
    """A text as lines of bytes, without a copy of all of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def readline(self, size: int = LONGEST_LINE, /) -> bytes:
        """Return the next line, or this many characters of it."""
        end = self.text.find("\n", self.place, self.place + size) + 1
        return self.read(end - self.place if end else size)

    def read(self, size: int, /) -> bytes:
        """Return this many characters as bytes. Invalid UTF-8 is found when they are decoded."""
        part = self.text[self.place : self.place + size]
        self.place += len(part)
        return part.encode(errors="surrogatepass")
