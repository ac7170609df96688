"""The rules of a turn: what may be played, and what follows from it."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.thirteen.cards import CARDS, DECK, VALUE, Card
from cardkit.games.thirteen.evolve import TARGET_INDEX, evolve
from cardkit.games.thirteen.messages import (
    MOVES,
    Dealt,
    Event,
    Opened,
    Options,
    Play,
    Played,
    Scored,
    new_played,
)
from cardkit.games.thirteen.scoring import points
from cardkit.games.thirteen.state import State
from cardkit.mechanics.dealing import dealt
from cardkit.mechanics.turns import ALONE, first_seat
from cardkit.rejections import Rejected
from cardkit.seats import Seat

__all__ = [
    "HAND",
    "LIMIT",
    "REJECTIONS",
    "actors",
    "bound",
    "decide",
    "legal",
    "moves",
    "open_match",
    "refuse",
]

LIMIT: Final = 13
HAND: Final = 5

REJECTIONS: Final = {"not_in_hand": "the card isn't in the seat's hand"}

_PLAYS: Final = {card: tuple(move for move in MOVES if move.card == card) for card in CARDS}


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """The first dealer is settled, then the first round is dealt."""
    dealer = first_seat("first_dealer", options.first_dealer, seats, chance)
    return Opened(seats, dealer, rounds(seats, options)), deal(1, dealer, seats, chance)


def rounds(seats: int, options: Options) -> int:
    """Each player deals once; with three players, twice."""
    return options.rounds or (6 if seats == 3 else seats)


def deal(number: int, dealer: Seat, seats: int, chance: Chance) -> Dealt:
    """Five cards each, singly and clockwise from the dealer's left; the rest is the stock."""
    deck = chance.shuffle("deal", DECK)
    hands = dealt(deck[: HAND * seats], (dealer + 1) % seats, seats)
    return Dealt(number, dealer, tuple(tuple(sorted(hand)) for hand in hands), deck[HAND * seats :])


def actors(state: State) -> tuple[Seat, ...]:
    """The one seat whose turn it is."""
    return () if state.turn is None else ALONE[state.turn]


class _Choices(dict[tuple[Card, ...], tuple[Play, ...]]):
    """What a hand, whosever it is, may play; worked out once a hand. All hands of five are some ten thousand."""

    def __missing__(self, hand: tuple[Card, ...]) -> tuple[Play, ...]:
        self[hand] = plays = tuple(move for card in CARDS if card in hand for move in _PLAYS[card])
        return plays


_CHOICES: Final = _Choices()


def legal(state: State, seat: Seat) -> tuple[Play, ...]:
    """Each face in hand, in the order of the deck, onto each target it may go to."""
    return _CHOICES[state.hands[seat]] if seat == state.turn else ()


def refuse(state: State, seat: Seat, move: Play) -> Rejected:
    """Every move is of a card onto a target of its own: one that isn't legal is of a card that isn't held."""
    return Rejected("not_in_hand", f"{move.card} isn't in your hand: {' '.join(state.hands[seat])}")


def decide(state: State, seat: Seat, move: Play, chance: Chance) -> tuple[Event, ...]:
    """Play, take what goes over 13, draw. The last card of a round brings its scoring, and the next deal."""
    card, onto = move.card, move.onto
    cards, total = state.piles[TARGET_INDEX[onto]]
    taken = cards if total + VALUE[card] > LIMIT else ()
    if state.stock:
        return (new_played(seat, card, onto, taken, state.stock[0]),)
    played = Played(seat, card, onto, taken, None)
    if len(state.hands[seat]) > 1 or state.hands[(seat + 1) % len(state.hands)]:
        return (played,)
    return (played, *end_of_round(evolve(state, played), chance))


def end_of_round(state: State, chance: Chance) -> tuple[Event, ...]:
    """All hands are played out: taken cards are turned up and scored; dealing passes clockwise."""
    table = state.table
    scored = points(state.taken)
    totals = tuple(total + new for total, new in zip(table.totals, scored, strict=True))
    scoring = Scored(table.round, state.taken, scored, totals)
    if table.round == table.rounds:
        return (scoring,)
    return scoring, deal(
        table.round + 1, (table.first_dealer + table.round) % table.seats, table.seats, chance
    )


def moves(seats: int, options: Options) -> tuple[Play, ...]:
    """Every face onto every target it may go to."""
    return MOVES


def bound(seats: int, options: Options) -> int:
    """All 50 cards get played in every round."""
    return rounds(seats, options) * len(DECK)
