"""Goofspiel: all players bid one card face down for the open prize, and the highest bid takes it.

All players hold the same cards, numbered from 1, and there is a prize for each of these numbers. In each round one
prize is turned up. All players choose a card of their hand at the same time and lay it face down. When all have bid,
the bids are turned over. The highest bid takes the prize, which counts its number. If several players bid highest,
nobody takes it. The cards that were bid stay on the table. After the last prize, the most points win.

The option `order` sets the order of the prizes: random, from the lowest to the highest, or from the highest to the
lowest.
"""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias, get_args

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.hidden import DerivedGame, H, Place, SeenIf, Unseen, derive_game, seen, without
from cardkit.hidden.marks import ALL, OWNER, SEAT, SORTED
from cardkit.mechanics.dealing import replaced
from cardkit.options import Choice, Whole
from cardkit.quick import quick
from cardkit.seats import Seat, Viewer, ranked

Order: TypeAlias = Literal["random", "ascending", "descending"]


@frozen(kw_only=True)
class Options:
    cards: int = field(default=13, validator=Whole(2, 13))
    order: Order = field(default="random", validator=Choice(*get_args(Order)))


@frozen
class Bid:
    card: int


CARDS: Final = tuple(range(1, 14))
BIDS: Final = tuple(map(Bid, CARDS))


@frozen
class Begun:
    options: Options
    seats: int
    prize: int


@frozen
class Laid(Generic[H]):
    """A bid lies face down."""

    seat: Seat
    card: Annotated[int | H, SEAT]


@frozen
class Revealed(Generic[H]):
    """All bids are turned over: the prize goes to the winner, if there is one."""

    bids: Annotated[tuple[int | H, ...], ALL]
    winner: Seat | None
    prize: int
    next_prize: int | None


Event: TypeAlias = Begun | Laid[H] | Revealed[H]


def lies_open(state: "State[Never]", viewer: Viewer, place: Place) -> bool:
    """Return whether the viewer sees a bid. Its own seat does, and everybody once its prize is gone."""
    return place[0] == viewer or place[1] < state.options.cards - len(state.to_come) - bool(state.prize)


@quick
@frozen
class State(Generic[H]):
    options: Options = Options()
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    bids: Annotated[tuple[tuple[int | H, ...], ...], SeenIf(lies_open)] = ()
    waiting: tuple[Seat, ...] = ()
    prize: int | None = None
    to_come: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


def turned_up(options: Options, left: tuple[int, ...], chance: Chance) -> int:
    drawn = chance.below("prize", len(left)) if options.order == "random" else 0
    return left[-1 if options.order == "descending" else drawn]


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    return (Begun(options, seats, turned_up(options, CARDS[: options.cards], chance)),)


def legal(state: State[Never], seat: Seat) -> tuple[Bid, ...]:
    return tuple([BIDS[card - 1] for card in state.hands[seat]]) if seat in state.waiting else ()


def decide(state: State[Never], seat: Seat, move: Bid, chance: Chance) -> tuple[Event[Never], ...]:
    if state.prize is None or state.waiting != (seat,):
        return (Laid(seat, move.card),)
    bids = tuple([move.card if bidder == seat else laid[-1] for bidder, laid in enumerate(state.bids)])
    winner = bids.index(max(bids)) if bids.count(max(bids)) == 1 else None
    next_prize = turned_up(state.options, state.to_come, chance) if state.to_come else None
    return Laid(seat, move.card), Revealed(bids, winner, state.prize, next_prize)


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Laid(seat, card):
            hands = replaced(state.hands, seat, without(state.hands[seat], card))
            bids = replaced(state.bids, seat, (*state.bids[seat], card))
            waiting = without(state.waiting, seat)
            return State(state.options, hands, bids, waiting, state.prize, state.to_come, state.points)
        case Revealed(shown, winner, prize, next_prize):
            bids = tuple(
                [(*laid[:-1], seen(laid[-1], bid)) for laid, bid in zip(state.bids, shown, strict=True)]
            )
            points = tuple([total + prize * (seat == winner) for seat, total in enumerate(state.points)])
            to_come = without(state.to_come, next_prize) if next_prize else ()
            waiting = tuple(range(len(bids) if next_prize else 0))
            return State(state.options, state.hands, bids, waiting, next_prize, to_come, points)
        case Begun(options, n, prize):
            hand, waiting = CARDS[: options.cards], tuple(range(n))
            return State(options, (hand,) * n, ((),) * n, waiting, prize, without(hand, prize), (0,) * n)


def tell(event: Event[Unseen], language: str, names: tuple[str, ...]) -> str:
    match event:
        case Begun(prize=prize):
            return f"The first prize is {prize}."
        case Laid(seat, card):
            return f"{names[seat]} bids {'face down' if isinstance(card, Unseen) else card}."
        case Revealed(bids, winner, prize, next_prize):
            who, then = "Nobody" if winner is None else names[winner], next_prize or "none"
            return f"The bids are {', '.join(map(str, bids))}. {who} wins {prize}. Next prize: {then}."


Goofspiel: TypeAlias = DerivedGame[Bid, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[Goofspiel] = derive_game(
    key="goofspiel",
    title="Goofspiel",
    seats=range(2, 8),
    options=Options,
    initial=State(),
    deck=lambda state: CARDS[: state.options.cards] * len(state.hands),
    open=open_match,
    actors=lambda state: state.waiting,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: ranked(state.points, state.points) if state.points and not state.prize else None,
    event_names={"begun": Begun, "laid": Laid, "revealed": Revealed},
    move_names={"bid": Bid},
    moves=lambda seats, options: BIDS[: options.cards],
    say=lambda move: str(move.card),
    tell=tell,
    rules={"en": __doc__ or ""},
    bound=lambda seats, options: seats * options.cards,
)
