"""What one seat has seen of a match on a server: sentences, and what it remembers of hidden cards."""

from cardkit.codec import codec
from cardkit.engine_events import Committed, Undone
from cardkit.game import AnyGame
from cardkit.seats import Seat
from cardkit_api.client import RemoteMatch
from cardkit_api.messages import SeenEvent
from cardkit_cli.server.events import past_events

__all__ = ["History"]


class History:
    """All events that a seat has seen, in order, each once."""

    def __init__(self, remote: RemoteMatch, game: AnyGame, seat: Seat, *, remember: bool) -> None:
        self.remote = remote
        self.game = game
        self.sentences: list[str] = []
        self._memories: list[object] | None = [game.blank(seat)] if remember else None

    @property
    def version(self) -> int:
        """The version after the last event."""
        return len(self.sentences)

    @property
    def memory(self) -> object:
        """What the seat remembers; `None` unless that is wanted."""
        return None if self._memories is None else self._memories[-1]

    def add(self, event: SeenEvent) -> None:
        """Add an event, unless it is known already."""
        if event.n != self.version + 1:
            return
        self.sentences.append(event.text)
        if self._memories is not None:
            self._memories.append(self._remembered(self._memories, event))

    def read_until(self, version: int) -> None:
        """Add all events up to that version."""
        if self.version < version:
            for event in past_events(self.remote, self.version):
                self.add(event)

    def _remembered(self, memories: list[object], event: SeenEvent) -> object:
        """Return the memory after the event. A move that was taken back was seen, but is in nobody's memory."""
        glimpse = codec(self.game).glimpse_in(event.glimpse)
        if isinstance(glimpse, Undone):
            return memories[glimpse.to]
        if isinstance(glimpse, Committed):
            return memories[-1]
        return self.game.remember(memories[-1], glimpse)
