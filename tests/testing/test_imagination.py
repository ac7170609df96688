"""Law 7 finds imaginations that can't be, or don't vary, or come from elsewhere than the memory."""

from itertools import count

import attrs

from cardkit.chance import Chance, SeededChance
from cardkit.mechanics.dealing import unseen
from cardkit.seats import Seat
from cardkit.testing import Law
from tests.testing import plants
from tests.testing.plants import recast, variant
from tests.testing.tiny import Event, Glimpse, Memory, Move, Play, State, Tiny, decide, imagine, remember

ONLY_IMAGINATION = {Law.IMAGINATION}


def laws_broken_by(game: Tiny) -> set[Law]:
    """Try all laws, and return those that are broken."""
    return plants.laws_broken_by(game, matches=2, laws=frozenset(Law))


def test_imagining_the_same_state_again_and_again_is_found() -> None:
    def constant(memory: Memory, chance: Chance) -> State:
        return imagine(memory, SeededChance("fixed"))

    assert laws_broken_by(variant(imagine=constant)) == ONLY_IMAGINATION


def test_imagining_from_something_else_than_the_memory_is_found() -> None:
    numbers = count()

    def moody(memory: Memory, chance: Chance) -> State:
        return imagine(memory, SeededChance("own", next(numbers)))

    assert laws_broken_by(variant(imagine=moody)) == ONLY_IMAGINATION


def test_forgetting_cards_that_were_seen_once_is_found() -> None:
    """The heap's lower cards don't show any more, so the view is right all the same."""

    def short_sighted(memory: Memory, chance: Chance) -> State:
        *covered, top = memory.open.heap or (0,)
        if not covered:
            return imagine(memory, chance)
        open_cards = (*memory.hand, *(card for hand in memory.shown for card in hand))
        pool = [card for card in unseen(range(1, 9), open_cards) if card != top]
        heap = (*chance.shuffle("covered", pool)[: len(covered)], top)
        return imagine(attrs.evolve(memory, open=attrs.evolve(memory.open, heap=heap)), chance)

    assert laws_broken_by(variant(imagine=short_sighted)) == {Law.CONSISTENCY}


def test_imagining_cards_that_are_not_there_is_found() -> None:
    def wishful(memory: Memory, chance: Chance) -> State:
        state = imagine(memory, chance)
        return attrs.evolve(state, stock=(8,) * len(state.stock))

    assert laws_broken_by(variant(imagine=wishful)) == ONLY_IMAGINATION


def test_never_imagining_what_is_true_is_found() -> None:
    def tidy(memory: Memory, chance: Chance) -> State:
        state = imagine(memory, chance)
        return attrs.evolve(state, stock=tuple(sorted(state.stock)))

    assert laws_broken_by(variant(imagine=tidy)) == ONLY_IMAGINATION


def test_imagining_some_deals_more_often_than_they_come_is_found() -> None:
    """Every deal is possible, and every card is somewhere; but low cards go to the stock."""

    def gloomy(memory: Memory, chance: Chance) -> State:
        seeds = (str(chance.below(f"world {number}", 2**32)) for number in range(6))
        several = (imagine(memory, SeededChance(seed)) for seed in seeds)
        return min(several, key=lambda state: state.stock)

    assert laws_broken_by(variant(imagine=gloomy)) == ONLY_IMAGINATION


def test_an_imagined_state_that_can_not_be_played_on_is_found() -> None:
    """The card is of another class: it looks right to everybody else."""

    def crooked(memory: Memory, chance: Chance) -> State:
        state = imagine(memory, chance)
        hands = [
            hand if seat == memory.you else tuple(map(Half, hand)) for seat, hand in enumerate(state.hands)
        ]
        return attrs.evolve(state, hands=tuple(hands))

    def strict(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if isinstance(move, Play) and type(move.card) is Half:
            raise TypeError("half a card")
        return decide(state, seat, move, chance)

    assert laws_broken_by(variant(imagine=crooked, decide=strict)) == ONLY_IMAGINATION


def test_a_memory_that_is_not_a_function_of_the_glimpses_is_found() -> None:
    """The view doesn't show which of two memories it is."""
    numbers = count()

    def wandering(memory: Memory, seen: Glimpse) -> Memory:
        after = remember(memory, seen)
        return recast(Numbered, after, number=next(numbers))

    assert laws_broken_by(variant(remember=wandering)) == ONLY_IMAGINATION


class Half(int):
    """A number that no move names."""


@attrs.frozen
class Numbered(Memory):
    number: int = 0
