"""A game with a reshuffle: lay a card or draw one; the heap under its top is shuffled into a stock that is empty."""

from typing import Final, TypeAlias, assert_never

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Wire
from cardkit.mechanics.dealing import replaced, scattered, unseen
from cardkit.quick import changed
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked

Cards: TypeAlias = tuple[int, ...]

DECK: Final[Cards] = tuple(range(1, 10))
TURNS: Final = 9


@frozen
class Options:
    pass


@frozen
class Lay:
    card: int


@frozen
class Draw:
    pass


@frozen
class Dealt:
    hands: tuple[Cards, ...]
    top: int
    stock: Cards


@frozen
class HandSeen:
    seats: int
    hand: Cards
    top: int


@frozen
class Laid:
    seat: Seat
    card: int


@frozen
class Drawn:
    seat: Seat
    card: int
    fits: bool = False
    """In the tests, a mark that all see."""


@frozen
class DrawSeen:
    seat: Seat
    fits: bool = False


@frozen
class Refilled:
    stock: Cards


@frozen
class RefillSeen:
    pass


@frozen
class Ended:
    hands: tuple[Cards, ...]


Move: TypeAlias = Lay | Draw
Event: TypeAlias = Dealt | Laid | Drawn | Refilled | Ended
Glimpse: TypeAlias = HandSeen | Laid | Drawn | DrawSeen | RefillSeen | Ended


@frozen
class State:
    turn: int = 0
    hands: tuple[Cards, ...] = ()
    heap: Cards = ()
    stock: Cards = ()
    over: bool = True


@frozen
class View:
    turn: int
    hand: Cards
    sizes: tuple[int, ...]
    top: int | None
    heap: int
    stock: int
    shown: tuple[Cards, ...]


@frozen
class Pool:
    """Cards that were shuffled together and that the viewer hasn't seen since; how many of them each other seat holds.

    The rest of the latest pool is the stock. Earlier ones are in hands only.
    """

    cards: Cards
    held: tuple[int, ...]


@frozen
class Memory:
    """What the viewer holds, what it hasn't seen, and the heap: its order is known until it is shuffled."""

    you: Viewer
    turn: int = 0
    hand: Cards = ()
    pools: tuple[Pool, ...] = ()
    heap: Cards = ()
    shown: tuple[Cards, ...] = ()
    marks: tuple[Seat, ...] = ()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    *hands, stock = scattered(DECK, (*(2,) * seats, 9 - 2 * seats), chance, "deal")
    return (Dealt(tuple(tuple(sorted(hand)) for hand in hands), stock[0], stock[1:]),)


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.over else (state.turn % len(state.hands),)


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in actors(state):
        return ()
    drawing = (Draw(),) if state.stock or len(state.heap) > 1 or not state.hands[seat] else ()
    return (*map(Lay, state.hands[seat]), *drawing)


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", f"seat {shown(seat)} isn't to move")
    if type(move) not in (Lay, Draw) or (type(move) is Lay and type(move.card) is not int):
        raise Rejected("not_a_move", f"{shown(move)} is no move")
    if move not in legal(state, seat):
        raise Rejected("not_a_move", "not now")
    if isinstance(move, Lay):
        events: tuple[Event, ...] = (Laid(seat, move.card),)
    elif not state.stock and len(state.heap) < 2:
        return (Ended(state.hands),)  # the others hold all there is
    elif state.stock:
        events = (Drawn(seat, state.stock[0]),)
    else:
        stock = chance.shuffle("refill", state.heap[:-1])
        events = (Refilled(stock), Drawn(seat, stock[0]))
    for event in events:
        state = evolve(state, event)
    return (*events, Ended(state.hands)) if state.turn == TURNS else events


def evolve(state: State, event: Event) -> State:
    match event:
        case Dealt(hands, top, stock):
            return State(0, hands, (top,), stock, over=False)
        case Laid(seat, card):
            hand = tuple(held for held in state.hands[seat] if held != card)
            hands = replaced(state.hands, seat, hand)
            return changed(state, turn=state.turn + 1, hands=hands, heap=(*state.heap, card))
        case Drawn(seat, card):
            hand = tuple(sorted((*state.hands[seat], card)))
            hands = replaced(state.hands, seat, hand)
            return changed(state, turn=state.turn + 1, hands=hands, stock=state.stock[1:])
        case Refilled(stock):
            return changed(state, heap=state.heap[-1:], stock=stock)
        case Ended():
            return changed(state, over=True)
        case _:
            assert_never(event)


