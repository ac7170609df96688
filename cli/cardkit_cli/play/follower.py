"""A match on a server is followed in a thread of its own, so that people hear of it while they think."""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import RLock, Thread
from time import monotonic
from typing import Final

from cardkit.game import Json
from cardkit.language import Language
from cardkit.seats import Seat
from cardkit_api.client import MatchOver, RemoteMatch
from cardkit_api.messages import ClockLine, ClockStatus, OrderEnded, Players, Reaction, SeatTime, SeenEvent
from cardkit_cli.phrases import phrase
from cardkit_cli.server.clock import fact_sentence, time_text

__all__ = ["Follower"]

_BREATH: Final = 1.0
"""In seconds. A longer wait is made of these, because Ctrl-C can't end one on every system."""


class Follower:
    """Hears of events, the clock, the seat's orders and what players say, and keeps it until it is asked for."""

    def __init__(
        self, remote: RemoteMatch, seat: Seat, names: Sequence[str], after: int, language: Language
    ) -> None:
        self._remote = remote
        self._seat = seat
        self._names = names
        self._language: Language = language
        self._lock = RLock()
        self._woken: SimpleQueue[None] = SimpleQueue()
        """Has something whenever there may be news. A condition could lose Ctrl-C."""
        self._version = after
        """The version after the last event."""
        self._disturbed = False
        self._told: deque[str] = deque()
        self._clock: tuple[Sequence[SeatTime], float] | None = None
        """The latest times of the clock, and the moment at which they came."""
        self._clock_version: int | None = None
        """The version of the last line about the clock."""
        self._players: Players | None = None
        self._failure: Exception | None = None
        Thread(target=self._follow, args=(after,), daemon=True).start()

    def has_news(self, version: int) -> bool:
        """Return whether the match is beyond that version, or something else has happened."""
        with self._lock:
            told = self._disturbed or bool(self._told) or self._failure is not None
            return self._version > version or told

    def wait(self, version: int, seconds: float | None = None) -> bool:
        """Wait for news, at most that long, and return whether there is any."""
        until = None if seconds is None else monotonic() + seconds
        while not self.has_news(version):
            left = _BREATH if until is None else until - monotonic()
            if left <= 0:
                return False
            with suppress(Empty):
                self._woken.get(timeout=left)
        return True

    def take(self) -> str:
        """Return what has happened besides events, in sentences. Raise what ended the stream early."""
        with self._lock:
            if self._failure is not None:
                raise self._failure
            told, self._disturbed = " ".join(self._told), False
            self._told.clear()
            return told

    def look(self, clock: ClockStatus) -> None:
        """Take over what an answer says of the clock."""
        with self._lock:
            self._clock = clock.seats, monotonic()

    def disturb(self) -> None:
        """Have the match looked at again."""
        with self._lock:
            self._disturbed = True
            self._woken.put(None)

    def times(self) -> list[str]:
        """Return the time that each seat has left now; nothing in a match without a clock."""
        with self._lock:
            if self._clock is None:
                return []
            seats, at = self._clock
        passed = round((monotonic() - at) * 1000)
        return [time_text(one, passed) for one in seats]

    def _follow(self, after: int) -> None:
        try:
            for told in self._remote.follow(after):
                with self._lock:
                    self._hear(told)
                    self._woken.put(None)
        except Exception as error:  # the player's own requests tell what is wrong
            with self._lock:
                self._failure = error
                self._woken.put(None)

    def _hear(self, told: SeenEvent | ClockLine | Players | Reaction | OrderEnded | MatchOver) -> None:
        match told:
            case SeenEvent(n=n):
                self._version = n
            case ClockLine(seats=seats, facts=facts, version=version):
                self._clock = seats, monotonic()
                # without facts or a move, players ask for something or agree
                self._disturbed = self._disturbed or bool(facts) or version == self._clock_version
                self._clock_version = version
                self._told.extend(filter(None, map(self._sentence, facts)))
            case Players():
                self._disturbed = self._disturbed or self._players not in (None, told)
                self._players = told
            case Reaction(seat=seat, text=text):
                self._told.append(phrase("says", self._language, name=self._names[seat], text=text))
            case OrderEnded(text=text):
                self._told.append(text)
            case MatchOver():
                self._disturbed = True

    def _sentence(self, fact: dict[str, Json]) -> str:
        """Return what has happened to the clock. Return an empty text for what the table shows anyway."""
        own = fact.get("seat") == self._seat
        match fact["type"]:
            case "paused":
                return ""
            case "flagged" | "taken_over" if own:
                return ""
            case "returned" if own:
                return phrase("returned, you", self._language)
            case _:
                return fact_sentence(fact, self._names, self._language)
