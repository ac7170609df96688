"""Which players follow a match on a stream, of this process or of another one. Nothing of it is stored."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic

from cardkit.seats import Seat
from cardkit_api.messages import Presence, SeatPresence

__all__ = ["Presences"]


class Presences:
    """The seats whose players follow a match, and when others were last seen. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._streams: Counter[Seat] = Counter()
        self._elsewhere: dict[str, frozenset[Seat]] = {}
        """The seats that follow it at other processes."""
        self._left: dict[Seat, float] = {}
        self.changes: int = 0
        """How often somebody has come or gone."""
        self.told: frozenset[Seat] | None = frozenset()
        """The seats of which other processes know that they are here. `None` if others have asked since."""
        self.asked: bool = False
        """Whether others were asked who follows the match there."""

    @property
    def here(self) -> frozenset[Seat]:
        """The seats that follow the match at this process."""
        return frozenset(seat for seat, streams in self._streams.items() if streams)

    def enter(self, seat: Seat) -> None:
        """Count a stream of that seat."""
        self.changes += not self._is_here(seat)
        self._streams[seat] += 1

    def leave(self, seat: Seat) -> None:
        """Stop counting a stream of that seat."""
        self._streams[seat] -= 1
        if not self._streams[seat]:
            self._left[seat] = self._clock()
            self.changes += not self._is_here(seat)

    def hear(self, process: str, ages: Sequence[int | None]) -> bool:
        """Take over who follows the match at another process. Return whether that changes who is here.

        For each seat, it is 0, the milliseconds since it left, or `None` if it wasn't there.
        """
        now, before = self._clock(), self._present()
        for seat, age in enumerate(ages):
            if age:
                self._left[seat] = max(self._left.get(seat, now - age / 1000), now - age / 1000)
        self._elsewhere[process] = frozenset(seat for seat, age in enumerate(ages) if age == 0)
        return self._note_changes(before)

    def forget(self, process: str) -> bool:
        """Count those who were at a process that has ended no more. Return whether that changes who is here."""
        now, before = self._clock(), self._present()
        for seat in self._elsewhere.pop(process, ()):
            self._left[seat] = now
        return self._note_changes(before)

    def _note_changes(self, before: frozenset[Seat]) -> bool:
        changed = self._present() != before
        self.changes += changed
        return changed

    def _is_here(self, seat: Seat) -> bool:
        return self._streams[seat] > 0 or any(seat in seats for seats in self._elsewhere.values())

    def _present(self) -> frozenset[Seat]:
        return self.here.union(*self._elsewhere.values())

    def ages(self, seats: int) -> list[int | None]:
        """Return for each seat what `hear` takes, for other processes."""
        return [0 if self._streams[seat] else self._away(seat) for seat in range(seats)]

    def _away(self, seat: Seat) -> int | None:
        left = self._left.get(seat)
        return None if left is None else max(1, int((self._clock() - left) * 1000))

    def shown(self, seats: int) -> Presence:
        """Return who is here."""
        present = self._present()
        return Presence(
            seats=[
                SeatPresence(seat in present, None if seat in present else self._away(seat))
                for seat in range(seats)
            ]
        )
