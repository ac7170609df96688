"""A tiny game that keeps all laws: hidden numbers, hands, a stock, a heap of which the top shows, and a die.

Eight cards. In each deal every seat gets two. Seats move clockwise, twice round: a seat plays a card onto the
heap and draws one from the stock, if there is any; or it throws the die, and is lucky with a 5 or a 6. Then
the hands are shown: their sum, less the luck, is what each seat pays.
"""

from typing import Final, TypeAlias, assert_never

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Language, Wire
from cardkit.mechanics.dealing import dealt, replaced, scattered, unseen
from cardkit.options import Whole
from cardkit.quick import changed
from cardkit.rejections import Rejected
from cardkit.seats import Outcome, Seat, Viewer, ranked

DECK: Final = (1, 2, 3, 4, 5, 6, 7, 8)


@frozen(kw_only=True)
class Options:
    deals: int = attrs.field(default=2, validator=Whole(1, 5))


@frozen
class Play:
    card: int


@frozen
class Throw:
    pass


@frozen
class Dealt:
    deals: int
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]


@frozen
class HandDealt:
    deals: int
    hand: tuple[int, ...]
    seats: int


@frozen
class Played:
    seat: Seat
    card: int
    drawn: int | None


@frozen
class PlaySeen:
    seat: Seat
    card: int
    drew: bool


@frozen
class Thrown:
    seat: Seat
    face: int


@frozen
class Shown:
    """The hands are shown, and what each seat has paid so far."""

    hands: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]


Move: TypeAlias = Play | Throw
Event: TypeAlias = Dealt | Played | Thrown | Shown
Glimpse: TypeAlias = HandDealt | Played | PlaySeen | Thrown | Shown


@frozen
class State:
    deals: int = 0
    """How many deals are still to come, after this one."""
    moved: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    stock: tuple[int, ...] = ()
    heap: tuple[int, ...] = ()
    luck: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    over: bool = True


@frozen
class View:
    you: Viewer
    deals: int
    moved: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    top: int | None
    heap_size: int
    luck: tuple[int, ...]
    totals: tuple[int, ...]


@frozen
class Memory:
    """What the viewer knows: its hand, and every card of the heap, of which only the top shows."""

    you: Viewer
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    open: State
    """The state without the hidden cards."""
    shown: tuple[tuple[int, ...], ...] = ()
    """All hands, once they were shown."""


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    return (deal(seats, options.deals - 1, chance),)


def deal(seats: int, deals: int, chance: Chance) -> Dealt:
    deck = chance.shuffle("deal", DECK)
    hands = dealt(deck[: 2 * seats], 0, seats)
    return Dealt(deals, tuple(tuple(sorted(hand)) for hand in hands), deck[2 * seats :])


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.over else (state.moved % len(state.hands),)


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    return (*map(Play, state.hands[seat]), Throw()) if seat in actors(state) else ()


def refuse(state: State, seat: Seat, move: Move) -> Rejected | None:
    return Rejected(
        "not_in_hand", {"en": "{card} is not in your hand", "nl": "je hebt geen {card}"}, card=say(move)
    )


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    happened: Event
    if isinstance(move, Throw):
        happened = Thrown(seat, 1 + chance.below("die", 6))
    else:
        happened = Played(seat, move.card, state.stock[0] if state.stock else None)
    if state.moved + 1 < 2 * len(state.hands):
        return (happened,)
    after = evolve(state, happened)
    paid = zip(after.totals, after.hands, after.luck, strict=True)
    end = Shown(after.hands, tuple(total + sum(hand) - luck for total, hand, luck in paid))
    return (
        (happened, end, deal(len(state.hands), state.deals - 1, chance)) if state.deals else (happened, end)
    )


def evolve(state: State, event: Event) -> State:
    match event:
        case Dealt(deals, hands, stock):
            totals = state.totals or (0,) * len(hands)
            return State(deals, 0, hands, stock, (), (0,) * len(hands), totals, over=False)
        case Played(seat, card, drawn):
            kept = [held for held in state.hands[seat] if held != card]
            hand = tuple(sorted(kept if drawn is None else [*kept, drawn]))
            after = played(state, card)
            return changed(after, hands=replaced(state.hands, seat, hand), stock=state.stock[1:])
        case Thrown(seat, face):
            return thrown(state, seat, face)
        case Shown(_, totals):
            return changed(state, totals=totals, over=True)
        case _:
            assert_never(event)


def played(state: State, card: int) -> State:
    return changed(state, moved=state.moved + 1, heap=(*state.heap, card))


