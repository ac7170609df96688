"""A search imagines many states from one memory: what is unseen in it is found out once, by the memory before."""

import pickle
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from attrs import frozen

import cardkit
from cardkit.chance import SeededChance
from cardkit.games.push import GAME
from cardkit.hidden import Memory, imagine
from cardkit.hidden.access import Supply, given
from cardkit.hidden.cards import UNSEEN, unseen_of
from cardkit.hidden.game_cards import GameCards, Hidden
from cardkit.hidden.imagine import counted, followed, hidden
from cardkit.opening import begin
from cardkit.quick import changed
from cardkit.rejections import BrokenGame
from cardkit.testing.trial import steps_at_random
from tests.hidden.exact import keeper_of

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
    give = {UNSEEN: Supply((1, 2, 3)), OTHER: Supply(("x", "y", "z"))}

    assert given(case.cards, give) == case.filled


def test_a_memory_that_was_imagined_from_is_the_same_memory_and_imagines_the_same() -> None:
    fresh, used = (begin(GAME, 3, None, "a seed", None).memory(1) for _ in range(2))
    worlds = [GAME.imagine(used, SeededChance(str(seed))) for seed in range(5)]

    assert len({*worlds}) == 5
    assert used == fresh
    assert pickle.loads(pickle.dumps(used)) == fresh
    assert worlds == [GAME.imagine(fresh, SeededChance(str(seed))) for seed in range(5)]
    assert worlds == [GAME.imagine(used, SeededChance(str(seed))) for seed in range(5)]


@pytest.mark.parametrize("key", ["thirteen", "friday13", "push", "biberbande"])
def test_what_is_unseen_follows_from_any_earlier_memory_as_if_it_were_counted(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cardkit.game(key)
    keeper = keeper_of(game)
    matches = [steps_at_random(game, 3, game.options(), seed)[:60] for seed in ("one", "two")]
    memories: list[Any] = [step.memory(viewer) for steps in matches for step in steps for viewer in (None, 0)]
    ways = [memories, memories[::-1], Random(1).sample(memories, len(memories))]
    used = list[bool]()

    def watched(game: GameCards, earlier: Hidden, memory: Memory[Any]) -> Hidden | None:
        found = followed(game, earlier, memory)
        used.append(found is not None)
        return found

    monkeypatch.setattr(imagine, "followed", watched)

    for memory in chain.from_iterable(ways):
        assert hidden(keeper, memory) == hidden_by_counting(keeper, memory)

    assert any(used)


def hidden_by_counting(keeper: GameCards, memory: Memory[Any]) -> tuple[object, object]:
    found = counted(keeper, memory)
    return found.places, found.batches


def test_a_card_that_lies_in_two_places_is_an_error_after_an_earlier_memory_too() -> None:
    memory = begin(GAME, 3, None, "a seed", None).memory(1)
    GAME.imagine(memory, SeededChance("before"))

    doubled = Memory(1, changed(memory.state, discarded=("r1",)))

    with pytest.raises(BrokenGame, match="119 faces are left for 120 unseen cards"):
        GAME.imagine(doubled, SeededChance("after"))


def test_cards_that_came_to_light_are_followed_without_counting_all() -> None:
    keeper = keeper_of(GAME)
    memories = [step.memory(1) for step in steps_at_random(GAME, 3, GAME.options(), "one")[:20]]

    for before, after in pairwise(memories):
        assert followed(keeper, counted(keeper, before), after) == counted(keeper, after)


def test_what_is_unseen_is_found_out_once_for_each_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper, match = keeper_of(GAME), begin(GAME, 3, None, "a seed", None)
    memories = [match.memory(viewer) for viewer in (0, 1, None)]
    found = [hidden(keeper, memory) for memory in memories]

    def again(game: GameCards, *memories: object) -> Hidden:
        raise AssertionError("found out again")

    monkeypatch.setattr(imagine, "followed", again)
    monkeypatch.setattr(imagine, "counted", again)

    assert [hidden(keeper, memory) for memory in memories] == found
