"""Checked by mypy and pyright, never run: a `match` over a game's events is known to be exhaustive."""

# Each mistake is marked as one that both checkers must find: a mark without a mistake is an error too.
# pyright: reportUnnecessaryTypeIgnoreComment=true

from typing import assert_never

from cardkit.games.thirteen import Dealt, Event, Glimpse, Opened, Played, Scored
from cardkit.hidden import faces


def spoken(event: Event) -> str:
    """Match all events of the game. If it gets another one, this no longer passes the check."""
    match event:
        case Opened(seats, _, rounds):
            return f"{seats} players, {rounds} rounds"
        case Dealt():
            return f"seat {event.leader} deals"
        case Played(seat, card, onto):
            return f"seat {seat} plays {card} onto {onto}"
        case Scored(_, _, points):
            return f"points: {points}"
        case _:
            assert_never(event)


def forgetful(event: Event) -> str:
    """Forget the scoring, which is an error."""
    match event:
        case Opened() | Dealt() | Played():
            return "as before"
        case _:
            assert_never(event)  # type: ignore[arg-type]  # the check says which event was forgotten


def seen(glimpse: Glimpse) -> str:
    """Ask whether a card was seen: cards of a glimpse may be unseen."""
    match glimpse:
        case Dealt(_, _, hands, _):
            return " ".join(card for hand in hands for card in faces(hand))
        case Played(drawn=drawn):
            return drawn  # type: ignore[return-value]  # it may be unseen, or nothing
        case Opened() | Scored():
            return ""
        case _:
            assert_never(glimpse)
