"""A match on a server, for commands."""

from collections.abc import Iterator, Sequence

from cardkit.documents import Document
from cardkit.language import Language
from cardkit.options import options_from
from cardkit.rejections import CardkitError, Rejected, WireError
from cardkit.seats import Seat
from cardkit_api.client import ApiError, Client, MatchOver, RemoteMatch
from cardkit_api.messages import ClockLine, LegalMoves, MatchStatus, Moved, OrderEnded, Players, Reaction
from cardkit_cli.errors import MoveRefused, UsageError
from cardkit_cli.games import find_game
from cardkit_cli.move_text import parse_move
from cardkit_cli.phrases import phrase
from cardkit_cli.server.clock import fact_sentence
from cardkit_cli.server.connection import error_of
from cardkit_cli.server.events import event_document, events_until_turn, past_events
from cardkit_cli.server.status import names_of, progress_of, status_of
from cardkit_cli.server.tickets import Ticket
from cardkit_cli.status import Status
from cardkit_cli.viewers import SPECTATOR, parse_seat, seat_number

__all__ = ["ServerMatch"]


class ServerMatch:
    """A match on a server, seen and played with the tokens of a ticket."""

    def __init__(self, client: Client, ticket: Ticket, language: Language) -> None:
        self.language: Language = language
        self._client = client
        self._ticket = ticket
        self._player = client.match(ticket.match, ticket.token)
        self._status: MatchStatus | None = None

    def status(self) -> Status:
        """Return how far the match was when it was last looked at."""
        return status_of(self._status or self._look(self._player))

    def show(self, viewer: str | None, at: int | None) -> tuple[Status, Document]:
        """Return what the viewer sees, as far as the ticket's tokens allow. The status is always that of now."""
        remote = self._seen_by(viewer)
        status = self._look(remote)
        seen = remote.view(status.version or None if at is None else at)
        _check_seat(viewer, seen.seat)
        return status_of(status), {
            "match": status.id,
            "game": status.game,
            "seats": len(status.seats),
            "names": [*names_of(status)],
            "options": status.options,
            "commitment": status.commitment,
            **(progress_of(status) if at is None else {"version": seen.version}),
            "seat": seen.seat,
            "view": seen.view,
        }

    def moves(self, seat: str | None) -> tuple[Seat | None, list[Document]]:
        """Return the ticket's seat and its legal moves; none while others are to move."""
        legal = self._player.moves()
        _check_seat(seat, legal.seat)
        return legal.seat, [{"number": one.number, "text": one.text, "move": one.move} for one in legal.moves]

    def events(self, viewer: str | None, since: int) -> list[Document]:
        """Return what the viewer saw of each event after that version."""
        remote = self._seen_by(viewer)
        if viewer is not None:
            _check_seat(viewer, remote.view().seat)
        return [event_document(event) for event in past_events(remote, since)]

    def play(self, moves: Sequence[str], seat: str | None, expect: int | None) -> Iterator[Document]:
        """Play these moves one after another, each when it is the seat's turn. A refusal leaves those before it."""
        remote, first = self._player, self._look(self._player)
        for place, text in enumerate(moves, 1):
            if place > 1:
                for _ in events_until_turn(remote):
                    pass
            legal = remote.moves()
            _check_seat(seat, legal.seat)
            moved = self._play(legal, text, place, expect, alone=len(moves) == 1)
            expect, listed = None, _listed(legal, text, first)
            yield {
                "seat": legal.seat,
                **listed,
                **progress_of(self._look(remote)),
                "glimpses": [*map(event_document, moved.events)],
            }

    def undo(self, seat: str | None, expect: int | None, *, agreed: bool) -> tuple[Document, Sequence[str]]:
        """Take a move back, ask the others to agree, or agree that another seat does."""
        if agreed:
            raise UsageError(
                "--agreed: on a server, each seat agrees for itself, with `cardkit undo --as SEAT`"
            )
        whose = parse_seat(seat)
        undone = self._player.undo(whose, expect)
        status = self._look(self._player)
        document: Document = {
            "seat": whose,
            "done": undone.done,
            "reason": undone.reason,
            "waiting_for": [*undone.waiting_for],
            **progress_of(status),
        }
        names = ", ".join(names_of(status)[waiting] for waiting in undone.waiting_for)
        sentence = phrase("undone" if undone.done else "asked", self.language, names=names)
        return document, [sentence]

    def watch(self, viewer: str | None, since: int | None, *, until_turn: bool) -> Iterator[Document]:
        """Yield what is seen, as it happens, until the match is over, or `until_turn` until the seat may move."""
        remote = self._player if until_turn else self._seen_by(viewer)
        if viewer not in (None, SPECTATOR):
            _check_seat(viewer, remote.moves().seat)
        names = names_of(self._look(remote))
        events = events_until_turn(remote, since) if until_turn else remote.follow(since or 0)
        for event in events:
            match event:
                case ClockLine(facts=facts):
                    for fact in facts:
                        if text := fact_sentence(fact, names, self.language):
                            yield {**fact, "text": text}
                case Reaction(seat=seat, reaction=reaction, text=text):
                    said = phrase("says", self.language, name=names[seat], text=text)
                    yield {"type": "reaction", "seat": seat, "reaction": reaction, "text": said}
                case OrderEnded(type=kind, code=code, version=version, text=text):
                    yield {"type": kind, "code": code, "version": version, "text": text}
                case Players():
                    pass
                case _:
                    if isinstance(event, MatchOver):
                        self._look(remote)
                    yield event_document(event)

    def log(self) -> tuple[str, str]:
        """Return the log of a match that is over, and its game's key."""
        remote = self._seen_by(None)
        return remote.log(), self._look(remote).game

    def start(self, bot: str | None) -> Document:
        """Start the match, with a bot on each free seat."""
        remote = self._client.match(self._ticket.match, self._ticket.owner or self._ticket.token)
        self._status = status = remote.start(bot)
        return {"match": status.id, "status": status.status, **progress_of(status)}

    def _look(self, remote: RemoteMatch) -> MatchStatus:
        self._status = remote.status()
        return self._status

    def _seen_by(self, viewer: str | None) -> RemoteMatch:
        return self._client.match(self._ticket.match, self._ticket.token_for(viewer))

    def _play(self, legal: LegalMoves, text: str, place: int, expect: int | None, *, alone: bool) -> Moved:
        """Play a move on the server. Raise `MoveRefused` if it is refused."""
        seen = expect if expect is not None else legal.version if legal.moves else None
        texts = [one.text for one in legal.moves]
        try:
            return self._player.play(parse_move(text), seen)
        except WireError as error:
            raise MoveRefused(error, place, text, texts, self.language, alone=alone) from error
        except ApiError as error:
            refused = error_of(error)
            if not 400 <= error.status < 500:
                raise refused from error
            raise MoveRefused(refused, place, text, texts, self.language, alone=alone) from error


def _check_seat(wanted: str | None, seat: int | None) -> None:
    """Refuse a seat that isn't the token's."""
    if wanted is None or wanted == SPECTATOR or seat_number(wanted, SPECTATOR) == seat:
        return
    whose = "a spectator's" if seat is None else f"that of seat {seat}"
    raise Rejected("not_allowed", f"--as {wanted}: the token is {whose}, and shows nobody else's cards")


def _listed(legal: LegalMoves, text: str, status: MatchStatus) -> Document:
    """Return the move as it was listed. A text may be spelled differently: the game knows, if it is installed."""
    wanted = spelled = parse_move(text)
    if isinstance(wanted, str):
        try:
            game = find_game(status.game)
            options = options_from(game.options, status.options, game.key)
            spelled = game.say(game.read(wanted, len(status.seats), options))
        except CardkitError:
            pass
    for one in legal.moves:
        if spelled in (one.number, one.text, one.move):
            return {"number": one.number, "text": one.text, "move": one.move}
    return {"number": None, "text": text, "move": None}
