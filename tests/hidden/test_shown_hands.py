"""A hand whose order tells nothing holds cards of two shuffles, and is shown all at once."""

from typing import Annotated, Any, Generic, TypeAlias

from attrs import frozen

from cardkit.hidden import ALL, NOBODY, OWNER, SORTED, UNSEEN, Batch, H, Memory, ordered, without
from cardkit.hidden.access import access_to
from cardkit.hidden.cards import unseen_of
from cardkit.hidden.keeper import Keeper


@frozen
class Dealt(Generic[H]):
    hand: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Played:
    card: int


@frozen
class Reshuffled(Generic[H]):
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Drawn:
    pass


@frozen
class Shown:
    hand: tuple[int, ...]


Event: TypeAlias = Dealt[H] | Played | Reshuffled[H] | Drawn | Shown


@frozen
class State(Generic[H]):
    pile: Annotated[tuple[int, ...], ALL] = ()
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Dealt(hand):
            return State((), (hand,))
        case Played(card):
            return State((*state.pile, card), (without(state.hands[0], card),), state.stock)
        case Reshuffled(stock):
            return State((), state.hands, stock)
        case Drawn():
            return State(state.pile, (ordered((*state.hands[0], state.stock[0])),), state.stock[1:])
        case Shown(hand):
            return State(state.pile, (hand,), state.stock)


def remembered(*glimpses: object) -> Memory[Any]:
    """Return what a spectator knows."""
    events: dict[type, Any] = {cls: access_to(cls) for cls in (Dealt, Played, Reshuffled, Drawn, Shown)}
    keeper = Keeper(
        "shown",
        evolve,
        lambda state: (1, 2, 3, 4),
        lambda face, note: True,
        access_to(State),
        events,
        None,
        False,
    )
    memory = Memory[Any](None, State())
    for glimpse in glimpses:
        memory = keeper.remember(memory, glimpse)
    return memory


def test_the_faces_are_found_in_the_shuffles_that_they_came_from() -> None:
    """two that were dealt, and one of the two that were played and shuffled"""
    dealt, reshuffled = Dealt((UNSEEN,) * 4), Reshuffled((UNSEEN,) * 2)

    memory = remembered(dealt, Played(4), Played(1), reshuffled, Drawn(), Shown((1, 2, 3)))

    assert memory.state.hands == ((1, 2, 3),)
    assert memory.state.stock == (UNSEEN,)
    assert memory.batches == ()  # one shuffle is left, of one card: the four


def test_a_card_of_the_earlier_shuffle_is_played_out_of_a_hand_of_two() -> None:
    """the hand isn't the first zone of the state: each is looked at"""
    dealt, reshuffled = Dealt((UNSEEN,) * 4), Reshuffled((UNSEEN,) * 2)

    memory = remembered(dealt, Played(4), Played(1), reshuffled, Drawn(), Played(2))

    assert {*memory.state.hands[0]} == {UNSEEN, unseen_of(1)}
    assert memory.batches == (Batch((3,)), Batch((4, 1)))


def test_a_hand_is_still_in_order_when_another_card_has_left_it_than_it_seemed() -> None:
    """The card that leaves seems to be the one drawn last. Its face says that it was dealt."""
    dealt, two = Dealt((UNSEEN, UNSEEN, UNSEEN, UNSEEN)), Reshuffled((UNSEEN, UNSEEN))

    memory = remembered(dealt, Played(1), Played(2), two, Drawn(), Played(3))

    hand = memory.state.hands[0]
    assert [card.batch for card in hand] == [0, 1]
    assert hand == ordered(hand)
