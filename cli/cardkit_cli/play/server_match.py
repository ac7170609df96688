"""A match on a server, played by one person at this terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

import cardkit
from cardkit.codec import codec
from cardkit.language import Language, listed
from cardkit.seats import Outcome, Seat, Viewer
from cardkit_api.client import ApiError, RemoteMatch
from cardkit_api.messages import REACTIONS, ClockStatus, LegalMoves, MatchStatus
from cardkit_cli.errors import ServerRefusal
from cardkit_cli.games import find_game
from cardkit_cli.phrases import phrase
from cardkit_cli.play.follower import Follower
from cardkit_cli.play.history import History
from cardkit_cli.play.live_match import LiveMatch, MovedOn, News, Pause, Waiting
from cardkit_cli.server.clock import seat_note
from cardkit_cli.server.connection import error_of
from cardkit_cli.server.status import names_of, outcome_of
from cardkit_cli.server.terms import options_sentence, terms_sentences
from cardkit_cli.terminal.terminal import Terminal
from cardkit_cli.times import parse_time

__all__ = ["LiveServerMatch", "wait_for_start"]

_SOON: Final = 0.4
"""In seconds. The screen isn't drawn anew for players who move within this time, as bots do."""


def wait_for_start(
    remote: RemoteMatch, seat: Seat | None, language: Language, terminal: Terminal
) -> MatchStatus:
    """Return the status of the match once it has begun. Who plays at this terminal is ready for the start.

    If the terms change meanwhile, the player is shown them, and says whether they are still ready.
    """
    status = remote.status()
    if status.status == "open" and status.starts == "ready":
        status = remote.set_ready()
    said = ""
    for lobby in remote.lobby() if status.status == "open" else ():
        if lobby.status != "open":
            break
        if lobby.starts == "ready" and seat is not None and not lobby.seats[seat].ready:
            changed = remote.status()  # the line may be of a moment ago
            if changed.status != "open" or changed.seats[seat].ready:
                continue
            terminal.say(phrase("terms changed", language))
            for sentence in (options_sentence(changed, language), *terms_sentences(changed, language)):
                terminal.say(sentence)
            terminal.ask(phrase("ready", language))
            remote.set_ready()
            continue
        missing = [one.seat for one in lobby.seats if one.holder == "nobody"]
        if lobby.starts == "ready":
            missing = [one.seat for one in lobby.seats if not one.ready]
        names = ", ".join(names_of(lobby)[one] for one in missing)
        waiting = phrase("waiting" if names else "waiting for the owner", language, names=names)
        if waiting != said:
            terminal.say(waiting)
        said = waiting
    return remote.status() if status.status == "open" else status


