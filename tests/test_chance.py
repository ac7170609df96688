"""Where shuffles and dice come from: `docs/chance.md`, sentence by sentence."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations, product
from math import factorial
from pathlib import Path
from random import Random
from struct import unpack
from typing import Final

import pytest

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.chance import SeededChance, commitment, mixed, new_seed, permuted, seal_key
from cardkit.rejections import Invalid

PAGE: Final = (Path(__file__).parent.parent / "docs" / "chance.md").read_text(encoding="utf-8")

UNLIKELY: Final = 5.0
"""A χ² this many standard deviations above its mean is refused. Seeds are fixed: a test passes always, or never."""


def vectors(*columns: str) -> list[list[str]]:
    """Return the rows of the page's table with these columns; code marks are taken off."""
    head = f"| {' | '.join(columns)} |"
    rows: list[list[str]] = []
    for line in PAGE.split(f"\n{head}\n")[1].splitlines()[1:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip(" `") for cell in line.split("|")[1:-1]])
    assert rows
    return rows


def words(seed: str, version: int, label: str, number: int) -> tuple[int, ...]:
    """Return the first words of a stream, by the page."""
    stream = hashlib.shake_256(f"{seed}\n{version}\n{label}".encode()).digest(4 * number)
    return unpack(f">{number}I", stream)


