"""A game of simultaneous hidden bids, with chance in the middle: after each round another prize is drawn."""

from typing import Final, TypeAlias, assert_never

import attrs
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Game, Wire
from cardkit.mechanics.dealing import replaced
from cardkit.options import Whole
from cardkit.quick import changed
from cardkit.rejections import Rejected, shown
from cardkit.seats import Outcome, Seat, Viewer, ranked

SECRET: Final = -1
"""In a view and in a memory: bid, but not seen."""


@frozen(kw_only=True)
class Options:
    cards: int = attrs.field(default=5, validator=Whole(2, 8))


@frozen
class Bid:
    card: int


@frozen
class Opened:
    seats: int
    cards: int
    prize: int


@frozen
class Placed:
    seat: Seat
    card: int


@frozen
class Sealed:
    seat: Seat


@frozen
class Revealed:
    bids: tuple[int, ...]
    taker: Seat | None
    prize: int | None


Event: TypeAlias = Opened | Placed | Revealed
Glimpse: TypeAlias = Event | Sealed


@frozen
class State:
    hands: tuple[tuple[int, ...], ...] = ()
    bids: tuple[int | None, ...] = ()
    prize: int | None = None
    prizes: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


@frozen
class Memory:
    you: Viewer
    known: State = State()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    return (Opened(seats, options.cards, 1 + chance.below("prize", options.cards)),)


def actors(state: State) -> tuple[Seat, ...]:
    return tuple(s for s, bid in enumerate(state.bids) if bid is None) if state.prize else ()


def legal(state: State, seat: Seat) -> tuple[Bid, ...]:
    return tuple(map(Bid, state.hands[seat])) if seat in actors(state) else ()


def decide(state: State, seat: Seat, move: Bid, chance: Chance) -> tuple[Event, ...]:
    if seat not in actors(state):
        raise Rejected("not_your_turn", "you have bid")
    if type(move) is not Bid or type(move.card) is not int or move not in legal(state, seat):
        raise Rejected("not_a_move", f"{shown(move)} is no card of yours")
    placed = Placed(seat, move.card)
    bids = [bid for bid in evolve(state, placed).bids if bid is not None]
    if len(bids) < len(state.bids):
        return (placed,)
    best = [bidder for bidder, bid in enumerate(bids) if bid == max(bids)]
    left = state.prizes
    following = left[chance.below("prize", len(left))] if left else None
    return (placed, Revealed(tuple(bids), best[0] if len(best) == 1 else None, following))


def evolve(state: State, event: Event) -> State:
    match event:
        case Opened(seats, cards, prize):
            deck = tuple(range(1, cards + 1))
            left = tuple(card for card in deck if card != prize)
            return State((deck,) * seats, (None,) * seats, prize, left, (0,) * seats)
        case Placed(seat, card):
            return changed(state, bids=replaced(state.bids, seat, card))
        case Revealed(bids, taker, prize):
            points, worth = state.points, state.prize or 0
            if taker is not None:
                points = replaced(points, taker, points[taker] + worth)
            hands = tuple(
                tuple(card for card in hand if card != bid)
                for hand, bid in zip(state.hands, bids, strict=True)
            )
            left = tuple(card for card in state.prizes if card != prize)
            return State(hands, (None,) * len(bids), prize, left, points)
        case _:
            assert_never(event)


def outcome(state: State) -> Outcome | None:
    return ranked(state.points, state.points) if state.points and state.prize is None else None


def view(state: State, viewer: Viewer) -> State:
    seen = (bid if bid is None or seat == viewer else SECRET for seat, bid in enumerate(state.bids))
    return changed(state, bids=tuple(seen))


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    return Sealed(event.seat) if isinstance(event, Placed) and event.seat != viewer else event


def remember(memory: Memory, seen: Glimpse) -> Memory:
    event = Placed(seen.seat, SECRET) if isinstance(seen, Sealed) else seen
    return changed(memory, known=evolve(memory.known, event))


def imagine(memory: Memory, chance: Chance) -> State:
    known = memory.known
    bids = (
        known.hands[seat][chance.below(f"bid {seat}", len(known.hands[seat]))] if bid == SECRET else bid
        for seat, bid in enumerate(known.bids)
    )
    return changed(known, bids=tuple(bids))


def say(move: Bid) -> str:
    return f"bid {move.card}"


MOVES: Final = tuple(map(Bid, range(1, 9)))

Bids: TypeAlias = Game[Bid, Event, State, State, Glimpse, Memory, Options]

BIDS: Final[Bids] = Game(
    key="bids",
    title="Bids",
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
        moves={"bids.bid": Bid},
        events={"bids.opened": Opened, "bids.placed": Placed, "bids.revealed": Revealed},
        glimpses={
            "bids.opened": Opened,
            "bids.placed": Placed,
            "bids.sealed": Sealed,
            "bids.revealed": Revealed,
        },
        view=State,
    ),
    bound=lambda seats, options: seats * options.cards,
)
