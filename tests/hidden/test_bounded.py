"""Where notes are hard to fit, states are drawn by a bounded method: they fit all the same, and nearly evenly."""

import pytest

from cardkit.chance import RunningChance
from cardkit.hidden import UNSEEN, Batch, Memory, Unseen
from cardkit.hidden.cards import unseen_of
from cardkit.rejections import BrokenGame
from tests.hidden.lab import Known, Note, State, game

LOW: Note = ("at most", 1, True)
HIGH: Note = ("at most", 1, False)
ODD: Note = ("odd", 0, True)


def test_a_note_on_a_card_that_was_mixed_in_from_a_large_batch_is_fitted() -> None:
    """Just one of 41 faces fits. It is seldom drawn by chance, so it has to be found."""
    deck = tuple(range(1, 42))
    state = State[Unseen](1, stock=(UNSEEN,) * 40, row=(unseen_of(1, frozenset({LOW})),))
    memory = Memory[Known](None, state, (Batch(deck), Batch((), (UNSEEN,))))
    lab = game(deck)

    for number in range(40):
        imagined = lab.imagine(memory, RunningChance(f"large {number}"))

        assert imagined.row == (1,)
        assert sorted(imagined.stock) == list(range(2, 42))


def test_notes_are_fitted_through_two_shuffles() -> None:
    """The card at the first place was in the second shuffle, and in the deal before: all its notes count."""
    deck = tuple(range(1, 61))
    high = unseen_of(1, frozenset({HIGH}))
    state = State[Unseen](
        1,
        stock=(UNSEEN,) * 27 + (unseen_of(1),) * 30,
        row=(unseen_of(2, frozenset({ODD})), unseen_of(2, frozenset({LOW})), unseen_of(2)),
    )
    batches = (
        Batch(deck[:30]),
        Batch(deck[30:], (UNSEEN, UNSEEN)),
        Batch((), (high, UNSEEN, unseen_of(1))),
    )
    lab = game(deck)

    for number in range(40):
        imagined = lab.imagine(Memory[Known](None, state, batches), RunningChance(f"two {number}"))

        row = [card or 0 for card in imagined.row]
        assert row[0] % 2 == 1
        assert row[1] == 1
        assert sum([card > 1 for card in row]) == 2
        assert sorted([*imagined.stock, *row]) == list(deck)


def test_notes_that_nothing_fits_are_found_out_whatever_is_drawn() -> None:
    state = State[Unseen](1, stock=(UNSEEN,) * 2, row=(unseen_of(1, frozenset({LOW})),))
    memory = Memory[Known](None, state, (Batch((2, 3, 4)), Batch((), (UNSEEN,))))

    with pytest.raises(BrokenGame, match=r"^lab: no faces fit all that is noted of the unseen cards"):
        game((2, 3, 4)).imagine(memory, RunningChance("nothing"))