def outcome(state: State) -> Outcome | None:
    totals = tuple(map(sum, state.hands))
    return ranked(totals, totals) if state.over and totals else None


def view(state: State, viewer: Viewer) -> View:
    return View(
        state.turn,
        () if viewer is None else state.hands[viewer],
        tuple(map(len, state.hands)),
        state.heap[-1] if state.heap else None,
        len(state.heap),
        len(state.stock),
        state.hands if state.over else (),
    )


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    match event:
        case Dealt(hands, top):
            return HandSeen(len(hands), () if viewer is None else hands[viewer], top)
        case Drawn(seat, _, fits) if seat != viewer:
            return DrawSeen(seat, fits)
        case Refilled():
            return RefillSeen()
        case _:
            return event


def remember(memory: Memory, seen: Glimpse) -> Memory:
    turn, pools = memory.turn + 1, memory.pools
    match seen:
        case HandSeen(seats, hand, top):
            held = tuple(0 if seat == memory.you else 2 for seat in range(seats))
            return Memory(memory.you, 0, hand, (Pool(unseen(DECK, hand, (top,)), held),), (top,))
        case Laid(seat, card):
            hand, heap = without(memory.hand, card), (*memory.heap, card)
            pools = tuple(
                Pool(without(pool.cards, card), replaced(pool.held, seat, pool.held[seat] - 1))
                if card in pool.cards
                else pool
                for pool in pools
            )
            return changed(memory, turn=turn, hand=hand, pools=pools, heap=heap)
        case Drawn(_, card):
            hand = tuple(sorted((*memory.hand, card)))
            pool = changed(pools[-1], cards=without(pools[-1].cards, card))
            return changed(memory, turn=turn, hand=hand, pools=(*pools[:-1], pool))
        case DrawSeen(seat):
            pool = pools[-1]
            pool = Pool(pool.cards, replaced(pool.held, seat, pool.held[seat] + 1))
            return changed(memory, turn=turn, pools=(*pools[:-1], pool))
        case RefillSeen():
            pool = Pool(memory.heap[:-1], (0,) * len(pools[-1].held))
            return changed(memory, heap=memory.heap[-1:], pools=(*pools, pool))
        case Ended(hands):
            return changed(memory, shown=hands)
        case _:
            assert_never(seen)


def without(cards: Cards, card: int) -> Cards:
    return tuple(other for other in cards if other != card)


def imagine(memory: Memory, chance: Chance) -> State:
    if not memory.pools:
        return State()
    hands = [[*memory.hand] if seat == memory.you else [] for seat in range(len(memory.pools[-1].held))]
    stock: Cards = ()
    for number, pool in enumerate(memory.pools):
        cards = unseen(pool.cards, *memory.shown) if memory.shown else pool.cards
        held = (0,) * len(hands) if memory.shown else pool.held
        *drawn, stock = scattered(cards, (*held, len(cards) - sum(held)), chance, f"pool {number}")
        hands = [[*hand, *more] for hand, more in zip(hands, drawn, strict=True)]
    dealt = memory.shown or tuple(tuple(sorted(hand)) for hand in hands)
    return State(memory.turn, dealt, memory.heap, stock, over=bool(memory.shown))


def say(move: Move) -> str:
    return "draw" if isinstance(move, Draw) else f"lay {move.card}"


MOVES: Final[tuple[Move, ...]] = (*map(Lay, DECK), Draw())

Refill: TypeAlias = Game[Move, Event, State, View, Glimpse, Memory, Options]

REFILL: Final[Refill] = Game(
    key="refill",
    title="Refill",
    seats=range(2, 4),
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
        moves={"refill.lay": Lay, "refill.draw": Draw},
        events={
            "refill.dealt": Dealt,
            "refill.laid": Laid,
            "refill.drawn": Drawn,
            "refill.refilled": Refilled,
            "refill.ended": Ended,
        },
        glimpses={
            "refill.hand_seen": HandSeen,
            "refill.laid": Laid,
            "refill.drawn": Drawn,
            "refill.draw_seen": DrawSeen,
            "refill.refill_seen": RefillSeen,
            "refill.ended": Ended,
        },
        view=View,
    ),
    bound=lambda seats, options: TURNS,
)


def cards(state: State) -> Cards:
    """Return all cards, wherever they lie."""
    return (*(card for hand in state.hands for card in hand), *state.heap, *state.stock)
