"""Checks before a game's functions are called: the match has the seat or the viewer, and the move is legal."""

from collections.abc import Sequence
from typing import Final

from cardkit.game import AnyGame, Move, known_moves
from cardkit.game_checks import check_event_classes, check_move_classes, check_reason, check_state, check_text
from cardkit.language import Listed, Name
from cardkit.moves import text_of
from cardkit.phrases import SAYS
from cardkit.rejections import BrokenGame, NoSuchViewer, Rejected, shown
from cardkit.seats import Seat, Viewer

__all__ = [
    "check_listed",
    "check_recorded",
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
    game: AnyGame,
    seats: int,
    options: object,
    state: object,
    seat: Seat,
    legal: tuple[Move, ...],
    given: object,
) -> Move:
    """Return the legal move that is given, as a value or by its text. Raise `Rejected` if there is none."""
    for move in legal:
        if move is given:
            return move
    try:
        known = known_move(game, seats, options, given)
        if known in legal:
            return legal[legal.index(known)]
        reason = refusal(game, state, seat, known, legal)
    except Exception:
        check_listed(game, seats, options, legal)
        raise
    raise reason


def check_recorded(game: AnyGame, name: str, state: object, events: tuple[object, ...]) -> None:
    """Raise `BrokenGame` if one of the events of the function `name` isn't an event, or `evolve` returns nothing."""
    check_event_classes(game, name, events)
    for event in events:
        state = game.evolve(state, event)
        check_state(game.key, state, event)


def check_listed(game: AnyGame, seats: int, options: object, legal: Sequence[object]) -> None:
    """Raise `BrokenGame` if a legal move isn't among all moves of the game."""
    check_move_classes(game, "legal", legal)
    moves = known_moves(game, seats, options)
    for move in legal:
        if moves.find(move) is None:
            raise BrokenGame(
                f"{game.key}: `legal` lists {shown(move)}, but `moves` doesn't; list each move that can ever be legal "
                "with these seats and options"
            )


def known_move(game: AnyGame, seats: int, options: object, given: object) -> object:
    """Return the given move, a value or its text, legal or not. Raise `Rejected` if the game has no such move."""
    text = text_of(given)
    meant = given if text is None else game.read(text, seats, options)
    known = known_moves(game, seats, options).find(meant)
    if known is None:
        raise Rejected("not_a_move", SAYS["not_a_move"], given=shown(given), game=game.key)
    return known


def refusal(game: AnyGame, state: object, seat: Seat, move: object, legal: Sequence[object]) -> Rejected:
    """Return the refusal of a move that isn't legal: the game's own reason, or else the legal moves."""
    reason = game.refuse(state, seat, move)
    if reason is None:
        return not_legal(game, move, legal)
    check_reason(game.key, reason)
    return reason


def not_legal(game: AnyGame, move: object, legal: Sequence[object]) -> Rejected:
    """Return the engine's own refusal of a move that isn't legal."""
    more = len(legal) - NAMED
    check_text(game.key, move, game.say(move))
    named = ", ".join(map(game.say, legal[:NAMED]))
    says = SAYS["not_legal, of many" if more > 0 else "not_legal"]
    return Rejected("not_legal", says, move=game.say(move), legal=named, more=more)


def turn_refusal(seat: object, actors: tuple[Seat, ...], seats: int) -> Rejected:
    """Return why the seat can't move now, when these may. `None`: no seat was named. Raise it for an unknown seat."""
    idle = None if seat is None else check_seat(seat, seats)
    if not actors:
        return Rejected("match_over", SAYS["match_over"])
    if idle is None:
        return Rejected("seat_needed", SAYS["seat_needed"], seats=", ".join(map(str, actors)))
    says = SAYS["not_your_turn" if len(actors) == 1 else "not_your_turn, of several"]
    return Rejected("not_your_turn", says, turn=Listed(tuple(map(Name, actors))), seat=Name(idle))


def check_seat(seat: object, seats: int) -> Seat:
    """Return the seat. Raise `Rejected` if a match with this many seats has no such seat."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise Rejected("no_such_seat", SAYS["no_such_seat"], seat=shown(seat), last=seats - 1)
    return seat


def check_viewer(viewer: Viewer, seats: int) -> Viewer:
    """Return the viewer. Raise `NoSuchViewer` unless it is one of the seats, or `None` for a spectator."""
    if viewer is None or (type(viewer) is int and 0 <= viewer < seats):
        return viewer
    known = f"a seat from 0 to {seats - 1}, None for a spectator, or OWNER"
    raise NoSuchViewer(f"unknown viewer {shown(viewer)}; expected {known}")
