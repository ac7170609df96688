"""Hanabi: build a firework of each colour together, while everybody sees all hands but their own.

Cards have a colour and a rank. Each colour has three ones, one card of the highest rank, and two of every other rank.
Two or three players hold five cards each, more players four. If there are too few cards for that, all players hold the
same lower number. The rest is the stock. All players hold their cards so that only the others see them. In turn,
clockwise, each player does one of three things:

- play a card of your hand: if it is the next rank of its colour, it joins the firework, else it is discarded and the
  team loses a life. The highest rank of a colour also gets a hint back;
- discard a card of your hand, which gets a hint back, unless all of them are there;
- give a hint, if any is left: tell another player which of their cards have one colour, or one rank. There must be
  such a card.

After a play or a discard, the player draws a card. When the stock is empty, all players have one more turn. The match
ends after these turns, when all fireworks are complete, or when the last life is lost. The team scores a point for each
card in the fireworks, and nothing if it has lost all its lives. All players share the result.
"""

from typing import Annotated, Final, Generic, Never, TypeAlias

from attrs import field, frozen

from cardkit.chance import Chance
from cardkit.hidden import ALL, NOBODY, OTHER_SEATS, OTHERS, DerivedGame, H, Unseen, derive_game, noted, seen
from cardkit.language import Language
from cardkit.mechanics.dealing import dealt, replaced
from cardkit.options import Whole
from cardkit.quick import changed
from cardkit.seats import Outcome, Seat, ranked
from cardkit.worth import by_options, by_points

COLOURS: Final = "RYGWB"
"""Red, yellow, green, white, blue."""
RANKS: Final = "12345"
"""A card is a text: the colour, then the rank."""


@frozen(kw_only=True)
class Options:
    colours: int = field(default=5, validator=Whole(1, 5))
    ranks: int = field(default=5, validator=Whole(2, 5))
    hints: int = field(default=8, validator=Whole(1, 8))
    lives: int = field(default=3, validator=Whole(1, 3))


@frozen
class Play:
    place: int


@frozen
class Discard:
    place: int


@frozen
class Hint:
    to: Seat
    hint: str
    """A colour or a rank."""


Move: TypeAlias = Play | Discard | Hint


@frozen
class Turn:
    """Whose turn it is, and what the team has left."""

    seat: Seat | None
    hints: int
    lives: int
    last: int
    """The number of turns that are left when the stock is empty."""


@frozen
class Dealt(Generic[H]):
    options: Options
    hands: Annotated[tuple[tuple[str | H, ...], ...], OTHERS]
    stock: Annotated[tuple[str | H, ...], NOBODY]
    turn: Turn


@frozen
class Hinted:
    """A seat was told which of its cards match a hint."""

    seat: Seat
    to: Seat
    hint: str
    places: tuple[int, ...]
    turn: Turn


@frozen
class Used:
    """A card was played or discarded. If it is `built`, it joined a firework."""

    seat: Seat
    place: int
    card: str
    built: bool
    turn: Turn


@frozen
class Drawn(Generic[H]):
    seat: Seat
    card: Annotated[str | H, OTHER_SEATS]


Event: TypeAlias = Dealt[H] | Hinted | Used | Drawn[H]


@frozen
class State(Generic[H]):
    options: Options = Options()
    hands: Annotated[tuple[tuple[str | H, ...], ...], OTHERS] = ()
    stock: Annotated[tuple[str | H, ...], NOBODY] = ()
    fireworks: Annotated[tuple[str, ...], ALL] = ()
    discards: Annotated[tuple[str, ...], ALL] = ()
    told: tuple[tuple[str, ...], ...] = ()
    """What hints have told about each card in hand: a colour, a rank, both or nothing."""
    turn: Turn = Turn(None, 0, 0, 0)


def symbols(options: Options) -> str:
    """Return the colours and ranks of the cards. Hints can be about these."""
    return COLOURS[: options.colours] + RANKS[: options.ranks]


def deck(options: Options) -> tuple[str, ...]:
    ranks = "1" + "".join([2 * rank for rank in RANKS[: options.ranks - 1]]) + str(options.ranks)
    return tuple([colour + rank for colour in COLOURS[: options.colours] for rank in ranks])


