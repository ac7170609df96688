"""A game in which all see a hand but who holds it, and hints leave few cards that it may be."""

from itertools import count
from typing import Final, TypeAlias, assert_never

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Wire
from cardkit.mechanics.dealing import replaced, unseen
from cardkit.quick import changed
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked

Cards: TypeAlias = tuple[str, ...]

DECK: Final[Cards] = tuple(f"{colour}{rank}" for colour in "rgb" for rank in "123")
HAND: Final = 2
ROUNDS: Final = 2


@frozen
class Options:
    pass


@frozen
class Hint:
    """The next seat is told which of its cards are of this colour."""

    colour: str


@frozen
class Discard:
    place: int


@frozen
class Dealt:
    hands: tuple[Cards, ...]
    stock: Cards


@frozen
class OthersSeen:
    """All hands except the viewer's own. A spectator sees none, because each seat sees all except one."""

    hands: tuple[Cards, ...]


@frozen
class Hinted:
    seat: Seat
    colour: str
    places: tuple[int, ...]


@frozen
class Discarded:
    seat: Seat
    place: int
    card: str
    drawn: str | None


@frozen
class DiscardSeen:
    seat: Seat
    place: int
    card: str
    drew: bool


Move: TypeAlias = Hint | Discard
Event: TypeAlias = Dealt | Hinted | Discarded
Glimpse: TypeAlias = OthersSeen | Hinted | Discarded | DiscardSeen

UNSEEN: Final = "?"


@frozen
class State:
    """`told[seat][place]`: the colours that the card may have, for all that hints say."""

    moved: int = 0
    hands: tuple[Cards, ...] = ()
    told: tuple[tuple[str, ...], ...] = ()
    gone: Cards = ()
    stock: Cards = ()


@frozen
class View:
    moved: int
    hands: tuple[Cards, ...]
    told: tuple[tuple[str, ...], ...]
    gone: Cards
    stock: int


@frozen
class Memory:
    you: Viewer
    known: State = State()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    deck = chance.shuffle("deal", DECK)
    hands = tuple(deck[HAND * seat : HAND * (seat + 1)] for seat in range(seats))
    return (Dealt(hands, deck[HAND * seats :]),)


def actors(state: State) -> tuple[Seat, ...]:
    seats = len(state.hands)
    return (state.moved % seats,) if seats and state.moved < ROUNDS * seats else ()


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    return (*map(Hint, "rgb"), *map(Discard, range(len(state.hands[seat])))) if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", f"seat {shown(seat)} isn't to move")
    if type(move) is Hint and type(move.colour) is str and move in legal(state, seat):
        other = (seat + 1) % len(state.hands)
        places = (place for place, card in enumerate(state.hands[other]) if card[0] == move.colour)
        return (Hinted(other, move.colour, tuple(places)),)
    if type(move) is Discard and type(move.place) is int and move in legal(state, seat):
        drawn = state.stock[0] if state.stock else None
        return (Discarded(seat, move.place, state.hands[seat][move.place], drawn),)
    raise Rejected("not_a_move", f"{shown(move)} is no move now")


def evolve(state: State, event: Event) -> State:
    match event:
        case Dealt(hands, stock):
            return State(0, hands, (("rgb",) * HAND,) * len(hands), (), stock)
        case Hinted(seat, colour, places):
            told = tuple(
                colour if place in places else may.replace(colour, "")
                for place, may in enumerate(state.told[seat])
            )
            return changed(state, moved=state.moved + 1, told=replaced(state.told, seat, told))
        case Discarded(seat, place, card, drawn):
            hand, may = [*state.hands[seat]], [*state.told[seat]]
            del hand[place], may[place]
            if drawn is not None:
                hand.append(drawn)
                may.append("rgb")
            return State(
                state.moved + 1,
                replaced(state.hands, seat, tuple(hand)),
                replaced(state.told, seat, tuple(may)),
                (*state.gone, card),
                state.stock[1:],
            )
        case _:
            assert_never(event)


def outcome(state: State) -> Outcome | None:
    return ranked([len(state.gone)] * len(state.hands), [0] * len(state.hands)) if over(state) else None


def over(state: State) -> bool:
    return bool(state.hands) and not actors(state)


def covered(hands: tuple[Cards, ...], viewer: Viewer) -> tuple[Cards, ...]:
    return tuple((UNSEEN,) * len(hand) if viewer in (None, seat) else hand for seat, hand in enumerate(hands))


def view(state: State, viewer: Viewer) -> View:
    return View(state.moved, covered(state.hands, viewer), state.told, state.gone, len(state.stock))


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    match event:
        case Dealt(hands):
            return OthersSeen(covered(hands, viewer))
        case Discarded(seat, place, card, drawn) if viewer in (None, seat):
            return DiscardSeen(seat, place, card, drawn is not None)
        case _:
            return event


def remember(memory: Memory, seen: Glimpse) -> Memory:
    event: Event
    match seen:
        case OthersSeen(hands):
            event = Dealt(hands, (UNSEEN,) * (len(DECK) - HAND * len(hands)))
        case DiscardSeen(seat, place, card, drew):
            event = Discarded(seat, place, card, UNSEEN if drew else None)
        case _:
            event = seen
    return changed(memory, known=evolve(memory.known, event))


def imagine(memory: Memory, chance: Chance) -> State:
    """Draw until all hints fit."""
    known = memory.known
    hidden = unseen(DECK, known.gone, *([card for card in hand if card != UNSEEN] for hand in known.hands))
    for number in count():
        cards = iter(chance.shuffle(f"try {number}", hidden))
        hands = tuple(tuple(next(cards) if card == UNSEEN else card for card in hand) for hand in known.hands)
        pairs = (pair for hand in zip(hands, known.told, strict=True) for pair in zip(*hand, strict=True))
        if all(card[0] in may for card, may in pairs):
            return changed(known, hands=hands, stock=tuple(cards))
    raise AssertionError


def say(move: Move) -> str:
    return f"hint {move.colour}" if isinstance(move, Hint) else f"discard {move.place}"


MOVES: Final[tuple[Move, ...]] = (*map(Hint, "rgb"), *map(Discard, range(HAND)))

Hints: TypeAlias = Game[Move, Event, State, View, Glimpse, Memory, Options]

HINTS: Final[Hints] = Game(
    key="hints",
    title="Hints",
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
        moves={"hints.hint": Hint, "hints.discard": Discard},
        events={"hints.dealt": Dealt, "hints.hinted": Hinted, "hints.discarded": Discarded},
        glimpses={
            "hints.others_seen": OthersSeen,
            "hints.hinted": Hinted,
            "hints.discarded": Discarded,
            "hints.discard_seen": DiscardSeen,
        },
        view=View,
    ),
    bound=lambda seats, options: ROUNDS * seats,
)


def cards(state: State) -> Cards:
    """Return all cards, wherever they lie."""
    return (*(card for hand in state.hands for card in hand), *state.gone, *state.stock)
