"""The plain yardstick of Biberbande plays by the rules."""

import random

import pytest

from bench.plain_biberbande import DECK, play, playouts, score
from bench.plain_parts import shuffled
from tests.bench.scripts import scripted


def never(cards: list[str]) -> list[str]:
    raise AssertionError(f"reshuffled {cards}")


def deck_of(*rows: str, then: str) -> list[str]:
    """Return rows clockwise from the dealer's left; then the card turned up, and the stock."""
    laps = zip(*(row.split() for row in rows), strict=True)
    return [name for lap in laps for name in lap] + then.split()


def test_the_deck_has_sixty_six_cards() -> None:
    assert len(DECK) == 66
    assert [DECK.count(name) for name in dict.fromkeys(DECK)] == [4] * 9 + [9, 9, 7, 5]


def test_a_row_scores_its_sum_and_specials_are_replaced_until_a_number_comes() -> None:
    rows = [["4", "2", "0", "5"], ["1", "2", "1", "3"], ["0", "4", "peek", "0"]]

    assert score(rows, ["3", "8", "swap"], [], list) == [11, 7, 12]


def test_the_stock_that_runs_dry_while_scoring_is_the_discard_pile_reshuffled() -> None:
    assert score([["peek", "1", "1", "swap"]], ["2"], ["5", "6"], list) == [9]


def test_a_card_taken_from_the_discard_pile_and_a_knock() -> None:
    """Seat 1 takes the 2 to its second place; seat 0 knocks; seat 1 has one more turn."""
    deck = deck_of("4 9 0 5", "1 2 1 3", then="2 7 9")
    look, keep_none, knock = (1, 0), [(5, 4), (5, 0)], (2, 1)
    choose = scripted(look, look, (5, 1), *keep_none, knock, *keep_none)

    made = play(lambda _: deck, choose, seats=2, rounds=1, reshuffle=never)

    assert made == (8, (7, 11))


def test_draw_two_over_an_empty_stock() -> None:
    """Its first card, discarded, comes back as the second; the draw two goes down last."""
    deck = deck_of("9 1 1 1", "2 2 2 2", then="0 draw2")
    seen: list[list[str]] = []

    def turned_over(cards: list[str]) -> list[str]:
        seen.append(cards)
        return cards[::-1]

    look, draw = (1, 0), (1, 0)
    first = [(5, 4), (2, 1), (5, 0), (5, 1)]  # draw; carry out; discard the 0; keep it
    knocks = [draw, (2, 0), (2, 1)]  # discard the draw two; knock
    choose = scripted(look, look, *first, *knocks, draw, (5, 0))

    made = play(lambda _: deck, choose, seats=2, rounds=1, reshuffle=turned_over)

    assert made == (11, (8, 3))
    assert seen == [["0"], ["0"], ["9", "draw2"]]


def test_a_swap_counts_own_position_then_the_others_clockwise_then_theirs() -> None:
    """Seat 1's third card against the last one of seat 0, its second neighbour."""
    deck = deck_of("0 0 5 0", "1 1 1 1", "2 2 2 9", then="peek swap 9 9")
    look, draw, pass_ = (1, 0), (1, 0), (2, 0)
    swap = (33, 1 + 2 * 8 + 1 * 4 + 3)
    choose = scripted(*[look] * 3, draw, swap, draw, (5, 0), (5, 4), (5, 0), pass_)

    made = play(lambda _: deck, choose, seats=3, rounds=1, reshuffle=never, turn_limit=1)

    assert made == (10, (11, 9, 4))


@pytest.mark.parametrize(("rotate", "totals"), [(False, (8, 0)), (True, (4, 4))])
def test_the_dealer_stays_or_rotates(rotate: bool, totals: tuple[int, int]) -> None:
    """The dealer's left neighbour always gets the row of zeros."""
    deck = deck_of("0 0 0 0", "1 1 1 1", then="peek peek peek")
    draw_and_discard = [(1, 0), (5, 0)]
    choose = scripted(*[*[(1, 0)] * 2, *draw_and_discard * 2, (2, 0)] * 2)

    made = play(
        lambda _: deck, choose, seats=2, rounds=2, reshuffle=never, turn_limit=1, rotate_dealer=rotate
    )

    assert made == (14, totals)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_matches_end_and_cards_are_neither_lost_nor_made(seats: int) -> None:
    """The choices are those of `playouts`, which plays the same matches."""
    rng, moves = random.Random(seats), 0

    def reshuffle(cards: list[str]) -> list[str]:
        assert all(cards.count(name) <= DECK.count(name) for name in DECK)
        assert len(cards) <= 66 - 4 * seats
        return shuffled(cards, rng)

    for _ in range(20):
        made, totals = play(
            lambda _: shuffled(DECK, rng),
            lambda n: int(rng.random() * n),
            seats,
            reshuffle=reshuffle,
            turn_limit=20,
        )
        assert len(totals) == seats
        assert 0 <= sum(totals) <= (4 if seats == 2 else seats) * (36 * 5 + 9 * 9)
        moves += made

    assert playouts(20, seats, random.Random(seats)) == moves
