"""The rules of a turn: what may be played, and what follows from it."""

from typing import Final

from cardkit.chance import Chance
from cardkit.games.friday13.cards import CARDS, DECK, PILES_OF, VALUE
from cardkit.games.friday13.evolve import PILE_INDEX, evolve
from cardkit.games.friday13.hands import in_order
from cardkit.games.friday13.messages import Dealt, Event, Opened, Options, Play, Played, Scored, new_played
from cardkit.games.friday13.scoring import points
from cardkit.games.friday13.state import State
from cardkit.mechanics.dealing import dealt
from cardkit.mechanics.turns import first_seat
from cardkit.seats import Seat

__all__ = ["HANDS", "LIMIT", "ROUNDS", "bound", "decide", "open_match"]

LIMIT: Final = 13
ROUNDS: Final = 4
HANDS: Final = 4
"""So many hands are dealt at least: with three players one is left over."""

_SAFE: Final = tuple(
    {card: {onto: (Played(seat, card, onto, ()),) for onto in PILES_OF[card]} for card in CARDS}
    for seat in range(6)
)
"""Most plays take nothing: what they bring, by seat, card and pile, is made once."""


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
    """The first player is settled, then the first round is dealt."""
    starter = first_seat("first_player", options.first_player, seats, chance)
    return Opened(seats, starter, rounds(options)), deal(1, starter, seats, chance)


def rounds(options: Options) -> int:
    """Four, whatever the number of players."""
    return options.rounds or ROUNDS


def deal(number: int, starter: Seat, seats: int, chance: Chance) -> Dealt:
    """All cards, singly and clockwise from the first player of the round; an unused hand ends each lap."""
    heaps = dealt(chance.shuffle("deal", DECK), 0, max(seats, HANDS))
    hands = tuple(in_order(heaps[(seat - starter) % seats]) for seat in range(seats))
    away = in_order(card for heap in heaps[seats:] for card in heap)
    return Dealt(number, starter, hands, away)


def decide(state: State, seat: Seat, move: Play, chance: Chance) -> tuple[Event, ...]:
    """Play, take what goes over 13. The last card of a round brings its scoring, and the next deal."""
    card, onto = move.card, move.onto
    cards, total = state.piles[PILE_INDEX[onto]]
    played = (
        _SAFE[seat][card][onto] if total + VALUE[card] <= LIMIT else (new_played(seat, card, onto, cards),)
    )
    if len(state.hands[seat][0]) > 1 or state.hands[(seat + 1) % len(state.hands)][0]:
        return played
    return (*played, *end_of_round(evolve(state, played[0]), chance))


def end_of_round(state: State, chance: Chance) -> tuple[Event, ...]:
    """Nobody has a card in hand: taken cards are turned up and scored; the start passes clockwise."""
    table = state.table
    scored = points(state.taken)
    totals = tuple(total + new for total, new in zip(table.totals, scored, strict=True))
    scoring = Scored(table.round, state.taken, scored, totals)
    if table.round == table.rounds:
        return (scoring,)
    starter = (table.first_player + table.round) % table.seats
    return scoring, deal(table.round + 1, starter, table.seats, chance)


def bound(seats: int, options: Options) -> int:
    """All cards dealt to players get played in every round: 53, with three players 40."""
    away = len(DECK) // HANDS if seats < HANDS else 0
    return rounds(options) * (len(DECK) - away)
