"""Memories: what a viewer knows after one more glimpse."""

from typing import Any

from attrs import frozen

from cardkit.hidden.account import Account, less
from cardkit.hidden.cards import FRESH, GUESSED, UNSEEN, Unseen
from cardkit.hidden.game_cards import GameCards
from cardkit.hidden.memory import Batch, Memory

__all__ = ["Keeper"]


@frozen(eq=False)
class Keeper(GameCards):
    """Keeps what the viewers of one game know. Most events are simple; for the others it makes an `Account`."""

    def remember(self, memory: Memory[Any], glimpse: object) -> Memory[Any]:
        """Return what the viewer knows after one more glimpse."""
        kind = type(glimpse)
        if self.careful or kind not in self.balanced:
            return Account(self, memory, glimpse).settled()
        if memory.batches:
            return self.moved_singly(memory, glimpse) or Account(self, memory, glimpse).settled()
        was = memory.state
        now = self.evolve(was, glimpse)
        if self.events[kind].hides(glimpse):
            gone, come = list[Any](), list[Any]()
            self.state.moved(was, now, gone, come)
            if gone.count(UNSEEN) < len(gone) and not self.known_stay(was, glimpse):
                return Account(self, memory, glimpse).settled()
        return Memory(memory.you, now)

    def known_stay(self, was: Any, glimpse: object) -> bool:
        """Return whether all known cards move in the open, and `evolve` knows all other cards by place."""
        now = self.evolve(was, self.events[type(glimpse)].freshened(glimpse))
        gone, come = list[Any](), list[Any]()
        self.state.moved(was, now, gone, come)
        for card in come:
            if card is FRESH:
                return False
            if card is not UNSEEN and card in gone:
                gone.remove(card)
        return gone.count(UNSEEN) == len(gone)

    def moved_singly(self, memory: Memory[Any], glimpse: object) -> Memory[Any] | None:
        """Return the memory after an event that mixes no cards and shows at most one face; `None` after any other.

        Most events are of this kind. `Account` gives the same result, but takes three times as long.
        """
        was, access = memory.state, self.events[type(glimpse)]
        now = self.evolve(was, access.freshened(glimpse) if access.hides(glimpse) else glimpse)
        gone, come, shown = list[Any](), list[Any](), list[Any]()
        self.state.moved(was, now, gone, come)
        for card in come:
            if card in gone:
                gone.remove(card)
            elif type(card) is not Unseen:
                shown.append(card)
            else:  # it has a new note, or it is fresh
                earlier = {
                    one
                    for one in gone
                    if type(one) is Unseen and one.batch == card.batch and one.notes < card.notes
                }
                if len(earlier) != 1 or GUESSED in card.notes:
                    return None
                gone.remove(earlier.pop())
        if not gone and not shown:
            return Memory(memory.you, now, memory.batches)
        if len(gone) != 1 or len(shown) != 1 or type(gone[0]) is not Unseen:
            return None
        number, face = gone[0].batch, shown[0]
        batch = memory.batches[number]
        if (
            batch.unseen
            or len(batch.faces) == 1
            or face not in batch.faces
            or not self.allows(face, gone[0].notes)
        ):
            return None
        left = Batch(less(batch.faces, face))
        return Memory(memory.you, now, (*memory.batches[:number], left, *memory.batches[number + 1 :]))
