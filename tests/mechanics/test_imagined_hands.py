"""Hands as a viewer may imagine them: the own one is known, the others and the rest are not."""

from collections import Counter

import pytest

from cardkit.chance import SeededChance
from cardkit.mechanics.dealing import imagined_hands, scattered
from cardkit.seats import Viewer


@pytest.mark.parametrize(("you", "own"), [(0, "xy"), (1, "z"), (2, ""), (None, "")])
def test_the_own_hand_is_kept_and_the_hidden_cards_fill_the_others_and_the_rest(
    you: Viewer, own: str
) -> None:
    sizes = (2, 1, 0)
    hidden = "abcdef"[: sum(sizes) - len(own) + 2]

    hands, rest = imagined_hands(you, tuple(own), sizes, hidden, 2, SeededChance("x"))

    assert tuple(map(len, hands)) == sizes
    assert len(rest) == 2
    assert you is None or hands[you] == tuple(own)
    others = (card for seat, hand in enumerate(hands) if seat != you for card in hand)
    assert sorted((*others, *rest)) == [*hidden]


def test_before_a_deal_there_is_nothing_to_imagine() -> None:
    assert imagined_hands(1, (), (), "abc", 0, SeededChance("x")) == ((), ())


def test_what_is_imagined_is_drawn_as_imagine() -> None:
    """the same seed imagines the same hands, in this release and in the next"""
    for seed in range(20):
        first, rest = scattered("abcdef", (4, 2), SeededChance(str(seed)), "imagine")

        assert imagined_hands(None, (), (4,), "abcdef", 2, SeededChance(str(seed))) == ((first,), rest)


def test_every_way_to_lay_the_hidden_cards_is_as_likely() -> None:
    ways = Counter(
        imagined_hands(1, ("x",), (1, 1, 1), "abc", 1, SeededChance(str(seed))) for seed in range(1200)
    )

    assert len(ways) == 6
    assert (
        sum((count - 200) ** 2 / 200 for count in ways.values()) < 20.5
    )  # 5 degrees of freedom, one in a thousand
