"""Law 6 finds a memory that isn't enough to rebuild the view."""

import attrs

from cardkit.testing import Law
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import Glimpse, Memory, PlaySeen, remember

ONLY_PROJECTION = {Law.PROJECTION}


def test_a_memory_that_loses_count_of_the_turns_is_not_enough() -> None:
    def distracted(memory: Memory, seen: Glimpse) -> Memory:
        after = remember(memory, seen)
        return attrs.evolve(after, open=attrs.evolve(after.open, moved=0))

    assert laws_broken_by(variant(remember=distracted)) == ONLY_PROJECTION


def test_a_spectator_who_misses_what_the_seats_see_can_not_rebuild_the_view() -> None:
    def absent(memory: Memory, seen: Glimpse) -> Memory:
        if memory.you is None and isinstance(seen, PlaySeen):
            return remember(memory, attrs.evolve(seen, drew=False))
        return remember(memory, seen)

    assert laws_broken_by(variant(remember=absent)) == ONLY_PROJECTION


def test_a_memory_that_can_not_take_a_glimpse_is_not_enough() -> None:
    def picky(memory: Memory, seen: Glimpse) -> Memory:
        if isinstance(seen, PlaySeen):
            raise KeyError(seen.card)
        return remember(memory, seen)

    assert laws_broken_by(variant(remember=picky)) == ONLY_PROJECTION


def test_a_memory_that_forgets_what_chance_showed_is_found_by_law_5_too() -> None:
    """To law 5 what the memory doesn't know of is a thing that should not have been shown."""

    def careless(memory: Memory, seen: Glimpse) -> Memory:
        after = remember(memory, seen)
        return attrs.evolve(after, open=attrs.evolve(after.open, luck=(0,) * len(after.hand_sizes)))

    assert laws_broken_by(variant(remember=careless), deals=2) == {Law.SECRECY, Law.PROJECTION}
