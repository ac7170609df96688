"""Peaks and Valleys with its secrecy written by hand: what the derived one is measured against."""

from typing import Final, TypeAlias

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.game import Game, Wire
from cardkit.mechanics.dealing import dealt, replaced, scattered, unseen
from cardkit.options import Whole
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked

Hand: TypeAlias = tuple[int, ...]
DECK: Final[Hand] = tuple(range(1, 21))


@frozen(kw_only=True)
class Options:
    cards: int = field(default=3, validator=Whole(1, 5))


@frozen
class Play:
    card: int


@frozen
class Dealt:
    first: Seat
    hands: tuple[Hand, ...]
    stock: Hand


@frozen
class Played:
    seat: Seat
    card: int
    taker: Seat | None
    points: int


@frozen
class HandDealt:
    first: Seat
    hand: Hand | None
    sizes: tuple[int, ...]


Event: TypeAlias = Dealt | Played
Glimpse: TypeAlias = HandDealt | Played


@frozen
class Table:
    turn: Seat | None = None
    sizes: tuple[int, ...] = ()
    trick: Hand = ()
    gone: Hand = ()
    points: tuple[int, ...] = ()


@frozen
class State:
    table: Table = Table()
    hands: tuple[Hand, ...] = ()
    stock: Hand = ()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    deck, cut = chance.shuffle("deal", DECK), options.cards * seats
    hands = tuple(tuple(sorted(hand)) for hand in dealt(deck[:cut], 0, seats))
    return (Dealt(chance.below("first", seats), hands, deck[cut:]),)


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.table.turn is None else (state.table.turn,)


def legal(state: State, seat: Seat) -> tuple[Play, ...]:
    return tuple(map(Play, state.hands[seat])) if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Play, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", f"seat {shown(seat)} is not to move")
    if type(move) is not Play or type(move.card) is not int:
        raise Rejected("not_a_move", f"{shown(move)} is no move of peaks")
    if move.card not in state.hands[seat]:
        raise Rejected("not_in_hand", f"{shown(move.card)} isn't in your hand")
    trick, seats = (*state.table.trick, move.card), len(state.hands)
    if len(trick) < seats:
        return (Played(seat, move.card, None, 0),)
    taker = (seat + 1 + trick.index(max(trick))) % seats  # who plays last sits before who led
    return (Played(seat, move.card, taker, min(trick)),)


def evolve(state: State, event: Event) -> State:
    if isinstance(event, Dealt):
        return State(laid_out(event.first, tuple(map(len, event.hands))), event.hands, event.stock)
    hand = tuple(held for held in state.hands[event.seat] if held != event.card)
    return State(played(state.table, event), replaced(state.hands, event.seat, hand), state.stock)


def laid_out(first: Seat, sizes: tuple[int, ...]) -> Table:
    return Table(first, sizes, points=(0,) * len(sizes))


def played(table: Table, event: Played) -> Table:
    seat, taker, trick = event.seat, event.taker, (*table.trick, event.card)
    sizes = replaced(table.sizes, seat, table.sizes[seat] - 1)
    if taker is None:
        return Table((seat + 1) % len(sizes), sizes, trick, table.gone, table.points)
    points = replaced(table.points, taker, table.points[taker] + event.points)
    return Table(taker if any(sizes) else None, sizes, (), table.gone + trick, points)


def outcome(state: State) -> Outcome | None:
    return None if actors(state) else ranked(state.table.points, state.table.points)


@frozen
class View:
    you: Viewer
    turn: Seat | None
    hand: Hand | None
    sizes: tuple[int, ...]
    trick: Hand
    points: tuple[int, ...]


def view(state: State, viewer: Viewer) -> View:
    table, hand = state.table, None if viewer is None else state.hands[viewer]
    return View(viewer, table.turn, hand, table.sizes, table.trick, table.points)


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    if isinstance(event, Played):
        return event
    hand = None if viewer is None else event.hands[viewer]
    return HandDealt(event.first, hand, tuple(map(len, event.hands)))


@frozen
class Memory:
    you: Viewer
    table: Table = Table()
    hand: Hand = ()


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    if isinstance(glimpse, HandDealt):
        return Memory(memory.you, laid_out(glimpse.first, glimpse.sizes), glimpse.hand or ())
    hand = tuple(held for held in memory.hand if held != glimpse.card)
    return Memory(memory.you, played(memory.table, glimpse), hand)


def imagine(memory: Memory, chance: Chance) -> State:
    table, you = memory.table, memory.you
    hidden = unseen(DECK, memory.hand, table.trick, table.gone)
    sizes = [0 if seat == you else size for seat, size in enumerate(table.sizes)]
    *others, stock = scattered(hidden, (*sizes, len(hidden) - sum(sizes)), chance, "imagine")
    hands = (memory.hand if seat == you else tuple(sorted(hand)) for seat, hand in enumerate(others))
    return State(table, tuple(hands), stock)


def say(move: Play) -> str:
    return str(move.card)


MOVES: Final = tuple(map(Play, DECK))

GAME: Final[Game[Play, Event, State, View, Glimpse, Memory, Options]] = Game(
    key="peaks",
    title="Peaks and Valleys",
    seats=range(2, 5),
    rules_version=1,
    options=Options,
    initial=State(),
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=Memory,
    remember=remember,
    imagine=imagine,
    moves=lambda seats, options: MOVES,
    say=say,
    wire=Wire(
        moves={"peaks.play": Play},
        events={"peaks.dealt": Dealt, "peaks.played": Played},
        glimpses={"peaks.hand_dealt": HandDealt, "peaks.played": Played},
        view=View,
    ),
    bound=lambda seats, options: seats * options.cards,
    rejections={"not_in_hand": "the card isn't in the seat's hand"},
)
