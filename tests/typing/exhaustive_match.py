"""Checked by mypy and pyright, never run: a `match` over a game's events is known to be exhaustive."""

# Each mistake is marked as one that both checkers must find: a mark without a mistake is an error too.
# pyright: reportUnnecessaryTypeIgnoreComment=true

from typing import assert_never

from cardkit.games.thirteen import (
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Opened,
    Played,
    PlaySeen,
    Scored,
)


def spoken(event: Event) -> str:
    """All events of the game: when it gets another one, this no longer passes the check."""
    match event:
        case Opened(seats, _, rounds):
            return f"{seats} players, {rounds} rounds"
        case Dealt():
            return f"seat {event.dealer} deals"
        case Played(seat, card, onto):
            return f"seat {seat} plays {card} onto {onto}"
        case Scored(_, _, points):
            return f"points: {points}"
        case _:
            assert_never(event)


def forgetful(event: Event) -> str:
    """The scoring is forgotten, and that is an error."""
    match event:
        case Opened() | Dealt() | Played():
            return "as before"
        case _:
            assert_never(event)  # type: ignore[arg-type]  # the check says which event was forgotten


def seen(glimpse: Glimpse) -> str:
    """A glimpse is another union: the hands of others are not in it."""
    match glimpse:
        case HandDealt():
            return f"my hand: {glimpse.hand}"
        case Played() | PlaySeen():
            return glimpse.card
        case Opened() | Scored():
            return ""
        case _:
            assert_never(glimpse)
