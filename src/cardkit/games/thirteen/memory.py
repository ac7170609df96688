"""What a viewer with perfect memory knows, and the positions that it allows for."""

from typing import assert_never

from attrs import frozen

from cardkit.chance import Chance
from cardkit.games.thirteen.cards import DECK, VALUE, Card, Colour
from cardkit.games.thirteen.evolve import TARGET_INDEX
from cardkit.games.thirteen.messages import Glimpse, HandDealt, Opened, Played, PlaySeen, Scored
from cardkit.games.thirteen.state import EMPTY_TARGETS, INITIAL, State, Table
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
    stock_size: int
    piles: tuple[Pile[Card], ...]
    taken: tuple[tuple[Card, ...], ...]
    """Everybody's, as they were taken: open then, face down now."""


def blank(viewer: Viewer) -> Memory:
    """Nothing but who is looking."""
    return Memory(viewer, INITIAL.table, None, (), (), 0, EMPTY_TARGETS, ())


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    """The same records as `evolve` keeps, of what was seen."""
    match glimpse:
        case Opened(seats, first_dealer, rounds):
            return changed(memory, table=Table(seats, rounds, first_dealer, totals=(0,) * seats))
        case HandDealt(round, dealer, hand, hand_sizes, stock_size):
            table = changed(memory.table, round=round, dealer=dealer)
            turn = (dealer + 1) % table.seats
            nothing_taken = ((),) * table.seats
            return Memory(
                memory.you, table, turn, hand or (), hand_sizes, stock_size, EMPTY_TARGETS, nothing_taken
            )
        case Played(seat, card, onto, taken, drawn):
            after = played(memory, seat, card, onto, taken, drew=drawn is not None)
            if seat != memory.you:
                return after
            held = [*memory.hand] if drawn is None else [*memory.hand, drawn]
            held.remove(card)
            return changed(after, hand=tuple(sorted(held)))
        case PlaySeen(seat, card, onto, taken):
            return played(memory, seat, card, onto, taken, drew=True)
        case Scored(_, taken, points, totals):
            table = changed(memory.table, totals=totals, last_taken=taken, last_points=points)
            return changed(memory, table=table, turn=None)
        case _:
            assert_never(glimpse)


def played(
    memory: Memory, seat: Seat, card: Card, onto: Colour, taken: tuple[Card, ...], *, drew: bool
) -> Memory:
    """What everybody sees of a play."""
    return changed(
        memory,
        turn=(seat + 1) % memory.table.seats,
        hand_sizes=replaced(memory.hand_sizes, seat, memory.hand_sizes[seat] - (not drew)),
        stock_size=memory.stock_size - drew,
        piles=placed(memory.piles, TARGET_INDEX[onto], card, VALUE[card], taken),
        taken=replaced(memory.taken, seat, memory.taken[seat] + taken),
    )


def imagine(memory: Memory, chance: Chance) -> State:
    """The cards not seen in this round lie anywhere that cards lie hidden, every way alike."""
    piled = (cards for cards, _ in memory.piles)
    hidden = unseen(DECK, memory.hand, *piled, *memory.taken)
    hands, stock = imagined_hands(
        memory.you, memory.hand, memory.hand_sizes, hidden, memory.stock_size, chance
    )
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    return State(memory.table, memory.turn, sorted_hands, stock, memory.piles, memory.taken)
