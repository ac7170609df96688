"""Writing events down."""

from typing import Final, assert_never

from cardkit.games.friday13.cards import PILES, VALUE, Card
from cardkit.games.friday13.hands import FACE, held
from cardkit.games.friday13.messages import Dealt, Event, Opened, Played, Scored
from cardkit.games.friday13.state import EMPTY_PILES, State, Table, new_state

__all__ = ["PILE_INDEX", "evolve"]

PILE_INDEX: Final = {kind: index for index, kind in enumerate(PILES)}


def evolve(state: State, event: Event) -> State:
    """Nothing is judged here: it already happened."""
    if not isinstance(event, Played):
        return between_plays(state, event)
    seat, card, taken, place = event.seat, event.card, event.taken, PILE_INDEX[event.onto]
    hands, piles, heaps = [*state.hands], [*state.piles], state.taken
    cards, faces = hands[seat]
    hand: list[Card] = [*cards]
    hand.remove(card)
    hands[seat] = tuple(hand), faces if card in hand else faces ^ FACE[card]
    if taken:
        piles[place] = (card,), VALUE[card]
        heaps = (*heaps[:seat], heaps[seat] + taken, *heaps[seat + 1 :])
    else:
        cards, total = piles[place]
        piles[place] = (*cards, card), total + VALUE[card]
    return new_state(state.table, (seat + 1) % len(hands), tuple(hands), state.away, tuple(piles), heaps)


def between_plays(state: State, event: Opened | Dealt | Scored) -> State:
    """The start of the match, and the edges of its rounds."""
    was = state.table
    match event:
        case Opened(seats, first_player, rounds):
            table = Table(seats, rounds, first_player, totals=(0,) * seats)
            return State(table, None, (), (), EMPTY_PILES, ())
        case Dealt(round, starter, hands, away):
            last = was.last_taken, was.last_points
            table = Table(was.seats, was.rounds, was.first_player, round, starter, was.totals, *last)
            return State(table, starter, tuple(map(held, hands)), away, EMPTY_PILES, ((),) * was.seats)
        case Scored(round, taken, points, totals):
            table = Table(was.seats, was.rounds, was.first_player, round, was.starter, totals, taken, points)
            return State(table, None, state.hands, state.away, state.piles, state.taken)
        case _:
            assert_never(event)
