"""Peaks and Valleys with its secrecy derived from marks: `peaks_by_hand.py` is the same game without."""

from typing import Annotated, Final, Generic, Never, TypeAlias

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.game import Game
from cardkit.hidden import ALL, NOBODY, OWNER, SORTED, H, Memory, Unseen, derive_game, without
from cardkit.mechanics.dealing import dealt, replaced
from cardkit.options import Whole
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, ranked

DECK: Final = tuple(range(1, 21))
Hands: TypeAlias = Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED]
FaceDown: TypeAlias = Annotated[tuple[int | H, ...], NOBODY]


@frozen(kw_only=True)
class Options:
    cards: int = field(default=3, validator=Whole(1, 5))


@frozen
class Play:
    card: int


@frozen
class Dealt(Generic[H]):
    first: Seat
    hands: Hands[H]
    stock: FaceDown[H]


@frozen
class Played:
    seat: Seat
    card: int
    taker: Seat | None
    points: int


Event: TypeAlias = Dealt[H] | Played


@frozen
class State(Generic[H]):
    turn: Seat | None = None
    hands: Hands[H] = ()
    stock: FaceDown[H] = ()
    trick: Annotated[tuple[int, ...], ALL] = ()
    gone: FaceDown[H] = ()
    points: tuple[int, ...] = ()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    deck, cut = chance.shuffle("deal", DECK), options.cards * seats
    hands = tuple(tuple(sorted(hand)) for hand in dealt(deck[:cut], 0, seats))
    return (Dealt(chance.below("first", seats), hands, deck[cut:]),)


def actors(state: State[Never]) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def legal(state: State[Never], seat: Seat) -> tuple[Play, ...]:
    return tuple(map(Play, state.hands[seat])) if seat == state.turn else ()


def decide(state: State[Never], seat: Seat, move: Play, chance: Chance) -> tuple[Event[Never], ...]:
    if seat != state.turn:
        raise Rejected("not_your_turn", f"seat {shown(seat)} is not to move")
    if type(move) is not Play or type(move.card) is not int:
        raise Rejected("not_a_move", f"{shown(move)} is no move of peaks")
    if move.card not in state.hands[seat]:
        raise Rejected("not_in_hand", f"{shown(move.card)} isn't in your hand")
    trick, seats = (*state.trick, move.card), len(state.hands)
    if len(trick) < seats:
        return (Played(seat, move.card, None, 0),)
    taker = (seat + 1 + trick.index(max(trick))) % seats  # who plays last sits before who led
    return (Played(seat, move.card, taker, min(trick)),)


def evolve(state: State[H], event: Event[H]) -> State[H]:
    if isinstance(event, Dealt):
        return State(event.first, event.hands, event.stock, points=(0,) * len(event.hands))
    seat, taker, trick = event.seat, event.taker, (*state.trick, event.card)
    hands = replaced(state.hands, seat, without(state.hands[seat], event.card))
    if taker is None:
        return State((seat + 1) % len(hands), hands, state.stock, trick, state.gone, state.points)
    points = replaced(state.points, taker, state.points[taker] + event.points)
    return State(taker if any(hands) else None, hands, state.stock, (), (*state.gone, *trick), points)


def outcome(state: State[Never]) -> Outcome | None:
    return None if actors(state) else ranked(state.points, state.points)


def say(move: Play) -> str:
    return str(move.card)


MOVES: Final = tuple(map(Play, DECK))
Peaks: TypeAlias = Game[
    Play, Event[Never], State[Never], State[Unseen], Event[Unseen], Memory[State[Unseen]], Options
]
GAME: Final[Peaks] = derive_game(
    key="peaks",
    title="Peaks and Valleys",
    seats=range(2, 5),
    options=Options,
    initial=State(),
    deck=lambda state: DECK,
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    event_names={"dealt": Dealt, "played": Played},
    move_names={"play": Play},
    moves=lambda seats, options: MOVES,
    say=say,
    bound=lambda seats, options: seats * options.cards,
    rejections={"not_in_hand": "the card isn't in the seat's hand"},
)
