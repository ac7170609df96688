"""A hand whose order tells nothing holds cards of two shuffles. One is played while another leaves the stock."""

from typing import Annotated, Any, Generic, TypeAlias

import pytest
from attrs import frozen

from cardkit.hidden import ALL, NOBODY, SORTED, UNSEEN, Batch, H, Memory, including, without
from cardkit.hidden.access import access_to
from cardkit.hidden.cards import unseen_of
from cardkit.hidden.keeper import Keeper
from cardkit.rejections import BrokenGame

DEALT, SHUFFLED = UNSEEN, unseen_of(1)


@frozen
class Dealt(Generic[H]):
    hand: Annotated[tuple[int | H, ...], NOBODY]
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Played:
    card: int


@frozen
class PutBack(Generic[H]):
    """The pile was shuffled and put on the stock."""

    cards: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class TakenBack:
    """A card of the pile was taken in hand."""

    card: int


@frozen
class Drawn:
    pass


@frozen
class PlayedAndDrawn(Generic[H]):
    card: int
    drawn: Annotated[int | H, NOBODY]


@frozen
class PlayedAndTurned:
    card: int
    turned: int


@frozen
class PlayedAndBuried(Generic[H]):
    card: int
    buried: Annotated[int | H, NOBODY]


Event: TypeAlias = (
    Dealt[H]
    | Played
    | TakenBack
    | PutBack[H]
    | Drawn
    | PlayedAndDrawn[H]
    | PlayedAndTurned
    | PlayedAndBuried[H]
)


@frozen
class State(Generic[H]):
    pile: Annotated[tuple[int, ...], ALL] = ()
    hand: Annotated[tuple[int | H, ...], NOBODY, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()


def highest_first(card: int) -> int:
    return -card


def evolve(state: State[H], event: Event[H]) -> State[H]:
    pile, hand, stock = state.pile, state.hand, state.stock
    match event:
        case Dealt():
            return State((), event.hand, event.stock)
        case Played(card):
            return State((*pile, card), without(hand, card), stock)
        case PutBack(cards):
            return State((), hand, (*cards, *stock))
        case TakenBack(card):
            return State(without(pile, card), including(hand, card, highest_first), stock)
        case Drawn():
            return State(pile, including(hand, stock[0]), stock[1:])
        case PlayedAndDrawn():
            return State((*pile, event.card), including(without(hand, event.card), event.drawn), stock[1:])
        case PlayedAndTurned(card, turned):
            return State((*pile, card, turned), without(hand, card), stock[1:])
        case PlayedAndBuried(card, buried):
            return State((*pile, card), without(without(hand, card), buried), (*stock, buried))


def remembered(*glimpses: object) -> Memory[Any]:
    """Return what a spectator knows after these, and after four cards were dealt, two of them played and put back."""
    kinds = (Dealt, Played, TakenBack, PutBack, Drawn, PlayedAndDrawn, PlayedAndTurned, PlayedAndBuried)
    events: dict[type, Any] = {cls: access_to(cls) for cls in kinds}
    deck = (1, 2, 3, 4, 5, 6)
    keeper = Keeper(
        "two",
        evolve,
        lambda state: deck,
        lambda face, note: True,
        access_to(State, highest_first),
        events,
        highest_first,
        False,
    )
    memory = Memory[Any](None, State())
    first = (Dealt((UNSEEN,) * 4, (UNSEEN,) * 2), Played(1), Played(2), PutBack((UNSEEN,) * 2), Drawn())
    for glimpse in (*first, *glimpses):
        memory = keeper.remember(memory, glimpse)
    return memory


def test_a_card_of_the_earlier_shuffle_is_played_and_one_of_the_later_is_drawn_unseen() -> None:
    memory = remembered(PlayedAndDrawn(3, UNSEEN))

    assert memory.state == State((3,), (DEALT, SHUFFLED, SHUFFLED), (DEALT, DEALT))
    assert memory.batches == (Batch((4, 5, 6)), Batch((1, 2)))


def test_a_card_of_the_earlier_shuffle_is_played_and_another_one_of_it_is_drawn_unseen() -> None:
    """the card that leaves the hand seems to be of the later one"""
    memory = remembered(Drawn(), PlayedAndDrawn(3, UNSEEN))

    assert memory.state == State((3,), (DEALT, DEALT, SHUFFLED, SHUFFLED), (DEALT,))
    assert memory.batches == (Batch((4, 5, 6)), Batch((1, 2)))


def test_a_card_of_the_later_shuffle_is_played_and_one_of_the_earlier_is_drawn_unseen() -> None:
    memory = remembered(Drawn(), PlayedAndDrawn(1, UNSEEN))

    assert memory.state == State((1,), (DEALT, DEALT, DEALT, SHUFFLED), (DEALT,))
    assert memory.batches == (Batch((3, 4, 5, 6)), Batch((2,)))


def test_a_card_that_is_turned_up_with_one_that_is_played_is_refused() -> None:
    """two faces at once: which of them lay in the hand isn't asked"""
    with pytest.raises(BrokenGame, match="may have come from more than one shuffle"):
        remembered(PlayedAndTurned(1, 2))


def test_a_card_that_is_played_while_another_leaves_the_hand_unseen_is_refused() -> None:
    with pytest.raises(BrokenGame, match="shows 3, and that card may have come from more than one shuffle"):
        remembered(PlayedAndBuried(3, UNSEEN))


def test_known_cards_of_the_hand_stay_in_the_order_of_the_game() -> None:
    memory = remembered(Drawn(), Drawn(), Played(3), Played(4), TakenBack(3), TakenBack(4), Played(5))

    assert memory.state == State((5,), (4, 3, SHUFFLED, SHUFFLED), (DEALT,))
