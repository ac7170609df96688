"""What a viewer with perfect memory knows: a state in which some cards are unseen, and what these may be.

The memory is written by the game's own `evolve`, with unseen cards in the place of those that the viewer doesn't know.
Each unseen card belongs to a *batch*: cards that were mixed face down, so that any order of them is as likely as any
other. The first deal is a batch, and so is every reshuffle. Knowledge moves with the cards, from batch to batch.

As long as there is one batch, its faces are simply those that the viewer sees nowhere. When a second one begins, the
faces of each are kept (`Memory.batches`), and a face that comes to light is taken off the batch it came from.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, Generic, NoReturn, TypeVar

import attrs
from attrs import frozen

from cardkit.hidden.access import Access
from cardkit.hidden.cards import UNSEEN, Unseen, unseen_of
from cardkit.hidden.zones import Zone
from cardkit.rejections import BrokenGame, shown
from cardkit.seats import Viewer

__all__ = ["Batch", "Keeper", "Memory"]

Known = TypeVar("Known")


@frozen
class Batch:
    """Cards that were mixed face down, less those that have come to light since."""

    faces: tuple[Hashable, ...]
    """The faces that it is known to hold."""
    unseen: tuple[Unseen, ...] = ()
    """Cards of earlier batches that were mixed into it unseen."""


@frozen
class Memory(Generic[Known]):
    """What a viewer knows."""

    you: Viewer
    state: Known
    """The state, as far as the viewer knows it."""
    batches: tuple[Batch, ...] = ()
    """By number; empty as long as there is just one, for its faces are then all that the viewer sees nowhere."""

    @cached_property
    def found(self) -> list[tuple[Mapping[Unseen, int], tuple[Batch, ...]]]:
        """What is unseen, once it has been found out: no part of what the viewer knows."""
        return []


@frozen(eq=False)
class Keeper:
    """Keeps what the viewers of one game know."""

    key: str
    evolve: Callable[[Any, Any], Any]
    deck: Callable[[Any], Sequence[Hashable]]
    fits: Callable[[Any, Any], bool]
    state: Access
    events: Mapping[type, Access]
    careful: bool
    """Whether notes and zones without an order meet: then each card that moves is accounted for."""
    allowed: dict[tuple[Any, frozenset[Any]], bool] = attrs.field(
        factory=dict[tuple[Any, frozenset[Any]], bool], init=False
    )
    """Which faces fit which notes, as far as that was asked."""
    balanced: set[type] = attrs.field(factory=set[type], init=False)
    """Events after which all cards were found to be somewhere. Each is checked when it is first remembered."""

    def remember(self, memory: Memory[Any], glimpse: object) -> Memory[Any]:
        """Return what the viewer knows after one more glimpse."""
        kind = type(glimpse)
        if memory.batches or self.careful or kind not in self.balanced:
            return _Account(self, memory, glimpse).settled()
        was = memory.state
        now = self.evolve(was, glimpse)
        if self.events[kind].hides(glimpse):
            gone, come = list[Any](), list[Any]()
            self.state.moved(was, now, gone, come)
            if gone.count(UNSEEN) < len(gone) and not _known_stay(gone, come):
                return _Account(self, memory, glimpse).settled()
        return Memory(memory.you, now)

    def faces_not_in(self, state: Any, cards: Iterable[Any]) -> tuple[Hashable, ...]:
        """Return the faces of the deck that aren't among these cards, in the order of the deck."""
        known = Counter([card for card in cards if type(card) is not Unseen])
        faces = list[Hashable]()
        for face in self.deck(state):
            if known[face]:
                known[face] -= 1
            else:
                faces.append(face)
        strange = [face for face, number in known.items() if number > 0]
        if strange:
            raise BrokenGame(
                f"{self.key}: {shown(strange[0])} lies in a zone of the state more often than in the deck"
            )
        return tuple(faces)

    def allows(self, face: Any, notes: frozenset[Any]) -> bool:
        """Whether the face fits all notes."""
        known = self.allowed.get((face, notes))
        if known is None:
            known = self.allowed[face, notes] = all(self.fits(face, note) for note in notes)
        return known


