"""The account of one event: where each card went, as far as a viewer knows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NoReturn

import attrs

from cardkit.hidden.access import Access
from cardkit.hidden.cards import FACE_DOWN, FRESH, GUESSED, REST, UNSEEN, Unseen, ordered, unseen_of
from cardkit.hidden.game_cards import GameCards
from cardkit.hidden.memory import Batch, Memory
from cardkit.hidden.zones import NO_QUESTION_MARK, Zone, is_face_down
from cardkit.rejections import BrokenGame, shown

__all__ = ["Account", "check_tuple", "less"]


class Account:
    """Where the cards went in one event, as far as the viewer knows. Every card before it is somewhere after it."""

    game: GameCards
    memory: Memory[Any]
    kind: type
    name: str
    """The event's name in errors."""
    access: Access
    glimpse: object
    was: Any
    """The state before the event, as the viewer knew it."""
    now: Any
    """The state after it. Some unseen cards in it may not have their batch yet."""
    batches: list[Batch]

    def __init__(self, game: GameCards, memory: Memory[Any], glimpse: object) -> None:
        kind = type(glimpse)
        self.game, self.memory, self.kind, self.name = game, memory, kind, kind.__name__
        access = game.events.get(kind)
        if access is None:
            raise BrokenGame(f"{game.key}: unknown event {self.name}; add it to `event_names`")
        self.access, self.glimpse, self.was = access, glimpse, memory.state
        self.now = game.evolve(self.was, access.freshened(glimpse) if access.hides(glimpse) else glimpse)
        if type(self.now) is not type(self.was):
            self.fail(
                f"`evolve` made a {type(self.now).__name__} of a {type(self.was).__name__} after {self.name}; "
                "a state must stay of the class of `initial`"
            )
        self.batches = list(memory.batches)

    def settled(self) -> Memory[Any]:
        """Return the memory after the event."""
        self.drop_guesses()
        game, before, after = self.game, list[Any](), list[Any]()
        game.state.moved(self.was, self.now, before, after)
        if not before and not game.state.cards(self.was):
            before = self.whole_deck() if after else []
            game.faces_not_in(self.now, after)
            if any(map(is_face_down, before)):
                self.fail(f"the deck has a face {FACE_DOWN!r}; {NO_QUESTION_MARK}")
        self.check_number(before, after)
        if self.kind not in game.balanced:
            for zone in game.state.zones:
                check_tuple(self.now, zone, f"{game.key}: {self.name} leaves")
            self.check_sorted()
            game.balanced.add(self.kind)
        gone, come = Counter(before), Counter(after)
        gone, come, stayed = gone - come, come - gone, gone & come
        if not gone:
            return self.remembered(self.now)
        fresh = {card.batch for card in come if type(card) is Unseen}
        if FRESH.batch in fresh and REST.batch not in fresh:
            staying = {
                card.batch for card in game.state.cards(self.now) if type(card) is Unseen and card.batch >= 0
            }
            if not staying:  # all unseen cards are mixed again
                return Memory(self.memory.you, game.state.swap(self.now, in_batch(0, come)))
        if not self.batches:
            self.batches = [Batch(game.faces_not_in(self.now, game.state.cards(self.was)))]
        self.follow_notes(gone, come)
        self.reveal_seen(gone, come)
        self.check_sorted_zones(gone, come)
        self.reveal(gone, come)
        left = Counter({card: number for card, number in come.items() if type(card) is Unseen})
        if not left:
            return self.remembered(self.now)
        self.check_mixed(gone, stayed, left)
        return self.remembered(game.state.swap(self.now, self.labels(gone, left)))

    def whole_deck(self) -> list[Any]:
        """Return all cards in play. Raise `BrokenGame` if `deck` doesn't list them."""
        deck = self.game.deck(self.now)
        if not is_sequence(deck):
            self.fail(f"`deck` returned a {type(deck).__name__}; return a tuple of all cards in play")
        return [*deck]

    def remembered(self, state: Any) -> Memory[Any]:
        """Return the memory without batches whose cards have all come to light. A single batch isn't kept either."""
        full = [number for number, batch in enumerate(self.batches) if batch.faces or batch.unseen]
        if len(full) < len(self.batches):
            numbers = {old: new for new, old in enumerate(full)}
            mixed = [card for batch in self.batches for card in batch.unseen]
            lying = [card for card in self.game.state.cards(state) if type(card) is Unseen]
            other = {card: unseen_of(numbers[card.batch], card.notes) for card in (*mixed, *lying)}
            state = self.game.state.swap(state, other)
            batches = [self.batches[number] for number in full]
            self.batches = [Batch(one.faces, tuple([other[card] for card in one.unseen])) for one in batches]
        return Memory(self.memory.you, state, tuple(self.batches) if len(self.batches) > 1 else ())

    def check_sorted(self) -> None:
        """Raise `BrokenGame` if the order of cards tells something in a zone where it should tell nothing."""
        for zone in self.game.state.zones:
            if zone.sorted and not all(
                is_ordered(cards, self.game.order) for cards in tuples(zone, self.now)
            ):
                self.fail(
                    f"{self.name} leaves the cards of {type(self.now).__name__}.{zone.name} in another order than by "
                    "face, but the zone is marked SORTED; in `evolve`, write ordered(...) around its cards"
                )

    def check_number(self, before: list[Any], after: list[Any]) -> None:
        """Raise `BrokenGame` if the event lost or created a card."""
        if len(before) != len(after):
            what, number = "lost" if len(after) < len(before) else "brought in", abs(len(after) - len(before))
            self.fail(
                f"{self.name} {what} {number} {'card' if number == 1 else 'cards'}; each card must be in `deck`, and "
                "lie in one zone of the state from the first deal on; mark the zones that everybody sees as ALL"
            )

    def drop_guesses(self) -> None:
        """Raise `BrokenGame` if `without` had to guess where the order of cards counts. Forget other guesses."""
        state = self.game.state
        guessed = {card for card in state.cards(self.now) if type(card) is Unseen and GUESSED in card.notes}
        if guessed:
            for zone in state.zones:
                if any(card in guessed for cards in tuples(zone, self.now) for card in cards):
                    self.check_order(zone)
            honest = {card: unseen_of(card.batch, card.notes - {GUESSED}) for card in guessed}
            self.now = state.swap(self.now, honest)

    def check_order(self, zone: Zone) -> None:
        """Raise `BrokenGame` if the order of cards counts in a zone that `without` took one from."""
        if not zone.sorted:
            self.fail(
                f"`without` took a card out of {type(self.now).__name__}.{zone.name}, where any of several may have "
                f"gone, and order counts; let {self.name} say at which place the card lay, or mark the zone SORTED"
            )

    def check_mixed(self, gone: Counter[Any], stayed: Counter[Any], fresh: Counter[Any]) -> None:
        """Raise `BrokenGame` unless the cards that came unseen were all mixed with each other."""
        unseen = [card for card in +gone if type(card) is Unseen]
        for face in stayed:
            if type(face) is not Unseen and any(self.may_be(card, face) for card in unseen):
                self.ambiguous(face)
        if any(card.batch == REST.batch for card in fresh):
            self.check_hands(gone)
        elif len(+gone) > 1 and not any(zone.depth for zone in self.access.zones if zone.hidden):
            self.fail(
                f"{self.name} brings an unseen card, and it isn't clear which it was; in `evolve`, write "
                "seen(place, shown) where a card comes from a place, and make an event of each move"
            )

    def check_hands(self, gone: Counter[Any]) -> None:
        """Raise `BrokenGame` unless the mixed cards all lay in the hand that an unseen card left."""
        mixed = list[tuple[Any, ...]]()
        for zone in self.game.state.zones:
            for old, new in changed_tuples(zone, self.was, self.now):
                if any(type(card) is Unseen and card.batch == REST.batch for card in new):
                    self.check_order(zone)
                    mixed.append(old)
        if len(mixed) != 1 or not gone <= Counter(mixed[0]):
            self.fail(
                f"{self.name} takes an unseen card out of a hand, and moves others too; make an event of each of "
                "these moves, so that it is clear which cards may have gone where"
            )

    def follow_notes(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Pair unseen cards that have a new note with themselves before the event."""
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

    def reveal_seen(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Take faces off their batches if `evolve` itself says where they lay.

        The event is recorded again, with all its cards unseen. If an unseen card then lies where a face lies in truth,
        `seen` wrote that face, and it is the face of that card.
        """
        blind = self.access.blinded(self.glimpse)
        if blind is self.glimpse or len([card for card in gone if type(card) is Unseen]) < 2:
            return
        state = self.game.evolve(self.was, blind)
        for zone in self.game.state.zones:
            for unseen, now in changed_tuples(zone, state, self.now):
                for place, face in faces_seen(zone, unseen, now):
                    if gone[place] and come[face]:
                        self.take_face(place, face)
                        take(gone, place)
                        take(come, face)

    def check_sorted_zones(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Find which unseen card left a sorted zone, if that can be known.

        `without` took the card that was mixed last. If the face that came to light can't be that card's, and just one
        other kind of unseen card lay there, the two are exchanged.
        """
        faces = [card for card in come.elements() if type(card) is not Unseen]
        if not faces:
            return
        for zone in self.game.state.zones:
            if not zone.sorted or not zone.hidden:
                continue
            for old, new in changed_tuples(zone, self.was, self.now):
                kinds = list(dict.fromkeys(card for card in old if type(card) is Unseen))
                left = Counter(card for card in old if type(card) is Unseen)
                left.subtract(card for card in new if type(card) is Unseen)
                lost = [card for card, number in left.items() if number > 0 and gone[card]]
                if not lost or len(kinds) < 2 or not any(left[card] < old.count(card) for card in kinds):
                    continue
                able = [kind for kind in kinds if any(self.may_be(kind, face) for face in faces)]
                if len(able) != 1 or len(faces) > 1 or len(lost) > 1:
                    self.ambiguous(faces[0])
                if able != lost:
                    self.now = replaced_in(zone, self.now, new, able[0], lost[0], self.game.order)
                    gone[lost[0]] -= 1
                    gone[able[0]] += 1

    def reveal(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Remove the faces that came to light from the batches of their cards."""
        self.reveal_together(gone, come)
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

    def reveal_together(self, gone: Counter[Any], come: Counter[Any]) -> None:
        """Take many faces off their batches at once, if all unseen cards that left came to light.

        If a batch has no unseen card left, all the faces that it held came to light. The remaining faces may then
        belong to one batch, too.
        """
        if any(type(card) is Unseen for card in come) or any(type(card) is not Unseen for card in gone):
            return
        lying = {card.batch for card in self.game.state.cards(self.now) if type(card) is Unseen}
        lying |= {card.batch for batch in self.batches for card in batch.unseen}
        for number, batch in enumerate(self.batches):
            faces = Counter[Any](batch.faces)
            if number not in lying and not batch.unseen and faces and faces <= come:
                for card in [card for card in gone if card.batch == number]:
                    del gone[card]
                come -= faces
                self.batches[number] = Batch(())
        left: set[int] = {card.batch for card in gone}
        if len(left) == 1:
            (number,) = left
            batch = self.batches[number]
            if not batch.unseen and come <= Counter(batch.faces) and come.total() == gone.total():
                self.batches[number] = Batch(tuple((Counter(batch.faces) - come).elements()))
                gone.clear()
                come.clear()

    def labels(self, gone: Counter[Any], fresh: Counter[Any]) -> dict[Any, Any]:
        """Return which unseen card each fresh one is: the one that left, or one of a new batch of all that left."""
        went = +gone
        if went.total() != fresh.total() or any(card.batch >= 0 for card in fresh):
            self.fail(f"{self.name} doesn't keep account of its face-down cards")
        if len(went) == 1:
            (card,) = went
            if type(card) is Unseen:
                return {one: unseen_of(card.batch, card.notes | one.notes) for one in fresh}
        faces = [card for card in went.elements() if type(card) is not Unseen]
        unseen = [card for card in went.elements() if type(card) is Unseen]
        staying = {card.batch for card in self.game.state.cards(self.now) if type(card) is Unseen}
        staying |= {card.batch for batch in self.batches for card in batch.unseen}
        noted = {card.batch for card in unseen if card.notes and self.batches[card.batch].unseen}
        for number in {card.batch for card in unseen} - staying - noted:  # all cards of that batch left
            faces += self.batches[number].faces
            unseen = [card for card in unseen if card.batch != number] + [*self.batches[number].unseen]
            self.batches[number] = Batch(())
        self.batches.append(Batch(tuple(faces), tuple(unseen)))
        return in_batch(len(self.batches) - 1, fresh)

    def may_be(self, card: Unseen, face: Any) -> bool:
        """Return whether the unseen card may have this face."""
        if not self.game.allows(face, card.notes):
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
        """Raise `BrokenGame`: the face may have come from two batches."""
        self.fail(
            f"{self.name} shows {shown(face)}, and that card may have come from more than one shuffle; in `evolve`, "
            "write seen(place, shown) where a card is drawn, and turn cards up in their place before they move on; "
            "if that isn't possible, make the game with `Game` and your own `blank`, `remember` and `imagine`"
        )

    def fail(self, message: str) -> NoReturn:
        """Raise `BrokenGame`, naming the game by its key."""
        raise BrokenGame(f"{self.game.key}: {message}")


def is_ordered(cards: tuple[Any, ...], order: Callable[[Any], int] | None) -> bool:
    """Return whether the cards are sorted by face, with unseen ones last."""
    alike = tuple([UNSEEN if type(card) is Unseen else card for card in cards])
    return alike == ordered(alike, order)


def check_tuple(value: Any, zone: Zone, told: str) -> None:
    """Raise `BrokenGame` if a zone, or a hand in it, isn't a tuple."""
    cards: Any = getattr(value, zone.name)
    for depth in range(zone.depth):
        rows = (cards,) if not depth else cards
        for strange in [type(row).__name__ for row in rows if not isinstance(row, tuple)]:
            where = f"{type(value).__name__}.{zone.name}"
            raise BrokenGame(
                f"{told} a {strange} in {where}; zones are tuples: write tuple(...) around the cards"
            )


def tuples(zone: Zone, state: Any) -> tuple[tuple[Any, ...], ...]:
    """Return the innermost tuples of a zone."""
    value = getattr(state, zone.name)
    return (((value,),), (value,), value)[zone.depth]


def changed_tuples(zone: Zone, was: Any, now: Any) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Yield the innermost tuples of a zone that the event changed, before and after it."""
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


def faces_seen(zone: Zone, unseen: tuple[Any, ...], now: tuple[Any, ...]) -> Iterator[tuple[Unseen, Any]]:
    """Yield the cards that lie unseen in the first tuple, each with the face that the second one shows."""
    if not zone.sorted:
        for place, card in zip(unseen, now, strict=True):
            if type(place) is Unseen and type(card) is not Unseen:
                yield place, card
    elif all(type(card) is not Unseen or card.batch >= 0 for card in unseen):
        turned, shown = Counter(unseen) - Counter(now), Counter(now) - Counter(unseen)
        if len(turned) == 1 and turned.total() == shown.total():
            for face in shown.elements():
                yield next(iter(turned)), face


def replaced_in(
    zone: Zone,
    state: Any,
    cards: tuple[Any, ...],
    old: Unseen,
    new: Unseen,
    order: Callable[[Any], int] | None,
) -> Any:
    """Return the state with one unseen card of this tuple of a `SORTED` zone replaced by another."""
    at = cards.index(old)
    better = ordered((*cards[:at], new, *cards[at + 1 :]), order)
    value = getattr(state, zone.name)
    whole = better if zone.depth == 1 else tuple([better if one is cards else one for one in value])
    return attrs.evolve(state, **{zone.name: whole})


def in_batch(batch: int, cards: Iterable[Any]) -> dict[Any, Any]:
    """Return labels that put the fresh cards among these into a batch."""
    return {card: unseen_of(batch, card.notes) for card in cards if type(card) is Unseen and card.batch < 0}


def is_sequence(value: object) -> bool:
    """Return whether the value is a tuple, a list, a range or the like."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def less(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Return the cards without one of this face."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def take(counts: Counter[Any], card: Any, number: int = 1) -> None:
    """Subtract this number of the card from the counts."""
    counts[card] -= number
    if not counts[card]:
        del counts[card]
