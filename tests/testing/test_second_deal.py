"""Law 13 finds a second deal without a shuffle, though no spectator guesses which card was played before it."""

from collections.abc import Callable
from typing import Annotated, Final, Generic, Never, TypeAlias

from attrs import frozen

from cardkit.chance import Chance
from cardkit.hidden import ALL, NOBODY, OWNER, SORTED, DerivedGame, H, Unseen, derive_game, without
from cardkit.mechanics.dealing import dealt, replaced
from cardkit.seats import Seat, ranked
from cardkit.testing import Law, examine

DECK: Final = tuple(range(40))
SEATS: Final = 2


@frozen
class Options:
    pass


@frozen
class Play:
    card: int


@frozen
class Dealt(Generic[H]):
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED]
    stock: Annotated[tuple[int | H, ...], NOBODY]


@frozen
class Played:
    seat: Seat
    card: int


Event: TypeAlias = Dealt[H] | Played


@frozen
class State(Generic[H]):
    deals: int = 0
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[int | H, ...], NOBODY] = ()
    pile: Annotated[tuple[int, ...], ALL] = ()


Twice: TypeAlias = DerivedGame[Play, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]


def deal(deck: tuple[int, ...]) -> Dealt[Never]:
    return Dealt(tuple([tuple(sorted(hand)) for hand in dealt(deck[:6], 0, SEATS)]), deck[6:])


def actors(state: State[Never]) -> tuple[Seat, ...]:
    left = sum(map(len, state.hands))
    return (left % SEATS,) if left else ()


def legal(state: State[Never], seat: Seat) -> tuple[Play, ...]:
    return tuple(map(Play, state.hands[seat])) if seat in actors(state) else ()


def evolve(state: State[H], event: Event[H]) -> State[H]:
    if isinstance(event, Dealt):
        return State(state.deals + 1, event.hands, event.stock)
    hands = replaced(state.hands, event.seat, without(state.hands[event.seat], event.card))
    return State(state.deals, hands, state.stock, (*state.pile, event.card))


def game(second_deck: Callable[[Chance], tuple[int, ...]]) -> Twice:
    def decide(state: State[Never], seat: Seat, move: Play, chance: Chance) -> tuple[Event[Never], ...]:
        played = Played(seat, move.card)
        is_last = state.deals == 1 and sum(map(len, state.hands)) == 1
        return (played, deal(second_deck(chance))) if is_last else (played,)

    return derive_game(
        key="twice",
        title="Twice",
        seats=range(SEATS, SEATS + 1),
        options=Options,
        initial=State(),
        open=lambda seats, options, chance: (deal(chance.shuffle("deal", DECK)),),
        actors=actors,
        legal=legal,
        decide=decide,
        evolve=evolve,
        outcome=lambda state: None if actors(state) else ranked((0, 0), (0, 0)),
        deck=lambda state: DECK,
        moves=lambda seats, options: tuple(map(Play, DECK)),
        say=lambda move: str(move.card),
        bound=lambda seats, options: 12,
        move_names={"play": Play},
        event_names={"dealt": Dealt, "played": Played},
    )


def test_a_second_deal_without_a_shuffle_is_found() -> None:
    assert examine(game(lambda chance: DECK), matches=1, laws={Law.ORDER}).laws_broken == {Law.ORDER}


def test_a_second_deal_of_shuffled_cards_is_not() -> None:
    assert (
        examine(game(lambda chance: chance.shuffle("again", DECK)), matches=1, laws={Law.ORDER}).broken == ()
    )
