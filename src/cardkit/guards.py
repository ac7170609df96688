"""The guards before a game's `decide`: what is given must be a move of the match, and legal."""

from typing import Final

from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, known_moves
from cardkit.moves import text_of
from cardkit.rejections import Rejected, shown
from cardkit.seats import Seat

__all__ = ["known_move", "legal_move", "not_legal", "refusal"]

NAMED: Final = 5
"""The legal moves that a refusal names."""


def legal_move(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options,
    state: State,
    seat: Seat,
    legal: tuple[Move, ...],
    given: object,
) -> Move:
    """Return the one of the seat's legal moves that is given, itself or by its text. Raise `Rejected` if it is none."""
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
    """Return the move that is given, itself or by its text, legal or not. Raise `Rejected` if it is none."""
    text = text_of(given)
    meant = given if text is None else game.read(text, seats, options)
    known = known_moves(game, seats, options).find(meant)
    if known is None:
        raise Rejected(
            "not_a_move", f"{shown(given)} is no move of {game.key}; choose one of the legal moves"
        )
    return known


def refusal(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    state: State,
    seat: Seat,
    move: Move,
    legal: tuple[Move, ...],
) -> Rejected:
    """Return why the move isn't among these legal ones: what the game says, or else what is legal."""
    reason = game.refuse(state, seat, move)
    return not_legal(game, move, legal) if reason is None else reason


def not_legal(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], move: Move, legal: tuple[Move, ...]
) -> Rejected:
    """Return the refusal of a move of which no more is known than that it isn't legal."""
    more = len(legal) - NAMED
    named = ", ".join(map(game.say, legal[:NAMED])) + (f" and {more} more" if more > 0 else "")
    return Rejected("not_legal", f"{game.say(move)} isn't legal now; legal moves: {named}")
