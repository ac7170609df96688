"""Where notes are hard to fit, states are drawn by a bounded method: they fit all the same, and nearly evenly."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from math import pi, sqrt
from typing import TypeVar

import attrs
import pytest

from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance
from cardkit.hidden import UNSEEN, Batch, Memory, Unseen
from cardkit.hidden.cards import unseen_of
from cardkit.hidden.game_cards import GameCards
from cardkit.hidden.imagine import imagined
from cardkit.rejections import BrokenGame
from tests.hidden.exact import keeper_of
from tests.hidden.lab import Known, Note, State, game

LOW: Note = ("at most", 1, True)
HIGH: Note = ("at most", 1, False)
ODD: Note = ("odd", 0, True)
T = TypeVar("T")


def test_a_note_on_a_card_that_was_mixed_in_from_a_large_batch_is_fitted() -> None:
    """Just one of 41 faces fits. It is seldom drawn by chance, so it has to be found."""
    deck = tuple(range(1, 42))
    state = State[Unseen](1, stock=(UNSEEN,) * 40, row=(unseen_of(1, frozenset({LOW})),))
    memory = Memory[Known](None, state, (Batch(deck), Batch((), (UNSEEN,))))
    lab = game(deck)

    for number in range(40):
        found = lab.imagine(memory, RunningChance(f"large {number}"))

        assert found.row == (1,)
        assert sorted(found.stock) == list(range(2, 42))


def test_notes_are_fitted_through_two_shuffles() -> None:
    """The card at the first place was in the second shuffle, and in the deal before: all its notes count."""
    deck = tuple(range(1, 61))
    high = unseen_of(1, frozenset({HIGH}))
    state = State[Unseen](
        1,
        stock=(UNSEEN,) * 27 + (unseen_of(1),) * 30,
        row=(unseen_of(2, frozenset({ODD})), unseen_of(2, frozenset({LOW})), unseen_of(2)),
    )
    batches = (Batch(deck[:30]), Batch(deck[30:], (UNSEEN, UNSEEN)), Batch((), (high, UNSEEN, unseen_of(1))))
    lab = game(deck)

    for number in range(40):
        found = lab.imagine(Memory[Known](None, state, batches), RunningChance(f"two {number}"))

        row = [card or 0 for card in found.row]
        assert row[0] % 2 == 1
        assert row[1] == 1
        assert sum([card > 1 for card in row]) == 2
        assert sorted([*found.stock, *row]) == list(deck)


def test_notes_that_nothing_fits_are_found_out_whatever_is_drawn() -> None:
    state = State[Unseen](1, stock=(UNSEEN,) * 2, row=(unseen_of(1, frozenset({LOW})),))
    memory = Memory[Known](None, state, (Batch((2, 3, 4)), Batch((), (UNSEEN,))))

    with pytest.raises(BrokenGame, match=r"^lab: no faces fit all notes on the unseen cards"):
        game((2, 3, 4)).imagine(memory, RunningChance("nothing"))


def places(deck: tuple[int, ...], allowed: list[set[int]]) -> tuple[GameCards, Memory[Known]]:
    """Return a game, and a memory of places of each of which is known which faces fit."""
    keeper = attrs.evolve(keeper_of(game(deck)), fits=fits_one_of)
    row = tuple([unseen_of(0, frozenset({frozenset(faces)})) for faces in allowed])
    return keeper, Memory(None, State(1, row=row, stock=(UNSEEN,) * (len(deck) - len(row))))


def drawn(deck: tuple[int, ...], allowed: list[set[int]], draws: int) -> Counter[tuple[int | None, ...]]:
    """Return how often each way is imagined to fill such places."""
    chance, known = RunningChance("drawn"), places(deck, allowed)
    return Counter(imagined(*known, chance).row for _ in range(draws))


def fits_one_of(face: int, faces: frozenset[int]) -> bool:
    return face in faces


def ways(deck: tuple[int, ...], allowed: list[set[int]]) -> set[tuple[int, ...]]:
    orders = permutations(deck, len(allowed))
    return {order for order in orders if all(face in one for face, one in zip(order, allowed, strict=True))}


def distance(counted: Counter[tuple[int | None, ...]], possible: set[tuple[int, ...]]) -> float:
    """Return how far from even the draws are: 0 if all ways are as frequent, 1 if none was drawn."""
    share, total = 1 / len(possible), counted.total()
    return sum([abs(counted[way] / total - share) for way in possible]) / 2


def noise(draws: int, ways: int) -> float:
    """Return how far from even that many draws of even chance are on average."""
    return sqrt(ways / (2 * pi * draws))


@pytest.mark.parametrize(
    ("deck", "allowed"),
    [
        ((1, 2, 3, 4, 5), [{1, 2}, {1, 2, 3}, {5}]),
        ((1, 2, 3, 4), [{1, 2}, {2, 3}]),
        ((1, 2, 3, 4, 5), [{1, 2}, {2, 3, 4, 5}]),
        ((1, 2, 3, 4, 5), [{1, 2}, {2, 3}, {3, 4, 5}]),
        ((1, 2, 3, 4, 5), [{1, 2, 3}, {1, 2, 3}, {3, 4, 5}, {3, 4, 5}]),
        ((1, 2, 3, 4, 5), [{1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5}]),
    ],
    ids=["nested", "crossing", "crossing a wide one", "a chain", "two alike", "neighbours"],
)
def test_all_ways_to_fit_the_notes_are_drawn_and_evenly(
    deck: tuple[int, ...], allowed: list[set[int]]
) -> None:
    possible = ways(deck, allowed)
    counted = drawn(deck, allowed, 2000)

    assert {*counted} == possible
    assert distance(counted, possible) < 2 * noise(2000, len(possible))


def test_where_no_way_is_kept_one_of_those_that_were_drawn_is_taken() -> None:
    """Two ways fit, and one of them is found so seldom that it is drawn less often than it should be."""
    deck = tuple(range(8))
    allowed = [{place, (place + 1) % 8} for place in deck]
    possible = ways(deck, allowed)
    counted = drawn(deck, allowed, 100)

    assert len(possible) == 2
    assert {*counted} == possible


class Named:
    """Chance that writes down what each draw is called."""

    def __init__(self, seed: str) -> None:
        self.chance = SeededChance(seed)
        self.labels: list[str] = []

    def below(self, label: str, n: int) -> int:
        self.labels.append(label)
        return self.chance.below(label, n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        self.labels.append(label)
        return self.chance.shuffle(label, items)


def labels(deck: tuple[int, ...], state: Known, *batches: Batch) -> list[str]:
    """Return what the draws of a state are called that is imagined from a memory."""
    chance = Named("names")
    game(deck).imagine(Memory[Known](None, state, batches), chance)
    return chance.labels


def test_notes_that_fit_the_same_faces_are_fitted_at_the_first_try() -> None:
    low, small = (
        unseen_of(0, frozenset({("at most", 2, True)})),
        unseen_of(0, frozenset({("at most", 3, True)})),
    )
    state = State[Unseen](1, row=(low, small), stock=(UNSEEN,) * 2)

    assert labels((1, 2, 4, 5), state) == ["imagine, note 0", "imagine, note 1", "imagine"]


def test_each_draw_of_an_imagined_state_has_a_name_of_its_own() -> None:
    """By a seed, draws of one name are the same draw, so batches, notes and further tries are drawn under others."""
    low, odd = unseen_of(0, frozenset({LOW})), unseen_of(1, frozenset({ODD}))
    plain = State[Unseen](1, stock=(UNSEEN,) * 3)
    three = State[Unseen](1, stock=(UNSEEN, unseen_of(1), low, odd, odd), row=(unseen_of(2), unseen_of(2)))

    deck = (1, 2, 3, 4, 5, 6, 7)

    assert labels(deck, attrs.evolve(plain, discards=(4, 5, 6, 7))) == ["imagine"]
    assert labels(deck, three, Batch((1, 2)), Batch((3, 4, 5)), Batch((6, 7))) == [
        "imagine, note 0",
        "imagine",
        "imagine 1, note 0",
        "imagine 1, note 0, 1",
        "imagine 1",
        "imagine 2",
    ]


def names(deck: tuple[int, ...], allowed: list[set[int]], seed: str) -> list[str]:
    """Return what the draws of a state are called in which each place holds one of these faces."""
    chance = Named(seed)
    imagined(*places(deck, allowed), chance)
    return chance.labels


def test_a_way_that_is_drawn_again_is_drawn_under_another_name() -> None:
    """By a seed it would be the same way otherwise, however often."""
    assert names((1, 2, 3, 4, 5), [{1, 2}, {2, 3}, {3, 4, 5}], "d") == [
        "imagine, note 0",
        "imagine, note 1",
        "imagine, note 2",
        "imagine",
        "keep imagine",
        "imagine, 2, note 0",
        "imagine, 2, note 1",
        "imagine, 2, note 2",
        "imagine, 2",
        "keep imagine, 2",
    ]


def test_where_no_way_is_kept_the_choice_among_those_that_were_drawn_has_a_name_of_its_own() -> None:
    deck = tuple(range(8))
    found = [names(deck, [{place, (place + 1) % 8} for place in deck], str(seed)) for seed in range(6)]

    assert all(len({*labels}) == len(labels) for labels in found)
    assert "any of these" in {labels[-1] for labels in found}


class Kept(Named):
    """Chance that keeps no way but the one of this name, and then picks one of those drawn with this number."""

    __slots__ = ("keep", "pick")
    keep: str
    pick: int

    def __init__(self, keep: str = "", pick: int = 0) -> None:
        super().__init__("kept")
        object.__setattr__(self, "keep", keep)
        object.__setattr__(self, "pick", pick)

    def below(self, label: str, n: int) -> int:
        drawn = super().below(label, n)
        if label.startswith("keep"):
            return 0 if label == self.keep else n - 1
        return self.pick * (n - 1) if label == "any of these" else drawn


def test_the_lowest_number_picks_the_first_of_the_ways_that_were_drawn_and_the_highest_the_last() -> None:
    """They lie on a line, each as long as its weight."""
    known = places((1, 2, 3, 4, 5), [{1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5}])
    chance = Kept()
    lowest = imagined(*known, chance)
    keeps = [label for label in chance.labels if label.startswith("keep")]

    first, last = (imagined(*known, Kept(keep)) for keep in (keeps[0], keeps[-1]))

    assert lowest == first != last
    assert imagined(*known, Kept(pick=1)) == last
