"""Which players follow a match on a stream of this process. Nothing of it is stored."""

from collections import Counter
from collections.abc import Callable
from time import monotonic

from cardkit.seats import Seat
from cardkit_api.messages import Presence, SeatPresence

__all__ = ["Presences"]


class Presences:
    """The seats whose players follow a match, and when others were last seen. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._streams: Counter[Seat] = Counter()
        self._left: dict[Seat, float] = {}
        self.changes: int = 0
        """How often somebody has come or gone."""

    def enter(self, seat: Seat) -> None:
        """Count a stream of that seat."""
        self._streams[seat] += 1
        self.changes += self._streams[seat] == 1

    def leave(self, seat: Seat) -> None:
        """Stop counting a stream of that seat."""
        self._streams[seat] -= 1
        if not self._streams[seat]:
            self._left[seat] = self._clock()
            self.changes += 1

    def shown(self, seats: int) -> Presence:
        """Return who is here."""
        now = self._clock()
        return Presence(
            seats=[
                SeatPresence(
                    self._streams[seat] > 0,
                    int((now - self._left[seat]) * 1000)
                    if seat in self._left and not self._streams[seat]
                    else None,
                )
                for seat in range(seats)
            ]
        )