class LiveServerMatch(LiveMatch):
    """A match on a server. Other players' moves arrive by the stream of events."""

    is_served = True

    def __init__(
        self, remote: RemoteMatch, status: MatchStatus, ticket: str, language: Language, *, remember: bool
    ) -> None:
        seat = remote.view().seat
        if seat is None:
            raise ServerRefusal(
                "not_allowed", "the token isn't a seat's, so it can't play; use `cardkit watch` with it"
            )
        self.game = find_game(status.game)
        self.names = names_of(status)
        self.people: tuple[Seat, ...] = (seat,)
        self.language: Language = language
        self._remote = remote
        self._status = status
        self._ticket = ticket
        self._history = History(remote, self.game, seat, remember=remember)
        self._legal: LegalMoves | None = None
        self._version = status.version
        self.follower: Follower = Follower(remote, seat, self.names, status.version, language)
        self._keep_time()

    @property
    def can_be_repeated(self) -> bool:
        """True if the player can agree to another match. Those who have resigned can't."""
        (seat,) = self.people
        return not self._status.seats[seat].resigned

    @property
    def version(self) -> int:
        """The version that is shown."""
        return self._version

    def is_over(self) -> bool:
        """Ask for the match's progress, read the events so far, and return whether it is over."""
        self._look()
        self._version = self._status.version
        return self._status.outcome is not None

    def next_person(self) -> Seat | None:
        """Return the seat that is played here, if it is to move, and neither out of time nor paused."""
        (seat,) = self.people
        if seat not in self._status.actors or self._status.seats[seat].resigned:
            return None
        clock = self._clock
        return None if clock is not None and (clock.paused or clock.seats[seat].bot) else seat

    def others_move(self) -> Iterator[News]:
        """Wait until something happens. Who moves within a moment isn't waited for visibly."""
        if self.follower.wait(self._history.version, _SOON):
            return
        names = ", ".join(self.names[actor] for actor in self._status.actors)
        clock = self._clock
        paused = clock is not None and clock.paused
        yield Waiting(phrase("paused, you" if paused else "waiting", self.language, names=names))
        self.follower.wait(self._history.version)

    def has_news(self) -> bool:
        """Return whether something has happened since the last look."""
        return self.follower.has_news(self._history.version)

    def news(self) -> str:
        """Return what has happened to the clock, and what players have said."""
        return self.follower.take()

    def times(self) -> Sequence[tuple[str, str]]:
        """Return for each seat its time and a note; nothing in a match without a clock."""
        clock = self._clock
        if clock is None:
            return ()
        entries: list[tuple[str, str]] = []
        for one, seat, time in zip(clock.seats, self._status.seats, self.follower.times(), strict=True):
            is_bot = seat.holder == "bot"
            entries.append(("" if is_bot else time, seat_note(one, self.language, is_bot=is_bot)))
        return entries

    def notice(self, seat: Seat) -> str:
        """Return what others ask the seat, or what keeps it from playing."""
        status, names, language = self._status, self.names, self.language
        if status.seats[seat].resigned:
            return phrase("resigned", language)
        clock, timing = self._clock, status.timing
        if clock is not None and clock.seats[seat].bot:
            return phrase("taken over, you", language, bot=clock.seats[seat].bot)
        if clock is not None and clock.seats[seat].out_of_time:
            return phrase("flagged, you", language)
        asked = status.takeback
        if asked is not None and seat not in asked.agreed:
            return phrase("asks", language, name=names[asked.by])
        if timing is None or clock is None:
            return ""
        if timing.pause and seat not in timing.pause:
            return phrase(
                "asks for a pause", language, names=listed([names[one] for one in timing.pause], language)
            )
        late = [one for one, time in enumerate(clock.seats) if time.out_of_time and not time.bot]
        if late and seat not in (*late, *timing.replace):
            return phrase("late, other", language, name=names[late[0]], seat=late[0])
        return ""

    def act(self, seat: Seat, command: str, more: str) -> str:
        """Do something with the clock or the seat, or say something. Return a sentence about it."""
        try:
            return self._act(seat, command, more.split())
        except ApiError as error:
            raise self._refusal(error) from error

    def _act(self, seat: Seat, command: str, words: Sequence[str]) -> str:
        remote, language = self._remote, self.language
        match command, words:
            case "return", _:
                remote.come_back(seat)
            case "resume", _:
                remote.resume()
            case "resign", _:
                remote.resign()
            case "pause", _:
                timing = remote.pause().timing
                if timing is not None and timing.pause:
                    return phrase("pause wanted", language)
            case "give", [*name, time] if name and (given := parse_time(time)):
                remote.give_time(self._seat_named(" ".join(name), seat), given)
            case "give", _:
                return phrase("give how", language, seat=self._another(seat))
            case "replace", []:
                return phrase("replace how", language, seat=self._another(seat))
            case "replace", name:
                timing = remote.replace(self._seat_named(" ".join(name), seat)).timing
                if timing is not None and timing.replace:
                    return phrase("replace wanted", language)
            case "say", [word] if word in REACTIONS:
                remote.react(REACTIONS[word])
            case _:
                return phrase("say what", language, words=", ".join(REACTIONS))
        return ""

    def _another(self, seat: Seat) -> Seat:
        """Return the next seat, for an example."""
        return (seat + 1) % len(self.names)

    def _seat_named(self, text: str, own: Seat) -> Seat:
        """Return the seat that is named by its number, or by its player's name or the beginning of it."""
        fitting = [
            seat for seat, name in enumerate(self.names) if name.casefold().startswith(text.casefold())
        ]
        if len(fitting) == 1:
            return fitting[0]
        if text.isascii() and text.isdigit() and int(text[:4]) < len(self.names):
            return int(text[:4])
        raise ServerRefusal("no_such_seat", phrase("no seat", self.language, seat=text))

    def legal(self, seat: Seat) -> Sequence[object] | None:
        """Return the legal moves; `None` if the match has moved on since the last look."""
        self._legal = legal = self._remote.moves()
        if legal.version != self._history.version or not legal.moves:
            return None
        self._version = legal.version
        return [codec(self.game).move_in(dict(move.move)) for move in legal.moves]

    def numbers(self, seat: Seat) -> Sequence[int]:
        """Return the number of each legal move among all moves of the match."""
        return [] if self._legal is None else [move.number for move in self._legal.moves]

    def view(self, viewer: Viewer, version: int | None = None) -> object:
        """Return what the seat sees at the version that is shown, or at an earlier one."""
        seen = self._remote.view(self._version if version is None else version)
        return codec(self.game).view_in(seen.view)

    def memory(self, viewer: Viewer) -> object:
        """Return what the seat remembers, if that is wanted."""
        return self._history.memory

    def sentences(self, viewer: Viewer, since: int) -> Sequence[str]:
        """Return what the seat saw after that version, without the seed's commitment."""
        return self._history.sentences[max(since, 1) :]

    def play(self, seat: Seat, place: int) -> None:
        """Play the legal move at this place of the list."""
        assert self._legal is not None, "a move is chosen from a list"
        try:
            moved = self._remote.play(self._legal.moves[place].number, self._legal.version)
        except ApiError as error:
            raise self._refusal(error) from error
        for event in moved.events:
            self._history.add(event)
        self._version = moved.version
        if moved.clock is not None:
            self.follower.look(moved.clock)

    def pause(self, seat: Seat, *, wanted: bool) -> Pause | None:
        """Return the question to ask if another player has moved, or if it is another player's turn."""
        if not wanted:
            return None
        self._look()
        return None if self._status.version == self._version and self.next_person() == seat else "go on"

    def undo(self, seat: Seat) -> Sequence[str]:
        """Take back the seat's last move, or ask for it, or agree if another player has asked."""
        asked = self._status.takeback
        try:
            undone = self._remote.undo(None if asked is None else asked.by)
        except ApiError as error:
            raise self._refusal(error) from error
        if undone.done:
            self._version = undone.version
        return [self.names[waiting] for waiting in undone.waiting_for]

    def hint(self, seat: Seat) -> str:
        """Return that there are no hints against others."""
        return phrase("no hints", self.language, game=self.game.key)

    def result(self) -> tuple[Outcome | None, str]:
        """Return how the match ended, and its seed."""
        return outcome_of(self._status.outcome), cardkit.loads(self._remote.log(), self.game).revealed

    def others_wish(self) -> str:
        """Return a sentence about who else would like another match, or an empty text if nobody has said so."""
        wish = self._remote.rematch()
        names = listed([self.names[seat] for seat in wish.agreed if seat not in self.people], self.language)
        return phrase("wants another", self.language, names=names) if names else ""

    def goodbye(self, *, over: bool) -> str:
        """Return how the match can be played on or saved."""
        return phrase("bye server over" if over else "bye server", self.language, file=self._ticket)

    def _look(self) -> None:
        """Ask for the match's progress, and read the events so far. Repeat that if the match has moved on."""
        while True:
            self._status = self._remote.status()
            self._history.read_until(self._status.version)
            if self._history.version <= self._status.version:
                self._keep_time()
                return

    @property
    def _clock(self) -> ClockStatus | None:
        """The clock at the last look."""
        timing = self._status.timing
        return None if timing is None else timing.clock

    def _keep_time(self) -> None:
        if self._clock is not None:
            self.follower.look(self._clock)

    def _refusal(self, error: ApiError) -> Exception:
        refusal = error_of(error)
        if error.code == "stale_version":
            return MovedOn(refusal, phrase("behind", self.language))
        if error.code in ("out_of_time", "paused"):
            key = "late, you" if error.code == "out_of_time" else "paused, you"
            return ServerRefusal(error.code, phrase(key, self.language))
        return refusal
