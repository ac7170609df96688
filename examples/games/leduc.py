"""Leduc poker: one card each, one card for all, and two rounds of bets.

For n players there are 2(n + 1) cards: n + 1 ranks, each twice. With two players they are jack, queen and king.

All players pay one chip and are dealt a card, which only they see. Then they bet in turn, clockwise. A player may fold
if others have paid more, call (or check, if nobody has), or raise. To raise is to pay what the others have paid and 2
chips more, or 4 in the second round. There are at most two raises in a round. A round ends when all remaining players
have answered the last raise, or when all have checked. After the first round a card is turned up that counts for all.
The same player begins the second round, or else the next remaining one.

If all others fold, the last player takes the pot and shows nothing. Otherwise all remaining players show their cards. A
pair with the card for all wins, else the highest card. Equal cards share the pot. A match is one deal. Points are what
a player has won, in half chips, because a pot may be halved.
"""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias, get_args

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.hidden import ALL, NOBODY, OWNER, DerivedGame, H, Unseen, derive_game, without
from cardkit.language import Language
from cardkit.mechanics.dealing import replaced
from cardkit.mechanics.turns import first_seat
from cardkit.options import SeatOrRandom
from cardkit.quick import changed
from cardkit.seats import Outcome, Seat, clockwise, ranked

RANKS: Final = "3456789TJQK"
MOST_RAISES: Final = 2
STAKE: Final = 26
"""The half chips that a seat can lose: one chip to begin with, two raises of 2 and two of 4."""

Act: TypeAlias = Literal["fold", "call", "raise"]


@frozen(kw_only=True)
class Options:
    first_player: Seat | Literal["random"] = field(default=0, validator=SeatOrRandom())


@frozen
class Bet:
    act: Act


MOVES: Final = tuple(map(Bet, get_args(Act)))


@frozen
class Dealt(Generic[H]):
    first: Seat
    hands: Annotated[tuple[str | H, ...], OWNER]
    stock: Annotated[tuple[str | H, ...], NOBODY]


@frozen
class Acted:
    """A seat folded, called or raised, and paid chips for it. The seats that are to act next follow, in order."""

    seat: Seat
    act: Act
    chips: int
    waiting: tuple[Seat, ...]


@frozen
class TurnedUp:
    """The card for all was turned up, and these seats are to act in the second round."""

    card: str
    waiting: tuple[Seat, ...]


@frozen
class Settled:
    """The remaining seats have shown a card, if there are several. Points are what each seat has won, in half chips."""

    cards: tuple[str | None, ...]
    points: tuple[int, ...]


Event: TypeAlias = Dealt[H] | Acted | TurnedUp | Settled


@frozen
class State(Generic[H]):
    hands: Annotated[tuple[str | H, ...], OWNER] = ()
    stock: Annotated[tuple[str | H, ...], NOBODY] = ()
    board: Annotated[tuple[str | H, ...], ALL] = ()
    chips: tuple[int, ...] = ()
    left: tuple[Seat, ...] = ()
    """The seats that haven't folded, in the order of play."""
    waiting: tuple[Seat, ...] = ()
    raises: int = 0
    points: tuple[int, ...] = ()


def deck(seats: int) -> tuple[str, ...]:
    return tuple(rank for rank in RANKS[-seats - 1 :] for _ in range(2))


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    first = first_seat("first_player", options.first_player, seats, chance)
    cards = chance.shuffle("deal", deck(seats))
    return (Dealt(first, cards[:seats], cards[seats:]),)


def legal(state: State[Never], seat: Seat) -> tuple[Bet, ...]:
    if seat not in state.waiting[:1]:
        return ()
    moves = MOVES if state.chips[seat] < max(state.chips) else MOVES[1:]
    return moves if state.raises < MOST_RAISES else moves[:-1]


def decide(state: State[Never], seat: Seat, move: Bet, chance: Chance) -> tuple[Event[Never], ...]:
    left, waiting, chips = state.left, state.waiting[1:], max(state.chips) - state.chips[seat]
    if move.act == "fold":
        left, chips = without(left, seat), 0
    if move.act == "raise":
        place, chips = left.index(seat), chips + (4 if state.board else 2)
        waiting = left[place + 1 :] + left[:place]
    acted = Acted(seat, move.act, chips, waiting if len(left) > 1 else ())
    if acted.waiting:
        return (acted,)
    if len(left) > 1 and not state.board:
        return acted, TurnedUp(state.stock[0], left)
    ranks = [(state.hands[other] in state.board, RANKS.index(state.hands[other])) for other in left]
    winners = [other for other, rank in zip(left, ranks, strict=True) if rank == max(ranks)]
    paid = replaced(state.chips, seat, state.chips[seat] + chips)
    share = 2 * sum(paid) // len(winners)
    points = tuple([share * (other in winners) - 2 * own for other, own in enumerate(paid)])
    show = left if len(left) > 1 else ()
    return acted, Settled(
        tuple([card if other in show else None for other, card in enumerate(state.hands)]), points
    )


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Acted(seat, act, chips, waiting):
            paid = replaced(state.chips, seat, state.chips[seat] + chips)
            left = without(state.left, seat) if act == "fold" else state.left
            return changed(
                state, chips=paid, left=left, waiting=waiting, raises=state.raises + (act == "raise")
            )
        case Dealt(first, hands, stock):
            order = clockwise(first, len(hands))
            return State(hands, stock, (), (1,) * len(hands), order, order)
        case TurnedUp(card, waiting):
            return changed(state, stock=state.stock[1:], board=(card,), waiting=waiting, raises=0)
        case Settled(cards, points):
            shown = tuple(
                [old if card is None else card for old, card in zip(state.hands, cards, strict=True)]
            )
            return changed(state, hands=shown, points=points)


def worth(outcome: Outcome) -> tuple[float, ...]:
    """Return what each seat has at the end, as a share of the highest possible stakes."""
    return tuple([(points + STAKE) / (STAKE * len(outcome.totals)) for points in outcome.totals])


def tell(event: Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    match event:
        case Dealt(first):
            return f"The cards are dealt. {names[first]} begins."
        case Acted(seat, act, chips):
            return f"{names[seat]} {act}s" + (f" and pays {chips}." if chips else ".")
        case TurnedUp(card):
            return f"The card for all is {card}."
        case Settled(cards, points):
            shown = [f"{name} shows {card}." for name, card in zip(names, cards, strict=True) if card]
            won = [f"{name} {half / 2:+g}" for name, half in zip(names, points, strict=True)]
            return " ".join([*shown, "Chips won:", ", ".join(won)])


Leduc: TypeAlias = DerivedGame[Bet, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[Leduc] = derive_game(
    key="leduc",
    title="Leduc poker",
    seats=range(2, 11),
    options=Options,
    initial=State(),
    deck=lambda state: deck(len(state.hands)),
    open=open_match,
    actors=lambda state: state.waiting[:1],
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: ranked(state.points, state.points) if state.points else None,
    worth=worth,
    event_names={"dealt": Dealt, "acted": Acted, "turned_up": TurnedUp, "settled": Settled},
    move_names={"bet": Bet},
    moves=lambda seats, options: MOVES,
    say=lambda move: move.act,
    tell=tell,
    rules={"en": __doc__ or ""},
    layout=f"{__name__}_layout:LAYOUT",
    bound=lambda seats, options: 2 * (3 * seats - 2),
)