def hand_size(seats: int, options: Options) -> int:
    return min(5 if seats < 4 else 4, len(deck(options)) // seats)


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    places = range(hand_size(seats, options))
    hints = [Hint(to, hint) for to in range(seats) for hint in symbols(options)]
    return (*map(Play, places), *map(Discard, places), *hints)


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    cards, cut = chance.shuffle("deal", deck(options)), seats * hand_size(seats, options)
    turn = Turn(0, options.hints, options.lives, seats)
    return (Dealt(options, dealt(cards[:cut], 0, seats), cards[cut:], turn),)


def legal(state: State[Never], seat: Seat) -> tuple[Move, ...]:
    if seat != state.turn.seat:
        return ()
    places = range(len(state.hands[seat]))
    discards = map(Discard, places if state.turn.hints < state.options.hints else ())
    listed: list[Move] = [*map(Play, places), *discards]
    for to, hand in enumerate(state.hands if state.turn.hints else ()):
        held = "".join(hand) if to != seat else ""
        listed += [Hint(to, hint) for hint in symbols(state.options) if hint in held]
    return tuple(listed)


def decide(state: State[Never], seat: Seat, move: Move, chance: Chance) -> tuple[Event[Never], ...]:
    turn, options = state.turn, state.options
    hints, lives, built = turn.hints, turn.lives, False
    match move:
        case Hint():
            hints -= 1
        case Discard():
            hints += 1
        case Play(place):
            card = state.hands[seat][place]
            built = int(card[1]) == 1 + sum([other[0] == card[0] for other in state.fireworks])
            lives -= not built
            hints = min(options.hints, hints + (built and int(card[1]) == options.ranks))
    last = turn.last - (not state.stock)
    over = not lives or not last or len(state.fireworks) + built == options.colours * options.ranks
    after = Turn(None if over else (seat + 1) % len(state.hands), hints, lives, last)
    if isinstance(move, Hint):
        places = tuple([place for place, card in enumerate(state.hands[move.to]) if move.hint in card])
        return (Hinted(seat, move.to, move.hint, places, after),)
    used = Used(seat, move.place, state.hands[seat][move.place], built, after)
    return (used,) if over or not state.stock else (used, Drawn(seat, state.stock[0]))


def evolve(state: State[H], event: Event[H]) -> State[H]:
    match event:
        case Dealt(options, hands, stock, turn):
            return State(options, hands, stock, told=tuple([("",) * len(hand) for hand in hands]), turn=turn)
        case Hinted(_, to, hint, places, turn):
            hand = tuple([noted(card, (hint, place in places)) for place, card in enumerate(state.hands[to])])
            heard = [old + hint * (at in places and hint not in old) for at, old in enumerate(state.told[to])]
            hands, told = replaced(state.hands, to, hand), replaced(state.told, to, tuple(heard))
            return changed(state, hands=hands, told=told, turn=turn)
        case Used(seat, place, card, built, turn):
            hand, known = state.hands[seat], state.told[seat]
            hands = replaced(state.hands, seat, hand[:place] + hand[place + 1 :])
            told = replaced(state.told, seat, known[:place] + known[place + 1 :])
            fireworks, discards = state.fireworks + (card,) * built, state.discards + (card,) * (not built)
            return State(state.options, hands, state.stock, fireworks, discards, told, turn)
        case Drawn(seat, card):
            hands = replaced(state.hands, seat, (*state.hands[seat], seen(state.stock[0], card)))
            told = replaced(state.told, seat, (*state.told[seat], ""))
            return changed(state, hands=hands, told=told, stock=state.stock[1:])


def fits(card: str, note: tuple[str, bool]) -> bool:
    """Return whether the card agrees with a hint: one that matched it, or one that didn't."""
    return (note[0] in card) is note[1]


def outcome(state: State[Never]) -> Outcome | None:
    scores = (len(state.fireworks) if state.turn.lives else 0,) * len(state.hands)
    return ranked(scores, scores) if scores and state.turn.seat is None else None


def say(move: Move) -> str:
    if isinstance(move, Hint):
        return f"hint {move.to} {move.hint}"
    return f"{'play' if isinstance(move, Play) else 'discard'} {move.place + 1}"


def tell(event: Event[Unseen], language: Language, names: tuple[str, ...]) -> str:
    match event:
        case Dealt(hands=hands):
            return f"Everybody holds {len(hands[0])} cards."
        case Hinted(seat, to, hint, places):
            return f"{names[seat]} hints {names[to]}: {hint} at {', '.join([str(at + 1) for at in places])}."
        case Used(seat, place, card, built):
            return f"{names[seat]} {'builds' if built else 'discards'} {card} from place {place + 1}."
        case Drawn(seat, card):
            return f"{names[seat]} draws {'a card' if isinstance(card, Unseen) else card}."


Hanabi: TypeAlias = DerivedGame[Move, Event[Never], State[Never], State[Unseen], Event[Unseen], Options]
GAME: Final[Hanabi] = derive_game(
    key="hanabi",
    title="Hanabi",
    seats=range(2, 6),
    options=Options,
    initial=State(),
    deck=lambda state: deck(state.options),
    fits=fits,
    open=open_match,
    actors=lambda state: () if state.turn.seat is None else (state.turn.seat,),
    legal=legal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    worth=by_options(lambda options: by_points(0, options.colours * options.ranks)),
    shared=True,
    bots=f"{__name__}_bots:BOTS",
    event_names={"dealt": Dealt, "hinted": Hinted, "used": Used, "drawn": Drawn},
    move_names={"play": Play, "discard": Discard, "hint": Hint},
    moves=moves,
    say=say,
    tell=tell,
    rules={"en": __doc__ or ""},
    layout=f"{__name__}_layout:LAYOUT",
    bound=lambda seats, options: 2 * len(deck(options)) + options.hints,
)
