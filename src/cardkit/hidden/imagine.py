"""The states that a memory allows, drawn with equal probability.

The unseen faces of each batch lie in its places in any order. Notes limit what a place can hold. Places with notes are
filled first, those with the fewest fitting faces before the others. The remaining faces are shuffled into the rest.

If the sets of fitting faces are nested, every way to fill the places is then equally likely. If they aren't, a way is
kept with a probability that corrects for how it was drawn, or else another way is drawn. Every way is equally likely
again. If `TRIES` ways weren't kept, one of them is drawn by its weight. That is nearly even, unless there are many
places and few ways to fill them: `docs/why.md` has figures. If none fits, one is found by matching.
"""

from collections import Counter
from collections.abc import Mapping
from math import perm
from typing import Any, Final

from cardkit.chance import Chance
from cardkit.hidden.access import Supply
from cardkit.hidden.cards import Unseen
from cardkit.hidden.game_cards import GameCards, Hidden
from cardkit.hidden.memory import Batch, Memory
from cardkit.rejections import BrokenGame

__all__ = ["TRIES", "Filling", "imagined", "laid"]

TRIES: Final = 64
"""The most ways to fill the places that are drawn."""
MOST_MOVED: Final = 30
"""The most cards that are followed from one memory to the next. After more moves it is faster to count all cards."""
_FINE: Final = 2**24
"""The steps in which a probability is drawn."""


def imagined(game: GameCards, memory: Memory[Any], chance: Chance) -> Any:
    """Return a state that the viewer can't tell from the true one."""
    places, batches = hidden(game, memory)
    if not places:
        return memory.state
    if len(places) == 1 == len(batches):  # mostly there is nothing else to draw
        ((card, number),), faces = places.items(), batches[0].faces
        if number == len(faces) and not card.notes:
            return game.state.fill(memory.state, {card: Supply(chance.shuffle("imagine", faces))})
    return laid(game, memory.state, Filling(game, batches, places, chance).drawn())


def laid(game: GameCards, state: Any, faces: Mapping[Unseen, list[Any]]) -> Any:
    """Return the state with these faces in place of its unseen cards."""
    return game.state.fill(state, {card: Supply(tuple(found)) for card, found in faces.items()})


def hidden(game: GameCards, memory: Memory[Any]) -> tuple[Mapping[Unseen, int], tuple[Batch, ...]]:
    """Return the number of each unseen card, and the batches.

    The result for each viewer's last memory is kept. A search imagines many states from one memory, and few cards come
    to light from one memory to the next.
    """
    earlier = game.latest.get(memory.you)
    if earlier is not None and earlier.memory is memory:
        return earlier.places, earlier.batches
    found = (None if earlier is None else followed(game, earlier, memory)) or counted(game, memory)
    game.latest[memory.you] = found
    return found.places, found.batches


def counted(game: GameCards, memory: Memory[Any]) -> Hidden:
    """Count what is unseen in the memory."""
    cards = Counter(game.state.cards(memory.state))
    places = {card: number for card, number in cards.items() if type(card) is Unseen}
    batches = memory.batches
    if places and not batches:
        batches = (Batch(game.faces_not_in(memory.state, cards)),)
    for batch in batches:
        for card in batch.unseen:
            places[card] = places.get(card, 0) + 1
    return Hidden(memory, places, batches, game.deck(memory.state))


def followed(game: GameCards, earlier: Hidden, memory: Memory[Any]) -> Hidden | None:
    """Return what is unseen in the memory, by what has changed since an earlier one. `None` if it takes counting.

    It doesn't matter whether the viewer remembered one after the other. The result is the same as by counting, to the
    order of the faces, which draws depend on.
    """
    if len(earlier.places) != 1 or memory.batches or earlier.memory.batches:
        return None
    deck = game.deck(memory.state)
    if deck is not earlier.deck and deck != earlier.deck:
        return None
    gone, come = list[Any](), list[Any]()
    game.state.moved(earlier.memory.state, memory.state, gone, come)
    if gone == come:  # cards moved in the open, or none did
        return Hidden(memory, earlier.places, earlier.batches, deck)
    if len(come) > MOST_MOVED:
        return None
    faces, ((unseen, number),) = [*earlier.batches[0].faces], earlier.places.items()
    known = [card for card in gone if card is not unseen]
    turned_up = len(gone) - len(known)
    try:
        for card in come:
            (known if card in known else faces).remove(card)
    except ValueError:  # an unseen card came
        return None
    if known or not faces or len(faces) != number - turned_up:
        return None
    return Hidden(memory, {unseen: len(faces)}, (Batch(tuple(faces)),), deck)


