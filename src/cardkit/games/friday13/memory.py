"""What a viewer with perfect memory knows, and the positions that it allows for."""

from typing import assert_never

from attrs import frozen

from cardkit.chance import Chance
from cardkit.games.friday13.cards import DECK, VALUE, Card
from cardkit.games.friday13.evolve import PILE_INDEX
from cardkit.games.friday13.hands import held, in_order
from cardkit.games.friday13.messages import Glimpse, HandDealt, Opened, Played, Scored
from cardkit.games.friday13.state import EMPTY_PILES, INITIAL, State, Table
from cardkit.mechanics.dealing import imagined_hands, replaced, unseen
from cardkit.mechanics.piles import Pile, placed
from cardkit.quick import changed
from cardkit.seats import Seat, Viewer

__all__ = ["Memory", "blank", "imagine", "remember"]


@frozen
class Memory:
    """The position, with numbers in the place of cards that the viewer didn't see."""

    you: Viewer
    table: Table
    turn: Seat | None
    hand: tuple[Card, ...]
    """The viewer's own; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    away_size: int
    piles: tuple[Pile[Card], ...]
    taken: tuple[tuple[Card, ...], ...]
    """Everybody's, as they were taken: open then, face down now."""


def blank(viewer: Viewer) -> Memory:
    """Nothing but who is looking."""
    return Memory(viewer, INITIAL.table, None, (), (), 0, EMPTY_PILES, ())


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    """The same records as `evolve` keeps, of what was seen."""
    match glimpse:
        case Opened(seats, first_player, rounds):
            return changed(memory, table=Table(seats, rounds, first_player, totals=(0,) * seats))
        case HandDealt(round, starter, hand, hand_sizes, away_size):
            table = changed(memory.table, round=round, starter=starter)
            nothing_taken = ((),) * table.seats
            return Memory(
                memory.you, table, starter, hand or (), hand_sizes, away_size, EMPTY_PILES, nothing_taken
            )
        case Played():
            return played(memory, glimpse)
        case Scored(_, taken, points, totals):
            table = changed(memory.table, totals=totals, last_taken=taken, last_points=points)
            return changed(memory, table=table, turn=None)
        case _:
            assert_never(glimpse)


def played(memory: Memory, event: Played) -> Memory:
    """A play, which everybody sees."""
    seat, card, taken = event.seat, event.card, event.taken
    hand = list(memory.hand)
    if seat == memory.you:
        hand.remove(card)
    return changed(
        memory,
        turn=(seat + 1) % memory.table.seats,
        hand=tuple(hand),
        hand_sizes=replaced(memory.hand_sizes, seat, memory.hand_sizes[seat] - 1),
        piles=placed(memory.piles, PILE_INDEX[event.onto], card, VALUE[card], taken),
        taken=replaced(memory.taken, seat, memory.taken[seat] + taken),
    )


def imagine(memory: Memory, chance: Chance) -> State:
    """The cards not seen in this round lie in the others' hands and in the one put away, every way alike."""
    piled = (cards for cards, _ in memory.piles)
    hidden = unseen(DECK, memory.hand, *piled, *memory.taken)
    hands, away = imagined_hands(memory.you, memory.hand, memory.hand_sizes, hidden, memory.away_size, chance)
    ordered = tuple(held(in_order(hand)) for hand in hands)
    return State(memory.table, memory.turn, ordered, in_order(away), memory.piles, memory.taken)
