"""What a viewer imagines: it can't be told from the truth, and every way to lay the unseen cards is as likely."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Never

from cardkit.chance import SeededChance
from cardkit.families.limited_piles.messages import C, K, RoundInfo, State
from cardkit.hidden import UNSEEN, Memory, Unseen
from cardkit.mechanics.dealing import unseen
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes, seen


def all_cards(state: State[C, Never]) -> Counter[C]:
    heaps = (*state.hands, state.stock, state.away, *state.piles, *state.taken)
    return Counter(card for heap in heaps for card in heap)


def four_cards_unseen(of: Scenes[C, K, O]) -> Memory[State[C, Unseen]]:
    """Return what seat 0 knows who hasn't seen B7 B7 C1 W4: seat 1 holds two, seat 2 one, and one is the rest."""
    own, lying = of.cards("A1"), of.cards("A2 A4")
    taken = unseen(of.deck, of.cards("C1 W4 B7 B7"), own, lying)
    table: RoundInfo[C] = RoundInfo(3, 1, 2, round=1, leader=2, totals=(0, 0, 0))
    rest: tuple[C | Unseen, ...] = (UNSEEN,)
    none: tuple[C | Unseen, ...] = ()
    stock, away = (none, rest) if of.rules.hand is None else (rest, none)
    hands: tuple[tuple[C | Unseen, ...], ...] = (own, (UNSEEN, UNSEEN), (UNSEEN,))
    state: State[C, Unseen] = State(table, 0, hands, stock, away, (lying, (), ()), (6, 0, 0), ((), taken, ()))
    return Memory(0, state)


def ways(heaps: Sequence[Sequence[str]]) -> str:
    return " | ".join(" ".join(heap) for heap in heaps)


@each_game
def test_every_way_to_lay_the_unseen_cards_is_as_likely(of: Scenes[C, K, O]) -> None:
    """χ², against all 24 ways to lay them, counted"""
    tries, memory = 2400, four_cards_unseen(of)
    expected, found = Counter[str](), Counter[str]()
    for one, two, three, four in permutations(of.cards("C1 W4 B7 B7")):
        expected[ways((of.hand(f"{one} {two}"), (three,), (four,)))] += tries // 24

    for number in range(tries):
        state = of.game.imagine(memory, SeededChance(str(number)))
        found[ways((*state.hands[1:], state.stock + state.away))] += 1

    assert len(expected) == 7
    assert {*found} == {*expected}
    distance = sum((found[way] - count) ** 2 / count for way, count in expected.items())
    assert distance < 22.5  # 6 degrees of freedom, one in a thousand


@each_game
def test_only_hidden_cards_are_imagined(of: Scenes[C, K, O]) -> None:
    """own hand, piles and taken heaps stay as they were seen"""
    memory = four_cards_unseen(of)

    state = of.game.imagine(memory, SeededChance("x"))

    assert Memory(0, seen(state, 0, taken=True)) == memory
    assert all_cards(state) == Counter(of.deck)


@each_game
def test_with_nothing_hidden_there_is_one_position_to_imagine(of: Scenes[C, K, O]) -> None:
    """a spectator knows all when one hand and nothing else is left"""
    taken = " ".join(unseen(of.deck, of.cards("A1 A2")))
    state = of.scene("A1 A2", "", "", taken=(taken, "", ""))

    memory = Memory(None, seen(state, None, taken=True))

    assert {of.game.imagine(memory, SeededChance(str(number))) for number in range(20)} == {state}