def chi_squared(counts: Counter[int], kinds: int) -> float:
    """Return how many standard deviations the χ² of the counts lies above its mean, had all kinds equal chances."""
    expected = counts.total() / kinds
    statistic = sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))
    return float((statistic - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)


# --- the vectors of the page


@pytest.mark.parametrize("row", vectors("seed", "entropy", "commitment", "mixed", "seal key"))
def test_commitment_mixed_seed_and_seal_key_are_those_of_the_page(row: list[str]) -> None:
    """docs/chance.md, From the seed to the first draw"""
    seed, entropy, *expected = row
    given: list[tuple[int, str]] = json.loads(entropy)

    source = mixed(seed, dict(given))

    assert [commitment(seed), source, seal_key(source).hex()] == expected


@pytest.mark.parametrize("row", vectors("mixed", "version", "label", "first six words"))
def test_each_word_of_the_stream_comes_out_as_a_draw_below_2_to_the_32(row: list[str]) -> None:
    """docs/chance.md, Words"""
    seed, version, label, expected = row
    chance = SeededChance(seed, int(version))

    assert [f"{word:08x}" for word in words(seed, int(version), label, 6)] == expected.split()
    assert f"{chance.below(label, 2**32):08x}" == expected.split()[0]


@pytest.mark.parametrize("row", vectors("mixed", "version", "label", "n", "words skipped", "draw"))
def test_numbers_below_n_are_those_of_the_page(row: list[str]) -> None:
    """docs/chance.md, A number below n"""
    seed, version, label, n, skipped, draw = row
    limit = 2**32 - 2**32 % int(n)
    supply = words(seed, int(version), label, 20)

    assert SeededChance(seed, int(version)).below(label, int(n)) == int(draw)
    assert [word < limit for word in supply].index(True) == int(skipped)


@pytest.mark.parametrize("row", vectors("mixed", "version", "label", "items", "shuffled"))
def test_shuffles_are_those_of_the_page(row: list[str]) -> None:
    """docs/chance.md, A shuffle"""
    seed, version, label, items, shuffled = row

    assert SeededChance(seed, int(version)).shuffle(label, items.split()) == tuple(shuffled.split())


def test_the_first_lines_of_a_match_are_those_of_the_page() -> None:
    """docs/chance.md, Seals"""
    match = cardkit.start(
        "thirteen", 3, {"first_dealer": "random", "rounds": 1}, seed="c0ffee", entropy={0: "heads"}
    )

    assert cardkit.dumps(match) == PAGE.split("```json\n")[1].split("```")[0]


def test_the_pages_vectors_have_draws_with_skipped_words() -> None:
    """docs/chance.md, A number below n"""
    rows = vectors("mixed", "version", "label", "n", "words skipped", "draw")

    assert {"0", "1", "3", "7"} <= {row[4] for row in rows}


# --- a draw


def test_the_same_draw_is_the_same_whenever_and_however_often_it_is_made() -> None:
    chance = SeededChance("a seed", 4)
    before = chance.below("die", 6), chance.shuffle("deal", range(50))
    for label in map(str, range(20)):
        chance.below(label, 6)

    assert (chance.below("die", 6), chance.shuffle("deal", range(50))) == before
    assert (
        SeededChance("a seed", 4).below("die", 6),
        SeededChance("a seed").at(4).shuffle("deal", range(50)),
    ) == before


def test_chances_are_values() -> None:
    assert SeededChance("a seed", 4) == SeededChance("a seed", 4) == SeededChance("a seed").at(4)
    assert SeededChance("a seed", 4) != SeededChance("a seed", 5)
    assert SeededChance("a seed", 4) != SeededChance("another", 4)
    assert len({SeededChance("a seed", 4), SeededChance("a seed", 4), SeededChance("a seed", 5)}) == 2
    with pytest.raises(AttributeError):
        SeededChance("a seed").version = 1  # type: ignore[misc]  # that's the point


def test_nothing_printed_of_a_chance_or_a_match_tells_its_seed() -> None:
    match = cardkit.start("thirteen", 3, seed="a secret seed")
    source = mixed("a secret seed", {})

    for text in (repr(SeededChance("a secret seed", 3)), str(match.chance), repr(match), repr(match.header)):
        assert "secret" not in text
        assert source not in text
        assert repr(seal_key(source)) not in text


def test_versions_and_labels_and_seeds_give_unrelated_draws() -> None:
    seeds, versions, labels = ("a", "b", "a\n1"), (0, 1, 11), ("deal", "die", "1")

    draws = {SeededChance(*at).below(label, 2**32) for *at, label in product(seeds, versions, labels)}  # type: ignore[arg-type]  # mypy loses the places

    assert len(draws) == 27


def test_two_labels_agree_as_often_as_two_dice_would() -> None:
    pairs = Counter(
        6 * SeededChance("pairs", version).below("one", 6) + SeededChance("pairs", version).below("other", 6)
        for version in range(7200)
    )
    in_a_row = Counter(
        6 * SeededChance("pairs", version).below("one", 6)
        + SeededChance("pairs", version + 1).below("one", 6)
        for version in range(7200)
    )

    assert chi_squared(pairs, 36) < UNLIKELY
    assert chi_squared(in_a_row, 36) < UNLIKELY


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, 2**40, True, 6.0, "6", None])
def test_no_number_can_be_drawn_below_what_is_not_from_1_to_2_to_the_32(n: int) -> None:
    """docs/chance.md, A number below n"""
    with pytest.raises(Invalid, match=r"n: .* is invalid; expected a whole number from 1 to") as refused:
        SeededChance("a seed").below("die", n)
    assert refused.value.field == "n"


def test_a_label_with_a_line_break_would_be_taken_for_another_versions() -> None:
    """docs/chance.md, Words"""
    with pytest.raises(Invalid, match=r"label: .* is invalid; expected a text without a line break"):
        SeededChance("a").below("1\ndeal", 6)
    with pytest.raises(Invalid, match=r"label: .* is invalid; expected a text without a line break"):
        SeededChance("a").shuffle("1\ndeal", "ab")


def test_below_1_there_is_only_0() -> None:
    assert {SeededChance("a seed", version).below("die", 1) for version in range(50)} == {0}


def test_a_running_chance_never_repeats_a_draw_but_equal_ones_run_alike() -> None:
    one, other = RunningChance("a seed"), RunningChance("a seed")

    draws = [one.below("die", 2**32) for _ in range(100)]

    assert len(set(draws)) == 100
    assert [other.below(label, 2**32) for label in map(str, range(100))] == draws
    assert sorted(one.shuffle("deal", "abc")) == ["a", "b", "c"]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 50, 100])
