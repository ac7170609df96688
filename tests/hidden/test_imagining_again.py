"""A search imagines many states from one memory: what is unseen in it is found out once."""

import pickle
from collections.abc import Iterator

import pytest
from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.games.push import GAME
from cardkit.hidden.access import given
from cardkit.hidden.cards import UNSEEN, Unseen, unseen_of
from cardkit.opening import begin

OTHER = unseen_of(1)


@frozen
class Case:
    """Cards of a zone, and what becomes of them."""

    cards: tuple[object, ...]
    filled: tuple[object, ...]


@pytest.mark.parametrize(
    "case",
    [
        Case((), ()),
        Case(("a", "b"), ("a", "b")),
        Case((UNSEEN, UNSEEN), (1, 2)),
        Case(("a", UNSEEN, UNSEEN), ("a", 1, 2)),
        Case((UNSEEN, "a", UNSEEN), (1, "a", 2)),
        Case((UNSEEN, OTHER, UNSEEN), (1, "x", 2)),
        Case((UNSEEN, None), (1, None)),
    ],
    ids=str,
)
def test_each_unseen_card_becomes_the_next_that_is_given_for_it(case: Case) -> None:
    give: dict[Unseen, Iterator[object]] = {UNSEEN: iter((1, 2, 3)), OTHER: iter("xyz")}

    assert given(case.cards, give) == case.filled


def test_a_memory_that_was_imagined_from_is_the_same_memory_and_imagines_the_same() -> None:
    fresh, used = (begin(GAME, 3, None, "a seed", None).memory(1) for _ in range(2))
    worlds = [GAME.imagine(used, SeededChance(str(seed))) for seed in range(5)]

    assert len({*worlds}) == 5
    assert used == fresh
    assert pickle.loads(pickle.dumps(used)) == fresh
    assert worlds == [GAME.imagine(fresh, SeededChance(str(seed))) for seed in range(5)]
    assert worlds == [GAME.imagine(used, SeededChance(str(seed))) for seed in range(5)]