class Filling:
    """The places of all batches, and how to fill them."""

    game: GameCards
    batches: tuple[Batch, ...]
    places: Mapping[Unseen, int]
    """The number of places of each unseen card."""
    chance: Chance
    cards: list[list[Unseen]]
    """The unseen cards of each batch."""
    noted: list[list[tuple[Unseen, set[Any], int]]]
    """Those with notes, the most limited ones first: see `most_bound_first`."""

    @classmethod
    def of(cls, game: GameCards, memory: Memory[Any], chance: Chance) -> "Filling | None":
        """Return what to fill in this memory, or `None` if nothing is missing."""
        places, batches = hidden(game, memory)
        if not places:
            return None
        return cls(game, batches, places, chance)

    def __init__(
        self, game: GameCards, batches: tuple[Batch, ...], places: Mapping[Unseen, int], chance: Chance
    ) -> None:
        self.game, self.batches, self.places, self.chance = game, batches, places, chance
        self.cards = [[] for _ in batches]
        for card in places:
            self.cards[card.batch].append(card)
        for number, batch in enumerate(batches):
            self.check_number(len(batch.faces) + len(batch.unseen), self.cards[number])
        self.noted = [self.most_bound_first(number) for number in range(len(batches))]

    def check_number(self, faces: int, cards: list[Unseen]) -> None:
        """Raise `BrokenGame` if there are more faces than places, or fewer."""
        places = sum(map(self.places.__getitem__, cards))
        if faces != places:
            raise BrokenGame(
                f"{self.game.key}: {faces} faces are left for {places} unseen cards; does `deck` list all cards, "
                "and does each lie in one zone of the state?"
            )

    def most_bound_first(self, number: int) -> list[tuple[Unseen, set[Any], int]]:
        """Return the noted cards of a batch, each with the faces that fit and the most of these that can be left."""
        noted = [card for card in self.cards[number] if card.notes]
        if not noted:
            return []
        batch, allows = self.batches[number], self.game.allows
        if len(noted) == 1 and not batch.unseen:  # then the same number of faces is left each time
            (card,) = noted
            return [(card, {face for face in {*batch.faces} if allows(face, card.notes)}, 0)]
        kinds = {face for other in self.batches for face in other.faces}
        fitting = {card: {face for face in kinds if allows(face, card.notes)} for card in noted}
        most = {
            card: sum([face in fitting[card] for face in batch.faces]) + len(batch.unseen) for card in noted
        }
        noted.sort(key=lambda card: most[card])
        for at, card in enumerate(noted):
            most[card] -= sum([self.places[one] for one in noted[:at] if fitting[one] <= fitting[card]])
        return [(card, fitting[card], most[card]) for card in noted]

    def drawn(self) -> Mapping[Unseen, list[Any]]:
        """Draw faces for all places, every way with equal probability."""
        ways: list[tuple[Mapping[Unseen, list[Any]], float]] = []
        for number in range(TRIES):
            label = f"imagine, {number + 1}" if number else "imagine"
            faces, weight = self.way(label)
            if weight == 1 or (weight and self.chance.below(f"keep {label}", _FINE) < weight * _FINE):
                return faces
            if weight:
                ways.append((faces, weight))
        if not ways:
            return self.any_way()
        pick = self.chance.below("any of these", _FINE) / _FINE * sum([weight for _, weight in ways])
        for faces, weight in ways:
            pick -= weight
            if pick < 0:
                return faces
        return ways[-1][0]

    def way(self, label: str) -> tuple[Mapping[Unseen, list[Any]], float]:
        """Draw a way to fill the places, with the probability to keep it: 0 if some face doesn't fit."""
        faces, weight = dict[Unseen, list[Any]](), 1.0
        for number, batch in enumerate(self.batches):
            name = f"{label} {number}" if number else label
            pool = [*batch.faces, *[faces[card].pop() for card in batch.unseen]]
            for place, (card, fits, most) in enumerate(self.noted[number]):
                fitting = [at for at, face in enumerate(pool) if face in fits]
                needed = self.places[card]
                if len(fitting) < needed:
                    return faces, 0
                if len(fitting) < most:
                    weight *= perm(len(fitting), needed) / perm(most, needed)
                taken = self.some(fitting, needed, f"{name}, note {place}")
                faces[card] = [pool[at] for at in taken]
                for at in sorted(taken, reverse=True):
                    del pool[at]
            self.lay_rest(number, faces, pool, name)
        return faces, weight

    def some(self, places: list[int], number: int, label: str) -> list[int]:
        """Draw this number of the places. Mostly it is small, so that is faster than shuffling all."""
        return [
            places.pop(self.chance.below(f"{label}, {nth}" if nth else label, len(places)))
            for nth in range(number)
        ]

    def lay_rest(self, number: int, faces: dict[Unseen, list[Any]], pool: list[Any], name: str) -> None:
        """Shuffle the rest of a batch into its places without a note."""
        rest = [card for card in self.cards[number] if not card.notes]
        if rest:
            faces[rest[0]] = [*self.chance.shuffle(name, pool)]

    def any_way(self) -> Mapping[Unseen, list[Any]]:
        """Find a way to fill the places if drawing has found none. It fits, but isn't drawn evenly."""
        for number in range(TRIES):
            faces = self.matched(f"any way, {number + 1}")
            if faces is not None:
                return faces
        raise BrokenGame(f"{self.game.key}: no faces fit all notes on the unseen cards")

    def matched(self, label: str) -> Mapping[Unseen, list[Any]] | None:
        """Match places with what may lie there, from the last batch to the first. Return `None` at a dead end.

        A batch holds faces, and places of earlier batches. These places have to fit the notes of both.
        """
        found = {
            card: [_Place(card.notes, card.batch) for _ in range(self.places[card])] for card in self.places
        }
        by_batch = [[place for card in cards for place in found[card]] for cards in self.cards]
        for number in reversed(range(len(self.batches))):
            batch, places = self.batches[number], by_batch[number]
            pool = [*batch.faces, *[found[card].pop() for card in batch.unseen]]
            pool = [*self.chance.shuffle(f"{label} {number}", pool)]
            holder: dict[int, _Place] = {}
            for place in places:
                if place.notes and not self.match(place, pool, holder, set()):
                    return None
            held = {place: pool[at] for at, place in holder.items()}
            rest = iter([thing for at, thing in enumerate(pool) if at not in holder])
            for place in places:
                place.lay(held[place] if place in held else next(rest))
        return {card: [place.face() for place in places] for card, places in found.items()}

    def match(self, place: "_Place", pool: list[Any], holder: dict[int, "_Place"], tried: set[int]) -> bool:
        """Find what may lie at one more place. Move what lies at other places if necessary (augmenting paths)."""
        for at, thing in enumerate(pool):
            if at not in tried and self.may_lie(thing, place.notes):
                tried.add(at)
                if at not in holder or self.match(holder[at], pool, holder, tried):
                    holder[at] = place
                    return True
        return False

    def may_lie(self, thing: Any, notes: frozenset[Any]) -> bool:
        """Return whether a thing fits the notes. A place of an earlier batch fits if some face may lie at both."""
        if not isinstance(thing, _Place):
            return self.game.allows(thing, notes)
        batch, both = self.batches[thing.batch], thing.notes | notes
        earlier = [_Place(card.notes, card.batch) for card in dict.fromkeys(batch.unseen)]
        return any(self.may_lie(one, both) for one in (*dict.fromkeys(batch.faces), *earlier))


class _Place:
    """A place of a batch, and what will lie there: a face, or what lies at a place of an earlier batch."""

    notes: frozenset[Any]
    batch: int
    holds: list[Any]

    def __init__(self, notes: frozenset[Any], batch: int) -> None:
        self.notes, self.batch, self.holds = notes, batch, list[Any]()

    def lay(self, thing: Any) -> None:
        self.holds.append(thing)
        if isinstance(thing, _Place):
            thing.notes |= self.notes

    def face(self) -> Any:
        (thing,) = self.holds
        return thing.face() if isinstance(thing, _Place) else thing