def test_a_running_chance_gives_numbers_below_n_equally_often(n: int) -> None:
    chance = RunningChance("numbers")

    counts = Counter(chance.below("die", n) for _ in range(100 * n))

    assert set(counts) == set(range(n))
    assert n == 1 or chi_squared(counts, n) < UNLIKELY


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_running_chance_gives_orders_equally_often(size: int) -> None:
    number = {order: index for index, order in enumerate(permutations(range(size)))}
    chance = RunningChance("orders")

    counts = Counter(number[chance.shuffle("deal", range(size))] for _ in range(60 * len(number)))

    assert chi_squared(counts, len(number)) < UNLIKELY


def test_a_running_chance_passes_over_words_that_would_favour_some_remainders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The word at the very top is above all multiples of 7, 6, 5 and 3; five below it is a fair one for 6 and 5."""
    top = 2**30 - 1
    supply = [top, top - 1, *[top] * 9, top - 4, top, top - 4, 1, top, 0, 1, 5]
    stream = iter(supply)

    def bits(self: Random, k: int) -> int:
        assert k == 30
        return next(stream)

    monkeypatch.setattr(Random, "getrandbits", bits)

    shuffled = RunningChance("a seed").shuffle("deal", "abcdefg")

    rest = iter(supply)
    assert shuffled == permuted(tuple("abcdefg"), fair_picks(rest, 30))
    assert [*stream] == [5], "no more words were read than were needed"


# --- words skipped


def fair_picks(words: Iterator[int], bits: int) -> list[int]:
    """Return how a shuffle of seven picks, with words of this many bits."""
    return [
        next(word for word in words if word < 2**bits - 2**bits % bound) % bound
        for bound in (7, 6, 5, 4, 3, 2)
    ]


@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1, 2**32 - 1, 5, 2**32])
def test_a_word_that_would_favour_some_remainders_is_skipped(n: int) -> None:
    """docs/chance.md, A number below n"""
    limit = 2**32 - 2**32 % n
    skipped = 0
    for version in range(300):
        supply = words("passing over", version, "die", 64)
        fair = [word for word in supply if word < limit]
        skipped += supply.index(fair[0])

        assert SeededChance("passing over", version).below("die", n) == fair[0] % n

    assert (skipped > 20) == (n in {3 * 2**30, 2**31 + 1})


def test_a_shuffle_goes_on_in_the_same_stream_after_a_word_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/chance.md, A shuffle. Among real words it would take a hundred million shuffles to see one."""
    supply = [2**32 - 4, 7, 2**32 - 1, 2**32 - 2, 5, 0, 3, *[2**32 - 1] * 40, 1, 8, 9]
    monkeypatch.setattr(hashlib, "shake_256", Stream(supply))

    shuffled = SeededChance("a seed").shuffle("deal", "abcdefg")

    rest = iter(supply)
    assert shuffled == permuted(tuple("abcdefg"), fair_picks(rest, 32))
    assert [*rest] == [9], "the last picks came after the long run of words skipped"


class Stream:
    """Stands in for SHAKE-256, with words of our own."""

    def __init__(self, supply: list[int]) -> None:
        self.bytes = b"".join(word.to_bytes(4) for word in supply) + bytes(4000)

    def __call__(self, data: bytes) -> "Stream":
        return self

    def digest(self, length: int) -> bytes:
        return self.bytes[:length]


# --- every order is equally likely


@pytest.mark.parametrize("size", range(7))
def test_each_sequence_of_picks_gives_its_own_order_and_all_orders_are_there(size: int) -> None:
    """docs/chance.md, A shuffle: n! equally likely sequences of picks, n! orders"""
    cards = tuple("abcdef"[:size])
    sequences = product(*(range(bound) for bound in range(size, 1, -1)))

    orders = Counter(permuted(cards, picks) for picks in sequences)

    assert orders == Counter(permutations(cards))
    assert orders.total() == factorial(size)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_orders_of_small_decks_come_equally_often(size: int) -> None:
    number = {order: index for index, order in enumerate(permutations(range(size)))}

    counts = Counter(
        number[SeededChance("orders", v).shuffle("deal", range(size))] for v in range(60 * len(number))
    )

    assert chi_squared(counts, len(number)) < UNLIKELY


