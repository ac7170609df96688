"""Goofspiel: everybody bids one card face down for the prize that lies open, and the highest bid takes it.

Each player holds the same cards, numbered from 1 up, and there is a prize for each of these numbers. In a round one
prize is turned up. Everybody chooses a card of the hand at the same time and lays it face down. When all bids lie
there they are turned over. The highest bid takes the prize, which counts its number. If several players bid highest,
nobody takes it. The cards that were bid stay on the table. After the last prize, who has the most points wins.

By the option `order`, prizes come up at random, from the lowest to the highest, or from the highest to the lowest.
"""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias, get_args

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.game import Game, Language
from cardkit.hidden import OWNER, SEAT, SORTED, H, Memory, Place, SeenIf, Unseen, derive_game, without
from cardkit.mechanics.dealing import replaced
from cardkit.options import Choice, Whole
from cardkit.quick import changed
from cardkit.seats import Seat, Viewer, ranked

Order: TypeAlias = Literal["random", "ascending", "descending"]


@frozen(kw_only=True)
class Options:
    cards: int = field(default=13, validator=Whole(2, 13))
    order: Order = field(default="random", validator=Choice(*get_args(Order)))


@frozen
class Bid:
    card: int


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
class Revealed:
    """All bids are turned over: the prize goes to the winner, if there is one."""

    bids: tuple[int, ...]
    winner: Seat | None
    prize: int
    next_prize: int | None


Event: TypeAlias = Begun | Laid[H] | Revealed


def lies_open(state: "State[Never]", viewer: Viewer, place: Place) -> bool:
    return place[0] == viewer or place[1] < state.rounds


@frozen
class State(Generic[H]):
    options: Options = Options()
    hands: Annotated[tuple[tuple[int | H, ...], ...], OWNER, SORTED] = ()
    bids: Annotated[tuple[tuple[int | H, ...], ...], SeenIf(lies_open)] = ()
    prize: int | None = None
    to_come: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    rounds: int = 0
    """The rounds that are over. A seat with more bids than that has laid one for this round."""


def numbers(options: Options) -> tuple[int, ...]:
    return tuple(range(1, options.cards + 1))


def turned_up(options: Options, left: tuple[int, ...], chance: Chance) -> int:
    if options.order == "random":
        return left[chance.below("prize", len(left))]
    return left[0] if options.order == "ascending" else left[-1]


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    return (Begun(options, seats, turned_up(options, numbers(options), chance)),)


def actors(state: State[Never]) -> tuple[Seat, ...]:
    return tuple([seat for seat, bids in enumerate(state.bids) if state.prize and len(bids) == state.rounds])


def legal(state: State[Never], seat: Seat) -> tuple[Bid, ...]:
    return tuple(map(Bid, state.hands[seat])) if seat in actors(state) else ()


def decide(state: State[Never], seat: Seat, move: Bid, chance: Chance) -> tuple[Event[Never], ...]:
    if state.prize is None or actors(state) != (seat,):
        return (Laid(seat, move.card),)
    bids = tuple([move.card if bidder == seat else laid[-1] for bidder, laid in enumerate(state.bids)])
    winner = bids.index(max(bids)) if bids.count(max(bids)) == 1 else None
    next_prize = turned_up(state.options, state.to_come, chance) if state.to_come else None
    return Laid(seat, move.card), Revealed(bids, winner, state.prize, next_prize)


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Begun(options, seats, prize):
            cards = numbers(options)
            return State(options, (cards,) * seats, ((),) * seats, prize, without(cards, prize), (0,) * seats)
        case Laid(seat, card):
            hands = replaced(state.hands, seat, without(state.hands[seat], card))
            return changed(state, hands=hands, bids=replaced(state.bids, seat, (*state.bids[seat], card)))
        case Revealed(bids, winner, prize, next_prize):
            seen = tuple([(*laid[:-1], bid) for laid, bid in zip(state.bids, bids, strict=True)])
            to_come = tuple([card for card in state.to_come if card != next_prize])
            points = tuple([total + prize * (seat == winner) for seat, total in enumerate(state.points)])
            return State(state.options, state.hands, seen, next_prize, to_come, points, state.rounds + 1)


def tell(event: Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    match event:
        case Begun(prize=prize):
            return f"The first prize is {prize}."
        case Laid(seat, card):
            return f"{names[seat]} bids {'face down' if isinstance(card, Unseen) else card}."
        case Revealed(bids, winner, prize, next_prize):
            taken = f"{'Nobody' if winner is None else names[winner]} wins {prize}."
            following = f" The next prize is {next_prize}." if next_prize else ""
            return f"The bids are {', '.join(map(str, bids))}. {taken}{following}"


Goofspiel: TypeAlias = Game[
    Bid, Event[Never], State[Never], State[Unseen], Event[Unseen], Memory[State[Unseen]], Options
]
GAME: Final[Goofspiel] = derive_game(
    key="goofspiel",
    title="Goofspiel",
    seats=range(2, 8),
    options=Options,
    initial=State(),
    deck=lambda state: numbers(state.options) * len(state.hands),
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: ranked(state.points, state.points) if state.points and not state.prize else None,
    event_names={"begun": Begun, "laid": Laid, "revealed": Revealed},
    move_names={"bid": Bid},
    moves=lambda seats, options: tuple(map(Bid, numbers(options))),
    say=lambda move: str(move.card),
    tell=tell,
    rules={"en": __doc__ or ""},
    bound=lambda seats, options: seats * options.cards,
)
