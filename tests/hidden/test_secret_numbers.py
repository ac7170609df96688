"""A number that is bid in secret is a slip that is laid face down, and no card of the game."""

from collections import Counter
from typing import Annotated, Final, Generic, Never, TypeAlias

from attrs import frozen

import cardkit
from cardkit.bots.chance import RunningChance
from cardkit.chance import Chance
from cardkit.hidden import (
    ALL,
    OWNER,
    SEAT,
    SORTED,
    DerivedGame,
    H,
    SeenIf,
    Unseen,
    derive_game,
    seen,
    without,
)
from cardkit.hidden.marks import Place
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed
from cardkit.seats import Seat, Viewer, ranked
from cardkit.testing import examine

SLIPS: Final = ("b0", "b1", "b2")


@frozen
class Options:
    pass


@frozen
class Bid:
    number: int


@frozen
class Begun:
    seats: int


@frozen
class Laid(Generic[H]):
    seat: Seat
    slip: Annotated[str | H, SEAT]


@frozen
class Shown(Generic[H]):
    bids: Annotated[tuple[str | H, ...], ALL]
    numbers: tuple[int, ...]


Event: TypeAlias = Begun | Laid[H] | Shown[H]


def lies_open(state: "State[Never]", viewer: Viewer, place: Place) -> bool:
    return bool(state.numbers) or place[0] == viewer


@frozen
class State(Generic[H]):
    slips: Annotated[tuple[tuple[str | H, ...], ...], OWNER, SORTED] = ()
    bids: Annotated[tuple[str | H | None, ...], SeenIf(lies_open)] = ()
    numbers: tuple[int, ...] = ()


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    return (Begun(seats),)


def actors(state: State[Never]) -> tuple[Seat, ...]:
    return tuple([seat for seat, bid in enumerate(state.bids) if bid is None])


def legal(state: State[Never], seat: Seat) -> tuple[Bid, ...]:
    return tuple(map(Bid, range(len(SLIPS)))) if state.bids[seat] is None else ()


def decide(state: State[Never], seat: Seat, move: Bid, chance: Chance) -> tuple[Event[Never], ...]:
    laid: Laid[Never] = Laid(seat, SLIPS[move.number])
    bids = tuple([bid for bid in replaced(state.bids, seat, laid.slip) if bid is not None])
    return (laid, Shown(bids, tuple(map(SLIPS.index, bids)))) if actors(state) == (seat,) else (laid,)


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Begun(seats):
            return State((SLIPS,) * seats, (None,) * seats)
        case Laid(seat, slip):
            left = without(state.slips[seat], slip)
            bids = replaced(state.bids, seat, slip)
            return changed(state, slips=replaced(state.slips, seat, left), bids=bids)
        case Shown(bids, numbers):
            turned = tuple([seen(laid, bid) for laid, bid in zip(state.bids, bids, strict=True)])
            return changed(state, bids=turned, numbers=numbers)


Auction: TypeAlias = DerivedGame[Bid, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[Auction] = derive_game(
    key="auction",
    title="Auction",
    seats=range(2, 4),
    options=Options,
    initial=State(),
    open=open_match,
    actors=actors,
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: ranked(state.numbers, state.numbers) if state.numbers else None,
    deck=lambda state: SLIPS * len(state.slips),
    moves=lambda seats, options: tuple(map(Bid, range(len(SLIPS)))),
    say=lambda move: SLIPS[move.number],
    bound=lambda seats, options: seats,
    move_names={"bid": Bid},
    event_names={"begun": Begun, "laid": Laid, "shown": Shown},
)


def test_a_number_that_is_bid_in_secret_keeps_the_laws() -> None:
    assert examine(GAME, matches=2).broken == ()


def test_the_others_imagine_any_number() -> None:
    match = cardkit.start(GAME, seats=2, seed="auction").play("b1", seat=0)
    memory, chance = match.memory(1), RunningChance("worlds")

    imagined = Counter(GAME.imagine(memory, chance).bids[0] for _ in range(300))

    assert match.memory(0).state.bids == ("b1", None)
    assert {*imagined} == {*SLIPS}
    assert min(imagined.values()) > 60
