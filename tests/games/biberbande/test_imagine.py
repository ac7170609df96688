"""The positions that a player of Biberbande thinks possible: each as likely, and none that can't be."""

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from types import MethodType
from typing import Final, TypeAlias

import attrs
import pytest

from cardkit.chance import SeededChance
from cardkit.games.biberbande import GAME, Card, Dealt, Event, Knock, Knowledge, Opened, Truth, View
from cardkit.games.biberbande.cards import NUMBERS
from cardkit.games.biberbande.evolve import NUMBER
from cardkit.hidden import UNSEEN, Batch, Memory, Unseen, noted
from cardkit.hidden.cards import unseen_of
from cardkit.hidden.imagine import imagined
from cardkit.hidden.keeper import Keeper
from cardkit.seats import Viewer
from cardkit.testing import uniform
from tests.games.biberbande.scenes import (
    FACE,
    cards,
    fold,
    places,
    remembered,
    scene,
    slowly,
    start,
)

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))

Layout: TypeAlias = tuple[tuple[Card, ...], ...]
"""What lies in all places: the rows, the hand, the stock."""

Known: TypeAlias = Card | Unseen

SIGNS: Final[dict[str, Unseen]] = {
    "?": UNSEEN,
    "k": noted(UNSEEN, NUMBER),
    "!": unseen_of(1),
    "K": noted(unseen_of(1), NUMBER),
    "#": unseen_of(2),
}
"""A card of the deal, one kept of the deal; one of the first reshuffle, one kept of it; one of the second."""


def knowing(*rows: str, held: str = "", pools: tuple[str, ...], stock: tuple[int, ...]) -> Knowledge:
    """Return what seat 0 of two knows. It didn't see the faces in `pools`; `stock` counts each of them in the stock."""

    def place(text: str) -> Known:
        return SIGNS[text] if text in SIGNS else cards(text)[0]

    opened = remembered(0, [Opened(2, 1, False, 4, None)])
    state = attrs.evolve(
        opened.state,
        phase="drawn" if held else "choosing",
        turn=1 if held else 0,
        rows=tuple(tuple(map(place, row.split())) for row in rows),
        drawn=place(held) if held else None,
        aside=cards("draw2") if held else (),
        discard=cards("9"),
        stock=tuple(unseen_of(batch) for batch, size in enumerate(stock) for _ in range(size)),
    )
    return Memory(0, state, tuple(Batch(cards(pool)) for pool in pools))


def layout(state: Truth) -> Layout:
    hand = () if state.drawn is None else (state.drawn,)
    return (*state.rows, hand, state.stock)


def layouts(memory: Knowledge) -> Iterator[Layout]:
    """Yield all that fit, by trying every order of each pool in its places."""
    state = memory.state
    heaps: tuple[tuple[Known, ...], ...] = (
        *state.rows,
        () if state.drawn is None else (state.drawn,),
        state.stock,
    )
    for orders in product(*({*permutations(batch.faces)} for batch in memory.batches)):
        supplies = [iter(order) for order in orders]
        laid: Layout = tuple(
            tuple(
                FACE[str(next(supplies[card.batch]))] if isinstance(card, Unseen) else card for card in heap
            )
            for heap in heaps
        )
        if all(
            face in NUMBERS
            for heap, faces in zip(heaps, laid, strict=True)
            for card, face in zip(heap, faces, strict=True)
            if isinstance(card, Unseen) and card.notes
        ):
            yield laid


