"""Whether a face-down card can be taken back tells nobody which card it was."""

from typing import Annotated, Final, Generic, Never, TypeAlias

import pytest
from attrs import frozen

import cardkit
from cardkit.chance import Chance
from cardkit.hidden import NOBODY, OWNER, SEAT, SORTED, DerivedGame, H, Unseen, derive_game, ordered, without
from cardkit.quick import changed
from cardkit.seats import Seat, ranked

Hands: TypeAlias = Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED]
FaceDown: TypeAlias = Annotated[tuple[int | H, ...], NOBODY]
DECK: Final = (1, 2, 3, 4, 5)


@frozen
class Options: ...


@frozen
class Lay:
    card: int


@frozen
class Dealt(Generic[H]):
    hands: Hands[H]
    stock: FaceDown[H]


@frozen
class Shown:
    """Seat 0 has shown the lowest card of its hand to everybody, and holds it still."""

    card: int


@frozen
class Laid(Generic[H]):
    seat: Seat
    card: Annotated[int | H, SEAT]


Event: TypeAlias = Dealt[H] | Shown | Laid[H]


@frozen
class State(Generic[H]):
    hands: Hands[H] = ()
    stock: FaceDown[H] = ()
    laid: FaceDown[H] = ()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    cards = chance.shuffle("deal", DECK)
    hand = ordered(cards[:2])
    return Dealt((hand, ordered(cards[2:4])), cards[4:]), Shown(hand[0])


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Dealt(hands, stock):
            return State(hands, stock)
        case Shown(card):
            hand = (*without(state.hands[0], card), card)
            return changed(state, hands=(ordered(hand), state.hands[1]))
        case Laid(_, card):
            hands = (without(state.hands[0], card), state.hands[1])
            return changed(state, hands=hands, laid=(*state.laid, card))


Game: TypeAlias = DerivedGame[Lay, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[Game] = derive_game(
    key="shown",
    title="Shown",
    seats=range(2, 3),
    options=Options,
    initial=State(),
    open=open_match,
    actors=lambda state: () if state.laid else (0,),
    legal=lambda state, seat: () if state.laid or seat else tuple(map(Lay, state.hands[0])),
    decide=lambda state, seat, move, chance: (Laid(seat, move.card),),
    evolve=evolve,
    outcome=lambda state: ranked((0, 0), (0, 0)) if state.laid else None,
    deck=lambda state: DECK,
    moves=lambda seats, options: tuple(map(Lay, DECK)),
    say=lambda move: str(move.card),
    move_names={"lay": Lay},
    event_names={"dealt": Dealt, "shown": Shown, "laid": Laid},
)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_card_that_all_know_and_one_that_nobody_knows_are_taken_back_alike(seed: str) -> None:
    match = cardkit.start(GAME, 2, seed=seed)
    known, unknown = match.legal()
    assert match.memory(None).state.hands[0][0] == known.card

    verdicts = [match.play(move).undoable(0) for move in (known, unknown)]

    assert verdicts[0] == verdicts[1]
    assert verdicts[0]
