"""What one seat has heard of a match on a server: sentences, and what it remembers of hidden cards."""

from cardkit.codec import codec
from cardkit.engine_events import Committed, Undone
from cardkit.game import AnyGame, Language
from cardkit.seats import Seat
from cardkit_api.client import RemoteMatch
from cardkit_api.messages import SeenEvent
from cardkit_cli.remote.showing import seen

__all__ = ["Story"]


class Story:
    """All that was heard, in order; each event once, whichever way it came."""

    def __init__(
        self, remote: RemoteMatch, game: AnyGame, seat: Seat, language: Language, *, remember: bool
    ) -> None:
        self.remote = remote
        self.game = game
        self.language: Language = language
        self.sentences: list[str] = []
        self._memories: list[object] | None = [game.blank(seat)] if remember else None

    @property
    def place(self) -> int:
        """The last event that was heard."""
        return len(self.sentences)

    @property
    def memory(self) -> object:
        """What the seat remembers; `None` unless that is wanted."""
        return None if self._memories is None else self._memories[-1]

    def after(self, version: int) -> list[str]:
        """The sentences after that version."""
        return self.sentences[version:]

    def hear(self, event: SeenEvent) -> None:
        """Take it in, unless it is known."""
        if event.n != self.place + 1:
            return
        self.sentences.append(event.text)
        if self._memories is not None:
            self._memories.append(self._remembered(self._memories, event))

    def read_on(self, version: int) -> None:
        """Hear all up to that version."""
        if self.place < version:
            for event in seen(self.remote, self.place, self.language):
                self.hear(event)

    def comes(self, seconds: float) -> bool:
        """Whether something comes within that time; it is heard."""
        page = self.remote.page(self.place, wait=seconds, language=self.language)
        for event in page.events:
            self.hear(event)
        return bool(page.events)

    def _remembered(self, memories: list[object], event: SeenEvent) -> object:
        """What was taken back is seen, but it isn't in anybody's memory."""
        glimpse = codec(self.game).glimpse_in(event.glimpse)
        if isinstance(glimpse, Undone):
            return memories[glimpse.to]
        if isinstance(glimpse, Committed):
            return memories[-1]
        return self.game.remember(memories[-1], glimpse)
