"""`cardkit pipe`: one match of a game, led by a program over JSON Lines. The protocol is described in `docs/pipe.md`.

Each line on stdin is a request, and is answered by one line. The documents are those of `cardkit.documents`.
"""

import json
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from difflib import get_close_matches
from importlib.metadata import version
from typing import Final, NoReturn, TypeAlias

import cardkit
from cardkit.documents import (
    Document,
    error_document,
    game_document,
    glimpse_documents,
    match_document,
    move_document,
    move_documents,
    move_of,
    progress_document,
)
from cardkit.game import AnyGame, Json
from cardkit.language import Language
from cardkit.log import LONGEST_LINE, ByteLines, dumps, lines_since, loads
from cardkit.match import AnyMatch
from cardkit.rejections import BrokenGame, CardkitError, Rejected, WireError, shown
from cardkit_cli.errors import in_words
from cardkit_cli.exit_codes import Exit
from cardkit_cli.games import find_game
from cardkit_cli.output import jsonl, say
from cardkit_cli.parameters import GameKey
from cardkit_cli.pipe_request import Request

__all__ = ["PROTOCOL", "Conversation", "pipe"]

PROTOCOL: Final = 1
LONGEST_REQUEST: Final = 64 * LONGEST_LINE
"""In bytes. A request that holds a whole log can be long."""


def pipe(game: GameKey) -> int:
    """Speak JSON Lines with a program.

    It uses stdin and stdout, so that a program in any language can embed the engine. docs/pipe.md describes the
    protocol.

    Example: echo '{"do":"hello","protocol":1}' | cardkit pipe push
    """
    session = Conversation(find_game(game))
    for answer in session.answers(sys.stdin.buffer):
        say(jsonl(answer))
    return Exit.FINE


