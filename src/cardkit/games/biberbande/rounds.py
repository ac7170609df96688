"""The rounds of a match: how they begin and end."""

from operator import add
from typing import Final, Never

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import DECK, Card
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    ROW,
    Dealt,
    Event,
    Opened,
    Options,
    Reshuffled,
    RoundScored,
)
from cardkit.games.biberbande.scoring import points, replacements
from cardkit.games.biberbande.state import State
from cardkit.hidden import Unseen
from cardkit.options import checked_seat
from cardkit.seats import Seat

__all__ = ["bound", "deck", "end_of_round", "open_match"]

_LAPS: Final = {
    seats: tuple(
        tuple(slice((seat - dealer - 1) % seats, ROW * seats, seats) for seat in range(seats))
        for dealer in range(seats)
    )
    for seats in range(2, MOST_SEATS + 1)
}
"""The cards of the deck that each seat is dealt, by seats, dealer and seat."""

MOST_MOVES_IN_A_TURN: Final = 13
"""A draw, eleven cards (each of five draw twos brings at most two), and a knock."""


def deck(state: State[Unseen]) -> tuple[Card, ...]:
    """Return all cards: the same ones in every round."""
    return DECK


def open_match(seats: int, options: Options, chance: Chance) -> tuple[Event[Never], ...]:
    """Choose the first dealer, then deal the first round."""
    first = options.first_dealer
    dealer = (
        chance.below("first dealer", seats)
        if first == "random"
        else checked_seat("first_dealer", first, seats)
    )
    opened = Opened(seats, dealer, options.rotate_dealer, rounds(seats, options), options.turn_limit)
    return opened, deal(1, dealer, seats, chance)


def rounds(seats: int, options: Options) -> int:
    """Return the number of rounds: as many as players, but four with two players."""
    return options.rounds or (4 if seats == 2 else seats)


def deal(number: int, dealer: Seat, seats: int, chance: Chance) -> Dealt[Never]:
    """Deal each seat a row of four, card by card and clockwise from the dealer's left. Turn up the next card."""
    deck = chance.shuffle("deal", DECK)
    size = ROW * seats
    rows = tuple(map(deck.__getitem__, _LAPS[seats][dealer]))
    return Dealt(number, dealer, rows, deck[size + 1 :], deck[size])


def end_of_round(state: State[Never], chance: Chance) -> tuple[Event[Never], ...]:
    """Return the events that follow the last turn of a round.

    Rows are turned up. Specials are replaced, the knocker's first. Then the next round is dealt, if there is one.
    """
    table, rows = state.table, state.rows
    assert table.dealer is not None
    first = (table.dealer + 1) % table.seats if state.knocker is None else state.knocker
    reshuffled: tuple[Event[Never], ...] = ()
    replaced = replacements(rows, first, state.stock)
    if replaced is None:
        more = chance.shuffle("reshuffle", state.discard)
        reshuffled = (Reshuffled(more),)
        replaced = replacements(rows, first, state.stock + more)
        assert replaced is not None, "45 numbers are enough for 24 places"
    scored = points(rows, replaced)
    totals = tuple(map(add, table.totals, scored))
    scoring = RoundScored(table.round, rows, replaced, scored, totals)
    if table.round == table.rounds:
        return (*reshuffled, scoring)
    dealer = (table.first_dealer + table.round) % table.seats if table.rotate_dealer else table.first_dealer
    return (*reshuffled, scoring, deal(table.round + 1, dealer, table.seats, chance))


def bound(seats: int, options: Options) -> int | None:
    """Return the most moves of a match with a turn limit: a look each, the turns, and one more after a late knock."""
    if options.turn_limit is None:
        return None
    turns = seats * options.turn_limit + seats - 1
    return rounds(seats, options) * (seats + MOST_MOVES_IN_A_TURN * turns)