class _Account:
    """Where the cards went in one event, as far as the viewer knows. Every card before it is somewhere after it."""

    def __init__(self, keeper: Keeper, memory: Memory[Any], glimpse: object) -> None:
        kind = type(glimpse)
        self.keeper, self.memory, self.kind, self.name = keeper, memory, kind, kind.__name__
        access = keeper.events.get(kind)
        if access is None:
            raise BrokenGame(
                f"{keeper.key}: {shown(glimpse)} is none of the events that derive_game was given"
            )
        self.was = memory.state
        self.now = keeper.evolve(self.was, access.freshened(glimpse) if access.hides(glimpse) else glimpse)
        self.batches = list(memory.batches)

    def settled(self) -> Memory[Any]:
        """Return the memory after the event."""
        keeper, before, after = self.keeper, list[Any](), list[Any]()
        keeper.state.moved(self.was, self.now, before, after)
        if not before and not keeper.state.cards(self.was):
            before = [*keeper.deck(self.now)] if after else []
            keeper.faces_not_in(self.now, after)
        self.check_number(before, after)
        keeper.balanced.add(self.kind)
        gone, come = Counter(before), Counter(after)
        gone, come = gone - come, come - gone
        if not gone:
            return self.remembered(self.now)
        if any(type(card) is Unseen and card.batch < 0 for card in come):
            staying = {
                card.batch
                for card in keeper.state.cards(self.now)
                if type(card) is Unseen and card.batch >= 0
            }
            if not staying:  # all that is unseen is mixed anew
                return Memory(self.memory.you, keeper.state.swap(self.now, in_batch(0, come)))
        if not self.batches:
            self.batches = [Batch(keeper.faces_not_in(self.now, keeper.state.cards(self.was)))]
        self.follow_notes(gone, come)
        self.reveal_in_place(gone, come)
        self.check_sorted_zones(gone, come)
        self.reveal(gone, come)
        fresh = Counter({card: number for card, number in come.items() if type(card) is Unseen})
        if not fresh:
            return self.remembered(self.now)
        return self.remembered(keeper.state.swap(self.now, self.labels(gone, fresh)))

    def remembered(self, state: Any) -> Memory[Any]:
        """Return the memory, which needs no batches as long as there is one."""
        return Memory(self.memory.you, state, tuple(self.batches) if len(self.batches) > 1 else ())

    def check_number(self, before: list[Any], after: list[Any]) -> None:
        """Raise `BrokenGame` if the event lost or made a card."""
        if len(before) != len(after):
            what = "lost" if len(after) < len(before) else "brought in"
            self.fail(
                f"{self.name} {what} {abs(len(after) - len(before))} cards; each card must lie in one zone of the "
                "state from the first deal on; mark the zones that everybody sees as ALL"
            )

    def follow_notes(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Pair unseen cards that have a new note with themselves, as they were before."""
        for card in [card for card in come if type(card) is Unseen and card.batch >= 0]:
            earlier = [
                one
                for one in gone
                if type(one) is Unseen and one.batch == card.batch and one.notes < card.notes
            ]
            for one in sorted(earlier, key=lambda one: -len(one.notes)):
                pairs = min(come[card], gone[one])
                take(come, card, pairs)
                take(gone, one, pairs)
            if come[card]:
                self.fail(f"{self.name} made an unseen card out of nothing")

    def reveal_in_place(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Take off their batches the faces that now lie where an unseen card lay."""
        for zone in self.keeper.state.zones:
            if not zone.sorted:
                for old, new in changed_tuples(zone, self.was, self.now):
                    if len(old) == len(new):
                        for place, card in zip(old, new, strict=True):
                            if (
                                type(place) is Unseen
                                and type(card) is not Unseen
                                and gone[place]
                                and come[card]
                            ):
                                self.take_face(place, card)
                                take(gone, place)
                                take(come, card)

    def check_sorted_zones(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Find which unseen card left a zone in which order tells nothing, where that can be told.

        `without` took the one that was mixed last. If the face that came to light can't have been that one, but just
        one other kind of unseen card that lay there, the two are exchanged.
        """
        faces = [card for card in come.elements() if type(card) is not Unseen]
        if not faces:
            return
        for zone in self.keeper.state.zones:
            if not zone.sorted or not zone.hidden:
                continue
            for old, new in changed_tuples(zone, self.was, self.now):
                kinds = list(dict.fromkeys(card for card in old if type(card) is Unseen))
                left = Counter(card for card in old if type(card) is Unseen)
                left.subtract(card for card in new if type(card) is Unseen)
                lost = [card for card, number in left.items() if number > 0 and gone[card]]
                if not lost or len(kinds) < 2:
                    continue
                able = [kind for kind in kinds if any(self.may_be(kind, face) for face in faces)]
                if len(able) != 1 or len(faces) > 1 or len(lost) > 1:
                    self.ambiguous(faces[0])
                if able != lost:
                    self.now = replaced_in(zone, self.now, new, able[0], lost[0])
                    gone[lost[0]] -= 1
                    gone[able[0]] += 1

    def reveal(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Take the faces that came to light off the batches they came from."""
        waiting = [card for card in come.elements() if type(card) is not Unseen]
        while waiting:
            able = {
                face: [card for card in +gone if type(card) is Unseen and self.may_be(card, face)]
                for face in waiting
            }
            face = min(waiting, key=lambda face: len(able[face]))
            if not able[face]:
                self.fail(f"{self.name} shows {shown(face)}, which can't have lain there")
            if len(able[face]) > 1:
                self.ambiguous(face)
            card = able[face][0]
            self.take_face(card, face)
            take(gone, card)
            take(come, face)
            waiting.remove(face)

    def labels(self, gone: Counter[Any], fresh: Counter[Any]) -> dict[Any, Any]:
        """Return which unseen card each fresh one is: the one that went, or one of a new batch of all that went."""
        went = +gone
        if went.total() != fresh.total() or any(card.batch >= 0 for card in fresh):
            self.fail(f"{self.name} doesn't keep account of its face-down cards")
        if len(went) == 1:
            (card,) = went
            if type(card) is Unseen:
                return {one: unseen_of(card.batch, card.notes | one.notes) for one in fresh}
        faces = [card for card in went.elements() if type(card) is not Unseen]
        unseen = [card for card in went.elements() if type(card) is Unseen]
        staying = {card.batch for card in self.keeper.state.cards(self.now) if type(card) is Unseen}
        staying |= {card.batch for batch in self.batches for card in batch.unseen}
        for number in {card.batch for card in unseen} - staying:  # all of that batch went
            faces += self.batches[number].faces
            unseen = [card for card in unseen if card.batch != number] + [*self.batches[number].unseen]
            self.batches[number] = Batch(())
        self.batches.append(Batch(tuple(faces), tuple(unseen)))
        return in_batch(len(self.batches) - 1, fresh)

    def may_be(self, card: Unseen, face: Any) -> bool:
        """Whether the unseen card may have this face."""
        if not self.keeper.allows(face, card.notes):
            return False
        batch = self.batches[card.batch]
        return face in batch.faces or any(self.may_be(one, face) for one in dict.fromkeys(batch.unseen))

    def take_face(self, card: Unseen, face: Any) -> None:
        """Take the face off the batch of the card."""
        batch = self.batches[card.batch]
        able = [one for one in dict.fromkeys(batch.unseen) if self.may_be(one, face)]
        if len(able) + (face in batch.faces) != 1:
            if not able and face not in batch.faces:
                self.fail(f"{self.name} shows {shown(face)}, which can't have lain there")
            self.ambiguous(face)
        if able:
            self.batches[card.batch] = Batch(batch.faces, less(batch.unseen, able[0]))
            self.take_face(able[0], face)
        else:
            self.batches[card.batch] = Batch(less(batch.faces, face), batch.unseen)

    def ambiguous(self, face: Any) -> NoReturn:
        """Raise what must be raised where a face may have come from two batches."""
        self.fail(
            f"{self.name} shows {shown(face)}, and that card may have come from more than one shuffle; in `evolve`, "
            "write seen(place, shown) where a card is drawn, and turn cards up in their place before they move on; "
            "if that isn't possible, give derive_game your own `blank`, `remember` and `imagine`"
        )

    def fail(self, message: str) -> NoReturn:
        raise BrokenGame(f"{self.keeper.key}: {message}")


def _known_stay(gone: list[Any], come: list[Any]) -> bool:
    """Whether all cards that were known, or of which something was noted, are still known."""
    for card in come:
        if card is not UNSEEN and card in gone:
            gone.remove(card)
    return gone.count(UNSEEN) == len(gone)


def changed_tuples(zone: Zone, was: Any, now: Any) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Yield the innermost tuples of a zone that aren't the same after the event."""
    old, new = getattr(was, zone.name), getattr(now, zone.name)
    if old is new:
        return
    if zone.depth == 0:
        yield (old,), (new,)
    elif zone.depth == 1:
        yield old, new
    else:
        for one, other in zip_longest(old, new, fillvalue=()):
            if one is not other:
                yield one, other


def replaced_in(zone: Zone, state: Any, cards: tuple[Any, ...], old: Unseen, new: Unseen) -> Any:
    """Return the state with one unseen card of this tuple of the zone replaced by another."""
    at = cards.index(old)
    better = (*cards[:at], new, *cards[at + 1 :])
    value = getattr(state, zone.name)
    whole = better if zone.depth == 1 else tuple([better if one is cards else one for one in value])
    return attrs.evolve(state, **{zone.name: whole})


def in_batch(batch: int, cards: Iterable[Any]) -> dict[Any, Any]:
    """Return labels that put the fresh ones among these cards into a batch."""
    return {card: unseen_of(batch, card.notes) for card in cards if type(card) is Unseen and card.batch < 0}


def less(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Return the cards less one of this face."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def take(counts: Counter[Any], card: Any, number: int = 1) -> None:
    """Count fewer of the card."""
    counts[card] -= number
    if not counts[card]:
        del counts[card]