class Conversation:
    """A conversation about one match of a game at a time."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.match: AnyMatch | None = None
        self.over = False

    def answers(self, lines: ByteLines) -> Iterator[Document]:
        """Answer each request, until `bye` or the end of the lines."""
        while not self.over and (line := lines.readline(LONGEST_REQUEST + 1)):
            if len(line) > LONGEST_REQUEST:
                while not line.endswith(b"\n") and (line := lines.readline(LONGEST_LINE)):
                    pass
                yield _failed({}, WireError(f"the line is too long; the limit is {LONGEST_REQUEST} bytes"))
            elif line.strip():
                yield self.answer(line)

    def answer(self, line: bytes) -> Document:
        """Answer one request. Whatever is wrong with it, the conversation goes on."""
        head: Document = {}
        try:
            fields = _fields(line)
            head = {name: fields[name] for name in ("do", "id") if _is_plain(fields.get(name))}
            request = Request(fields)
            return head | self._do(request)
        except CardkitError as error:
            return _failed(head, error)
        except Exception as error:  # a plugged-in game may break in any way
            return _failed(
                head, BrokenGame(f"a bug in cardkit or in a plugged-in game: {type(error).__name__}")
            )

    def _do(self, request: Request) -> Document:
        name = request.text("do")
        answer = _REQUESTS.get(name)
        if answer is None:
            near = get_close_matches(name, _REQUESTS, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(_REQUESTS)}"
            raise WireError(f"unknown request {shown(name)}; {hint}", "$.do")
        return answer(self, request)

    # --- the requests

    def hello(self, request: Request) -> Document:
        """Answer which protocol this is, and what the game is."""
        wanted = request.whole("protocol", PROTOCOL)
        request.finish()
        if wanted != PROTOCOL:
            raise Rejected("unknown_protocol", f"unknown protocol {wanted}; supported: {PROTOCOL}")
        return {"protocol": PROTOCOL, "cardkit": version("cardkit"), "game": game_document(self.game)}

    def start(self, request: Request) -> Document:
        """Start a new match, or load the match of a log."""
        log = request.optional_text("log")
        if log is not None:
            request.finish()
            match = loads(log, self.game)
        else:
            seats = request.whole("seats")
            options, seed = request.mapping("options"), request.optional_text("seed")
            entropy = request.by_seat("entropy")
            request.finish()
            match = cardkit.start(self.game, seats, options, seed, entropy)
        self.match = match
        return match_document(match, None)

    def legal(self, request: Request) -> Document:
        """List the legal moves of a seat, or of the seat to move."""
        match, seat, explained = self._match, request.seat("seat"), _explained(request)
        request.finish()
        with explained:
            match.legal(seat)
        if seat is None:
            seat = next(iter(match.actors), None)
        moves = [] if seat is None else move_documents(match, seat)
        return {"version": match.version, "seat": seat, "moves": [*moves]}

    def play(self, request: Request) -> Document:
        """Play a move."""
        before, given = self._match, request.take("move")
        seat, expect, explained = request.seat("seat"), request.optional_whole("expect"), _explained(request)
        request.finish()
        with explained:
            move = move_of(before, given)
            match = before.play(move, seat, expect)
        self.match = match
        return {"seat": match.by, **move_document(before, move), **progress_document(match)}

    def view(self, request: Request) -> Document:
        """Show what the viewer may know now."""
        match, viewer = self._match, request.seat("as")
        request.finish()
        return match_document(match, viewer)

    def glimpses(self, request: Request) -> Document:
        """List what the viewer saw after a version."""
        match, viewer, since = self._match, request.seat("as"), request.whole("since", 0)
        language, names = request.language("lang"), request.texts("names")
        request.finish()
        seen = glimpse_documents(match, viewer, since, language, names)
        return {"version": match.version, "seat": viewer, "glimpses": [*seen]}

    def undo(self, request: Request) -> Document:
        """Take back the last move of a seat."""
        match, seat, agreed = self._match, request.whole("seat"), request.seats("agreed")
        expect, explained = request.optional_whole("expect"), _explained(request)
        request.finish()
        with explained:
            self.match = match.undo(seat, agreed, expect)
        return {"seat": seat, **progress_document(self.match)}

    def at(self, request: Request) -> Document:
        """Show what the viewer could know at an earlier version."""
        match, wanted, viewer = self._match, request.whole("version"), request.seat("as")
        request.finish()
        return match_document(match.at(wanted), viewer)

    def log(self, request: Request) -> Document:
        """Return the log: all of it, or the lines after a version."""
        match, since = self._match, request.whole("since", 0)
        request.finish()
        return {"version": match.version, "log": lines_since(match, since) if since else dumps(match)}

    def bye(self, request: Request) -> Document:
        """End the conversation."""
        request.finish()
        self.over = True
        return {}

    @property
    def _match(self) -> AnyMatch:
        if self.match is None:
            raise Rejected("no_match", "there is no match yet; send a start request")
        return self.match


_Answer: TypeAlias = Callable[[Conversation, Request], Document]
_REQUESTS: Final[dict[str, _Answer]] = {
    answer.__name__: answer
    for answer in (
        Conversation.hello,
        Conversation.start,
        Conversation.legal,
        Conversation.play,
        Conversation.view,
        Conversation.glimpses,
        Conversation.undo,
        Conversation.at,
        Conversation.log,
        Conversation.bye,
    )
}


def _explained(request: Request) -> AbstractContextManager[None]:
    """Put refusals of the block into the language that the request asks for, with its names."""
    return _explain(request.language("lang"), request.texts("names"))


@contextmanager
def _explain(language: Language, names: Sequence[str] | None) -> Generator[None, None, None]:
    try:
        yield
    except Rejected as refused:
        raise in_words(refused, language, names) from refused


def _failed(head: Document, error: CardkitError) -> Document:
    return {**head, "error": error_document(error)}


def _is_plain(value: Json) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _fields(line: bytes) -> dict[str, Json]:
    try:
        fields: Json = json.loads(line.decode(), parse_constant=_refuse, object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise WireError(f"invalid UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise WireError(f"invalid JSON at character {error.pos + 1}") from None
    except (ValueError, RecursionError):
        raise WireError("invalid JSON") from None
    if not isinstance(fields, dict):
        raise WireError("expected an object")
    return fields


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise WireError("a key is given twice in an object")
    return fields
