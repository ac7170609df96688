"""Writing events down."""

from typing import Final, assert_never

from cardkit.games.thirteen.cards import TARGETS, VALUE, Card
from cardkit.games.thirteen.messages import Dealt, Event, Opened, Played, Scored
from cardkit.games.thirteen.state import EMPTY_TARGETS, State, Table, new_state

__all__ = ["TARGET_INDEX", "evolve"]

TARGET_INDEX: Final = {colour: index for index, colour in enumerate(TARGETS)}


def evolve(state: State, event: Event) -> State:
    """Nothing is judged here: it already happened."""
    if not isinstance(event, Played):
        return between_plays(state, event)
    seat, card, drawn, taken = event.seat, event.card, event.drawn, event.taken
    target = TARGET_INDEX[event.onto]
    hands, piles, stock, heaps = [*state.hands], [*state.piles], state.stock, state.taken
    hand: list[Card] = [*hands[seat]]
    hand.remove(card)
    if drawn is not None:
        hand.append(drawn)
        hand.sort()
        stock = stock[1:]
    hands[seat] = tuple(hand)
    if taken:
        piles[target] = (card,), VALUE[card]
        heaps = (*heaps[:seat], heaps[seat] + taken, *heaps[seat + 1 :])
    else:
        cards, total = piles[target]
        piles[target] = (*cards, card), total + VALUE[card]
    return new_state(state.table, (seat + 1) % len(hands), tuple(hands), stock, tuple(piles), heaps)


def between_plays(state: State, event: Opened | Dealt | Scored) -> State:
    """The start of the match, and the edges of its rounds."""
    was = state.table
    match event:
        case Opened(seats, first_dealer, rounds):
            table = Table(seats, rounds, first_dealer, totals=(0,) * seats)
            return State(table, None, (), (), EMPTY_TARGETS, ())
        case Dealt(round, dealer, hands, stock):
            last = was.last_taken, was.last_points
            table = Table(was.seats, was.rounds, was.first_dealer, round, dealer, was.totals, *last)
            turn = (dealer + 1) % was.seats
            return State(table, turn, hands, stock, EMPTY_TARGETS, ((),) * was.seats)
        case Scored(round, taken, points, totals):
            table = Table(was.seats, was.rounds, was.first_dealer, round, was.dealer, totals, taken, points)
            return State(table, None, state.hands, state.stock, state.piles, state.taken)
        case _:
            assert_never(event)
