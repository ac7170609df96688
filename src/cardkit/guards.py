"""Checks before a game's functions are called: the match has the seat or the viewer, and the move is legal."""

from typing import Final

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, known_moves
from cardkit.moves import text_of
from cardkit.rejections import ENGINE_CODES, NoSuchViewer, Rejected, shown
from cardkit.seats import Seat, Viewer

__all__ = [
    "check_seat",
    "check_viewer",
    "known_move",
    "legal_move",
    "not_legal",
    "refusal",
    "turn_refusal",
]

NAMED: Final = 5
"""The number of legal moves that a refusal names."""


def legal_move(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options,
    state: State,
    seat: Seat,
    legal: tuple[Move, ...],
    given: object,
) -> Move:
    """Return the legal move that is given, as a value or by its text. Raise `Rejected` if there is none."""
    for move in legal:
        if move is given:
            return move
    known = known_move(game, seats, options, given)
    if known not in legal:
        raise refusal(game, state, seat, known, legal)
    return known


def known_move(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options,
    given: object,
) -> Move:
    """Return the given move, a value or its text, legal or not. Raise `Rejected` if the game has no such move."""
    text = text_of(given)
    meant = given if text is None else game.read(text, seats, options)
    known = known_moves(game, seats, options).find(meant)
    if known is None:
        raise Rejected(
            "not_a_move", f"{shown(given)} isn't a move of {game.key}; choose one of the legal moves"
        )
    return known


def refusal(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    state: State,
    seat: Seat,
    move: Move,
    legal: tuple[Move, ...],
) -> Rejected:
    """Return the refusal of a move that isn't legal: the game's own reason, or else the legal moves."""
    reason = game.refuse(state, seat, move)
    return not_legal(game, move, legal) if reason is None else reason


def not_legal(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], move: Move, legal: tuple[Move, ...]
) -> Rejected:
    """Return the engine's own refusal of a move that isn't legal."""
    more = len(legal) - NAMED
    named = ", ".join(map(game.say, legal[:NAMED])) + (f" and {more} more" if more > 0 else "")
    return Rejected("not_legal", f"{game.say(move)} isn't legal now; legal moves: {named}")


def turn_refusal(seat: object, actors: tuple[Seat, ...], seats: int) -> Rejected:
    """Return why the seat can't move now, when these may. `None`: no seat was named. Raise it for an unknown seat."""
    if seat is not None:
        check_seat(seat, seats)
    if not actors:
        return Rejected("match_over", ENGINE_CODES["match_over"])
    seated = ", ".join(map(str, actors))
    if seat is None:
        return Rejected("seat_needed", f"{ENGINE_CODES['seat_needed']}: {seated}")
    turn = f"seat {seated}'s turn" if len(actors) == 1 else f"the turn of seats {seated}"
    return Rejected("not_your_turn", f"it's {turn}, not seat {shown(seat)}'s")


def check_seat(seat: object, seats: int) -> None:
    """Raise `Rejected` if a match with this many seats has no such seat."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise Rejected("no_such_seat", f"unknown seat {shown(seat)}; this match has seats 0 to {seats - 1}")


def check_viewer(viewer: Viewer, seats: int) -> Viewer:
    """Return the viewer. Raise `NoSuchViewer` unless it is one of the seats, or `None` for a spectator."""
    if viewer is None or (type(viewer) is int and 0 <= viewer < seats):
        return viewer
    known = f"a seat from 0 to {seats - 1}, None for a spectator, or OWNER"
    raise NoSuchViewer(f"unknown viewer {shown(viewer)}; expected {known}")