def thrown(state: State, seat: Seat, face: int) -> State:
    luck = replaced(state.luck, seat, state.luck[seat] + (face > 4))
    return changed(state, moved=state.moved + 1, luck=luck)


def outcome(state: State) -> Outcome | None:
    return ranked(state.totals, [-total for total in state.totals]) if state.over and state.totals else None


def view(state: State, viewer: Viewer) -> View:
    return View(
        viewer,
        state.deals,
        state.moved,
        () if viewer is None else state.hands[viewer],
        tuple(map(len, state.hands)),
        len(state.stock),
        state.heap[-1] if state.heap else None,
        len(state.heap),
        state.luck,
        state.totals,
    )


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    match event:
        case Dealt(deals, hands, _):
            return HandDealt(deals, () if viewer is None else hands[viewer], len(hands))
        case Played(seat, card, drawn):
            return event if seat == viewer else PlaySeen(seat, card, drawn is not None)
        case Thrown() | Shown():
            return event
        case _:
            assert_never(event)


def blank(viewer: Viewer) -> Memory:
    return Memory(viewer, (), (), State())


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    known = memory.open
    match glimpse:
        case HandDealt(deals, hand, seats):
            zeros = (0,) * seats
            state = State(deals, 0, (), (), (), zeros, known.totals or zeros, over=False)
            return Memory(memory.you, hand, (2,) * seats, state)
        case Played(seat, card, drawn) if seat == memory.you:
            kept = [held for held in memory.hand if held != card]
            hand = tuple(sorted(kept if drawn is None else [*kept, drawn]))
            return changed(seen(memory, seat, card, drew=drawn is not None), hand=hand)
        case Played(seat, card, drawn):
            return seen(memory, seat, card, drew=drawn is not None)
        case PlaySeen(seat, card, drew):
            return seen(memory, seat, card, drew=drew)
        case Thrown(seat, face):
            return changed(memory, open=thrown(known, seat, face))
        case Shown(hands, totals):
            return changed(memory, open=changed(known, totals=totals, over=True), shown=hands)
        case _:
            assert_never(glimpse)


def seen(memory: Memory, seat: Seat, card: int, *, drew: bool) -> Memory:
    sizes = replaced(memory.hand_sizes, seat, memory.hand_sizes[seat] - (not drew))
    return changed(memory, hand_sizes=sizes, open=played(memory.open, card))


def imagine(memory: Memory, chance: Chance) -> State:
    known = [*memory.shown] or [
        memory.hand if seat == memory.you else () for seat in range(len(memory.hand_sizes))
    ]
    hidden = unseen(DECK, memory.open.heap, *known)
    sizes = [size - len(hand) for size, hand in zip(memory.hand_sizes, known, strict=True)]
    *more, stock = scattered(hidden, (*sizes, len(hidden) - sum(sizes)), chance, "imagine")
    hands = (tuple(sorted((*hand, *others))) for hand, others in zip(known, more, strict=True))
    return changed(memory.open, hands=tuple(hands), stock=stock)


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    return (*map(Play, DECK), Throw())


def say(move: Move) -> str:
    return "throw" if isinstance(move, Throw) else str(move.card)


def tell(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
    return f"{type(event).__name__}: {language}"


WIRE: Final[Wire[Move, Event, View, Glimpse]] = Wire(
    moves={"tiny.play": Play, "tiny.throw": Throw},
    events={"tiny.dealt": Dealt, "tiny.played": Played, "tiny.thrown": Thrown, "tiny.shown": Shown},
    glimpses={
        "tiny.hand_dealt": HandDealt,
        "tiny.played": Played,
        "tiny.play_seen": PlaySeen,
        "tiny.thrown": Thrown,
        "tiny.shown": Shown,
    },
    view=View,
)

Tiny: TypeAlias = Game[Move, Event, State, View, Glimpse, Memory, Options]

TINY: Final[Tiny] = Game(
    key="tiny",
    title="Tiny",
    seats=range(2, 4),
    rules_version=1,
    options=Options,
    initial=State(),
    open=open_match,
    actors=actors,
    legal=legal,
    refuse=refuse,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    glimpse=glimpse,
    blank=blank,
    remember=remember,
    imagine=imagine,
    moves=moves,
    say=say,
    wire=WIRE,
    tell=tell,
    bound=lambda seats, options: 2 * seats * options.deals,
    rejections={"not_in_hand": "the card isn't in the seat's hand"},
)


def cards(state: State) -> tuple[int, ...]:
    """Return all cards, wherever they lie."""
    return (*(card for hand in state.hands for card in hand), *state.stock, *state.heap)