def test_each_card_of_a_large_deck_comes_to_each_place_equally_often() -> None:
    places: list[Counter[int]] = [Counter() for _ in range(66)]
    follows: Counter[int] = Counter()
    for version in range(2000):
        deck = SeededChance("places", version).shuffle("deal", range(66))
        assert len(set(deck)) == 66
        for counter, card in zip(places, deck, strict=True):
            counter[card] += 1
        follows.update((later - card) % 66 - 1 for card, later in pairwise(deck))

    assert max(chi_squared(counter, 66) for counter in places) < UNLIKELY
    assert chi_squared(follows, 65) < UNLIKELY


@pytest.mark.parametrize("n", [2, 3, 6, 7, 50, 100])
def test_numbers_below_n_come_equally_often(n: int) -> None:
    counts = Counter(SeededChance("numbers", version).below("die", n) for version in range(100 * n))

    assert set(counts) == set(range(n))
    assert chi_squared(counts, n) < UNLIKELY


def test_remainders_are_not_favoured_where_a_mere_modulus_would_favour_them() -> None:
    """Of 3 * 2^30 the lowest third would come twice as often."""
    n = 3 * 2**30

    thirds = Counter(SeededChance("thirds", version).below("die", n) // 2**30 for version in range(3000))
    plain = Counter(words("thirds", version, "die", 1)[0] % n // 2**30 for version in range(3000))

    assert chi_squared(thirds, 3) < UNLIKELY
    assert chi_squared(plain, 3) > 10 * UNLIKELY, "this test must be able to see the difference"


def test_a_shuffle_that_swaps_with_any_place_would_be_found_out() -> None:
    """The well-known wrong shuffle: this file's χ² must tell it from the right one."""
    number = {order: index for index, order in enumerate(permutations(range(4)))}
    counts: Counter[int] = Counter()
    random = Random(1)
    for _ in range(60 * 24):
        deck = [0, 1, 2, 3]
        for place in range(4):
            other = random.randrange(4)
            deck[place], deck[other] = deck[other], deck[place]
        counts[number[tuple(deck)]] += 1

    assert chi_squared(counts, 24) > UNLIKELY


# --- seeds, commitments, entropy


def test_fresh_seeds_have_256_bits_and_differ() -> None:
    seeds = {new_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}
    assert cardkit.start("thirteen", 3).header.seed != cardkit.start("thirteen", 3).header.seed


def test_entropy_changes_all_draws_and_neither_order_nor_neighbours_can_be_mistaken() -> None:
    """docs/chance.md, From the seed to the first draw"""
    given: tuple[dict[int, str], ...] = (
        {},
        {0: ""},
        {1: ""},
        {0: "a"},
        {1: "a"},
        {0: "a", 1: "b"},
        {0: "b", 1: "a"},
        {0: "ab", 1: ""},
        {0: "a\n1 b"},
    )

    assert len({mixed("a seed", entropy) for entropy in given}) == len(given)
    assert mixed("a seed", {1: "b", 0: "a"}) == mixed("a seed", {0: "a", 1: "b"})
    assert mixed("a seed", {}) != mixed("b seed", {})


def test_a_match_draws_from_the_mixed_seed_at_the_number_of_events_before_the_move() -> None:
    """docs/chance.md, Versions and labels"""
    match = cardkit.start("friday13", 4, seed="a seed", entropy={2: "tails"})
    source = mixed("a seed", {2: "tails"})
    assert match.chance == SeededChance(source, 3), "committed, opened, dealt"

    match = match.play(match.legal()[0])

    assert match.chance == SeededChance(source, 4)
    assert match.header.seal_key == hmac.digest(source.encode(), b"cardkit/1 seals", "sha256")
