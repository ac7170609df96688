"""What every viewer knows of a game's cards."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from cardkit.hidden.access import Access
from cardkit.hidden.cards import GUESSED, Unseen
from cardkit.hidden.memory import Batch, Memory
from cardkit.quick import quick
from cardkit.rejections import BrokenGame, shown
from cardkit.seats import Viewer

__all__ = ["GameCards", "Hidden"]


@quick
@frozen(weakref_slot=False)
class Hidden:
    """What is unseen in a memory."""

    memory: Memory[Any]
    places: Mapping[Unseen, int]
    """The number of each unseen card."""
    batches: tuple[Batch, ...]
    deck: Sequence[Hashable]
    """All cards in play."""


@frozen(eq=False)
class GameCards:
    """A game's cards as every viewer knows them: where they lie, which cards exist, and what notes mean."""

    key: str
    evolve: Callable[[Any, Any], Any]
    deck: Callable[[Any], Sequence[Hashable]]
    fits: Callable[[Any, Any], bool] | None
    state: Access
    events: Mapping[type, Access]
    order: Callable[[Any], int] | None
    careful: bool
    """Whether the game has both notes and zones without an order. Then each card that moves is accounted for."""
    allowed: dict[tuple[Any, frozenset[Any]], bool] = attrs.field(
        factory=dict[tuple[Any, frozenset[Any]], bool], init=False
    )
    """Which faces fit which notes, as far as that was looked up."""
    balanced: set[type] = attrs.field(factory=set[type], init=False)
    """The events whose cards were found complete. Each kind is checked when it is first remembered."""

    latest: dict[Viewer, Hidden] = attrs.field(factory=dict[Viewer, Hidden], init=False)
    """What is unseen in the memory that a state was last imagined from, by viewer."""

    def faces_not_in(self, state: Any, cards: Iterable[Any]) -> tuple[Hashable, ...]:
        """Return the faces of the deck that aren't among these cards, in the order of the deck."""
        known, deck, faces = Counter(cards), self.deck(state), list[Hashable]()
        for face in deck:
            if known.get(face):
                known[face] -= 1
            else:
                faces.append(face)
        strange = [face for face, number in known.items() if number > 0 and type(face) is not Unseen]
        if strange:
            raise BrokenGame(
                f"{self.key}: {shown(strange[0])} lies in a zone of the state more often than in the deck"
            )
        return tuple(faces)

    def allows(self, face: Any, notes: frozenset[Any]) -> bool:
        """Return whether the face fits all notes."""
        known = self.allowed.get((face, notes))
        if known is None:
            if GUESSED in notes:
                raise BrokenGame(
                    f"{self.key}: `without` took a card out of a zone where any of several may have gone, and order "
                    "counts; record the card's place in the event, or mark the zone SORTED"
                )
            known = self.allowed[face, notes] = all(self.fits_note(face, note) for note in notes)
        return known

    def fits_note(self, face: Any, note: Any) -> bool:
        """Return whether the face fits the note, by the author's function."""
        if self.fits is None:
            raise BrokenGame(
                f"{self.key}: a card is noted as {shown(note)}, but nothing says which faces fit; give derive_game "
                "`fits`"
            )
        return self.fits(face, note)