SCENES: Final[dict[str, Knowledge]] = {
    "one pool, twins in it": knowing("1 ? ? 2", "? 3 3 3", pools=("5 5 swap 7",), stock=(1,)),
    "a kept card, and a special": knowing("1 k 2 ?", "4 4 4 4", pools=("5 6 swap",), stock=(1,)),
    "kept cards and specials": knowing("1 k 2 ?", "4 4 k ?", pools=("5 6 swap 5 peek",), stock=(1,)),
    "only specials except for kept cards": knowing("k 1 1 ?", "? k 1 1", pools=("0 3 peek draw2",), stock=(0,)),
    "another's hand": knowing("1 ? 1 1", "1 1 1 1", held="?", pools=("5 6 swap 6",), stock=(2,)),
    "a hand, and a kept card": knowing("1 k 1 1", "1 1 1 1", held="?", pools=("5 swap peek",), stock=(1,)),
    "two batches": knowing("? 1 ! 2", "2 2 ! ?", pools=("0 swap", "9 9 8 peek"), stock=(0, 2)),
    "two batches, kept of both": knowing(
        "? 1 K 2", "k 2 ! ?", pools=("0 swap 4", "9 peek 8 peek 9"), stock=(0, 3)
    ),
    "a reshuffle under the rest of the stock": knowing(
        "? 1 1 2", "k 2 2 2", pools=("0 swap 4 5", "9 peek 8"), stock=(2, 3)
    ),
    "three batches": knowing("? 1 ! 2", "2 # 2 2", pools=("0", "9 8", "5 peek 6"), stock=(0, 1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_every_position_that_fits_is_imagined_as_often_as_any_other(name: str) -> None:
    """χ², against all positions there are, counted one by one"""
    memory = SCENES[name]
    possible = [*layouts(memory)]
    times = (200 if SOAK else 30) * len(possible)

    found = [layout(GAME.imagine(memory, SeededChance(name, number))) for number in range(times)]

    assert len(possible) == len({*possible}) > 1
    assert uniform(found, possible) > 1e-4


def test_each_batch_is_drawn_by_its_number() -> None:
    """the same seed imagines the same position, in this release and in the next"""
    for chance in (SeededChance(str(seed)) for seed in range(20)):
        first, second = chance.shuffle("imagine", ("0", "swap"))
        left, right, *stock = chance.shuffle("imagine 1", ("9", "9", "8", "peek"))
        assert layout(GAME.imagine(SCENES["two batches"], chance)) == (
            (first, "1", left, "2"),
            ("2", "2", right, second),
            (),
            tuple(stock),
        )


def test_the_numbers_for_kept_cards_are_drawn_first_under_their_own_name() -> None:
    """the same seed imagines the same position, in this release and in the next"""
    for chance in (SeededChance(str(seed)) for seed in range(20)):
        kept, left = [("5", "6"), ("6", "5")][chance.below("imagine, note 0", 2)]
        near, top = chance.shuffle("imagine", (left, "swap"))
        assert layout(GAME.imagine(SCENES["a kept card, and a special"], chance)) == (
            ("1", kept, "2", near),
            ("4", "4", "4", "4"),
            (),
            (top,),
        )


def test_the_count_of_positions_is_right_where_it_can_be_reckoned() -> None:
    """4!/2! orders; 2 numbers for the kept card, then 2! orders"""
    assert len([*layouts(SCENES["one pool, twins in it"])]) == 12
    assert len([*layouts(SCENES["a kept card, and a special"])]) == 4
    assert len([*layouts(SCENES["two batches"])]) == 2 * 12


def test_picking_the_numbers_out_of_one_shuffle_would_be_found_out() -> None:
    """the trap that the test has to notice: specials come too early in what is left"""
    memory = SCENES["a kept card, and a special"]

    def crooked(number: int) -> Layout:
        (pool,) = memory.batches
        order: list[Card] = [
            FACE[str(card)] for card in SeededChance("crooked", number).shuffle("imagine", pool.faces)
        ]
        kept: Card = next(card for card in order if card in NUMBERS)
        order.remove(kept)
        return (("1", kept, "2", order[0]), cards("4 4 4 4"), (), (order[1],))

    assert uniform(map(crooked, range(400)), layouts(memory)) < 1e-4


DECKS: Final = [
    "0 0 0 0 9 9 9 swap swap swap peek peek draw2 draw2",
    "0 1 2 3 4 5 swap swap swap peek draw2 9 9 9",
]
"""Of two seats' rows, a card turned up, and a stock of five: soon reshuffled."""


def keeper(deck: tuple[Card, ...]) -> Keeper:
    """Return the game's memory, if this is the deck."""
    remember: object = GAME.remember
    assert isinstance(remember, MethodType)
    assert isinstance(remember.__self__, Keeper)

    def all_cards(state: View) -> tuple[Card, ...]:
        return deck

    return attrs.evolve(remember.__self__, deck=all_cards)


TINY: Final = tuple(keeper(cards(deck)) for deck in DECKS)


def imagined_tiny(memory: Knowledge, number: int) -> Truth:
    state: Truth = imagined(TINY[number % 2], memory, SeededChance("imagined", number))
    return state


@cache
def tiny_match(number: int) -> tuple[Knowledge, Truth]:
    """Return a match with a tiny deck after some moves, without a knock: what the viewer knows, and the truth."""
    viewer: Viewer = (0, 1, None)[number % 3]
    random = Random(f"tiny {number}")
    deck: list[Card] = [*cards(DECKS[number % 2])]
    random.shuffle(deck)
    rows: tuple[tuple[Card, ...], ...] = (tuple(deck[:4]), tuple(deck[4:8]))
    stock: tuple[Card, ...] = tuple(deck[9:])
    opening: tuple[Event, ...] = (Opened(2, 1, False, 1, None), Dealt(1, 1, rows, stock, deck[8]))
    memory, state = GAME.blank(viewer), GAME.initial
    for event in opening:
        memory, state = (
            TINY[number % 2].remember(memory, GAME.glimpse(event, viewer)),
            GAME.evolve(state, event),
        )
    for move in range(random.randrange(4, 32)):
        (seat,) = GAME.actors(state)
        legal = tuple(move for move in GAME.legal(state, seat) if move != Knock())
        happened = GAME.decide(state, seat, slowly(random, legal), SeededChance(f"tiny {number}", move))
        state = fold(state, happened)
        for event in happened:
            memory = TINY[number % 2].remember(memory, GAME.glimpse(event, viewer))
    return memory, state


def hidden_places(memory: Knowledge) -> list[tuple[int, int]]:
    return [
        (seat, position)
        for seat, row in enumerate(memory.state.rows)
        for position, card in enumerate(row)
        if isinstance(card, Unseen)
    ]


Sample: TypeAlias = tuple[Hashable, Hashable]
"""What is known of some places, and what lies there."""


def unseen_at(memory: Knowledge, place: tuple[int, int]) -> Unseen:
    known = memory.state.rows[place[0]][place[1]]
    assert isinstance(known, Unseen)
    return known


def pool_of(memory: Knowledge, state: Truth, batch: int) -> list[Known]:
    """Return what truly lies in the hidden places of a batch."""
    truth = places(Memory(memory.you, state))
    return [
        card
        for card, known in zip(truth, places(memory), strict=True)
        if isinstance(known, Unseen) and known.batch == batch
    ]


def one_card(memory: Knowledge, state: Truth, choose: Random) -> Sample | None:
    """Return a hidden place, rather an old one: if it was kept, and its batch's share of specials and of nines."""
    hidden = hidden_places(memory)
    if not hidden:
        return None
    old = [place for place in hidden if unseen_at(memory, place).batch < len(memory.batches) - 1]
    seat, position = choose.choice(old or hidden)
    known, face = unseen_at(memory, (seat, position)), state.rows[seat][position]
    pool = pool_of(memory, state, known.batch)
    specials = sum(card not in NUMBERS for card in pool) / len(pool)
    nines = pool.count("9") / len(pool)
    kind = "special" if face not in NUMBERS else "nine" if face == "9" else "number"
    return (bool(known.notes), round(3 * specials), round(3 * nines)), kind


def two_cards(memory: Knowledge, state: Truth, choose: Random) -> Sample | None:
    """Return a hidden place of a row, and the top of the stock."""
    hidden = hidden_places(memory)
    if not hidden or not state.stock:
        return None
    seat, position = choose.choice(hidden)
    return None, (state.rows[seat][position], state.stock[0])


def held_card(memory: Knowledge, state: Truth, choose: Random) -> Sample | None:
    """Return what another seat holds in its hand."""
    if not isinstance(memory.state.drawn, Unseen):
        return None
    return len(memory.batches), state.drawn


def unlikely(truth: Iterable[Sample | None], imagined: Iterable[Sample | None]) -> float:
    """Return how much more the two differ than draws of one kind do: χ² in standard deviations, after Wilson."""
    one, other = Counter(truth), Counter(imagined)
    common = {sample for sample in one | other if sample and one[sample] + other[sample] >= 10}
    square = sum((one[sample] - other[sample]) ** 2 / (one[sample] + other[sample]) for sample in common)
    freedom = len(common) - len({known for known, _ in common})
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


@pytest.mark.parametrize("look", [one_card, two_cards, held_card])
def test_imagined_positions_are_spread_like_true_ones_in_tiny_matches(
    look: Callable[[Knowledge, Truth, Random], Sample | None],
) -> None:
    """players here choose alike whatever a hidden number is, so all that fits is as likely to be true"""
    truth: list[Sample | None] = []
    drawn: list[Sample | None] = []
    for number in range(60_000 if SOAK else 2_500):
        memory, state = tiny_match(number)
        chosen = look(memory, state, Random(number))
        if chosen is not None:
            truth.append(chosen)
            drawn.append(look(memory, imagined_tiny(memory, number), Random(number)))

    assert len(truth) > 100
    assert len({*truth}) > 10
    assert unlikely(truth, drawn) < 4


@pytest.mark.parametrize("forgetful", ["that kept cards are numbers", "of which shuffle a card is"])
def test_that_comparison_notices_what_is_forgotten(forgetful: str) -> None:
    forget = {"that kept cards are numbers": forget_kept, "of which shuffle a card is": forget_shuffles}
    truth: list[Sample | None] = []
    drawn: list[Sample | None] = []
    for number in range(2_500):
        memory, state = tiny_match(number)
        if hidden_places(memory):
            other = imagined_tiny(forget[forgetful](memory), number)
            truth.append(one_card(memory, state, Random(number)))
            drawn.append(one_card(memory, other, Random(number)))

    assert unlikely(truth, drawn) > 4


def forget_kept(memory: Knowledge) -> Knowledge:
    rows = tuple(
        tuple(unseen_of(card.batch) if isinstance(card, Unseen) else card for card in row)
        for row in memory.state.rows
    )
    return attrs.evolve(memory, state=attrs.evolve(memory.state, rows=rows))


def forget_shuffles(memory: Knowledge) -> Knowledge:
    """Return whether all unseen cards are of one batch. They are until the first reshuffle."""

    def mixed(card: Known) -> Known:
        return unseen_of(0, card.notes) if isinstance(card, Unseen) else card

    state = memory.state
    held = None if state.drawn is None else mixed(state.drawn)
    rows = tuple(tuple(map(mixed, row)) for row in state.rows)
    return Memory(
        memory.you, attrs.evolve(state, rows=rows, drawn=held, stock=tuple(map(mixed, state.stock)))
    )


def test_imagined_positions_are_spread_like_true_ones_in_real_matches() -> None:
    """of all 66 cards, at some moment of random matches of two to six players"""
    truth: list[Sample | None] = []
    drawn: list[Sample | None] = []
    for number in range(20_000 if SOAK else 400):
        random = Random(number)
        seats = 2 + number % 5
        match = start(seats, {"turn_limit": 30, "rounds": 1}, f"real {number}")
        for _ in range(random.randrange(3 * seats, 60 * seats)):
            after = match.play(slowly(random, match.legal()))
            if not after.actors:
                break
            match = after
        memory = match.memory((None, *range(seats))[number % (seats + 1)])
        if hidden_places(memory):
            truth.append(one_card(memory, match.state, Random(number)))
            other = GAME.imagine(memory, SeededChance("imagined", number))
            drawn.append(one_card(memory, other, Random(number)))

    assert len(truth) > 250
    assert unlikely(truth, drawn) < 4


def test_with_nothing_hidden_there_is_one_position_to_imagine() -> None:
    memory = knowing("1 2 3 4", "5 6 7 8", pools=("",), stock=())

    found = {GAME.imagine(memory, SeededChance(str(number))) for number in range(20)}

    assert [state.rows for state in found] == [scene("1 2 3 4", "5 6 7 8").rows]
