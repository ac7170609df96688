"""The states that a memory allows for, drawn every one alike.

The unseen faces of each batch lie in its places in any order. Notes narrow what a place can hold. Such places are
filled first, those with the fewest fitting faces before the others; what is left is shuffled into the rest.

If the sets of faces that fit are nested, every way to fill the places is equally likely then. If they aren't, a way is
kept with a probability that makes up for how it was drawn, and another way is drawn otherwise: every way is equally
likely again. After `TRIES` ways that weren't kept, one of them is drawn by its weight, which is nearly even.
"""

from collections import Counter
from collections.abc import Mapping
from math import perm
from typing import Any, Final

from cardkit.chance import Chance
from cardkit.hidden.cards import Unseen
from cardkit.hidden.memory import Batch, Keeper, Memory
from cardkit.rejections import BrokenGame

__all__ = ["TRIES", "imagined"]

TRIES: Final = 64
"""How many ways to fill the places are drawn at most."""
_FINE: Final = 2**24
"""How finely a probability is drawn."""


def imagined(keeper: Keeper, memory: Memory[Any], chance: Chance) -> Any:
    """Return a state that the viewer can't tell from the true one."""
    places, batches = hidden(keeper, memory)
    if not places:
        return memory.state
    card, *others = places
    if not (others or card.notes) and len(batches) == 1 and len(batches[0].faces) == places[card]:
        any_order = chance.shuffle("imagine", batches[0].faces)  # most often there is nothing else to draw
        return keeper.state.fill(memory.state, {card: iter(any_order)})
    faces = _Filling(keeper, batches, places, chance).drawn()
    return keeper.state.fill(memory.state, {card: iter(found) for card, found in faces.items()})


def hidden(keeper: Keeper, memory: Memory[Any]) -> tuple[Mapping[Unseen, int], tuple[Batch, ...]]:
    """Return how many there are of each unseen card, and the batches. A search asks often of one memory: found once."""
    if not memory.found:
        cards = keeper.state.cards(memory.state)
        places = Counter([card for card in cards if type(card) is Unseen])
        batches = memory.batches
        if places and not batches:
            batches = (Batch(keeper.faces_not_in(memory.state, cards)),)
        for batch in batches:
            places.update(batch.unseen)
        memory.found.append((places, batches))
    return memory.found[0]


class _Filling:
    """The places of all batches, and how to fill them."""

    def __init__(
        self, keeper: Keeper, batches: tuple[Batch, ...], places: Mapping[Unseen, int], chance: Chance
    ) -> None:
        self.keeper, self.batches, self.places, self.chance = keeper, batches, places, chance
        self.cards = [[card for card in places if card.batch == number] for number in range(len(batches))]
        self.noted = [self.most_bound_first(number) for number in range(len(batches))]

    def most_bound_first(self, number: int) -> list[tuple[Unseen, int]]:
        """Return the noted cards of a batch, each with the most faces that can be left to choose from for it."""
        noted = [card for card in self.cards[number] if card.notes]
        if not noted:
            return []
        batch, allows = self.batches[number], self.keeper.allows
        kinds = {face for other in self.batches for face in other.faces}
        fitting = {card: {face for face in kinds if allows(face, card.notes)} for card in noted}
        most = {
            card: sum([face in fitting[card] for face in batch.faces]) + len(batch.unseen) for card in noted
        }
        noted.sort(key=lambda card: most[card])
        for at, card in enumerate(noted):
            most[card] -= sum([self.places[one] for one in noted[:at] if fitting[one] <= fitting[card]])
        return [(card, most[card]) for card in noted]

    def drawn(self) -> Mapping[Unseen, list[Any]]:
        """Draw faces for all places, every way alike."""
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
        """Draw a way to fill the places. Its weight is the probability to keep it: 0 if some face doesn't fit."""
        faces, weight = dict[Unseen, list[Any]](), 1.0
        for number, batch in enumerate(self.batches):
            name = f"{label} {number}" if number else label
            pool = [*batch.faces, *[faces[card].pop() for card in batch.unseen]]
            for place, (card, most) in enumerate(self.noted[number]):
                fitting = [at for at, face in enumerate(pool) if self.keeper.allows(face, card.notes)]
                needed = self.places[card]
                if len(fitting) < needed:
                    return faces, 0
                weight *= perm(len(fitting), needed) / perm(most, needed)
                taken = self.chance.shuffle(f"{name}, note {place}", fitting)[:needed]
                faces[card] = [pool[at] for at in taken]
                for at in sorted(taken, reverse=True):
                    del pool[at]
            self.lay_rest(number, faces, pool, name)
        return faces, weight

    def lay_rest(self, number: int, faces: dict[Unseen, list[Any]], pool: list[Any], name: str) -> None:
        """Shuffle what is left of a batch into its places that have no note."""
        rest = [card for card in self.cards[number] if not card.notes]
        if len(pool) != sum([self.places[card] for card in rest]):
            raise BrokenGame(
                f"{self.keeper.key}: {len(pool)} faces are left for other than as many unseen cards; "
                "does `deck` list all cards, and does each lie in one zone of the state?"
            )
        if rest:
            faces[rest[0]] = [*self.chance.shuffle(name, pool)]

    def any_way(self) -> Mapping[Unseen, list[Any]]:
        """Find a way to fill the places where drawing has found none: it fits, but isn't drawn evenly."""
        faces = dict[Unseen, list[Any]]()
        for number, batch in enumerate(self.batches):
            pool = [*batch.faces, *[faces[card].pop() for card in batch.unseen]]
            pool = [*self.chance.shuffle(f"any way {number}", pool)]
            spots = [card for card, _ in self.noted[number] for _ in range(self.places[card])]
            holder: dict[int, int] = {}
            for spot in range(len(spots)):
                if not self.matched(spot, spots, pool, holder, set()):
                    raise BrokenGame(f"{self.keeper.key}: no faces fit all that is noted of the unseen cards")
            for at, spot in holder.items():
                faces.setdefault(spots[spot], []).append(pool[at])
            left = [face for at, face in enumerate(pool) if at not in holder]
            self.lay_rest(number, faces, left, f"any way, rest {number}")
        return faces

    def matched(
        self, spot: int, spots: list[Unseen], pool: list[Any], holder: dict[int, int], tried: set[int]
    ) -> bool:
        """Find a face for one more spot, moving those that have one if need be (augmenting paths)."""
        for at, face in enumerate(pool):
            if at not in tried and self.keeper.allows(face, spots[spot].notes):
                tried.add(at)
                if at not in holder or self.matched(holder[at], spots, pool, holder, tried):
                    holder[at] = spot
                    return True
        return False
