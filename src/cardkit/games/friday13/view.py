"""What lies before a viewer's eyes, and what a viewer sees of an event."""

from typing import assert_never

from attrs import frozen

from cardkit.games.friday13.cards import Card
from cardkit.games.friday13.messages import Dealt, Event, Glimpse, HandDealt, Opened, Played, Scored
from cardkit.games.friday13.state import State
from cardkit.seats import Seat, Viewer

__all__ = ["View", "glimpse", "view"]


@frozen
class View:
    """The table as one viewer sees it. Taken cards, one's own too, are but counted until they are scored."""

    you: Seat | None
    round: int
    rounds: int
    starter: Seat | None
    turn: Seat | None
    hand: tuple[Card, ...] | None
    """`None` for a spectator."""
    hand_sizes: tuple[int, ...]
    away_size: int
    piles: tuple[tuple[Card, ...], ...]
    """Cats, mirrors, ladders, each in the order played."""
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
        starter=table.starter,
        turn=state.turn,
        hand=None if viewer is None else state.hands[viewer][0],
        hand_sizes=tuple(len(cards) for cards, _ in state.hands),
        away_size=len(state.away),
        piles=tuple(cards for cards, _ in state.piles),
        sums=tuple(total for _, total in state.piles),
        taken_sizes=tuple(map(len, state.taken)),
        totals=table.totals,
        last_taken=table.last_taken,
        last_points=table.last_points,
    )


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    """All of it, but for the others' hands and the one put away."""
    match event:
        case Dealt(round, starter, hands, away):
            hand = None if viewer is None else hands[viewer]
            return HandDealt(round, starter, hand, tuple(map(len, hands)), len(away))
        case Opened() | Played() | Scored():
            return event
        case _:
            assert_never(event)
