"""What lies before a viewer's eyes, and what a viewer sees of an event."""

from typing import assert_never

from attrs import frozen

from cardkit.games.thirteen.cards import Card
from cardkit.games.thirteen.messages import Dealt, Event, Glimpse, HandDealt, Opened, Played, PlaySeen, Scored
from cardkit.games.thirteen.state import State
from cardkit.seats import Seat, Viewer

__all__ = ["View", "glimpse", "view"]


@frozen
class View:
    """The table as one viewer sees it. Taken cards, one's own too, are but a number until they are scored."""

    you: Seat | None
    round: int
    rounds: int
    dealer: Seat | None
    turn: Seat | None
    hand: tuple[Card, ...] | None
    """`None` for a spectator."""
    hand_sizes: tuple[int, ...]
    stock_size: int
    piles: tuple[tuple[Card, ...], ...]
    """Blue, yellow, green, each in the order played."""
    sums: tuple[int, ...]
    taken_sizes: tuple[int, ...]
    totals: tuple[int, ...]
    last_taken: tuple[tuple[Card, ...], ...]
    """What was turned up in the round scored last, by seat."""
    last_points: tuple[int, ...]


def view(state: State, viewer: Viewer) -> View:
    """Everything open, and the viewer's own hand."""
    table = state.table
    return View(
        you=viewer,
        round=table.round,
        rounds=table.rounds,
        dealer=table.dealer,
        turn=state.turn,
        hand=None if viewer is None else state.hands[viewer],
        hand_sizes=tuple(map(len, state.hands)),
        stock_size=len(state.stock),
        piles=tuple(cards for cards, _ in state.piles),
        sums=tuple(total for _, total in state.piles),
        taken_sizes=tuple(map(len, state.taken)),
        totals=table.totals,
        last_taken=table.last_taken,
        last_points=table.last_points,
    )


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    """All of it, but for the others' hands, the stock, and what another seat draws."""
    match event:
        case Dealt(round, dealer, hands, stock):
            hand = None if viewer is None else hands[viewer]
            return HandDealt(round, dealer, hand, tuple(map(len, hands)), len(stock))
        case Played(seat, card, onto, taken, drawn):
            return event if drawn is None or viewer == seat else PlaySeen(seat, card, onto, taken)
        case Opened() | Scored():
            return event
        case _:
            assert_never(event)
