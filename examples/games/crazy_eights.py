"""Crazy Eights: play a card that matches the one on top, by suit or by rank; eights match everything.

Two players are dealt seven cards each, more players five. A card other than an eight is turned up and begins the pile.
The player on the dealer's left begins, and play goes clockwise. In your turn, play a card that has the suit or the rank
of the card on top. An eight goes on any card, and its player names the suit to follow. Instead of playing, you may draw
from the stock, up to `draws` cards in a turn. After that, or when the stock is empty, you may pass. With the option
`reshuffle`, the pile without its top card becomes the new stock as soon as the stock is empty.

With the option `specials`, three ranks do more, on the first card too, as if the dealer had played it. A queen skips
the next player. An ace reverses the direction. A two makes the next player draw two cards and lose the turn, unless
they play a two as well: then the player after them draws four, and so on. If the stock has too few cards, only those
are drawn.

The round ends when a player has no card left. It also ends when all pass in a row because there is nothing to draw, or
after the number of cards in the option `plays`. Each card in hand costs its number, an ace 1, a ten or a court card 10,
an eight 50. The fewest points win.
"""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.hidden import DerivedGame, H, Unseen, derive_game, including, ordered, seen, without
from cardkit.hidden.marks import ALL, NOBODY, OWNER, SEAT, SORTED
from cardkit.language import Language
from cardkit.mechanics.dealing import dealt, replaced
from cardkit.mechanics.turns import first_seat
from cardkit.options import Flag, SeatOrRandom, Whole
from cardkit.quick import changed
from cardkit.seats import Seat, ranked

SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Cards are texts: the rank, then the suit."""
HANDS: Final = {2: 7, 3: 5, 4: 5, 5: 5}
"""The cards in a hand, by the number of players."""
COST: Final = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10), strict=True))


@frozen(kw_only=True)
class Options:
    draws: int = field(default=5, validator=Whole(1, 10))
    plays: int = field(default=100, validator=Whole(1, 500))
    reshuffle: bool = field(default=True, validator=Flag())
    specials: bool = field(default=False, validator=Flag())
    dealer: Seat | Literal["random"] = field(default="random", validator=SeatOrRandom())


@frozen
class Play:
    card: str
    suit: str
    """The suit to follow: the suit of the card, or the one named with an eight."""


@frozen
class Draw:
    """Draw one card, or all the cards that twos demand."""


@frozen
class Pass:
    """Leave the turn to the next player."""


Move: TypeAlias = Play | Draw | Pass
PLAYS: Final = {card: [Play(card, suit) for suit in (SUITS if "8" in card else card[1])] for card in DECK}
MOVES: Final[tuple[Move, ...]] = (*(play for plays in PLAYS.values() for play in plays), Draw(), Pass())


@frozen
class Turn:
    """Whose turn it is, and the effects of the cards played so far."""

    seat: Seat | None
    direction: int = 1
    owed: int = 0
    """The cards to draw because of twos."""
    passes: int = 0
    """The number of seats that have passed in a row while there was nothing to draw."""


@frozen
class Dealt(Generic[H]):
    options: Options
    hands: Annotated[tuple[tuple[str | H, ...], ...], OWNER]
    up: str
    stock: Annotated[tuple[str | H, ...], NOBODY]
    turn: Turn


@frozen
class Played:
    seat: Seat
    card: str
    suit: str
    turn: Turn


@frozen
class Drawn(Generic[H]):
    seat: Seat
    card: Annotated[str | H, SEAT]


@frozen
class Reshuffled(Generic[H]):
    stock: Annotated[tuple[str | H, ...], NOBODY]


@frozen
class Passed:
    seat: Seat
    turn: Turn


@frozen
class Scored:
    """The round is over: hands are shown and cost points."""

    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


Event: TypeAlias = Dealt[H] | Played | Drawn[H] | Reshuffled[H] | Passed | Scored


@frozen
class State(Generic[H]):
    options: Options = Options()
    hands: Annotated[tuple[tuple[str | H, ...], ...], OWNER, SORTED] = ()
    stock: Annotated[tuple[str | H, ...], NOBODY] = ()
    pile: Annotated[tuple[str, ...], ALL] = ()
    suit: str = ""
    turn: Turn = Turn(None)
    drawn: int = 0
    plays: int = 0
    points: tuple[int, ...] = ()


def following(card: str, seat: Seat, seats: int, turn: Turn, options: Options, stock: bool) -> Turn:
    """Return the turn after a card was played. A two binds the next player if there is a stock to draw from."""
    rank = card[0] if options.specials else ""
    direction = -turn.direction if rank == "A" else turn.direction
    step = 2 if rank == "Q" else 1
    return Turn((seat + step * direction) % seats, direction, turn.owed + 2 * (rank == "2" and stock))


def scored(hands: tuple[tuple[str, ...], ...]) -> Scored:
    return Scored(hands, tuple([sum([COST[card[0]] for card in hand]) for hand in hands]))


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    dealer = first_seat("dealer", options.dealer, seats, chance)
    up = chance.shuffle("first card", [card for card in DECK if card[0] != "8"])[0]
    deck, cut = chance.shuffle("deal", without(DECK, up)), seats * HANDS[seats]
    hands, stock = tuple(map(ordered, dealt(deck[:cut], 0, seats))), deck[cut:]
    return (Dealt(options, hands, up, stock, following(up, dealer, seats, Turn(None), options, bool(stock))),)


def legal(state: State[Never], seat: Seat) -> tuple[Move, ...]:
    if seat != state.turn.seat:
        return ()
    hand, top = state.hands[seat], state.pile[-1][0]
    if state.turn.owed:
        return (*[play for card in hand if card[0] == "2" for play in PLAYS[card]], Draw())
    fitting = [card for card in hand if card[1] == state.suit or card[0] == top or card[0] == "8"]
    done = state.drawn == state.options.draws or not state.stock
    return (*[play for card in fitting for play in PLAYS[card]], Pass() if done else Draw())


def decide(state: State[Never], seat: Seat, move: Move, chance: Chance) -> tuple[Event[Never], ...]:
    match move:
        case Play(card, suit):
            return played(state, seat, card, suit, chance)
        case Draw():
            return drawn(state, seat, chance)
        case Pass():
            passes = 0 if state.stock else state.turn.passes + 1
            if passes == len(state.hands):
                return Passed(seat, Turn(None)), scored(state.hands)
            return (Passed(seat, passed(state, seat, passes)),)


def passed(state: State[Never], seat: Seat, passes: int) -> Turn:
    return Turn((seat + state.turn.direction) % len(state.hands), state.turn.direction, 0, passes)


def played(state: State[Never], seat: Seat, card: str, suit: str, chance: Chance) -> tuple[Event[Never], ...]:
    hands = replaced(state.hands, seat, without(state.hands[seat], card))
    if not hands[seat] or state.plays + 1 == state.options.plays:
        return Played(seat, card, suit, Turn(None)), scored(hands)
    refill = state.options.reshuffle and not state.stock
    turn = following(card, seat, len(hands), state.turn, state.options, refill or bool(state.stock))
    if not refill:
        return (Played(seat, card, suit, turn),)
    return Played(seat, card, suit, turn), Reshuffled(chance.shuffle("reshuffle", state.pile))


def drawn(state: State[Never], seat: Seat, chance: Chance) -> tuple[Event[Never], ...]:
    number = state.turn.owed or 1
    events: list[Event[Never]] = [Drawn(seat, card) for card in state.stock[:number]]
    if number >= len(state.stock) and state.options.reshuffle and len(state.pile) > 1:
        stock = chance.shuffle("reshuffle", state.pile[:-1])
        events.append(Reshuffled(stock))
        events += [Drawn(seat, card) for card in stock[: number - len(state.stock)]]
    if state.turn.owed:
        events.append(Passed(seat, passed(state, seat, 0)))
    return tuple(events)


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Dealt(options, hands, up, stock, turn):
            return State(options, hands, stock, (up,), up[1], turn)
        case Played(seat, card, suit, turn):
            hands = replaced(state.hands, seat, without(state.hands[seat], card))
            pile, plays = (*state.pile, card), state.plays + 1
            return changed(state, hands=hands, pile=pile, suit=suit, turn=turn, drawn=0, plays=plays)
        case Drawn(seat, card):
            hands = replaced(state.hands, seat, including(state.hands[seat], seen(state.stock[0], card)))
            return changed(state, hands=hands, stock=state.stock[1:], drawn=state.drawn + 1)
        case Reshuffled(stock):
            return changed(state, stock=stock, pile=state.pile[-1:])
        case Passed(seat, turn):
            return changed(state, turn=turn, drawn=0)
        case Scored(hands, points):
            return changed(state, hands=hands, points=points)


def say(move: Move) -> str:
    if isinstance(move, Play):
        return f"{move.card} {move.suit}" if move.card[0] == "8" else move.card
    return "draw" if isinstance(move, Draw) else "pass"


def tell(event: Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    match event:
        case Dealt(up=up):
            return f"The first card is {up}."
        case Played(seat, card, suit):
            return f"{names[seat]} plays {card}" + (f" and names {suit}." if card[0] == "8" else ".")
        case Drawn(seat, card):
            return f"{names[seat]} draws {'a card' if isinstance(card, Unseen) else card}."
        case Reshuffled():
            return "The pile is shuffled and is the new stock."
        case Passed(seat):
            return f"{names[seat]} passes."
        case Scored(points=points):
            return f"The round is over. Points: {', '.join(map(str, points))}."


CrazyEights: TypeAlias = DerivedGame[Move, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[CrazyEights] = derive_game(
    key="crazy_eights",
    title="Crazy Eights",
    seats=range(2, 6),
    options=Options,
    initial=State(),
    deck=lambda state: DECK,
    open=open_match,
    actors=lambda state: () if state.turn.seat is None else (state.turn.seat,),
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: ranked(state.points, [-cost for cost in state.points]) if state.points else None,
    event_names={
        "dealt": Dealt,
        "played": Played,
        "drawn": Drawn,
        "reshuffled": Reshuffled,
        "passed": Passed,
        "scored": Scored,
    },
    move_names={"play": Play, "draw": Draw, "pass": Pass},
    moves=lambda seats, options: MOVES,
    say=say,
    tell=tell,
    rules={"en": __doc__ or ""},
    layout=f"{__name__}_layout:LAYOUT",
    bound=lambda seats, options: 2 * len(DECK) + (seats + 3) * (options.plays + 1),
)
